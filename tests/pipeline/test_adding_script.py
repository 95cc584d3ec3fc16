"""Some thousand lines in one request."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from sitemaps_app.models import Site
from sitemaps_app.pipeline import adding_script
from sitemaps_app.pipeline.sites import Line, add_site

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEXTS = (
    "a.example",
    "https://a.example/one.xml",
    "a.example/two.xml",
    "http://a.example",
    "b.example/page",
    "no address",
    "old.example/x.xml",
)


def lines_of(texts: list[str]) -> list[Line]:
    return [Line(number, text) for number, text in enumerate(texts, start=1)]


class ManyAreAnsweredAsOneByOne(TestCase):
    @given(texts=st.lists(st.sampled_from(TEXTS), max_size=12), at_once=st.integers(1, 5))
    @settings(max_examples=40)
    def test_many_lines_are_answered_as_one_after_the_other_would_be(self, texts: list[str], at_once: int) -> None:
        def told(one) -> tuple[object, ...]:
            return one.line, one.site and one.site.origin, one.created, one.problem, one.sitemap_url

        def stored() -> list[tuple[str, list[str]]]:
            return list(Site.objects.order_by("origin").values_list("origin", "sitemap_urls"))

        Site.objects.all().delete()
        add_site("old.example", now=NOW)
        wanted = [told(add_site(text, now=NOW)) for text in texts], stored()
        Site.objects.all().delete()
        add_site("old.example", now=NOW)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(adding_script, "LINES_AT_ONCE", at_once)
            found = [told(one) for one in adding_script.add_sites(lines_of(texts), now=NOW)], stored()
        assert found == wanted


@pytest.mark.django_db(transaction=True)
def test_many_lines_ask_few_questions_and_wake_one_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[int] = []
    monkeypatch.setattr(adding_script, "wake_tick", lambda: woken.append(1))
    with CaptureQueriesContext(
        connection,
    ) as few:
        adding_script.add_sites(lines_of([f"s{number}.example" for number in range(10)]), now=NOW)
    with CaptureQueriesContext(connection) as many:
        adding_script.add_sites(lines_of([f"t{number}.example" for number in range(400)]), now=NOW)
    # A database that takes few values in one statement needs some more of them.
    assert len(many) <= len(few) + 12
    assert woken == [1, 1]
    assert Site.objects.count() == 410
