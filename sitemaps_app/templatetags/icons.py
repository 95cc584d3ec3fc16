"""The icons: own line drawings on a grid of 16, as SVG paths. They always stand beside a word and are hidden from screen readers."""

from __future__ import annotations

ICONS = {
    "trusted": "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M5 8.2l2.1 2.1L11.2 6",
    "useful": "M2.5 8.5 6 12l7.5-8",
    "hint": "M8 1.8a4.3 4.3 0 0 0-2.6 7.7c.5.4.8.9.8 1.6h3.6c0-.7.3-1.2.8-1.6A4.3 4.3 0 0 0 8 1.8M6.4 14h3.2",
    "untrusted": "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8",
    "no_lastmod": "M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v2.5M10.5 2v2.5M6.2 10h3.6",
    "insufficient": "M4 1.8h8M4 14.2h8M5 1.8c0 3.6 6 4.6 6 6.2s-6 2.6-6 6.2M11 1.8C11 5.4 5 6.4 5 8s6 2.6 6 6.2",
    "pending": "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M8 4.5V8l2.4 1.6",
    "running": "M13.5 8A5.5 5.5 0 1 1 11.6 3.8M13.4 1.6v3.2h-3.2",
    "paused": "M5.5 3v10M10.5 3v10",
    "play": "M4.5 2.5v11l9-5.5z",
    "plus": "M8 3v10M3 8h10",
    "search": "M7 2.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6M10.6 10.6 14 14",
    "download": "M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
    "settings": "M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 3v3M5.5 10v3",
    "delete": "M2.5 4h11M6 4V2.2h4V4M4 4l.7 9.8h6.6L12 4",
    "external": "M6 3H3v10h10v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5",
    "warning": "M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.4v.4",
    "error": "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM8 4.6v4M8 10.8v.4",
    "notice": "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M8 7.2v4M8 4.6v.4",
    "ok": "M2.5 8.5 6 12l7.5-8",
    "yes": "M2.5 8.5 6 12l7.5-8",
    "no": "M4 8h8",
    "next": "M6 3l5 5-5 5",
    "previous": "M10 3 5 8l5 5",
    "theme": "M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13",
    "language": "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M1.5 8h13M8 1.5c-4.5 4-4.5 9 0 13M8 1.5c4.5 4 4.5 9 0 13",
    "copy": "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
    "event": "M3.5 14.5v-13M3.5 2.5h9l-2.2 3 2.2 3h-9",
}
