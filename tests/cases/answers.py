"""Answers that are no sitemap, or only a part of one: what the server, the wire and the page say."""

from __future__ import annotations

from tests.cases.case import BOTH, HTML, PLAIN, XML, Case, many, told

_BODY, _ENTRIES = many(20)
_CUT = _BODY.index("/shelf/9") + 4
_ATTACHED = (("Content-Type", "text/html"), ("Content-Disposition", "attachment"))


def _is_no_sitemap(name: str, body: bytes, headers: tuple[tuple[str, str], ...] = XML) -> Case:
    return Case(name, body, (), told("not_a_sitemap"), "not_a_sitemap", "unknown", headers=headers)


ANSWERS = (
    _is_no_sitemap(
        "a-page-that-says-not-found-with-status-200",
        b'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Nothing here</title></head><body><a href="http://site.example/">home</a></body></html>',
    ),
    _is_no_sitemap("a-page-with-a-declaration-and-a-doctype", b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">\n<html><body>Sorry</body></html>', HTML),
    _is_no_sitemap("a-page-that-mentions-a-urlset-in-its-text", b"<!doctype html><p>Write <pre>&lt;urlset&gt;</pre></p>", HTML),
    _is_no_sitemap("an-error-in-the-words-of-a-plug-in", b'<?xml version="1.0"?>\n<error>\n  <code>not_ready</code>\n  <message><![CDATA[Comes back in 5 minutes.]]></message>\n</error>\n'),
    _is_no_sitemap("an-error-of-a-store", b"<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"),
    _is_no_sitemap("an-error-in-json", b'{"error": "not found"}', (("Content-Type", "application/json"),)),
    _is_no_sitemap("an-error-in-words", b"Not found, sorry.\n", (("Content-Type", "text/plain"),)),
    _is_no_sitemap("a-picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4, (("Content-Type", "image/png"),)),
    Case("nothing-at-all", b"", (), told("empty_response"), "failed", "unknown"),
    Case("nothing-but-blanks", b"  \r\n\t\n", (), told("empty_response"), "failed", "unknown"),
    Case("nothing-but-a-mark", b"\xef\xbb\xbf\n", (), told("empty_response"), "failed", "unknown"),
    Case("nothing-but-a-declaration", b'<?xml version="1.0"?>\n', (), told("xml_malformed"), "failed", "unknown"),
    *(
        Case(f"refused-with-{status}", b"<!doctype html><title>Just a moment</title>", (), told("fetch_blocked"), "blocked", "unknown", status=status, headers=HTML)
        for status in (401, 403, 429)
    ),
    *(
        Case(f"failed-with-{status}", PLAIN.encode(), (), told("http_error"), "failed", "unknown", status=status)
        for status in (404, 410, 500, 503)
    ),
    Case("a-sitemap-called-a-page", PLAIN.encode(), BOTH, told("wrong_content_type"), headers=_ATTACHED),
    Case("a-sitemap-without-a-type", PLAIN.encode(), BOTH, headers=()),
    Case("a-sitemap-with-status-203", PLAIN.encode(), BOTH, status=203),
    Case(
        "fewer-bytes-than-were-announced", _BODY.encode(), _ENTRIES[:9], told("truncated_response", "xml_not_closed"), "partial",
        mode="content_length_short", cut_at=_CUT,
    ),
    Case(
        "fewer-bytes-than-were-announced-although-the-root-is-closed", (PLAIN + "<!-- and so on -->").encode(), BOTH, told("truncated_response"), "partial",
        mode="content_length_short", cut_at=len(PLAIN.encode()),
    ),
    Case("chunks-that-end-too-early", _BODY.encode()[:_CUT], _ENTRIES[:9], told("truncated_response", "xml_not_closed"), "partial", mode="chunked_cut"),
    Case("chunks-that-end-in-noise", _BODY.encode()[:_CUT], _ENTRIES[:9], told("truncated_response", "xml_not_closed"), "partial", mode="chunked_garbage"),
    Case(
        "an-answer-that-drips-until-nobody-waits-any-more", _BODY.encode()[:_CUT], _ENTRIES[:9],
        told("truncated_response", "fetch_timeout", "xml_not_closed"), "partial", mode="drip",
    ),
    Case(
        "an-answer-that-stops-and-stays-open", _BODY.encode(), _ENTRIES[:9], told("truncated_response", "fetch_timeout", "xml_not_closed"), "partial",
        mode="hang_in_body", cut_at=_CUT,
    ),
)  # fmt: skip
