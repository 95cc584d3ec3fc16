"""What proves a failure mode, the tree of files, lines of sections, and the filters of the evidence."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tests import factories


def test_advice_leads_to_the_pages_that_prove_it(viewer) -> None:
    site = factories.site()
    against = factories.comparison(factories.page(site), moves=1)
    factories.comparison(factories.page(site), moves=1, changed=True)
    factories.assessment(site, verdict="untrusted", failure_modes=["generation_time", "no_lastmod"])
    modes = viewer.get(site.get_absolute_url()).context["verdict"].failure_modes
    assert modes[0].proofs[0].url == f"{site.get_absolute_url()}evidence/{against.pk}"
    assert sum("/evidence/" in proof.url for proof in modes[0].proofs) == 1
    assert all(viewer.get(proof.url).status_code == 200 for mode in modes for proof in mode.proofs)
    assert all(mode.proofs for mode in modes)


def test_a_page_proves_a_failure_mode_once_by_its_newest_comparison(viewer) -> None:
    site = factories.site()
    page = factories.page(site)
    for days in (5, 4, 3, 2):
        newest = factories.comparison(page, moves=1, at=factories.NOW - timedelta(days=days))
    other = factories.comparison(factories.page(site), moves=1, at=factories.NOW - timedelta(days=9))
    factories.assessment(site, verdict="untrusted", failure_modes=["generation_time"])
    (mode,) = viewer.get(site.get_absolute_url()).context["verdict"].failure_modes
    assert [proof.url.rsplit("/", 1)[1] for proof in mode.proofs[:2]] == [str(newest.pk), str(other.pk)]


def test_silent_changes_are_proven_by_pages_that_changed_without_a_move(viewer) -> None:
    site = factories.site()
    silent = factories.comparison(factories.page(site), changed=True)
    factories.comparison(factories.page(site), moves=1)
    factories.assessment(site, verdict="hint", failure_modes=["silent_changes"])
    (mode,) = viewer.get(site.get_absolute_url()).context["verdict"].failure_modes
    assert mode.proofs[0].url.endswith(f"/evidence/{silent.pk}")


def test_files_stand_in_the_tree_of_their_indexes_and_loops_are_cut(viewer) -> None:
    site = factories.site()
    index = factories.sitemap_file(site, f"{site.origin}/index.xml", kind="index")
    inner = factories.sitemap_file(site, f"{site.origin}/inner.xml", kind="index", parent=index, depth=1)
    factories.sitemap_file(site, f"{site.origin}/leaf.xml", parent=inner, depth=2, etag='"abc"')
    tree = viewer.get(f"{site.get_absolute_url()}files").context["tree"]
    assert [root.row.url for root in tree.roots] == [index.url]
    assert tree.roots[0].children[0].children[0].validators == 'ETag "abc"'
    index.parent = inner
    index.save()
    assert viewer.get(f"{site.get_absolute_url()}files").status_code == 200
    assert viewer.get(f"{site.get_absolute_url()}files?as=table").context["page"].paginator.count == 3


def test_each_section_has_a_line_of_its_own(viewer) -> None:
    site, now = factories.site(), timezone.now()
    for days in (2, 1, 0):
        factories.assessment(site, section="a", at=now - timedelta(days=days))
    factories.assessment(site, section="b", at=now)
    factories.assessment(site, at=now)
    rows = viewer.get(f"{site.get_absolute_url()}sections").context["sections"]
    assert [bool(row.line) for row in rows] == [True, False]


def test_evidence_is_narrowed_by_reason_period_and_address(viewer) -> None:
    site = factories.site()
    old = factories.comparison(factories.page(site, f"{site.origin}/shop/1"), at=factories.NOW - timedelta(days=9))
    new = factories.comparison(factories.page(site, f"{site.origin}/news/1"))
    new.later.reason = "moved"
    new.later.save()

    def found(**asked: str) -> list[int]:
        answer = viewer.get(f"{site.get_absolute_url()}evidence", asked)
        return [row.comparison.pk for row in answer.context["rows"]]

    assert found(text="/shop/") == [old.pk]
    assert found(reason="moved") == [new.pk]
    assert found(to="2026-11-12") == [old.pk]
    assert found(**{"from": "2026-11-12"}) == [new.pk]
    assert found(to="9999-12-31", reason="nonsense", text="") == [new.pk, old.pk]


def test_visits_that_could_not_be_compared_stand_alone_when_asked_for(viewer) -> None:
    site = factories.site()
    page = factories.page(site)
    factories.visit(page)
    blocked = factories.visit(page, factories.NOW - timedelta(days=1), comparable=False, outcome="http_503")
    rows = viewer.get(f"{site.get_absolute_url()}visits?comparable=no").context["rows"]
    assert [row.visit for row in rows] == [blocked]
