"""The settings as `docs/settings.md`: four tables, in the order of `sitemaps_app/settings.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sitemaps_app.environment import Setting

OPENING = """# Settings

Made from `sitemaps_app/settings.py` by `manage.py show_config --markdown > docs/settings.md`; edit the sentences there.

Every setting is an environment variable, and each has a default: a fresh clone needs none. They are read once, when a process starts, so
after a change restart the server. A value that makes no sense is refused at the start, in one sentence that names the variable.

```
LASTMOD_PORT=9000 LASTMOD_CHECK_INTERVAL=3600 script/server
.venv/bin/python manage.py show_config            # what holds now, secrets masked; --json for machines
```

Lists are written with commas. Yes and no are `1` and `0`. `LASTMOD_SECRET_KEY` may also be given as `LASTMOD_SECRET_KEY_FILE`, the path
of a file that holds it, as container platforms mount secrets. Where `LASTMOD_HTTPS` is 1, `LASTMOD_PROXIES` is 1 unless it is set.

`LASTMOD_CHECK_INTERVAL`, `LASTMOD_PAGES_PER_CHECK`, `LASTMOD_PANEL_SIZE` and `LASTMOD_POLITENESS_SECONDS` are what a site begins with
when it is added; later they are changed on the site's own page *Settings*, which also takes sitemap addresses and a user agent, and from
admins a proxy and private networks.
"""
# The first setting of each table.
HEADINGS = {
    "LASTMOD_DATA_DIR": "Where things lie",
    "LASTMOD_DEBUG": "How the web is reached",
    "LASTMOD_USER_AGENT": "How sites are checked",
    "LASTMOD_KEEP_ALL_DAYS": "How long things are kept",
}


def settings_document(table: Iterable[Setting]) -> str:
    """The whole document, ending in a newline. It tells defaults and never values, so it is the same on every machine."""
    return "\n".join([OPENING, *_lines(table)]) + "\n"


def _lines(table: Iterable[Setting]) -> Iterator[str]:
    for row in table:
        if heading := HEADINGS.get(row.name):
            if heading != next(iter(HEADINGS.values())):
                yield ""
            yield from (f"## {heading}", "", "| variable | default | what it does |", "|---|---|---|")
        yield f"| `{row.name}` | {_cell(row.default) or '–'} | {_cell(row.sentence)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
