"""Addresses: resolved as browsers do, compared by one written rule, and never the cause of an exception.

Two addresses are the same page when their keys are equal. The key of an address (RFC 3986 section 6.2.2 and 6.2.3) has
- scheme and host in lower case, the host as IDNA (UTS 46, non-transitional) without a trailing dot, the default port dropped;
- dot segments removed and an empty path as "/";
- escapes of unreserved characters undone, other escapes in upper case, characters that may not stand bare escaped as UTF-8;
- no fragment.
Not merged, because servers do tell them apart: http and https, www and the bare host, trailing slashes, letter case of the path, the order
of the query, an empty query, Unicode normal forms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes

import idna

MAX_URL_LENGTH = 2_048
"""Length in characters after escaping that sitemaps.org allows ("less than 2,048")."""

_BLANKS = " \t\n\r\f\v\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_INNER_BREAKS = re.compile(r"[\t\n\r]+ *")
_ADDRESS = re.compile(r"(https?)://([^/?#\\]*)([^?#]*)(\?[^#]*)?(?:#.*)?", re.IGNORECASE | re.DOTALL)
_AUTHORITY = re.compile(r"(?:([^@]*)@)?(\[[0-9a-f:.]+\]|[^:\[\]@]+)(?::(\d*))?", re.IGNORECASE)
_ASCII_HOST = re.compile(r"[a-z0-9_~-]+(?:\.[a-z0-9_~-]+)*\.?|\[[0-9a-f:.]+\]", re.ASCII)
# Glued together they would be an address of neither page.
_TWO_ADDRESSES = re.compile(r"\S\s+https?://", re.IGNORECASE)
_BROKEN_SCHEME = re.compile(r"https?\s*[:;/]", re.IGNORECASE)
_QUOTES = "\"'<>"
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE | re.ASCII)
_DEFAULT_PORTS = {"http": "80", "https": "443"}
_PATH_SAFE = "/:@!$&'()*+,;=-._~%"
_QUERY_SAFE = _PATH_SAFE + "?"
_USER_SAFE = ":!$&'()*+,;=-._~%"
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
_NEEDS_WORK = re.compile(r"[^A-Za-z0-9/:@!$&'()*+,;=._~?-]", re.ASCII)
_NEEDS_QUOTING = re.compile(r"[^A-Za-z0-9/:@!$&'()*+,;=._~%-]+", re.ASCII)
_DOT_SEGMENT = re.compile(r"/\.{1,2}(?:/|\Z)")
# Markup, a template's braces, what a program prints of an object: no reference has these signs bare (RFC 3986 section 2).
_NO_REFERENCE = re.compile(r"[<>\"\[\]{}|^`]")
_NO_ADDRESS = frozenset({"none", "null", "undefined", "nan", "false", "true", "n/a", "#"})


@dataclass(frozen=True, slots=True)
class _Parts:
    scheme: str
    user: str
    host: str
    port: str
    path: str
    query: str


def resolve(loc: str, base: str) -> str | None:
    """The address a `loc` means: trimmed of every kind of blank, resolved against `base`, without fragment, otherwise as it was spelled.

    None where it cannot be an http(s) address: another scheme, no host, a broken bracket or port, a value such as "None" that a template
    wrote where it had no address. Never raises.
    """
    text: str | None = _unwrapped(loc.strip(_BLANKS))
    if text and _TWO_ADDRESSES.search(text):
        return None
    text = _INNER_BREAKS.sub("", text or "")
    if not text or text.lower() in _NO_ADDRESS or "{{" in text:
        return None
    if not text[:8].lower().startswith(("http://", "https://")):
        text = _join(text, base)
    if text is None:
        return None
    address = text.partition("#")[0]
    return address if _split(address) is not None else None


_PLAIN = re.compile(r"(https?://[A-Za-z0-9.-]+(?::\d{1,5})?)(/[^\s\\#?{}\x00-\x20\x7f-\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2060\u3000\ufeff]*)"
                    r"(\?[^\s#{}\x00-\x20\x7f-\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2060\u3000\ufeff]*)?")  # fmt: skip


def plain_parts(loc: str) -> tuple[str, str] | None:
    """Origin as it is spelled, and path with query in normal form, of an address that `resolve` leaves as it is; None where it might not.

    The short way for the many addresses that only need escaping: `normalise_key(origin + path) == normalise_key(origin) + path` for them.
    """
    match = _PLAIN.fullmatch(loc)
    if match is None or "/." in loc:
        return None
    return match[1], _escaped(match[2], _PATH_SAFE) + _escaped(match[3] or "", _QUERY_SAFE)


def _unwrapped(text: str) -> str:
    """An address without the quotes or angle brackets that were written around it."""
    if not text.startswith(tuple(_QUOTES)):
        return text
    inner = text.strip(_QUOTES + _BLANKS)
    return inner if inner[:8].lower().startswith(("http://", "https://")) else text


def is_relative(loc: str) -> bool:
    """Does a `loc` need a base to mean anything?"""
    return not _SCHEME.match(_unwrapped(loc.strip(_BLANKS)))


def normalise_key(url: str) -> str:
    """The key of an address, equal for two spellings of one page by the rule of this module; a text that is no address is its own key."""
    parts = _split(url)
    if parts is None:
        return url
    user = f"{_escaped(parts.user, _USER_SAFE)}@" if parts.user else ""
    port = f":{parts.port}" if parts.port else ""
    path = _without_dot_segments(_escaped(parts.path.replace("\\", "/"), _PATH_SAFE)) or "/"
    return f"{parts.scheme}://{user}{parts.host}{port}{path}{_escaped(parts.query, _QUERY_SAFE)}"


def origin_of(url: str) -> str:
    """Scheme, host and port of an address in normal form ("https://site.example"), "" where it is none."""
    parts = _split(url)
    if parts is None:
        return ""
    return f"{parts.scheme}://{parts.host}{':' + parts.port if parts.port else ''}"


def host_of(url: str) -> str:
    """The host of an address in normal form, "" where it is none."""
    parts = _split(url)
    return parts.host if parts else ""


def same_host(a: str, b: str) -> bool:
    """Do two addresses name the same host and port, whatever their scheme?"""
    one, two = _split(a), _split(b)
    return one is not None and two is not None and (one.host, one.port) == (two.host, two.port)


def in_scope(url: str, site_origin: str) -> bool:
    """Is an address a page of the site: the same host and port, scheme and a leading "www." aside?"""
    one, two = _split(url), _split(site_origin)
    return one is not None and two is not None and (_bare(one.host), one.port) == (_bare(two.host), two.port)


def _bare(host: str) -> str:
    return host.removeprefix("www.")


def _join(text: str, base: str) -> str | None:
    """A reference without http(s) in front, resolved; None where it has another scheme.

    "site.example/page" in a sitemap of site.example lost its scheme. By the book it is a path below the sitemap, where no page is.
    """
    if _SCHEME.match(text) or _BROKEN_SCHEME.match(text):
        return None
    first = text.partition("/")[0].lower()
    base_host = host_of(base)
    if base_host and first and _bare(first) == _bare(base_host):
        return f"{base.partition(':')[0]}://{text}"
    return None if _NO_REFERENCE.search(text) else _resolved(text, base)


def _resolved(reference: str, base: str) -> str | None:
    """RFC 3986 section 5.2 for a reference without a scheme; empty segments and an empty query stay."""
    match = _ADDRESS.fullmatch(base)
    if match is None:
        return None
    scheme, authority, base_path = match[1], match[2], match[3]
    if reference.startswith("//"):
        return f"{scheme}:{reference}"
    path, question, query = reference.partition("?")
    if not path:
        path = base_path
    elif path[0] not in "/\\":
        path = base_path.rpartition("/")[0] + "/" + path
    return f"{scheme}://{authority}{_without_dot_segments(path)}{question}{query}"


@lru_cache(maxsize=64)
def _authority(scheme: str, authority: str) -> tuple[str, str, str] | None:
    """User, host and port in normal form; sites have few hosts, so that nearly every call is answered from the cache."""
    match = _AUTHORITY.fullmatch(authority)
    if not match:
        return None
    user, host, port = match[1] or "", match[2].lower(), (match[3] or "").lstrip("0")
    if len(port) > 5 or (port and int(port) > 65_535):
        return None
    if not host.isascii():
        try:
            host = idna.encode(host, uts46=True, transitional=False).decode("ascii")
        except (idna.IDNAError, UnicodeError, IndexError):
            return None
    if not _ASCII_HOST.fullmatch(host):
        return None
    return user, host.removesuffix("."), "" if port == _DEFAULT_PORTS[scheme] else port


def _split(url: str) -> _Parts | None:
    match = _ADDRESS.fullmatch(url)
    if not match:
        return None
    scheme = match[1].lower()
    authority = _authority(scheme, match[2])
    if authority is None:
        return None
    return _Parts(scheme, *authority, match[3], match[4] or "")


def _escaped(text: str, safe: str) -> str:
    if not _NEEDS_WORK.search(text):
        return text
    if "%" in text:
        text = _ESCAPE.sub(_normal_escape, _BARE_PERCENT.sub("%25", text))
    # Only what is not plain ASCII is quoted; `quote` looks at every byte it is given.
    return _NEEDS_QUOTING.sub(lambda part: quote(part[0], safe=safe, encoding="utf-8", errors="surrogatepass"), text)


def _normal_escape(match: re.Match[str]) -> str:
    character = unquote_to_bytes(match[0]).decode("latin-1")
    return character if _UNRESERVED.fullmatch(character) else match[0].upper()


def _without_dot_segments(path: str) -> str:
    """RFC 3986 section 5.2.4."""
    if not _DOT_SEGMENT.search(path):
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/".join(kept)
