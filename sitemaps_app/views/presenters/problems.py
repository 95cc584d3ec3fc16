"""The problems of a file in words: what each means, what to do, and where in the file it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sitemaps_app.pipeline.problem_details import examples_of, lines_of
from sitemaps_app.wording import numbers, words
from sitemaps_app.wording.details import detail_in_words
from sitemaps_app.wording.words import HTTP_STATUS

STATUS_TWINS = frozenset({"http_error", "fetch_blocked"})
SEVERITIES = ("error", "warning", "notice")


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    """One line of the file; `wanted` where the problem is on it."""

    number: str
    text: str
    wanted: bool


@dataclass(frozen=True, slots=True)
class ProblemWords:
    """One kind of problem of a file. `lines` says where it was first met, `count` how often, both "" where there is nothing to say.

    `examples` are untrusted text of the file and are shown as such; `places` are lines of the file around the first ones.
    """

    code: str
    severity: str
    severity_words: str
    title: str
    explanation: str
    advice: str
    lines: str
    count: str
    examples: tuple[str, ...]
    places: tuple[tuple[ExcerptLine, ...], ...] = ()


def problem_words(problem: Mapping[str, Any], places: Sequence[Sequence[Mapping[str, Any]]] = ()) -> ProblemWords:
    """A stored problem in words."""
    code, severity = str(problem.get("code", "")), str(problem.get("severity", "notice"))
    said, detail, count = words("problems", code), str(problem.get("detail") or ""), problem.get("count") or 1
    lines = lines_of(problem.get("line"), detail)
    return ProblemWords(
        code=code,
        severity=severity,
        severity_words=str(words("severities", severity).title),
        title=str(said.title),
        explanation=str(said.explanation),
        advice=str(said.advice),
        lines=_lines(lines, count),
        count=_("%(count)s times") % {"count": numbers.whole(count)} if count > 1 else "",
        examples=tuple(map(detail_in_words, examples_of(detail))),
        places=tuple(
            tuple(ExcerptLine(numbers.whole(line.get("line")), str(line.get("text", "")), bool(line.get("wanted"))) for line in place)
            for place in places
        ),
    )


def problems_by_severity(
    problems: Iterable[Mapping[str, Any]], excerpts: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]] | None = None
) -> tuple[ProblemWords, ...]:
    """Stored problems in words, the worst first; within one severity in the order of the file."""
    told = [problem_words(problem, (excerpts or {}).get(str(problem.get("code", "")), ())) for problem in problems]
    return tuple(
        sorted(told, key=lambda problem: SEVERITIES.index(problem.severity) if problem.severity in SEVERITIES else len(SEVERITIES))
    )


def without_twins(problems: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """Stored problems without what says an HTTP status once more in general words."""
    told = tuple(problems)
    has_status = any(HTTP_STATUS.fullmatch(str(problem.get("code", ""))) for problem in told)
    return tuple(problem for problem in told if not (has_status and problem.get("code") in STATUS_TWINS))


def severities_sentence(problems: Iterable[Mapping[str, Any]]) -> str:
    """How many kinds of problems there are of each severity, as "2 kinds of errors · 1 kind of notice"; "" where there is none."""
    counts = Counter(str(problem.get("severity", "notice")) for problem in problems)
    told = {
        "error": ngettext("%(count)s kind of error", "%(count)s kinds of errors", counts["error"]),
        "warning": ngettext("%(count)s kind of warning", "%(count)s kinds of warnings", counts["warning"]),
        "notice": ngettext("%(count)s kind of notice", "%(count)s kinds of notices", counts["notice"]),
    }
    return " · ".join(told[name] % {"count": counts[name]} for name in SEVERITIES if counts[name])


def _lines(lines: Sequence[int], count: int) -> str:
    if not lines:
        return ""
    shown = ", ".join(numbers.whole(line) for line in lines)
    if len(lines) == 1 and count == 1:
        return _("line %(line)s") % {"line": shown}
    return _("lines %(lines)s") % {"lines": shown + (", …" if count > len(lines) else "")}
