"""Words for faults of a sitemap file as a file: its XML, its encoding, its place in the tree."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

_XML = _("Let an XML library write the sitemap.")

SITEMAP_PROBLEMS = {
    "not_a_sitemap": Words(
        _("Not a sitemap"),
        _("What came back is something else, most often a web page."),
        _("Publish the sitemap there, or list another address."),
    ),
    "child_failed": Words(
        _("Child failed"),
        _("Sitemap files that this index lists could not be read; they keep their last good entries."),
        _("Repair or remove the listed file."),
    ),
    "sitemap_shrunk": Words(
        _("Sitemap shrunk"),
        _("More than half of what was listed at the last read is gone. It counts as removed."),
        _("Look whether the build of the sitemap broke off."),
    ),
    "xml_leading_junk": Words(_("Text before the XML"), _("Something stands before the XML declaration; it was skipped."), _XML),
    "xml_trailing_junk": Words(_("Text after the XML"), _("Something follows the end of the XML; it was skipped."), _XML),
    "xml_not_closed": Words(
        _("XML breaks off"),
        _("The file ends in the middle; the entries before were read."),
        _("Look whether the build of the sitemap broke off."),
    ),
    "xml_malformed": Words(_("Malformed XML"), _("The XML breaks its own rules; the entries before the fault were read."), _XML),
    "xml_bad_ampersand": Words(
        _("Raw ampersand"), _("An & stands in the text where &amp; should; it was read as meant."), _("Write &amp; in addresses.")
    ),
    "xml_undefined_entity": Words(_("Undefined entity"), _("An entity is used that XML does not know."), _XML),
    "xml_invalid_character": Words(_("Forbidden character"), _("A character is used that XML does not allow; it was dropped."), _XML),
    "xml_undeclared_prefix": Words(
        _("Undeclared prefix"), _("A namespace prefix is used without a declaration."), _("Declare the namespace at the root.")
    ),
    "xml_entities_forbidden": Words(
        _("Entity declarations"), _("The file declares entities, which is refused for safety."), _("Remove the declarations.")
    ),
    "xml_dtd_forbidden": Words(
        _("Document type"), _("The file declares a document type that is refused for safety."), _("Remove the DOCTYPE.")
    ),
    "xml_too_deep": Words(_("Nested too deep"), _("Elements are nested deeper than a sitemap can need."), _XML),
    "xml_token_too_long": Words(_("Text too long"), _("A name or text is longer than a sitemap can need."), _XML),
    "xml_too_many_names": Words(_("Too many names"), _("More element names are used than a sitemap can need."), _XML),
    "encoding_mismatch": Words(
        _("Wrong encoding label"),
        _("The file is not in the encoding that it declares; it was read in the right one."),
        _("Declare UTF-8 and write UTF-8."),
    ),
    "encoding_replaced": Words(
        _("Unreadable characters"), _("Some bytes fit no encoding and were replaced."), _("Write the file in UTF-8.")
    ),
    "namespace_missing": Words(_("Namespace missing"), _("The root element names no namespace."), _("Add the sitemaps.org namespace.")),
    "namespace_nonstandard": Words(
        _("Unusual namespace"), _("The namespace is not that of sitemaps.org."), _("Use the sitemaps.org namespace.")
    ),
    "tag_case": Words(
        _("Capital letters in tags"),
        _("Element names are written in another case than the protocol asks for."),
        _("Write the names of elements in small letters, as the protocol does."),
    ),
    "unknown_tag": Words(
        _("Unknown element"),
        _("An element that the protocol does not know; it was ignored."),
        _("Remove the element, or declare the namespace that it comes from."),
    ),
    "sitemap_loop": Words(_("Sitemap loop"), _("An index lists itself or a file above it; it was read once."), _("Remove the reference.")),
    "sitemap_too_deep": Words(
        _("Indexes nested too deep"), _("Indexes list indexes more deeply than we follow."), _("Use one index above the sitemaps.")
    ),
    "duplicate_child": Words(
        _("File listed twice"), _("An index lists the same file more than once; it was read once."), _("List each file once.")
    ),
    "mixed_index": Words(
        _("Index and entries mixed"), _("One file holds both entries and sitemap files; both were read."), _("Keep them in separate files.")
    ),
    "duplicate_loc_element": Words(
        _("Two addresses in one entry"),
        _("An entry holds more than one loc; each was read as an entry."),
        _("Write one entry for each address."),
    ),
    "url_without_loc": Words(
        _("Entry without address"), _("An entry has no loc and was dropped."), _("Give each entry its address, or leave the entry out.")
    ),
    "too_many_urls": Words(
        _("Too many entries"),
        _("More than 50,000 entries in one file, the limit of the protocol; search engines may ignore it."),
        _("Split the sitemap."),
    ),
    "url_not_escaped": Words(
        _("Address not escaped"),
        _("An address holds signs that may stand there only as escapes, such as blanks or quotes; it was read as browsers read it."),
        _("Write a blank as %20, and so on."),
    ),
    "duplicate_lastmod_element": Words(
        _("Two dates in one entry"),
        _("An entry holds more than one lastmod, and they differ; the first was taken."),
        _("Write one lastmod an entry."),
    ),
    "too_many_entries": Words(
        _("More entries than are read"), _("The file lists more entries than we read; the rest was left."), _("Split the sitemap.")
    ),
    "xml_given_up": Words(_("Reading given up"), _("So much is broken that reading was given up; what came before was read."), _XML),
    "url_fragment": Words(
        _("Address with a fragment"),
        _("The part behind # was left out, since no server sees it; addresses that differ in it only are one page."),
        _("List addresses without #."),
    ),
    "too_many_news": Words(
        _("Too many news"),
        _("More than 1,000 news articles in one file; Google reads no more."),
        _("List only the articles of the last two days, or split the sitemap."),
    ),
    "index_lastmod_mismatch": Words(
        _("Index disagrees with its file"),
        _("The index gives files a lastmod older than their newest entry; who skips files by the index misses changes."),
        _("Set the lastmod in the index whenever the file changes."),
    ),
    "index_lastmod_moves_alone": Words(
        _("Index date moves alone"),
        _("The index says that files were modified, but not a byte of them has changed since the last read; they are fetched for nothing."),
        _("Set the lastmod in the index to the time when the file changed, not when the index was written."),
    ),
    "changefreq_invalid": Words(
        _("Invalid changefreq"),
        _("changefreq is not one of the words of the protocol. It is not used here."),
        _("Write one of the protocol's words, such as daily or weekly, or leave the element out."),
    ),
    "priority_invalid": Words(
        _("Invalid priority"),
        _("priority is not a number from 0 to 1. It is not used here."),
        _("Write a number from 0.0 to 1.0, or leave the element out."),
    ),
    "file_budget_reached": Words(_("Budget reached"), _("More sitemap files than one read takes; the rest comes later.")),
}
