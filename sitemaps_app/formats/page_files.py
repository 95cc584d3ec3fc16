"""Addresses that give no web page, as blocks: JSON value by value, plain text line by line, everything else by a digest of its bytes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_html import PageLimits, decode_page
from sitemaps_app.formats.page_noise import content_of

_MAX_PATH = 200
_MAX_VALUE = 2_000
_MAX_DEPTH = 200
_MAX_JSON = 2_000_000
# What a program writes anew into a PDF each time it makes one from the same source (ISO 32000-1, 14.3 and 14.4).
_PDF_STAMPS = re.compile(
    rb"/(?:CreationDate|ModDate)\s*(?:\([^)]{0,60}\)|<[0-9A-Fa-f]{0,120}>)|/ID\s*\[\s*<[^>]{0,80}>\s*<[^>]{0,80}>\s*\]"
    rb"|<(xmp:(?:CreateDate|ModifyDate|MetadataDate)|xmpMM:(?:DocumentID|InstanceID))>[^<]{0,100}</\1>"
)
# Names of values that say when an answer was made, or for whom, and nothing about what is in it.
_STAMP_NAMES = re.compile(
    r"^(?:generated(?:_?at|_?on)?|timestamp|time|now|server_?time|request_?id|trace_?id|correlation_?id|nonce|csrf\w*|token|took|elapsed\w*"
    r"|duration_?ms|build_?(?:id|time|date)|etag|cache\w*|expires?(?:_?at)?|(?:date_?)?modified(?:_?at)?|(?:last_?)?updated(?:_?at)?)$",
    re.IGNORECASE,
)
_ERROR_NAMES = frozenset(
    {"error", "errors", "error_description", "message", "code", "status", "statuscode", "status_code", "detail", "details", "path", "title"}
    | {"type", "timestamp", "traceid", "requestid", "request_id", "success", "instance"}
)


def media_of(headers: Mapping[str, str], body: bytes) -> str:
    """What a body that is no page is: json, text or file. `headers` have names in lower case; the type counts where it is one of these."""
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if kind.endswith(("/json", "+json")):
        return "json"
    if kind in {"text/plain", "text/markdown", "text/csv", "text/x-markdown"}:
        return "text"
    start = body[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    return "json" if kind in {"", "application/octet-stream"} and start[:1] in {b"{", b"["} else "file"


def file_blocks(body: bytes, headers: Mapping[str, str], limits: PageLimits) -> tuple[tuple[Block, ...], bool]:
    """The blocks of a body that is no page, and whether it looks like an error (a JSON object that says so and nothing else).

    JSON is compared by its values: order of names, blanks and stamps of the answer do not count. In plain text, blanks and the lines that
    `page_noise` knows do not count. Other bytes count one by one, but for the dates and ids that a PDF's writer makes up each time.
    """
    media = media_of(headers, body)
    if media == "json" and len(body) <= _MAX_JSON:
        parsed = _parsed(decode_page(body, headers))
        if parsed is not None:
            value = parsed[0]
            return tuple(_leaves(value, limits)), _says_error(value)
    if media != "file" and len(body) <= limits.max_bytes:
        lines = tuple(_lines(decode_page(body, headers), limits))
        if lines:
            return lines, False
    return (Block(_digest(body), "file", "file"),), False


def _digest(body: bytes) -> str:
    plain = _PDF_STAMPS.sub(b"", body) if body[:1024].lstrip().startswith(b"%PDF") else body
    return hashlib.blake2b(plain, digest_size=16).hexdigest()


def _parsed(text: str) -> tuple[Any] | None:
    try:
        return (json.loads(text.lstrip("\ufeff"), strict=False),)
    except (ValueError, RecursionError):
        return None


def _leaves(value: Any, limits: PageLimits) -> Iterator[Block]:
    """Every value of a JSON document with the path of names to it; positions in lists do not count, their order does not either."""
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    found = 0
    while waiting and found < limits.max_blocks:
        path, part, depth = waiting.pop()
        if isinstance(part, dict) and depth < _MAX_DEPTH:
            named = [(str(name), inner) for name, inner in part.items() if not _STAMP_NAMES.match(str(name))]
            waiting.extend((f"{path}.{name}"[-_MAX_PATH:], inner, depth + 1) for name, inner in reversed(named))
        elif isinstance(part, list) and depth < _MAX_DEPTH:
            waiting.extend((path, inner, depth + 1) for inner in reversed(part))
        else:
            found += 1
            yield Block(f"{path.lstrip('.')}: {_bounded(part)}" if path else _bounded(part), "item", "json")


def _bounded(part: Any) -> str:
    text = part if isinstance(part, str) else json.dumps(part, sort_keys=True, ensure_ascii=False, default=str)
    if len(text) <= _MAX_VALUE:
        return text
    return f"{text[:_MAX_VALUE]} … {hashlib.blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"


def _says_error(value: Any) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    names = {str(name).lower() for name in value}
    status = value.get("status", value.get("statusCode", value.get("code")))
    failed = bool({"error", "errors"} & names) or value.get("success") is False or (isinstance(status, int) and 400 <= status < 600)
    return failed and names <= _ERROR_NAMES


def _lines(text: str, limits: PageLimits) -> Iterator[Block]:
    for line in text.splitlines()[: limits.max_blocks]:
        kept = content_of(" ".join(line.split()), dates_count=True)
        if kept:
            yield Block(_bounded(kept), "text", "text")
