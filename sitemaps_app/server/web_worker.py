"""The worker of the web process: gunicorn's, with answers of our own to requests that never reach Django."""

from __future__ import annotations

import socket

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

# Status: what is wrong and what to do, in both languages, for no preference of the reader is known yet.
SAID = {
    414: (
        "The address is too long. Shorten it: leave out filters, or send long texts with a form.",
        "网址过长。请缩短：去掉一些筛选条件，或用表单提交较长的文字。",
    ),
    431: (
        "The request's headers are too long. Deleting this site's cookies in the browser usually helps.",
        "请求头过长。在浏览器中删除本站的 Cookie 通常即可解决。",
    ),
}
OTHERWISE = ("The request was damaged or incomplete. Go back and try again.", "请求已损坏或不完整。请返回后重试。")
PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{status} {reason} · Lastmod Trust</title></head>
<body><main><h1>{status} {reason}</h1><p>{english}</p><p lang="zh-Hans">{chinese}</p><p><a href="/">Lastmod Trust</a></p></main></body>
</html>
"""


def write_answer(client: socket.socket, status: int, reason: str, _detail: str) -> None:
    """Answer a request that gunicorn could not read. What was wrong in it is in the log; to repeat it would help attackers."""
    english, chinese = SAID.get(status, OTHERWISE)
    body = PAGE.format(status=status, reason=reason, english=english, chinese=chinese).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nX-Content-Type-Options: nosniff\r\n\r\n"
    )
    util.write_nonblock(client, head.encode() + body)


class WebWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn has no hook for these answers, only a function that its workers call."""

    def init_process(self) -> None:
        """Put our answers in the place of gunicorn's, within this process."""
        util.write_error = write_answer
        super().init_process()
