"""Dates in `<meta>` elements, by the names that publishing systems, search engines, newspapers and libraries give them."""

from __future__ import annotations

from sitemaps_app.formats.page_markup import Marks, MetaDate, above

# Best first: what is meant for readers of the page's own dates, then libraries, then what any tool may write.
MODIFIED_META = (
    "article:modified_time", "og:updated_time", "og:modified_time", "article:updated_time", "og:article:modified_time", "article:modified",
    "datemodified", "schema:datemodified", "dcterms.modified", "dc.date.modified", "dc.modified", "dc.date.updated", "dcterms.datemodified",
    "prism.modificationdate", "parsely-modified-date", "parsely-mod-date", "sailthru.modified", "bt:moddate",
    "cxenseparse:recs:modifiedtime",
    "article.updated", "article:updated", "lastmod", "last-modified", "last_modified", "lastmodified", "last-updated", "last_updated",
    "lastupdated", "last-update", "last_update", "lastupdate", "dateupdated", "date-updated", "date_updated", "date_modified",
    "date-modified",     "date.modified", "date:modified", "datemodification", "modificationdate", "modified_time",
    "modified-date", "modified_date", "modified",
    "updated_time", "updated_at", "updated-date", "revision_date", "revised", "ms.date",
)  # fmt: skip
PUBLISHED_META = (
    "article:published_time", "og:published_time", "og:article:published_time", "article:published", "og:pubdate", "datepublished",
    "schema:datepublished", "dcterms.issued", "dcterms.created", "dcterms.date", "dc.date.issued", "dc.date.created", "dc.date.published",
    "dc.date", "dc.created", "dc.issued", "prism.publicationdate", "parsely-pub-date", "sailthru.date", "bt:pubdate",
    "cxenseparse:recs:publishtime", "article.published", "pubdate", "publishdate", "publish-date", "publish_date", "published_time",
    "publication_date", "publication-date", "date_published", "date-published", "date.published", "citation_publication_date",
    "citation_online_date", "datecreated", "date",
)  # fmt: skip
_MODIFIED = frozenset(MODIFIED_META)
_RANK = {name: rank for rank, name in enumerate((*MODIFIED_META, *PUBLISHED_META))}
_KEYS = ("property", "name", "itemprop", "http-equiv")


def meta_dates(marks: Marks) -> tuple[list[MetaDate], list[MetaDate]]:
    """Modified and published dates of `<meta>` elements, best name first; `name=` and `property=` alike, in any case, and `dcterms:` like
    `dcterms.`. A property of a thing of microdata is that thing's."""
    found: list[MetaDate] = []
    for meta, attributes in marks.metas:
        for key in _KEYS:
            given = attributes.get(key)
            if not given:
                continue
            name = given.strip().lower()
            name = name if name in _RANK else name.replace("dcterms:", "dcterms.").replace("dc:", "dc.")
            if name in _RANK and not (key == "itemprop" and any("itemscope" in one.attributes for one in above(meta))):
                found.append(MetaDate(name, attributes.get("content") or ""))
                break
    found.sort(key=lambda one: _RANK[one.name])
    return [one for one in found if one.name in _MODIFIED], [one for one in found if one.name not in _MODIFIED]
