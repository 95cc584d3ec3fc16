"""What a hostile site or list writes is shown and never obeyed."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models import Note, Site
from tests import factories


def noted(site: Site, text: str) -> None:
    now = timezone.now()
    Note.objects.create(site=site, at=now, created_at=now, text=text)


@pytest.mark.django_db
@pytest.mark.parametrize("mark", ["\u202e", "\u202a", "\u2066", "\u2069"])
def test_a_mark_that_turns_the_text_around_it_is_written_by_its_number(editor, mark: str) -> None:
    site = factories.site()
    noted(site, f"a note with {mark}moc.live")
    refused = editor.post(reverse("add_sites"), {"sites": f"http://{mark}moc.live"}, follow=True).content.decode()
    events = editor.get(reverse("site_events", args=[site.pk])).content.decode()
    for page in (refused, events):
        assert mark not in page
        assert f"[U+{ord(mark):04X}]moc.live" in page


@pytest.mark.django_db
def test_words_of_right_to_left_scripts_stay_as_they_are(editor) -> None:
    site = factories.site()
    noted(site, "שלום \u200fعالم\u200e")
    assert "שלום \u200fعالم\u200e" in editor.get(reverse("site_events", args=[site.pk])).content.decode()
