"""The sitemap files as the tree that their indexes make of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from sitemaps_app.models import Site
from sitemaps_app.views.presenters.tables import FileRow, file_rows, files_by_need
from sitemaps_app.wording import numbers

# Files that are read for the tree, and files of one index that it shows; the index has a page with all of them.
MOST_FILES, MOST_CHILDREN = 1_000, 50


@dataclass(frozen=True, slots=True)
class FileNode:
    """A file with the files that it lists. `size` counts these, `more` those that are not shown, "" for none."""

    row: FileRow
    validators: str
    children: tuple[FileNode, ...] = ()
    more: str = ""
    size: str = ""


@dataclass(frozen=True, slots=True)
class FileTree:
    """The roots, and how many files are beyond what the tree holds ("" for none)."""

    roots: tuple[FileNode, ...]
    left: str


def file_tree(site: Site) -> FileTree:
    """The files, those that need a look first among those of one index. Two queries; loops in the parents are cut."""
    files = list(files_by_need(site)[:MOST_FILES])
    total = site.sitemap_files.count() if len(files) == MOST_FILES else len(files)
    rows = dict(zip((file.pk for file in files), file_rows(files), strict=True))
    nodes = {file.pk: FileNode(rows[file.pk], _validators(file.etag, file.http_last_modified)) for file in files}
    below: dict[int | None, list[int]] = defaultdict(list)
    for file in files:
        below[file.parent_id if file.parent_id in nodes and file.parent_id != file.pk else None].append(file.pk)

    def grown(pk: int, above: frozenset[int]) -> FileNode:
        own = [child for child in below[pk] if child not in above]
        grown_children = tuple(grown(child, above | {pk}) for child in own[:MOST_CHILDREN])
        more = numbers.whole(len(own) - MOST_CHILDREN) if len(own) > MOST_CHILDREN else ""
        return replace(nodes[pk], children=grown_children, more=more, size=numbers.whole(len(own)))

    roots = tuple(grown(pk, frozenset({pk})) for pk in below[None])
    return FileTree(roots, numbers.whole(total - len(files)) if total > len(files) else "")


def _validators(etag: str, modified: str) -> str:
    """What the server gives to ask again with."""
    named = (("ETag", etag), ("Last-Modified", modified))
    return ", ".join(f"{name} {value}" for name, value in named if value)
