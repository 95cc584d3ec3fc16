"""Requests that never reach Django are answered in our words, and repeat nothing of what was sent."""

from __future__ import annotations

import socket

import pytest

from sitemaps_app.server.web_worker import OTHERWISE, SAID, write_answer


@pytest.mark.parametrize(("status", "reason"), [(414, "URI Too Long"), (431, "Request Header Fields Too Large"), (400, "Bad Request")])
def test_the_answer_is_a_page_in_both_languages(status: int, reason: str) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        write_answer(ours, status, reason, "<script>alert(1)</script>")
        ours.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: theirs.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} {reason}\r\n".encode())
    assert f"Content-Length: {len(body)}".encode() in head
    assert b"Content-Security-Policy: default-src 'none'" in head
    for text in SAID.get(status, OTHERWISE):
        assert text.encode() in body
    assert b"alert" not in answer
