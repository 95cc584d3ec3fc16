"""Lists of other pages in the shapes that sites give them, figures of the site, and lists in the same shapes that are content."""

from __future__ import annotations

import pytest

from sitemaps_app.formats.comparing import compare
from tests.formats.page_texts import page, read

TEXT = (
    "<p>The rope walk is three hundred paces long, and hemp was spun here into cables for the fleet of the whole coast.</p>"
    "<p>Since the last spinner left it has been a store for boats, and the roof is mended by the harbour office each spring.</p>"
    "<p>In summer the long hall is open in the afternoon, and children may turn a rope of their own at the old wheel.</p>"
)
WITHIN = f"<main><article><h1>The rope walk</h1>{TEXT}{{}}</article></main>"
BEHIND = f"<div class=row><div class=k><h1>The rope walk</h1>{TEXT}</div><div class=s>{{}}</div></div>"


def difference(old, new, around):
    one, two = (read(page(around.format(inside))) for inside in (old, new))
    assert one.comparable
    assert two.comparable
    return compare(one.blocks, two.blocks)


@pytest.mark.parametrize("around", [WITHIN, BEHIND])
@pytest.mark.parametrize(
    ("form", "entry"),
    [
        ("<section><h2>You might also like</h2>{}</section>", "<article><a href=/n/{0}>{1}</a><p>Three copies of it, in two places at once.</p></article>"),
        ("<h3>Suggested topics</h3><table><tr><th>Topic</th><th>Replies</th></tr>{}</table>", "<tr><td><a href=/n/{0}>{1}</a></td><td>{0}</td></tr>"),
        ("<div><h3>Trending searches</h3><ol>{}</ol></div>", "<li>{1}</li>"),
        ("<div><b>Im Trend</b><ul>{}</ul></div>", "<li>{1}</li>"),
        ("<div><h4>热搜榜</h4><ul>{}</ul></div>", "<li>{1}</li>"),
        ("<div><h4>인기 검색어</h4><ul>{}</ul></div>", "<li>{1}</li>"),
        ("<div><h4>Top users this week</h4><ul>{}</ul></div>", "<li>{1} {0}</li>"),
        ("<h3>Related pages</h3><dl>{}</dl>", "<dt><a href=/n/{0}>{1}</a></dt><dd>About it.</dd>"),
        ("<div><strong>Most shared</strong>{}</div>", "<p><a href=/n/{0}>{1}</a></p>"),
    ],
)  # fmt: skip
def test_what_a_site_suggests_is_no_content_in_any_shape(around, form, entry):
    old, new = ([(1, "Hemp"), (2, "Tar and oakum"), (3, "Knots")], [(4, "Blocks"), (2, "Tar and oakum"), (5, "Sails")])

    assert not difference(*(form.format("".join(entry.format(*one) for one in entries)) for entries in (old, new)), around).changed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<dl><dt>Threads</dt><dd>1,204</dd><dt>Members</dt><dd>310</dd></dl>", "<dl><dt>Threads</dt><dd>1,209</dd><dt>Members</dt><dd>312</dd></dl>"),
        ("<div><a href=/p/1>« Hemp</a></div>", "<div><a href=/p/1>« Hemp</a> <a href=/p/9>Sails »</a></div>"),
        ("<p>This page was viewed 1,204 times. Last updated 3 May 2024.</p>", "<p>This page was viewed 1,209 times. Last updated 4 May 2024.</p>"),
    ],
)  # fmt: skip
def test_figures_of_the_site_and_ways_to_the_next_page_are_no_content(old, new):
    assert not difference(old, new, BEHIND).changed


@pytest.mark.parametrize("around", [WITHIN, BEHIND])
@pytest.mark.parametrize(
    ("form", "old", "new"),
    [
        ("<h3>Popular knots</h3><ul><li>{}</li><li>Reef knot</li></ul>", "Bowline", "Sheet bend"),
        ("<h2>Editions</h2><table><tr><th>Version</th><th>Day</th></tr><tr><td><a href=/e/1>1</a></td><td>{}</td></tr></table>", "3 May 2024", "4 May 2024"),
        ("<h3>Trending breeds of hemp</h3><ul><li>{}</li><li>Manila</li></ul>", "Sisal", "Jute"),
        ("<dl><dt>Length</dt><dd>{}</dd><dt>Rooms</dt><dd>4</dd></dl>", "300", "310"),
        ("<h2>Recommended {}<a href=#r>¶</a></h2><p>Wear gloves when you turn the wheel.</p>", "gloves", "boots"),
        ("<h2>Related Articles<a href=#r>¶</a></h2><ul><li><a href=https://a.example/1>{}</a></li></ul>", "Hemp", "Sisal"),
        ("<p>Only {} left in stock</p>", "3", "7"),
        ("<p>Serves {} people</p>", "4", "6"),
    ],
)  # fmt: skip
def test_lists_and_figures_of_the_page_itself_are_content(around, form, old, new):
    assert difference(form.format(old), form.format(new), around).changed
