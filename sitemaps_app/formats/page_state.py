"""Whether a fetched page can be compared at all: errors, error pages served as 200, walls and redirects are no versions of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.page_blocks import Block, words_in

_FEW_WORDS = 150
_A_HANDFUL = 60
_WALL_PATH = re.compile(r"(?:^|[/._-])(?:log-?in|sign-?in|signup|register|auth|sso|oauth2?|account/login|consent|cookie-?wall|privacy-?gate|captcha|challenge|age-?gate|paywall|subscribe)(?:$|[/._?-])", re.IGNORECASE)
_ERROR_HEADLINE = re.compile(
    r"(?:(?:http\s+)?(?:error\s*)?(?:code\s*)?:?\s*(?:40[0-9]|410|429|451|50[0-9]|52[0-9])\b(?:\s*(?:error|page))?(?:\s*[-–—:|.!,]?\s*(?:$|not\s+found|page|error|forbidden|access|bad|internal|service|gateway|unauthor\w+|gone|too\s+many|sorry|oops|that).*)"
    r"|(?:(?:oops|sorry|uh[- ]?oh|whoops)\W+)?(?:the\s+|this\s+|that\s+)?(?:page|file|document|article|content|url|resource|site|requested\s+(?:page|url))(?:\s+you\s+\w+(?:\s+\w+){0,3})?\s*(?:was|is|could|can|has|does|isn|wasn|doesn|cannot|can't)?(?:['’]t|\s*not)?\s*(?:be\s+)?(?:not\s+)?(?:found|available|unavailable|exist|gone|missing|removed)\b.{0,40}"
    r"|not\s+found|error|forbidden|access\s+denied|bad\s+gateway|gateway\s+time-?out|service\s+(?:temporarily\s+)?unavailable|internal\s+server\s+error|too\s+many\s+requests|unauthori[sz]ed"
    r"|(?:scheduled\s+|under\s+|down\s+for\s+|site\s+(?:is\s+)?(?:under|down\s+for)\s+)maintenance(?:\s+mode)?|we(?:['’]ll|\s+will)\s+be\s+(?:right\s+)?back(?:\s+soon)?.{0,20}|something\s+went\s+wrong.{0,30}|account\s+suspended|nothing\s+found"
    r"|seite\s+(?:wurde\s+)?nicht\s+gefunden|zugriff\s+verweigert|page\s+(?:non\s+trouvée|introuvable)|accès\s+refusé|página\s+no\s+encontrada|pagina\s+non\s+trovata|página\s+não\s+encontrada"
    r"|(?:页面|頁面|您访问的页面|抱歉，?页面)(?:不存在|未找到|找不到|走丢了).{0,10}|找不到(?:页面|頁面|网页).{0,10}|404\s*(?:页面|錯誤|错误).{0,10}|访问被拒绝|服务器错误|系统维护.{0,10})\W*",
    re.IGNORECASE,
)
_CHALLENGE_HEADLINE = re.compile(
    r"just\s+a\s+moment.{0,5}|attention\s+required.{0,30}|(?:please\s+)?verify(?:ing)?\s+(?:that\s+)?you\s+are\s+(?:a\s+)?human.{0,30}|are\s+you\s+(?:a\s+)?(?:human|robot).{0,10}|security\s+check.{0,20}|checking\s+your\s+browser.{0,60}"
    r"|ddos\s+protection.{0,30}|one\s+more\s+step.{0,10}|human\s+verification|robot\s+check|pardon\s+our\s+interruption.{0,5}|(?:安全|人机|滑动|身份)验证.{0,10}|请完成.{0,6}验证.{0,10}|访问验证",
    re.IGNORECASE,
)
_CHALLENGE_MARKS = re.compile(r"cf-chl|challenge-platform|/cdn-cgi/challenge|g-recaptcha|h-captcha|hcaptcha\.com|px-captcha|captcha-delivery|geo\.captcha|_Incapsula_Resource|awswaf|turnstile", re.IGNORECASE)
_CONSENT_WORDS = re.compile(r"(?:we|our\s+partners?)\b.{0,80}\bcookies\b|before\s+you\s+continue|your\s+privacy|cookie[- ]?(?:einstellungen|richtlinie)|wir\s+(?:verwenden|nutzen)\s+cookies|nous\s+utilisons\s+des\s+cookies", re.IGNORECASE)
_CONSENT_BUTTON = re.compile(r"accept(?:\s+all)?|agree|i\s+agree|consent|alle\s+akzeptieren|zustimmen|tout\s+accepter|aceptar|同意", re.IGNORECASE)
_TITLE_PARTS = re.compile(r"\s+[-–—|·:»]\s+|[|·»]")
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?)$", re.IGNORECASE)


def status_reason(status: int) -> str:
    """`http_404` and the like for anything that is not a complete success; "" for 200 and 203."""
    return "" if status in {200, 203} else f"http_{status}"


def is_html(headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a body is a page, by its type where that is plain, else by its first bytes."""
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if kind in {"text/html", "application/xhtml+xml"}:
        return True
    start = body[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    looks = start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<!--")) or b"<html" in start
    return looks if kind and kind not in {"text/plain", "application/octet-stream", "application/xml", "text/xml"} else looks or not kind


def redirect_reason(url: str, final_url: str) -> str:
    """`page_redirected_away` where the answer came from a login or consent address, the home page, or another host; "" otherwise.

    A change of scheme, `www.`, case or final slash is the same page; a new path on the same host is where the page lives now.
    """
    if not url or not final_url or url == final_url:
        return ""
    try:
        asked, final = urlsplit(url), urlsplit(final_url)
    except ValueError:
        return ""
    if _plain_path(asked.path) == _plain_path(final.path) and _plain_host(asked.hostname) == _plain_host(final.hostname):
        return ""
    to_home = _plain_path(final.path) == "" and _plain_path(asked.path) != "" and not final.query
    to_wall = bool(_WALL_PATH.search(final.path) or _WALL_PATH.search(final.hostname or "")) and not _WALL_PATH.search(asked.path)
    elsewhere = _registered(asked.hostname) != _registered(final.hostname)
    return "page_redirected_away" if to_home or to_wall or elsewhere else ""


def content_reason(tree: LexborHTMLParser, title: str, blocks: tuple[Block, ...], html: str) -> str:
    """Why a page served as a success is not its content: page_without_text, page_looks_like_error, page_is_challenge, page_is_login,
    page_is_consent_wall; "" where it is content. Pages with much text are never suspected: articles about errors exist."""
    words = words_in(blocks)
    headlines = [*(part.strip() for part in _TITLE_PARTS.split(title)), title.strip(), *(b.text for b in blocks[:12] if b.kind == "heading")]
    if words < _FEW_WORDS:
        if any(_ERROR_HEADLINE.fullmatch(line) for line in headlines if line):
            return "page_looks_like_error"
        if any(_CHALLENGE_HEADLINE.fullmatch(line) for line in headlines if line) or (words < _A_HANDFUL and _CHALLENGE_MARKS.search(html)):
            return "page_is_challenge"
    if words < _A_HANDFUL:
        if tree.css_first("input[type=password]") is not None:
            return "page_is_login"
        if _is_consent_wall(tree):
            return "page_is_consent_wall"
    if not words and not any(block.kind == "image" for block in blocks):
        return "page_without_text"
    return ""


def _is_consent_wall(tree: LexborHTMLParser) -> bool:
    body = tree.body
    text = " ".join(body.text(separator=" ").split()) if body is not None else ""
    if len(text) > 4_000 or not _CONSENT_WORDS.search(text) or tree.css_first("article, main p") is not None:
        return False
    return any(_CONSENT_BUTTON.match(" ".join(button.text().split())) for button in tree.css("button, a, input[type=submit]")[:50])


def _plain_path(path: str) -> str:
    return _INDEX.sub("", path).rstrip("/").lower()


def _plain_host(host: str | None) -> str:
    return (host or "").lower().removeprefix("www.")


def _registered(host: str | None) -> str:
    """The last two labels (three under a short second level such as `co.uk`): near enough to tell a sister host from a stranger."""
    labels = _plain_host(host).split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else labels[-2:])
