from __future__ import annotations

from sitemaps_app.formats.sitemap_problems import ProblemLog


def test_problems_of_one_code_are_told_in_the_order_of_their_lines() -> None:
    log = ProblemLog()
    for line in (7, 5, 9):
        log.add("xml_malformed", "a fault", line)
    (problem,) = log.folded()
    assert (problem.line, problem.count, problem.detail) == (5, 3, "a fault (lines 5, 7, 9)")
