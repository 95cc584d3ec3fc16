"""What a tag of a sitemap file means: its local name in a sitemap namespace, never a name alone.

`image:loc` is no `loc`, whether the prefix says so, an undeclared prefix says so, or an image block re-declares the default namespace. The
namespace of the root counts as the sitemap's own whatever it is: old, https, misspelt or missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from sitemaps_app.formats.sitemap import SitemapLimits
from sitemaps_app.formats.sitemap_problems import ProblemLog

STANDARD_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


# Plain numbers: an enum would cost more than the parser itself. FOREIGN belongs to an extension, and so do negative tags; UNKNOWN is a
# strange name in the sitemap's own namespace; from LOC on they are the fields of a block.
FOREIGN, UNKNOWN, URL, SITEMAP, CONTAINER, LOC, LASTMOD, CHANGEFREQ, PRIORITY = range(9)

_TAGS = {
    "url": URL, "sitemap": SITEMAP, "urlset": CONTAINER, "sitemapindex": CONTAINER, "loc": LOC, "lastmod": LASTMOD,
    "changefreq": CHANGEFREQ, "priority": PRIORITY,
}  # fmt: skip
EXTENSIONS = ("news", "image", "video", "alternate", "mobile", "pagemap")
"""What an extension says of a page. Their elements have the tags -1, -2, … in this order."""

# The element of each extension that stands directly in a `<url>`, and a word that its namespace has in every spelling met in the field.
_EXTENSION_TAGS = {
    ("news", "news"): -1,
    ("image", "image"): -2,
    ("video", "video"): -3,
    ("link", "xhtml"): -4,
    ("mobile", "mobile"): -5,
    ("pagemap", "pagemap"): -6,
}
_VARIANTS = ("sitemaps.org/schemas/sitemap/0.", "google.com/schemas/sitemap/0.")


class TooManyNamesError(Exception):
    """The file uses more, or longer, names than any sitemap; a parser keeps every name it has met."""


class TagReader:
    """Resolves qualified names in the scope of the namespace declarations around them; each name is looked up once a scope.

    `known` are the names of the present scope, `scopes` the outer ones: the elements around this place that declare namespaces themselves.
    """

    def __init__(self, log: ProblemLog, limits: SitemapLimits) -> None:
        self.known: dict[str, int] = {}
        self._log, self._limits = log, limits
        self._prefixes: dict[str, str] = {}
        self._own: str | None = None
        self._own_prefix = ""
        self._adopted: set[str] = set()
        self.scopes: list[tuple[int, dict[str, int], dict[str, str]]] = []
        self._names: set[str] = set()

    def open_root(self, name: str, attributes: Mapping[str, str], line: int | None) -> None:
        """Learn the sitemap's own namespace from the root element."""
        self._own_prefix, _, _ = name.rpartition(":")
        self._prefixes = _declarations(attributes)
        self._own = self._prefixes.get(self._own_prefix)
        if not self._own:
            code = "xml_undeclared_prefix" if self._own_prefix else "namespace_missing"
            self._log.add(code, f'expected xmlns="{STANDARD_NAMESPACE}"', line)
        elif self._own != STANDARD_NAMESPACE:
            self._log.add("namespace_nonstandard", self._own, line)

    @property
    def own_prefix(self) -> str:
        """The prefix of the root with its colon, "" where it has none."""
        return f"{self._own_prefix}:" if self._own_prefix else ""

    def foreign_prefixes(self) -> tuple[str, ...]:
        """Prefixes declared at the root for what is not the sitemap's own namespace."""
        return tuple(prefix for prefix in self._prefixes if prefix and not self._is_own(prefix, prefix, None))

    def extension_names(self) -> list[tuple[str, int]]:
        """The qualified names under which the root's prefixes make known extensions, with their tags."""
        locals_ = [local for local, _ in _EXTENSION_TAGS]
        named = ((f"{prefix}:{local}", self._extension(prefix, local)) for prefix in self.foreign_prefixes() for local in locals_)
        return [(name, tag) for name, tag in named if tag != FOREIGN]

    def look_up(self, name: str, line: int | None) -> int:
        """The meaning of a name that is not in `known` yet. Raises TooManyNamesError."""
        self.count_name(name)
        prefix, _, local = name.rpartition(":")
        tag = _TAGS.get(local.lower(), UNKNOWN) if self._is_own(prefix, name, line) else FOREIGN
        if tag > UNKNOWN and local not in _TAGS:
            self._log.add("tag_case", name, line)
        if tag == FOREIGN:
            tag = self._extension(prefix, local.lower())
        self.known[name] = tag
        return tag

    def adopt(self, name: str, line: int | None) -> int:
        """The tag of a block in a namespace of its own that no prefix marks, which then counts as the sitemap's; 0 where it is no block."""
        tag = _TAGS.get(name.lower(), UNKNOWN)
        if tag not in (URL, SITEMAP):
            return 0
        namespace = self._prefixes.get("", "")
        self._log.add("namespace_nonstandard", namespace, line)
        self._adopted.add(namespace)
        self.known[name] = tag
        return tag

    def _extension(self, prefix: str, local: str) -> int:
        """The tag of an extension's element, whose namespace may be old, https, misspelt, or only to be guessed from the prefix."""
        namespace = (self._prefixes.get(prefix) or prefix).lower()
        if local == "link" and prefix.lower() == "xhtml":
            return _EXTENSION_TAGS["link", "xhtml"]
        return next((tag for (name, word), tag in _EXTENSION_TAGS.items() if name == local and word in namespace), FOREIGN)

    def enter_scope(self, depth: int, attributes: Mapping[str, str]) -> bool:
        """Take the declarations of an element at `depth` into account; False where its attributes declare nothing."""
        for attribute in attributes:
            if attribute not in self._names:
                self.count_name(attribute)
        declared = _declarations(attributes)
        if not declared:
            return False
        self.scopes.append((depth, self.known, self._prefixes))
        self._prefixes = {**self._prefixes, **declared}
        self.known = {}
        return True

    def leave_scope(self, depth: int) -> None:
        """Forget the declarations of the element at `depth`, if it had any."""
        while self.scopes and self.scopes[-1][0] >= depth:
            _, self.known, self._prefixes = self.scopes.pop()

    def count_name(self, name: str) -> None:
        """Bound what the parser is made to remember. Raises TooManyNamesError."""
        if len(name) > self._limits.max_name_length:
            raise TooManyNamesError(f"a name of {len(name)} characters")
        self._names.add(name)
        if len(self._names) > self._limits.max_names:
            raise TooManyNamesError(f"more than {self._limits.max_names} different names")

    def _is_own(self, prefix: str, name: str, line: int | None) -> bool:
        namespace = self._prefixes.get(prefix)
        if namespace == "" and not prefix and self._own:
            # Libraries that build a tree write xmlns="" on elements that were made without the namespace of their root.
            self._log.add("namespace_missing", f'<{name} xmlns="">', line)
            return True
        if namespace is None and prefix and prefix != self._own_prefix:
            self._log.add("xml_undeclared_prefix", name, line)
            return False
        if not prefix and namespace in self._adopted:
            return True
        if (namespace or None) == (self._own or None) or (prefix == self._own_prefix and namespace is None):
            return True
        return namespace is not None and any(variant in namespace.lower() for variant in _VARIANTS)


def _declarations(attributes: Mapping[str, str]) -> dict[str, str]:
    return {name[6:]: uri.strip() for name, uri in attributes.items() if name == "xmlns" or name.startswith("xmlns:")}
