"""The JSON API, `/api/v1`. The route of a request, a file a step:

`urls` (every answer is JSON, never cached) -> `callers` (who asks: a key, or for reading a session; what may they do) -> `sites`,
`site_parts`, `sitemap_reports` (what is asked, a function an operation) -> `answers` (rows as answers) -> `schemas` (the shape of each
answer). `paging` holds the cursors, `problems` what is answered when something is wrong, `document` the OpenAPI document, `app` joins all.
"""
