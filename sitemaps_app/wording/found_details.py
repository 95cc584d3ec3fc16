"""What readers and the network say of a problem, as it is stored: in English, with what was found in place of each name.

The readers know nothing of languages. A stored text is recognised by its form here and told in the reader's; whatever fits no form, most of
all what stands in the files themselves, is shown as it is.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

FORMS = (
    _("an HTML page"),
    _("more than a megabyte of blanks"),
    _("no XML and no list of addresses"),
    _("more than %(count)s entries"),
    _("%(count)s news elements"),
    _("%(indexes)s <sitemap> and %(entries)s <url> in one file"),
    _("%(count)s layers of gzip"),
    _("%(count)s bytes behind the gzip stream"),
    _("declared %(declared)s, read as %(encoding)s"),
    _("bytes that are no %(encoding)s"),
    _("the gzip stream ends early or is damaged"),
    _("shorter than announced"),
    _("more than the allowed bytes after decompression"),
    _("expected %(declaration)s"),
    _("<%(name)s> outside of any entry"),
    _("<%(name)s> inside a block that is still open"),
    _("no root element around the entries"),
    _("no root element"),
    _("more entries behind the end of the root element"),
    _("</%(name)s> is missing"),
    _("the file ends inside an entry"),
    _("after %(count)s broken entries"),
    _("entries that are not closed"),
    _("mismatched tag"),
    _("not well-formed (invalid token)"),
    _("unclosed token"),
    _("undefined entity"),
    _("duplicate attribute"),
    _("no element found"),
    _("the worker was told to stop"),
    _("no complete answer within %(seconds)s s"),
    _("more than %(count)s bytes of headers"),
    _("longer than %(count)s characters"),
    _("control characters or half characters in the address"),
    _("not an absolute address"),
    _("only http and https are fetched, not %(scheme)s"),
    _("looking up %(host)s failed"),
    _("%(host)s has no address"),
    _("%(host)s: no address answered"),
    _("%(address)s did not accept a connection within %(seconds)s s"),
    _("%(url)s redirects to itself, %(count)s redirects followed"),
    _("more than %(count)s redirects"),
    _("redirects to %(url)s"),
    _("now at %(url)s"),
    _("%(count)s children were read before"),
    _("%(count)s children are not followed"),
    _("only the first %(count)s bytes count"),
    _("only the first %(count)s characters were read"),
    _("a JSON-LD script is not sound JSON"),
)
# These are told in other words than they are stored in.
REPHRASED = (
    (r"(?P<url>\S+) redirects to (?P<target>\S+): (?P<reason>.+)", _("%(url)s redirects to %(target)s: %(reason)s")),
    (r"HTTP status (?P<status>\d{3})", _("HTTP status %(status)s")),
    (r"Retry-After: (?P<seconds>\d+) s", _("The server asks to wait %(seconds)s s (Retry-After)")),
    (r"nothing received for (?P<seconds>[\d.]+) s", _("nothing received for %(seconds)s s")),
    (r"(?P<count>\d+) characters: (?P<text>.*)", _("%(count)s characters: %(text)s")),
    (r"(?P<address>[0-9a-fA-F.:]+) is private \((?P<source>RFC \d+)\)", _("%(address)s is private (%(source)s)")),
    (r"(?P<address>[0-9a-fA-F.:]+) is loopback \((?P<source>RFC \d+)\)", _("%(address)s is this machine itself (%(source)s)")),
    (r"(?P<address>[0-9a-fA-F.:]+) is link-local[^()]*\((?P<source>RFC \d+)\)", _("%(address)s is link-local (%(source)s)")),
    (r"(?P<host>[^\s:]+): (?P<reason>[0-9a-fA-F.:]+ is (?:private|loopback|link-local)[^;]*)", "%(host)s: %(reason)s"),
)
_NAME = re.compile(r"%\\\((\w+)\\\)s")


def _pattern(form: str) -> re.Pattern[str]:
    """The expression that a stored text of this form fits."""
    return re.compile(_NAME.sub(r"(?P<\1>.+)", re.escape(form)), re.DOTALL)


PATTERNS = (*((re.compile(text, re.DOTALL), form) for text, form in REPHRASED), *((_pattern(form), form) for form in FORMS))


def found_in_words(detail: str) -> str:
    """What was found, in the language of the reader; what is not known here stays as it is. A reason within it is told so, too."""
    for pattern, form in PATTERNS:
        if found := pattern.fullmatch(detail):
            parts = found.groupdict()
            if "reason" in parts:
                parts["reason"] = found_in_words(parts["reason"])
            return gettext(form) % parts
    return detail
