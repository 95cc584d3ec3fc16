"""Archives of our own making, written record by record as the WARC specification says."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path


def digest_of(body: bytes) -> str:
    """The payload digest of a body, in hexadecimal."""
    return "sha1:" + hashlib.sha1(body, usedforsecurity=False).hexdigest()


class ArchiveMaker:
    """Collects records and writes them as a file."""

    def __init__(self, *, packed: bool = True) -> None:
        self.written = b""
        self._packed = packed

    def page(self, url, at, body=b"<html><p>Text of a page</p></html>", *, status="200 OK", headers=(), kind="text/html"):
        lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *(f"{name}: {value}" for name, value in headers)]
        return self._write("response", url, at, _http(lines) + body, {"WARC-Payload-Digest": digest_of(body)})

    def revisit(self, url, at, of_at):
        return self._write("revisit", url, at, _http(["HTTP/1.1 200 OK"]), {"WARC-Refers-To-Target-URI": url, "WARC-Refers-To-Date": of_at})

    def repeat_by_digest(self, url, at, digest):
        return self._write("revisit", url, at, _http(["HTTP/1.1 200 OK"]), {"WARC-Payload-Digest": digest})

    def request(self, url, at):
        return self._write("request", url, at, _http(["GET / HTTP/1.1", "Host: site.example"]), {})

    def save(self, path: Path) -> Path:
        path.write_bytes(self.written)
        return path

    def save_as_one_stream(self, path: Path) -> Path:
        path.write_bytes(gzip.compress(self.written))
        return path

    def _write(self, kind, url, at, block, headers):
        message = "request" if kind == "request" else "response"
        named = {
            "WARC-Type": kind,
            "WARC-Record-ID": f"<urn:uuid:{len(self.written):032x}>",
            "WARC-Date": at,
            "WARC-Target-URI": url,
            "Content-Type": f"application/http; msgtype={message}",
            "Content-Length": str(len(block)),
        } | headers
        head = "WARC/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in named.items())
        record = head.encode() + b"\r\n" + block + b"\r\n\r\n"
        self.written += gzip.compress(record, mtime=0) if self._packed else record
        return self


def _http(lines) -> bytes:
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
