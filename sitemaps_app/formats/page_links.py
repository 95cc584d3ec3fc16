"""Addresses inside a page as comparable texts: what a server adds to every load (session, cache stamp, build hash) is left out."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

_IGNORED_PARAMETERS = re.compile(
    r"^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|yclid|dclid|igshid|spm"  # campaigns
    r"|v|ver|version|rev|hash|h|t|ts|time|timestamp|cb|cache|cachebuster|bust|_|nocache|rnd|rand|random|r|build|dt|mtime|modified"
    r"|sid|s_id|session|session_?id|jsessionid|phpsessid|aspsessionid\w*|cfid|cftoken|token|csrf\w*|nonce|sig|signature|expires"
    r"|x-amz-\w[\w-]*|key-pair-id|policy|return|return_?to|redirect|redirect_?to|next|ref|referer|referrer)$",
    re.IGNORECASE,
)
_STAMPS_ONLY_WITH_DIGITS = frozenset({"v", "ver", "version", "rev", "h", "t", "r", "dt", "next", "ref", "time", "key", "s"})
_NOWHERE = ("javascript:", "data:", "mailto:", "tel:", "blob:", "about:", "vbscript:")
_PATH_SESSION = re.compile(r";(jsessionid|phpsessid|sid|sessionid)=[^/?;]*", re.IGNORECASE)
_DOTNET_SESSION = re.compile(r"/\([A-Za-z]\([a-z0-9]{24}\)\)")
_HASH = re.compile(r"(?<![0-9a-zA-Z])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![0-9a-zA-Z])", re.IGNORECASE)
# Links of a page to its own source, editor and issue form: tools of the site, other on every page and moved with the repository.
_TOOL = re.compile(
    r"/(?:-/)?(?:edit|_edit|raw|blame|commits?)/|/issues/new$"
    r"|/(?:edit|login|signin|sign-in|logout|print|share|sharer|intent/tweet)(?:\.php)?$"
)
_TOOL_QUERY = re.compile(r"(?:^|&)(?:action=(?:edit|history)|share=|replytocom=|printable=)")
_DIMENSIONS = re.compile(r"-\d{2,4}x\d{2,4}(?=\.\w{2,5}$)")
_INDEX = re.compile(r"/(index|default)\.(html?|php|aspx?|jsp)$", re.IGNORECASE)
_WWW = re.compile(r"^www\.")


def comparable_target(href: str, base: str, *, is_file: bool = False) -> str:
    """A link or image address of a page, resolved and reduced to what a reader would notice; "" where it leads nowhere of its own (a place
    on the same page).

    `base` is the address of the page. Scheme, `www.`, fragments, index file names, session ids, campaign and cache parameters and build
    hashes do not count. With `is_file` (images) the size suffix of a scaled copy is left out as well.
    """
    href = href.strip()
    if not href or href.startswith("#") or href[:11].lower().startswith(_NOWHERE):
        return ""
    try:
        parts = urlsplit(urljoin(base, href))
        host = (parts.hostname or "").lower()
        home = (urlsplit(base).hostname or "").lower()
    except ValueError:
        return href[:500]
    if parts.scheme not in {"http", "https", ""} or "/cdn-cgi/l/email-protection" in parts.path:
        return ""
    if _TOOL.search(parts.path) or _TOOL_QUERY.search(parts.query):
        return ""
    path = _DOTNET_SESSION.sub("", _PATH_SESSION.sub("", parts.path))
    path = _HASH.sub("~", _INDEX.sub("/", path))
    if is_file:
        path = _DIMENSIONS.sub("", path)
    host = "" if _WWW.sub("", host) == _WWW.sub("", home) else host
    query = _comparable_query(parts.query)
    if parts.fragment and not query and not is_file and not host and path.rstrip("/") == _own_path(base):
        return ""
    return (host + (path.rstrip("/") or "/") + query)[:500]


@lru_cache(maxsize=64)
def _own_path(base: str) -> str:
    return _HASH.sub("~", _INDEX.sub("/", urlsplit(base).path)).rstrip("/")


def _comparable_query(query: str) -> str:
    if not query:
        return ""
    try:
        pairs = parse_qsl(query[:4000], keep_blank_values=True, max_num_fields=200)
    except ValueError:
        return "?" + query[:200]
    kept = [(name, value) for name, value in pairs if not _is_stamp(name, value)]
    return "?" + urlencode(sorted(kept)) if kept else ""


def _is_stamp(name: str, value: str) -> bool:
    """Short names are used for content as well (`?v=dQw4w9` names a video): they count as a stamp where the value looks like one."""
    if not _IGNORED_PARAMETERS.match(name):
        return False
    return name.lower() not in _STAMPS_ONLY_WITH_DIGITS or bool(re.fullmatch(r"[\d._-]+|[0-9a-f]{6,64}|v?\d[\w.-]*", value, re.IGNORECASE))
