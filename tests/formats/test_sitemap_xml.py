from __future__ import annotations

import pytest

from sitemaps_app.formats.sitemap import Kind, Outcome, SitemapLimits
from tests.formats.sitemap_texts import NAMESPACE, SITE, block, read, urlset

TWO = (block("a", "2025-01-01"), block("b", "2025-01-02"))
IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'


def test_blanks_or_junk_before_the_declaration_are_told_and_passed() -> None:
    for junk in ("\n\n", " \ufeff\n", "<br />\n<b>Warning</b>: in <b>/srv/x.php</b><br />\n", "Deprecated: foo\n"):
        found = read(urlset(*TWO, before=f'{junk}<?xml version="1.0"?>\n'))
        assert (found.reading.outcome, found.paths) == (Outcome.OK, ["a", "b"]), junk
        assert found.codes == {"xml_leading_junk"}, junk


def test_junk_between_the_declaration_and_the_root_is_passed() -> None:
    found = read(urlset(*TWO, before='<?xml version="1.0"?>\nNotice: undefined index\n'))
    assert (found.paths, found.codes) == (["a", "b"], {"xml_leading_junk"})


def test_comments_and_instructions_before_the_root_are_no_junk() -> None:
    found = read(urlset(*TWO, before='<?xml version="1.0"?><!-- <urlset> --><?xml-stylesheet href="/x.xsl"?>\n<!DOCTYPE urlset>'))
    assert (found.paths, found.codes) == (["a", "b"], set())


def test_lines_are_those_of_the_file_in_spite_of_what_stood_before() -> None:
    found = read(urlset(block("a", "nonsense"), before='\n\n<?xml version="1.0"?>\n<!-- x -->\n'))
    assert found.line_of("lastmod_invalid") == 6


@pytest.mark.parametrize("after", ["<!-- cached -->\n<script>1</script>", "\n0", "&", "\0\0\0", "<p", "</urlset>"])
def test_junk_behind_the_root_is_told_and_costs_nothing(after: str) -> None:
    found = read(urlset(*TWO, after=after))
    assert (found.reading.outcome, found.paths, found.codes) == (Outcome.OK, ["a", "b"], {"xml_trailing_junk"})


def test_a_second_document_behind_the_first_is_read_too() -> None:
    found = read(urlset(block("a")) + urlset(block("b"), before=""))
    assert (found.reading.outcome, found.paths, found.codes) == (Outcome.OK, ["a", "b"], {"xml_malformed"})


def test_blocks_behind_the_root_are_read_and_the_end_is_missed() -> None:
    found = read(urlset(block("a"), after=block("b")))
    assert (found.reading.outcome, found.paths) == (Outcome.PARTIAL, ["a", "b"])


def test_a_root_that_is_never_closed_makes_the_read_partial() -> None:
    found = read(urlset(*TWO).replace("</urlset>", ""))
    assert (found.reading.outcome, found.paths, found.codes) == (Outcome.PARTIAL, ["a", "b"], {"xml_not_closed"})


def test_the_last_half_of_an_entry_is_dropped() -> None:
    found = read(urlset(*TWO)[:-40])
    assert (found.reading.outcome, found.paths) == (Outcome.PARTIAL, ["a"])
    assert found.codes == {"xml_not_closed", "truncated_response"}


def test_blocks_without_a_root_are_read_and_partial() -> None:
    found = read("".join(TWO))
    assert (found.reading.outcome, found.paths) == (Outcome.PARTIAL, ["a", "b"])
    assert found.line_of("xml_malformed") == 1


def test_raw_ampersands_keep_every_address_as_it_was_meant() -> None:
    found = read(urlset(block("l?a=1&b=2"), block("l?a=1&amp;b=2&amp;c=3"), block("l?x&copy=1"), block("you-&-me/"), block("end&")))
    assert found.paths == ["l?a=1&b=2", "l?a=1&b=2&c=3", "l?x&copy=1", "you-&-me/", "end&"]
    assert (found.reading.outcome, found.codes, found.count_of("xml_bad_ampersand")) == (Outcome.OK, {"xml_bad_ampersand"}, 4)
    assert found.line_of("xml_bad_ampersand") == 4


def test_runs_of_raw_marks_are_mended_and_a_right_reference_behind_them_kept() -> None:
    found = read(urlset(block("a&&&b"), block("c&&amp;d"), block("e", None, " << <<"), f"<{block('f')}", block("g&#38;&#;h")))
    assert found.paths == ["a&&&b", "c&&d", "e", "f", "g&&"]
    assert found.reading.outcome is Outcome.OK


def test_more_faults_than_will_be_mended_end_the_read() -> None:
    found = read(urlset(*(block(f"p{number}?a&b") for number in range(50))), limits=SitemapLimits(max_repairs=20))
    assert (found.reading.outcome, found.reading.kind) == (Outcome.PARTIAL, Kind.URLSET)


def test_documents_without_end_behind_each_other_end_the_read() -> None:
    found = read(urlset(block("a")) * 20, limits=SitemapLimits(max_faults=5))
    assert (found.reading.outcome, found.paths) == (Outcome.PARTIAL, ["a"])


def test_comments_longer_than_a_piece_before_the_root_are_passed() -> None:
    assert read(urlset(*TWO, before="<!-- x -->" * 150_000)).paths == ["a", "b"]


def test_a_raw_ampersand_in_an_attribute_is_mended() -> None:
    link = f'<xhtml:link href="{SITE}/x?a&b"/>'
    found = read(
        urlset(block("a", "2025-01-01", link), block("b"), attributes=f'xmlns="{NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml"')
    )
    assert (found.paths, found.codes) == (["a", "b"], {"xml_bad_ampersand"})


def test_cdata_keeps_its_ampersands_before_and_after_a_fault() -> None:
    cdata = f"<url><loc><![CDATA[ {SITE}/l?a=1&b=2&amp;c ]]></loc></url>"
    found = read(urlset(cdata, block("x&y"), cdata.replace("/l?", "/m?")))
    assert found.paths == ["l?a=1&b=2&amp;c", "x&y", "m?a=1&b=2&amp;c"]


def test_entities_of_html_become_their_characters_and_unknown_ones_stay_text() -> None:
    found = read(urlset(block("caf&eacute;"), block("a&bogus;b")))
    assert (found.paths, found.codes) == (["café", "a&bogus;b"], {"xml_undefined_entity"})


def test_an_entity_is_not_lost_where_a_doctype_might_define_it() -> None:
    found = read(urlset(block("caf&eacute;"), block("b"), before='<!DOCTYPE urlset SYSTEM "http://dtd.example/x.dtd">'))
    assert (found.reading.outcome, found.paths) == (Outcome.OK, ["café", "b"])


def test_characters_that_xml_forbids_are_removed_and_pairs_of_halves_joined() -> None:
    title = "<image:image><image:title>\x05 &#x1F; &#55357;&#56832; \ufffe &#0;</image:title></image:image>"
    found = read(urlset(block("a", "2025-01-01", title), block("b&#55357;&#56832;\x08"), attributes=f'xmlns="{NAMESPACE}" {IMAGE}'))
    assert (found.reading.outcome, found.codes) == (Outcome.OK, {"xml_invalid_character"})
    assert found.paths == ["a", "b\U0001f600"]


def test_a_broken_block_is_dropped_and_the_next_one_read() -> None:
    broken = f"<url><loc>{SITE}/broken</lastmod></url>\n"
    found = read(urlset(TWO[0], broken, TWO[1], broken, block("c")))
    assert (found.reading.outcome, found.paths) == (Outcome.PARTIAL, ["a", "b", "c"])
    assert (found.count_of("xml_malformed"), found.line_of("xml_malformed")) == (2, 5)


def test_a_fault_behind_a_block_does_not_read_the_block_twice() -> None:
    found = read(urlset(TWO[0], "<extra a=1></extra>\n", TWO[1]))
    assert found.paths == ["a", "b"]
    assert "duplicate_url" not in found.codes


def test_too_many_broken_blocks_end_the_read() -> None:
    broken = f"<url><loc>{SITE}/x</lastmod></url>\n"
    found = read(urlset(block("a"), broken * 30, block("z")), limits=SitemapLimits(max_faults=10))
    assert (found.reading.outcome, found.paths) == (Outcome.PARTIAL, ["a"])


def test_a_block_that_was_never_closed_is_kept() -> None:
    found = read(urlset(f"<url><loc>{SITE}/a</loc><url><loc>{SITE}/b</loc></url></url>", block("c")))
    assert found.paths == ["a", "b", "c"]


def test_a_version_that_expat_does_not_know_is_read() -> None:
    assert read(urlset(*TWO, before='<?xml version="1.1" encoding="UTF-8" standalone="maybe"?>')).paths == ["a", "b"]


@pytest.mark.parametrize(
    ("attributes", "codes"),
    [
        ("", {"namespace_missing"}),
        (f'xmlns="{NAMESPACE.replace("http", "https")}"', {"namespace_nonstandard"}),
        (f'xmlns="{NAMESPACE}/"', {"namespace_nonstandard"}),
        ('xmlns="http://www.google.com/schemas/sitemap/0.84"', {"namespace_nonstandard"}),
        ('xmlns="urn:whatever"', {"namespace_nonstandard"}),
    ],
)
def test_the_namespace_of_the_root_is_told_and_never_loses_entries(attributes: str, codes: set[str]) -> None:
    found = read(urlset(*TWO, attributes=attributes))
    assert (found.reading.outcome, found.paths, found.codes) == (Outcome.OK, ["a", "b"], codes)


def test_prefixed_names_mean_the_same_and_a_missing_declaration_is_told() -> None:
    body = urlset(*TWO, attributes=f'xmlns:s="{NAMESPACE}"')
    for name in ("urlset", "url", "loc", "lastmod"):
        body = body.replace(f"<{name}", f"<s:{name}").replace(f"</{name}", f"</s:{name}")
    assert (read(body).paths, read(body).codes) == (["a", "b"], set())
    undeclared = read(body.replace(f'xmlns:s="{NAMESPACE}"', ""))
    assert (undeclared.paths, undeclared.codes) == (["a", "b"], {"xml_undeclared_prefix"})


def test_names_of_extensions_are_never_mistaken_for_ours() -> None:
    image = f"<image:image><image:loc>{SITE}/i.png</image:loc></image:image>"
    found = read(
        urlset(
            f"<url>{image}<loc>{SITE}/a</loc><image:lastmod>2020-01-01</image:lastmod></url>",
            f'<url><image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>{SITE}/j.png</loc></image><loc>{SITE}/b</loc></url>',
            f'<url><loc>{SITE}/c</loc><loc xmlns="urn:other">{SITE}/k.png</loc><lastmod>2025-01-01</lastmod></url>',
            f"<url><loc>{SITE}/d</loc><video:loc>{SITE}/v.mp4</video:loc></url>",
            attributes=f'xmlns="{NAMESPACE}" {IMAGE}',
        )
    )
    assert (found.paths, found.dates) == (["a", "b", "c", "d"], ["", "", "2025-01-01", ""])
    assert found.codes == {"xml_undeclared_prefix"}


def test_upper_case_and_misnamed_tags_are_told() -> None:
    body = urlset(*TWO)
    for name in ("urlset", "url", "loc", "lastmod"):
        body = body.replace(f"<{name}", f"<{name.upper()}").replace(f"</{name}", f"</{name.upper()}")
    upper = read(body)
    assert (upper.paths, upper.dates, upper.codes) == (["a", "b"], ["2025-01-01", "2025-01-02"], {"tag_case"})
    misnamed = read(urlset(f"<url><loc>{SITE}/a</loc><datemod>2025-01-01</datemod></url>"))
    assert (misnamed.dates, misnamed.detail_of("unknown_tag")) == ([""], "datemod")


def test_text_around_comments_and_in_nested_tags_belongs_to_its_field() -> None:
    found = read(
        urlset(
            f"<url><loc>{SITE}/<!-- x -->a</loc></url>",
            f"<url><loc><url>{SITE}/b</url></loc></url>",
            f"<url><loc>{SITE}/<b>c</b>/d</loc><lastmod><time>2025-01-02</time></lastmod></url>",
            f"<url><loc>{SITE}/e<lastmod>2025-01-02</lastmod></loc></url>",
        )
    )
    assert found.paths == ["a", "b", "c/d", "e"]
    assert (found.dates[2], found.codes) == ("2025-01-02", {"unknown_tag"})


def test_blocks_that_are_commented_out_or_quoted_are_not_read() -> None:
    found = read(urlset(block("a"), f"<!-- {block('no')} {block('no2')} -->", f"<![CDATA[{block('no3')}{block('no4')}]]>", block("b")))
    assert found.paths == ["a", "b"]
    for opening, closing in (("<![CDATA[", "]]>"), ("<!--", "-->"), ('<o:other xmlns:o="urn:x">', "</o:other>")):
        hidden = "".join(block(f"no{number}") for number in range(30))
        assert read(urlset(opening, hidden, closing, block("a"))).paths == ["a"], opening


def test_entries_in_an_unknown_element_or_a_namespace_of_their_own_are_read_and_it_is_told() -> None:
    for opening, closing, code in (
        ("<urls>", "</urls>", "unknown_tag"),
        ('<url xmlns="urn:x">', "</url>", "namespace_nonstandard"),
    ):
        found = read(urlset(block("a"), opening, *(block(f"b{number}") for number in range(3)), closing, block("c")))
        assert {"a", "b0", "b1", "b2", "c"} <= set(found.paths), opening
        assert code in found.codes
    alone = read(
        '<x:urlset xmlns:x="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns="urn:d">' + block("a", "2025-01-02") + "</x:urlset>"
    )
    assert (alone.paths, alone.dates, alone.codes) == (["a"], ["2025-01-02"], {"namespace_nonstandard"})


def test_addresses_without_an_entry_around_them_are_read_and_told() -> None:
    found = read(urlset(f"<loc>{SITE}/a</loc><lastmod>2025-01-02</lastmod>", block("b", "2025-01-03"), f"<loc>{SITE}/c</loc>"))
    assert (found.paths, found.dates, found.codes) == (["a", "b", "c"], ["", "2025-01-03", ""], {"xml_malformed"})
    index = read(f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><loc>{SITE}/a.xml</loc></sitemapindex>')
    assert [child.loc for child in index.reading.children] == [f"{SITE}/a.xml"]


def test_blocks_that_are_never_closed_are_all_read() -> None:
    found = read(urlset(*(f"<url><loc>{SITE}/{number}</loc>\n" for number in range(2_000))))
    assert len(found.paths) >= 1_999
    assert "xml_malformed" in found.codes


def test_a_read_that_is_given_up_says_so() -> None:
    broken = f"<url><loc>{SITE}/x</lok></url>"
    found = read(urlset(*(block(str(number)) + broken for number in range(30))), limits=SitemapLimits(max_faults=10))
    assert (found.reading.outcome, len(found.paths)) == (Outcome.PARTIAL, 11)
    assert "xml_given_up" in found.codes
    deep = read(urlset(block("a"), "<url>" + "<b>" * 500 + "</b>" * 500 + "</url>"))
    assert (deep.paths, "xml_too_deep" in deep.codes, deep.reading.outcome) == (["a"], True, Outcome.PARTIAL)


def test_declared_entities_are_refused_wherever_they_hide() -> None:
    bomb = '<!DOCTYPE urlset [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>'
    found = read(urlset(block("&b;"), before=f"<!-- {'x' * 9000} -->{bomb}"))
    assert (found.reading.outcome, found.codes, found.paths) == (Outcome.FAILED, {"xml_entities_forbidden"}, [])
    outside = read(urlset(block("a"), before='<!DOCTYPE u [<!ENTITY % p SYSTEM "http://dtd.example/p"> %p;]>'))
    assert outside.reading.outcome is Outcome.FAILED


@pytest.mark.parametrize(
    "hostile",
    [
        "<url>" + "<a>" * 2_000,
        "<url>" * 2_000,
        "".join(f"<n{number}/>" for number in range(3_000)),
        "<x " + " ".join(f'a{number}=""' for number in range(3_000)) + "/>",
        f"<{'n' * 5_000}/>",
        "<!--" + "x" * 300_000,
        "<x a='" + "y" * 300_000,
        "<![CDATA[" + "x" * 300_000 + " &",
    ],
    ids=["depth", "blocks", "names", "attributes", "long name", "comment", "attribute", "cdata"],
)
def test_what_would_fill_the_memory_ends_the_read(hostile: str) -> None:
    found = read(urlset(block("a"), hostile, block("b")), limits=SitemapLimits(max_token_bytes=100_000))
    assert (found.reading.outcome, found.paths[:1], found.reading.kind) == (Outcome.PARTIAL, ["a"], Kind.URLSET)


def test_a_text_without_end_is_not_kept() -> None:
    found = read(urlset(f"<url><loc>{SITE}/{'x' * 400_000}</loc></url>", block("a")))
    assert (found.paths, found.codes) == (["a"], {"url_too_long"})
