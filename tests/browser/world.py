"""Rows for every page of the product, and the list of those pages, taken from its addresses: a new page cannot be forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from sitemaps_app.accounts import invite, password_path
from sitemaps_app.api_keys import make_key
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_passages import passages
from sitemaps_app.formats.passage_packing import pack_passages
from sitemaps_app.models import Addition, SavedView, Site, SitemapCheck
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.models.check import CheckState
from sitemaps_app.models.public_link import LinkKind
from sitemaps_app.pipeline.deletion import delete_sites
from sitemaps_app.public_links import make_link, token_of
from sitemaps_app.urls import urlpatterns
from tests import factories

LONG_WORD = "harbour" * 30
LONG_HOST = "the-news-of-a-harbour-town-and-all-of-its-boats.a-rather-long-domain-name.example"
LONG_URL = "https://site.example/" + "a-word-without-an-end" * 60
FAULTY = f"""<urlset>
<url><loc>{LONG_URL}</loc><lastmod>2026-13-45</lastmod></url>
<url><loc>https://site.example/b?x=1&y=2</loc><lastmod>{"9" * 300}</lastmod></url>
<url><loc>https://site.example/c</loc><lastmod>2026-11-01T10:00</lastmod></url>
"""

# Pages that are there only before anybody has signed in; test_every_page looks at them by themselves.
CLOSED = {"set_up"}


def long_passages() -> bytes:
    """A difference with a word that fits on no screen, a text that is shortened, and something ignored."""
    text = "This paragraph goes on about the boats. " * 20
    old = [Block(f"{text}{LONG_WORD}", "text", "p"), Block("Stays.", "text", "p"), Block("Menu of old.", "item", "ul")]
    new = [Block(f"{text}{LONG_WORD}s", "text", "p"), Block("Stays.", "text", "p"), Block("Menu of new.", "item", "ul")]
    return pack_passages(passages(old, new, furniture=frozenset({"Menuofold.", "Menuofnew."})))


def lively_site(origin: str = "https://news.example") -> Site:
    """A site with something in every table."""
    site = factories.site(origin)
    for days in (20, 10, 0):
        factories.assessment(
            site,
            at=factories.NOW - timedelta(days=days),
            counts={"moved_changed": 1, "moved_unchanged": 1, "unmoved_unchanged": 2},
            signals=[{"code": "validators_always_304", "state": "failing", "hits": 4, "trials": 20}],
            workings=factories.workings(wrong_moves_left=5, silent_changes_left=55, disagrees=True),
        )
    factories.assessment(site, section=f"{origin}/a.xml", current=False)
    factories.snapshot(site)
    problems = [
        {"code": "url_relative", "severity": "warning", "line": 3, "detail": "<img src=x onerror=alert(1)>", "count": 1},
        {"code": "cross_host_url", "severity": "warning", "line": 4, "detail": LONG_URL, "count": 2},
    ]
    factories.sitemap_file(site, LONG_URL, problems=problems, etag="x" * 300, final_url=LONG_URL)
    factories.event(site, params={"old": "hint", "new": "trusted"})
    account = [{"stage": "visit", "code": "visits_done", "params": {}}]
    factories.check(site, state=CheckState.DONE, stage="assess", outcome="ok", account=account)
    for changed in (True, False):
        one = factories.comparison(factories.page(site), moves=1, changed=changed, passages=long_passages() if changed else b"")
        factories.second_read(one.later)
    factories.visit(factories.page(site), outcome="page_is_challenge", comparable=False)
    return site


@dataclass(frozen=True, slots=True)
class World:
    """An admin who has done everything once, and what came of it: values for what stands in `<…>`, by what stands before it in an address."""

    admin: User
    client: Client
    parameters: Mapping[str, Mapping[str, object]]

    def pages(self) -> Iterator[str]:
        """The path of every page, as the address patterns name them; the administration is Django's, the API answers no pages.

        :raises AssertionError: for an address that takes something this world does not have, or that answers with an error.
        """
        for pattern in urlpatterns:
            if isinstance(pattern, URLPattern) and pattern.name not in CLOSED:
                path = reverse(str(pattern.name), kwargs=self._arguments(pattern))
                answer = self.client.get(path)
                assert answer.status_code not in {400, 403, 404, 500}, f"{path} answers {answer.status_code}"
                if is_page(answer):
                    yield path

    def _arguments(self, pattern: URLPattern) -> dict[str, object]:
        route = str(pattern.pattern)
        known = self.parameters.get(route.partition("<")[0], {})
        missing = set(pattern.pattern.converters) - set(known)
        assert not missing, f"tests/browser/world.py has nothing for {missing} of {route}: add it, so that the page is looked at"
        return {name: known[name] for name in pattern.pattern.converters}


def is_page(answer: HttpResponse) -> bool:
    """Whether an answer is a whole page, and no redirection, file or part of a page."""
    if answer.status_code != 200 or answer.streaming or not answer.headers["Content-Type"].startswith("text/html"):
        return False
    return answer.content.lstrip()[:9].lower() == b"<!doctype"


def make_world() -> World:
    """A lively site, a second and a new one, a check of a sitemap, a key: something on every page. Tasks must be done at once."""
    admin = factories.person("admin", name="a.rather.long.name")
    client = Client()
    client.force_login(admin)
    site = lively_site()
    lively_site(f"https://{LONG_HOST}")
    factories.site("https://new.example")
    return world_of(site, admin, client)


def world_of(site: Site, admin: User, client: Client) -> World:
    """Around a site that has evidence, whatever people make by hand."""
    now = timezone.now()
    client.post(reverse("check_sitemap"), {"source": "paste", "text": FAULTY, "published_at": LONG_URL})
    check = SitemapCheck.objects.latest("pk")
    gone = factories.site("https://gone.example")
    token = delete_sites([gone.pk], now=timezone.now())
    view = SavedView.objects.create(owner=admin, name="Shops", slug="shops", query="q=site", created_at=timezone.now())
    key = make_key(admin, name="nightly crawl", scope=KeyScope.WRITE, expires_at=None, now=now).key
    added, draft = additions(client)
    report, badge = (make_link(site, kind, by=admin, name="for the owner", now=now) for kind in (LinkKind.REPORT, LinkKind.BADGE))
    other = invite("somebody.else", "viewer")
    comparison = site.comparisons.filter(changed=True).latest("pk").pk
    of_site = {
        "pk": site.pk,
        "file_pk": site.sitemap_files.earliest("pk").pk,
        "comparison_pk": comparison,
        "check_pk": site.checks.latest("pk").pk,
        "link_pk": report.pk,
        "note_pk": site.notes.create(at=factories.NOW, text=f"A release, and {LONG_WORD}.", author=admin, created_at=now).pk,
        "code": "trust",
        "counted": "days",
        "read_pk": site.snapshots.latest("pk").pk,
    }
    return World(
        admin,
        client,
        {
            "sites/": of_site,
            "sites/deleted/": {"token": token},
            "sites/views/": {"slug": view.slug},
            "sites/added/": {"pk": added.pk},
            "sites/add/": {"pk": draft.pk},
            "shared/": {"token": token_of(report), "comparison_pk": comparison},
            "badge/": {"token": token_of(badge)},
            "check-sitemap/": {"pk": check.pk},
            "keys/": {"pk": key.pk},
            "people/": {"pk": other.pk},
            "sign-ins/": {"pk": 0},
            "password/choose/": dict(zip(("uidb64", "token"), password_path(other).split("/")[-2:], strict=True)),
        },
    )


def additions(client: Client) -> tuple[Addition, Addition]:
    """A list whose lines met all kinds of ends, and a table whose column is still to be chosen."""
    client.post(
        reverse("add_sites"), {"sites": f"first.example\nfirst.example\nnot a site\nhttps://{LONG_HOST}/sitemap.xml", "ticket": "list"}
    )
    table = SimpleUploadedFile("our sites, all of them.csv", f"name;address\n{LONG_WORD};{LONG_URL}\n船;second.example\n".encode())
    client.post(reverse("add_sites"), {"table": table, "ticket": "table"})
    return Addition.objects.get(ticket="list"), Addition.objects.get(ticket="table")
