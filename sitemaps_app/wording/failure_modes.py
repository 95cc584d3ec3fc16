"""Words for failure modes: what is wrong, what usually causes it in the program that makes the sitemap, and the owner's repair."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

_STAMPS = {
    "no_lastmod": Words(
        _("No lastmod at all"),
        _("No entry carries a readable lastmod."),
        _("Publish lastmod, taken from the time the page's content last changed."),
        _("Many generators leave lastmod out until it is switched on."),
    ),
    "request_time": Words(
        _("Time of request"),
        _("lastmod is the moment at which somebody asks for the sitemap: a minute later every date is another one."),
        _("Pass each page's stored modification time to the sitemap, and leave lastmod out where there is none."),
        _("The sitemap is made at each request, and the present time stands in for dates that it was not given."),
    ),
    "generation_time": Words(
        _("Time of generation"),
        _("lastmod is the moment the sitemap was made, not the moment a page changed."),
        _("Write each page's own modification time into the sitemap instead of the time of the build."),
        _("A scheduled job or a plugin writes the file anew and puts its own time on every entry."),
    ),
    "build_stamp": Words(
        _("Stamped at each build"),
        _("Each build or deploy puts its own time on all or most pages, changed or not; between builds nothing moves."),
        _("Take lastmod from the last commit that touched the page's source (with full history checked out), or from its front matter."),
        _("A static site generator takes the time of the build, or file times that every fresh checkout sets anew."),
    ),
    "frozen": Words(
        _("Frozen"),
        _("Pages change, but lastmod stays where it is."),
        _("Rebuild the sitemap when content changes, and update lastmod with the content."),
        _("The dates were written once, come from an old cache, or from a field that edits do not touch."),
    ),
    "publish_date_only": Words(
        _("Publish date only"),
        _("lastmod is the date of first publication, and later edits do not move it."),
        _("Use the time of the last edit, not the time of publication."),
        _("The template or the plugin takes the publication date, because every post has one."),
    ),
}

_PAGES = {
    "unverifiable": Words(
        _("Pages cannot be compared"),
        _("Most page visits gave nothing that could be compared, so whether lastmod is right stays unknown."),
        _("Let our reader in (the User-Agent names it), and serve the content of pages in their HTML."),
        _("A block against robots, a consent wall, errors, or pages that show their content only through scripts."),
    ),
    "mixed_sections": Words(
        _("Sections disagree"),
        _("Some sections keep the promise of lastmod and others break it."),
        _("Date all sections in the way of the honest ones; until then the due list decides by section."),
        _("The parts of the site come from different programs or plugins."),
    ),
    "silent_changes": Words(
        _("Silent changes"),
        _("Where lastmod moves the page has changed, but many changes do not move it."),
        _("Update lastmod wherever content is written, not only where the editor saves it."),
        _("Changes that pass by the editor: imports, prices, comments, included parts, or edits of files and database."),
    ),
    "furniture_churn": Words(
        _("Moves with the template"),
        _("lastmod moves when something around the content changes (menu, footer, markup), while the content stays."),
        _("Take lastmod from the source of the content alone, not from the rendered page."),
        _("The date is that of the rendered file or of a mass save, and each edit of the template makes all of them new."),
    ),
}

_VALUES = {
    "zone_shift": Words(
        _("Wrong time zone"),
        _("lastmod is off by the same number of hours on nearly all pages."),
        _("Write the offset that belongs to the time (such as +02:00), or convert to UTC, once."),
        _("Local time is written as if it were UTC, or a time is converted twice."),
    ),
    "backwards": Words(
        _("Dates go back"),
        _("Dates become earlier again and again, which no change of a page explains."),
        _("Let one place make the sitemap, from one source of dates."),
        _("Several servers, caches or checkouts take turns in making the sitemap, each with other dates."),
    ),
    "future_dates": Words(
        _("Dates in the future"),
        _("Some dates lie in the future, where no page can have changed yet."),
        _("List pages once they are published, and never give the date of an event as lastmod."),
        _("Scheduled posts, dates of events, or a clock or time zone that is wrong."),
    ),
    "index_mismatch": Words(
        _("Index contradicts its files"),
        _("The dates that the sitemap index gives its files do not fit what stands in them; crawlers skip files by these dates."),
        _("Write the index last, with the newest lastmod of each file."),
        _("The index is cached, or written by another job than its files."),
    ),
    "partial_coverage": Words(
        _("Partial coverage"),
        _("Only some of the entries carry a lastmod."),
        _("Give every entry a lastmod, or leave it out only where the time is unknown."),
        _("Only some types of pages know their modification time; listings and categories often do not."),
    ),
    "rolling_window": Words(
        _("Rolling window"),
        _("Only recent pages are listed, and older ones leave the sitemap: edits can be seen for a short time only."),
        _("That is right for a news sitemap; beside it, keep a sitemap of all pages with their lastmod."),
        _("A news sitemap, or a list that is cut to the latest entries."),
    ),
    "bulk_stamp": Words(
        _("One date on many pages"),
        _("A large part of the dates is one and the same old moment. That is no accusation, and does not count against the site."),
        _("Nothing has to be done; put back the true dates if the old system still has them."),
        _("A migration, an import or a mass edit set the dates of many pages once."),
    ),
    "date_only": Words(
        _("Dates without a time"),
        _("lastmod names only the day, so several changes within a day cannot be told apart. This is a remark, not a fault."),
        _("Write the full time with its offset where pages change more than once a day."),
        _("The generator cuts off the time."),
    ),
}

# Said by rules up to 2; stored judgements still hold it.
_FORMER = {"sections_disagree": _PAGES["mixed_sections"]}

FAILURE_MODES = {**_STAMPS, **_PAGES, **_VALUES, **_FORMER}
