"""Addresses inside a page as comparable texts: what a server adds to every load (session, cache stamp, build hash) is left out."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

_IGNORED_PARAMETERS = re.compile(
    r"^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|yclid|dclid|igshid|spm"  # campaigns
    r"|v|ver|version|rev|hash|h|t|ts|time|timestamp|cb|cache|cachebuster|bust|_|nocache|rnd|rand|random|r|build|dt|mtime|modified"
    r"|sid|s_id|session|\w*sess(?:ion)?_?id\w*|cfid|cftoken|token|csrf\w*|nonce|sig|signature|expires"
    r"|x-amz-\w[\w-]*|key-pair-id|policy|return|return_?to|redirect|redirect_?to|next|ref|referer|referrer)$",
    re.IGNORECASE,
)
_STAMPS_ONLY_WITH_DIGITS = frozenset({"v", "ver", "version", "rev", "h", "t", "r", "dt", "next", "ref", "time", "key", "s"})
_TOPICS = frozenset({"t", "h", "r"})
_SHORTEST_STAMP = 8
_NOWHERE = ("javascript:", "data:", "mailto:", "tel:", "blob:", "about:", "vbscript:")
# What may say which page or thing is meant; on an address whose path says so by itself, other parameters say where the reader came from.
_SAYS_WHICH = re.compile(
    r"^(?:.*[_-]?id|p|pages?|q|qs?|query|search|s|k|key\w*|terms?|cat\w*|tags?|types?|kind|lang|language|locale|l|year|month|day|date\w*|start|end|from|to|files?|path|name"
    r"|titles?|items?|products?|sku|variants?|colou?rs?|size|model|tab|view|section|chapter|part|docs?|articles?|posts?|topics?|threads?|users?|authors?|filters?|sort|order"
    r"|format|code|numbers?|no|nr|num|keys?|lists?|v|text|subject|body|url|uri|link|amount|price|currency|plan|place|city|location|lat|lon|lng|ll|z|zoom|job\w*|event\w*|course|book"
    r"|issue|volume|edition|version|branch|action|mode|do|cmd|op|step|level|group|department|region|country|state|store|shop|brand|category|image|img|photo|video|album|track|isbn"
    r"|offset|limit|index|row|rows|show|display|theme|option|choice|answer|question|room|seat|ticket|route|stop|line|station|team|player|match|season|round)(?:\[.*\])?$",
    re.IGNORECASE,
)
_SCRIPT = re.compile(
    r"\.(?:php\d?|aspx?|jsp|cgi|pl|cfm|do|action|dll|exe)$"
    r"|/(?:index|search|viewtopic|view|show|item|article|page|get|go|out|redirect|download|file|image)$",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|bmp|ico|tiff?)$", re.IGNORECASE)
# What a service for pictures writes into a path: a signed number, a size, a format; the name of the file stays.
_TRANSFORMATION = re.compile(
    r"(?:[a-z]{1,3}_[\w.:-]{1,30})(?:,[a-z]{1,3}_[\w.:-]{1,40})*|v\d{6,}|[wh]?\d{2,4}(?:x\d{0,4})?|(?:\d{0,4}x\d{2,4})|(?:rs|rt|q|w|h|f|fit|fill|size|dpr|g|ex|el|plain|format|quality|width|height|resize|crop)[:=][^/]{1,60}"
    r"|size|fit-in|unsafe|smart|thumb",
)
_LONG_TOKEN = re.compile(r"(?=[^/]*\d)(?=[^/]*[A-Z])(?=[^/]*[a-z])[A-Za-z0-9_-]{20,}={0,2}(?:--[0-9a-f]{8,64})?")
_SCALED = re.compile(r"^\d{2,4}px-|(?<=\w)(?:@[23]x|_(?:\d{2,4}x\d{0,4}|x\d{2,4}|small|medium|large|grande|thumb))(?=\.\w{2,5}$)")

_LONG = 20
_PATH_SESSION = re.compile(r";(jsessionid|phpsessid|sid|sessionid)=[^/?;]*", re.IGNORECASE)
_DOTNET_SESSION = re.compile(r"/\([A-Za-z]\([a-z0-9]{24}\)\)")
_SHORTEST_HASH = 7
_HASH = re.compile(r"(?<![0-9a-zA-Z])[0-9a-fA-F]{7,64}(?![0-9a-zA-Z])")
_PLAIN_RELATIVE = re.compile(r"(?:\.\.?/)*[\w~-][\w~.@+,=%-]*(?:/[\w~@+,=%-][\w~.@+,=%-]*)*/?(?:[?#][^\\\x00-\x20]*)?\Z")
_NEEDS_RESOLVING = re.compile(r"/\.|[\x00-\x20\\]")
# Links of a page to its own source, editor and issue form: tools of the site, other on every page and moved with the repository.
_TOOL = re.compile(
    r"/(?:-/)?(?:edit|_edit|raw|blame|commits?)/|/issues/new$"
    r"|/(?:edit|login|signin|sign-in|logout|print|share|sharer|intent/tweet)(?:\.php)?$"
)
_TOOL_QUERY = re.compile(r"(?:^|&)(?:action=(?:edit|history)|share=|replytocom=|printable=)")
_AD_HOST = re.compile(
    r"^(?:ads?|adserver|adclick|banners?)\d{0,3}\.|(?:^|\.)(?:doubleclick\.net|googlesyndication\.com|googleadservices\.com|adnxs\.com|taboola\.com|outbrain\.com"
    r"|criteo\.(?:com|net)|amazon-adsystem\.com|adform\.net|adsrvr\.org|revcontent\.com|mgid\.com)$"
)
# How large, how dense and in which format a picture is sent, not which picture it is.
_SCALING = re.compile(
    r"^(?:w|h|q|s|width|height|quality|size|sz|dpr|fit|crop|auto|format|fm|f|resize|strip|ixlib|ixid|mw|mh|maxwidth|maxheight|webp)$",
    re.IGNORECASE,
)
_MEDIA_HOST = re.compile(
    r"(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com/embed|player\.vimeo\.com/video|dailymotion\.com/embed|player\.bilibili\.com|w\.soundcloud\.com"
    r"|open\.spotify\.com/embed|google\.com/maps/embed|openstreetmap\.org/export|codepen\.io|jsfiddle\.net|datawrapper\.dwcdn\.net)"
)
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
        scheme, host, path, query, fragment = _resolved(href, base)
        home = _host_of(base)
    except ValueError:
        return href[:500]
    if scheme not in {"http", "https", ""} or _is_tool(host, path, query):
        return ""
    path = _comparable_path(path)
    if is_file:
        path = _without_transformations(_DIMENSIONS.sub("", path))
        query = "" if _PICTURE.search(path) else query
    if host and (host == home or _WWW.sub("", host) == _WWW.sub("", home)):
        host = ""
    query = _comparable_query(query, is_file=is_file, path_says_all=not host and not is_file and len(path) > 1 and not _SCRIPT.search(path))
    if fragment and not (query or is_file or host) and path.rstrip("/") == _own_path(base):
        return ""
    return (host + (path.rstrip("/") or "/") + query)[:500]


def _resolved(href: str, base: str) -> tuple[str, str, str, str, str]:
    """Scheme, host, path, query and fragment of an address of a page; what is plainly a path of the same host needs no resolving."""
    if href[0] == "/" and href[1:2] != "/" and (_is_plain(href) or not _NEEDS_RESOLVING.search(href)):
        rest, _, fragment = href.partition("#")
        path, _, query = rest.partition("?")
        return "", "", path, query, fragment
    if _PLAIN_RELATIVE.match(href):
        rest, _, fragment = href.partition("#")
        path, _, query = rest.partition("?")
        return "", "", _joined(_directory_of(base), path), query, fragment
    parts = urlsplit(href if href.startswith(("https://", "http://")) else urljoin(base, href))
    return parts.scheme, (parts.hostname or "").lower(), parts.path, parts.query, parts.fragment


def _is_plain(href: str) -> bool:
    """Whether an address plainly holds nothing of `_NEEDS_RESOLVING`: what is printable has no control characters."""
    return href.isprintable() and not (" " in href or "/." in href or "\\" in href)


@lru_cache(maxsize=64)
def _directory_of(base: str) -> tuple[str, ...]:
    return tuple(urlsplit(base).path.split("/")[1:-1])


def _joined(directory: tuple[str, ...], path: str) -> str:
    """A relative path resolved against a directory (RFC 3986, 5.2.4)."""
    segments = list(directory)
    *above, last = path.split("/")
    for segment in above:
        if segment == "..":
            del segments[-1:]
        elif segment != ".":
            segments.append(segment)
    return "/" + "/".join([*segments, last])


@lru_cache(maxsize=64)
def _host_of(base: str) -> str:
    return (urlsplit(base).hostname or "").lower()


def _comparable_path(path: str) -> str:
    if ";" in path:
        path = _PATH_SESSION.sub("", path)
    if "/(" in path:
        path = _DOTNET_SESSION.sub("", path)
    if "." in path:
        path = _INDEX.sub("/", path)
    return _HASH.sub(_mark_hash, path) if len(path) >= _SHORTEST_HASH else path


def _without_transformations(path: str) -> str:
    """The path of a picture without what a service writes before the name of the file: signed numbers, sizes, formats."""
    *folders, name = path.split("/")
    if "." in name and len(folders) > 1:
        folders = [folder for folder in folders if not _is_transformation(folder)]
    return "/".join([*folders, _SCALED.sub("", name)])


def _is_transformation(folder: str) -> bool:
    if len(folder) >= _LONG and _LONG_TOKEN.fullmatch(folder):
        return True
    return bool(folder) and _TRANSFORMATION.fullmatch(folder) is not None


def _mark_hash(found: re.Match[str]) -> str:
    """A mark for the hash of a build; a word or number that could be one by its letters stays."""
    whole = found.group()
    return whole if whole.isdigit() or whole.isalpha() else "~"


def _is_tool(host: str, path: str, query: str) -> bool:
    """Whether an address belongs to the site's machinery or to its advertisers, not to the page."""
    if (host and _AD_HOST.search(host)) or "/cdn-cgi/l/email-protection" in path or "captcha" in path.lower():
        return True
    return bool(_TOOL.search(path) or (query and _TOOL_QUERY.search(query)))


def media_target(source: str, base: str, *, is_frame: bool) -> str:
    """The comparable address of a film, sound or map; of a frame only where its host shows such things, "" otherwise."""
    target = comparable_target(source, base, is_file=True)
    return target if not is_frame or _MEDIA_HOST.match(target) else ""


@lru_cache(maxsize=64)
def _own_path(base: str) -> str:
    return _comparable_path(urlsplit(base).path).rstrip("/")


def _comparable_query(query: str, *, is_file: bool, path_says_all: bool) -> str:
    if not query:
        return ""
    try:
        pairs = parse_qsl(query[:4000], keep_blank_values=True, max_num_fields=200)
    except ValueError:
        return "?" + query[:200]
    kept = [(name, value) for name, value in pairs if not (_is_stamp(name, value) or (is_file and (not value or _SCALING.match(name))))]
    if path_says_all:
        kept = [(name, value) for name, value in kept if value and _SAYS_WHICH.match(name)]
    return "?" + urlencode(sorted(kept)) if kept else ""


def _is_stamp(name: str, value: str) -> bool:
    """Short names are used for content as well (`?v=dQw4w9` names a video): they count as a stamp where the value looks like one."""
    if not value and name.isdigit() and len(name) >= 6:
        return True
    if not _IGNORED_PARAMETERS.match(name):
        return False
    if value.isdigit() and len(value) < _SHORTEST_STAMP and name.lower() in _TOPICS:
        return False
    return name.lower() not in _STAMPS_ONLY_WITH_DIGITS or bool(re.fullmatch(r"[\d._-]+|[0-9a-f]{6,64}|v?\d[\w.-]*", value, re.IGNORECASE))
