"""The problems of one sitemap file, folded by code while it is read, so that a million faults cost as much as twenty."""

from __future__ import annotations

from dataclasses import dataclass, field

from sitemaps_app.formats.problems import Problem, Severity

_ERROR, _WARNING, _NOTICE = Severity.ERROR, Severity.WARNING, Severity.NOTICE
SEVERITIES = {
    # The file as a whole
    "fetch_blocked": _ERROR, "http_error": _ERROR, "truncated_response": _ERROR, "empty_response": _ERROR, "not_a_sitemap": _ERROR,
    "too_large": _ERROR, "wrong_content_type": _NOTICE, "bad_content_encoding": _WARNING, "double_gzip": _NOTICE,
    "gzip_trailing_bytes": _NOTICE, "encoding_mismatch": _WARNING, "encoding_replaced": _WARNING,
    # Its XML
    "xml_leading_junk": _WARNING, "xml_trailing_junk": _WARNING, "xml_not_closed": _ERROR, "xml_malformed": _ERROR,
    "xml_bad_ampersand": _WARNING, "xml_undefined_entity": _WARNING, "xml_invalid_character": _WARNING, "xml_undeclared_prefix": _WARNING,
    "xml_entities_forbidden": _ERROR, "namespace_missing": _WARNING, "namespace_nonstandard": _WARNING, "tag_case": _WARNING,
    "unknown_tag": _NOTICE, "xml_too_deep": _ERROR, "xml_too_many_names": _ERROR, "xml_token_too_long": _ERROR,
    "xml_given_up": _ERROR,
    # Its structure
    "sitemap_loop": _WARNING, "duplicate_child": _NOTICE, "mixed_index": _WARNING, "duplicate_loc_element": _WARNING,
    "duplicate_lastmod_element": _WARNING,
    "url_without_loc": _WARNING, "too_many_urls": _WARNING, "too_many_entries": _ERROR, "too_many_news": _NOTICE,
    # Its values
    "lastmod_invalid": _WARNING, "lastmod_empty": _NOTICE, "lastmod_nonstandard": _NOTICE, "lastmod_no_timezone": _NOTICE,
    "lastmod_placeholder": _WARNING, "lastmod_future": _WARNING, "lastmod_before_1970": _WARNING, "lastmod_ambiguous": _WARNING,
    "feed_publication_date": _NOTICE,
    "changefreq_invalid": _NOTICE, "priority_invalid": _NOTICE,
    # Its addresses
    "url_relative": _WARNING, "cross_host_url": _WARNING, "scheme_or_www_mismatch": _WARNING, "duplicate_url": _NOTICE,
    "duplicate_url_conflict": _WARNING, "url_invalid": _WARNING, "url_too_long": _WARNING, "url_outside_path": _NOTICE,
    "url_fragment": _NOTICE, "url_not_escaped": _NOTICE,
}  # fmt: skip
"""Every code a sitemap reader can tell, with what it costs (`Severity`)."""

_MAX_LINES = 20
_MAX_DETAILS = 5
_MAX_DETAIL_LENGTH = 160


@dataclass(slots=True)
class _Folded:
    count: int = 0
    lines: list[int] = field(default_factory=list)
    details: list[str] = field(default_factory=list)


class ProblemLog:
    """Collects problems; `folded()` gives one `Problem` a code with its count, its first line, and examples of the others in the detail."""

    def __init__(self) -> None:
        self._by_code: dict[str, _Folded] = {}

    def add(self, code: str, detail: str = "", line: int | None = None) -> None:
        """Count one problem; the first lines and the first different details are kept."""
        folded = self._by_code.get(code)
        if folded is None:
            folded = self._by_code[code] = _Folded()
        folded.count += 1
        if line is not None and len(folded.lines) < _MAX_LINES:
            folded.lines.append(line)
        if detail and len(folded.details) < _MAX_DETAILS:
            short = detail if len(detail) <= _MAX_DETAIL_LENGTH else detail[: _MAX_DETAIL_LENGTH - 1] + "…"
            if short not in folded.details:
                folded.details.append(short)

    def forget(self, code: str) -> None:
        """Take back what turned out to have another cause."""
        self._by_code.pop(code, None)

    def __contains__(self, code: str) -> bool:
        return code in self._by_code

    def folded(self) -> tuple[Problem, ...]:
        """The problems in the order in which their codes were first met."""
        return tuple(self._fold(code, folded) for code, folded in self._by_code.items())

    @staticmethod
    def _fold(code: str, folded: _Folded) -> Problem:
        detail = "; ".join(folded.details)
        # Bytes are mended ahead of the parser, so that problems of one code are not met in the order of the file.
        lines = sorted(folded.lines)
        if len(lines) > 1:
            more = ", …" if folded.count > len(lines) else ""
            detail = f"{detail} (lines {', '.join(map(str, lines))}{more})".lstrip()
        return Problem(code, SEVERITIES[code], detail, lines[0] if lines else None, folded.count)
