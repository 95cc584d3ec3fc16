from __future__ import annotations

from scoring.unseen import SectionView, unseen_sections


def test_a_section_without_comparisons_that_holds_a_tenth_is_unseen() -> None:
    views = [SectionView("a", 80, 1.0, 30), SectionView("b", 20, 0.5, 0), SectionView("c", 9, 1.0, 0)]

    assert unseen_sections(views) == {"b": 10 / 99}


def test_only_entries_with_lastmod_count() -> None:
    assert unseen_sections([SectionView("a", 100, None, 5), SectionView("b", 400, 0.0, 0)]) == {}


def test_a_site_of_one_section_has_nothing_unseen() -> None:
    assert unseen_sections([SectionView("a", 100, 1.0, 0)]) == {}
    assert unseen_sections([]) == {}
