from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime, timedelta

import pytest
from defusedxml import ElementTree

from sitemaps_app.demo.plans import PLANS, demo_worlds
from sitemaps_app.demo.render import render
from sitemaps_app.demo.worlds import Markup, World
from sitemaps_app.formats.comparing import compare, volatile_blocks
from sitemaps_app.formats.generators import decide, marks_of_page
from sitemaps_app.formats.lastmod import LastmodStatus, parse_lastmod
from sitemaps_app.formats.page import PageReading, read_page

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
AT = BEGIN + timedelta(days=20, hours=6)
ORIGIN = "http://127.0.0.1:9999"
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def entries(world: World, at: datetime) -> dict[str, str | None]:
    """What a crawler would find by following robots.txt."""
    robots = render(world, "/robots.txt", origin=ORIGIN, at=at)
    assert robots is not None
    waiting = re.findall(r"^Sitemap: (\S+)$", robots.body.decode(), re.MULTILINE)
    found: dict[str, str | None] = {}
    while waiting:
        answer = render(world, waiting.pop().removeprefix(ORIGIN), origin=ORIGIN, at=at)
        assert answer is not None
        body = gzip.decompress(answer.body) if answer.body.startswith(b"\x1f\x8b") else answer.body
        root = ElementTree.fromstring(body)
        waiting += [node.text for node in root.iterfind(f"{SPACE}sitemap/{SPACE}loc")]
        for node in root.iterfind(f"{SPACE}url"):
            found[node.findtext(f"{SPACE}loc")] = node.findtext(f"{SPACE}lastmod")
    return found


def main_of(world: World, path: str, at: datetime, noise: int = 0) -> str:
    page = render(world, path, origin=ORIGIN, at=at, noise=noise)
    assert page is not None
    match = re.search(r"<article.*</article>", page.body.decode(), re.DOTALL)
    assert match is not None
    return re.sub(r'<p class="dates">.*</p>', "", match[0])


@pytest.mark.parametrize("name", [plan.name for plan in PLANS])
def test_the_files_of_a_site_name_its_pages_with_the_dates_of_its_rule(name: str) -> None:
    (world,) = demo_worlds(BEGIN, names=(name,))
    found = entries(world, AT)
    assert {loc.removeprefix(ORIGIN) for loc in found} == set(world.listed_paths(AT))
    for loc, raw in found.items():
        claimed = world.lastmod(loc.removeprefix(ORIGIN), AT)
        lastmod = parse_lastmod(raw, now=AT)
        assert lastmod.instant == claimed
        assert lastmod.status is (LastmodStatus.OK if claimed else LastmodStatus.ABSENT)


@pytest.mark.parametrize("name", [plan.name for plan in PLANS])
def test_the_text_of_a_page_differs_exactly_when_the_truth_says_it_changed(name: str) -> None:
    (world,) = demo_worlds(BEGIN, names=(name,))
    for path in world.listed_paths(AT)[:40]:
        truth = world.truth(path, AT, AT + timedelta(days=9))
        if truth:
            assert (main_of(world, path, AT, 1) != main_of(world, path, AT + timedelta(days=9), 2)) is truth.changed


def test_no_earlier_state_of_a_page_ever_comes_back() -> None:
    (world,) = demo_worlds(BEGIN, names=("honest_news",))
    life = max((life for life in world.sections["topics"]), key=lambda life: len(life.changes))
    texts = [main_of(world, life.path, moment) for moment in life.changes]
    assert len(texts) > 100
    assert len(set(texts)) == len(texts)


def test_a_change_leaves_most_of_the_page_as_it_was() -> None:
    (world,) = demo_worlds(BEGIN, names=("accurate",))
    life = max(world.sections["docs"], key=lambda life: len(life.changes))
    before, after = (set(main_of(world, life.path, moment).splitlines()) for moment in life.changes[10:12])
    assert 1 <= len(after - before) <= 3
    assert len(after & before) >= 5


def test_the_noise_is_outside_the_article_and_differs_with_each_request() -> None:
    (world,) = demo_worlds(BEGIN, names=("accurate",))
    path = world.listed_paths(AT)[0]
    one, two = (render(world, path, origin=ORIGIN, at=AT, noise=noise) for noise in (1, 2))
    assert one is not None
    assert two is not None
    assert one.body != two.body
    assert one.etag == two.etag
    assert main_of(world, path, AT, 1) == main_of(world, path, AT, 2)


def test_what_is_not_there_is_nothing() -> None:
    (world,) = demo_worlds(BEGIN, names=("half_sections_wrong",))
    late = next(life for life in world.sections["docs"] if life.created > AT)
    for path in ("/nowhere", "/sitemap-nowhere.xml", late.path, "/sitemap.xml.gz"):
        assert render(world, path, origin=ORIGIN, at=AT) is None


@pytest.mark.parametrize("name", [plan.name for plan in PLANS])
def test_the_reader_of_pages_finds_the_dates_that_the_page_names_and_sees_exactly_the_true_changes(name: str) -> None:
    (world,) = demo_worlds(BEGIN, names=(name,))
    later = AT + timedelta(days=4)
    for noise, path in enumerate(world.listed_paths(AT)[:25]):
        truth = world.truth(path, AT, later)
        if truth is None:
            continue
        before, after = read(world, path, AT, noise), read(world, path, later, noise + 100)
        assert before.comparable
        assert after.comparable
        again = read(world, path, AT, noise + 200)
        volatile = volatile_blocks(before.blocks, again.blocks)
        assert bool(volatile) is world.plan.quotes
        assert compare(before.blocks, after.blocks, volatile=volatile).changed is truth.changed
        claimed = after.date_modified.value if after.date_modified else None
        if world.plan.markup is Markup.NONE or world.plan.markup_follows_save:
            continue
        assert claimed == world.by_path[path][2].changed_at(later)


def read(world: World, path: str, at: datetime, noise: int) -> PageReading:
    answer = render(world, path, origin=ORIGIN, at=at, noise=noise)
    assert answer is not None
    return read_page(answer.body, url=f"{ORIGIN}{path}", headers={"Content-Type": answer.media_type}, now=at)


def test_a_page_that_wavers_comes_back_every_second_day() -> None:
    (world,) = demo_worlds(BEGIN, names=("half_recall",))
    path = next(path for path in world.listed_paths(AT) if world.by_path[path][1] % 6 == 0)
    pages = [read(world, path, AT + timedelta(days=day), day) for day in range(3)]
    assert pages[0].fingerprint != pages[1].fingerprint
    life = world.by_path[path][2]
    same = life.version(AT) == life.version(AT + timedelta(days=2))
    assert (pages[0].fingerprint == pages[2].fingerprint) is same


def test_validators_that_are_stuck_hide_every_change() -> None:
    (world,) = demo_worlds(BEGIN, names=("frozen",))
    life = max(world.sections["guide"], key=lambda life: len(life.changes))
    pages = [render(world, life.path, origin=ORIGIN, at=moment) for moment in life.changes[-2:]]
    assert all(pages)
    assert len({page.etag for page in pages if page}) == 1
    assert len({page.body for page in pages if page}) == 2


def test_the_pages_tell_of_the_program_that_makes_them_so_that_the_fleet_has_something_to_show() -> None:
    found = {}
    for world in demo_worlds(BEGIN):
        page = render(world, "/", origin=ORIGIN, at=AT)
        assert page is not None
        found[world.plan.name] = decide(marks_of_page(page.body, url=f"{ORIGIN}/", headers={}))
    assert (found["accurate"], found["generation_time"], found["frozen"]) == ("docusaurus", "wordpress", "")
    assert len(set(found.values())) > 6
