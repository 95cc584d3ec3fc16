"""Bytes in, dataclasses out: robots.txt, sitemaps, lastmod texts, page dates, fingerprints, archives. No Django, no sockets, no clock."""
