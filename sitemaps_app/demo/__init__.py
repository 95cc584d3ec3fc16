"""The demo web: a loopback server whose sites are honest or lie in known ways, at any date asked.

`worlds` says which sites there are and what the truth is, `lives` when each page changed, `stamps` what each site's sitemap claims,
`render` turns that into files and pages, `server` answers for them over HTTP, one port a site.
"""
