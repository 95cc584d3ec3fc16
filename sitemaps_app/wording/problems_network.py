"""Words for what can go wrong between us and a server. Codes of `network.exchange.FetchFailure` and of the transport."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

_TRY_AGAIN = _("It may pass by itself: a later check tells.")

_REFUSED = _(
    "Our reader was refused by the server, and perhaps no other; what search engines get is unknown. What was read before stays as it was."
)
_ALLOW = _("Allow our user agent at the server or its firewall, if you own the site.")
_REMOVE = _("Remove the address where it is listed, or restore the file.")

NETWORK_PROBLEMS = {
    "no_page_comparable": Words(
        _("No page could be read"),
        _("The sitemap was read, but every page that was visited answered with an error, a block or something that is no page."),
        _("Look at the visits: they say what each page answered. Allow our user agent, if you own the site."),
    ),
    "pages_forbidden": Words(
        _("Pages forbidden"),
        _("robots.txt forbids all pages that were chosen, so nothing can be said about changes."),
        _("Allow our user agent in robots.txt, if you own the site."),
    ),
    "index_without_entries": Words(
        _("Index without entries"),
        _("The sitemap index was read, but no file behind it lists any page."),
        _("List sitemap files with entries in the index."),
    ),
    "no_sitemap_found": Words(
        _("No sitemap found"),
        _("No sitemap was found, neither in robots.txt nor in the usual places."),
        _("Name the sitemap in robots.txt, or in the settings of the site."),
    ),
    "files_left": Words(
        _("Files left for later"),
        _("There are more sitemap files than one check reads. Those that were left keep their last entries and come in later checks."),
        _("A larger LASTMOD_FILE_BUDGET reads more files at once."),
    ),
    "address_not_allowed": Words(
        _("Address not allowed"),
        _("The address leads into a private or reserved network, which is never fetched from here."),
        _("If it is your own network, an administrator can allow it in the settings of the site."),
    ),
    "host_unknown": Words(_("Host unknown"), _("The name of the host cannot be resolved."), _("Check the spelling of the domain.")),
    "connect_failed": Words(_("No connection"), _("The server does not accept connections."), _TRY_AGAIN),
    "fetch_timeout": Words(_("Too slow"), _("The server did not answer in time."), _TRY_AGAIN),
    "tls_failed": Words(
        _("TLS failed"), _("The encrypted connection failed, most often for a wrong certificate."), _("Repair the certificate.")
    ),
    "redirect_loop": Words(_("Redirect loop"), _("The address redirects to itself."), _("Repair the redirect.")),
    "too_many_redirects": Words(_("Too many redirects"), _("The address redirects too many times."), _("Link to the final address.")),
    "connection_broken": Words(_("Connection broken"), _("The connection broke off during the answer."), _TRY_AGAIN),
    "header_too_large": Words(_("Headers too large"), _("The answer's headers are larger than we accept."), _("Make the headers smaller.")),
    "fetch_refused_by_robots": Words(
        _("Refused by robots.txt"),
        _("robots.txt asks us not to fetch this address."),
        _("Allow our user agent in robots.txt, if you own the site."),
    ),
    "host_asks_to_wait": Words(
        _("Host asks to wait"),
        _("The server asked to be left alone for a while (Retry-After), longer than one check waits, so this address was not fetched."),
        _("It may pass by itself: a later check tells. Allow our user agent more requests, if you own the site."),
    ),
    "fetch_blocked": Words(_("Our reader was refused"), _REFUSED, _ALLOW),
    "http_401": Words(_("Our reader was refused (401)"), _REFUSED, _ALLOW),
    "http_403": Words(_("Our reader was refused (403)"), _REFUSED, _ALLOW),
    "http_404": Words(_("Not found (404)"), _("There is nothing at this address."), _REMOVE),
    "http_410": Words(_("Gone (410)"), _("What was at this address is gone for good, says the server."), _REMOVE),
    "http_429": Words(
        _("Our reader was sent away (429)"),
        _("The server says that we ask too often. What was read before stays as it was."),
        _("Nothing to do if it happens once. Allow our user agent more requests, or set a longer pause for the site."),
    ),
    "http_503": Words(
        _("Service unavailable (503)"),
        _("The server says that it cannot answer now. What was read before stays as it was."),
        _TRY_AGAIN,
    ),
    "unexpected_304": Words(
        _("Unasked 304"),
        _("The server answered “not modified” although nothing was said of an earlier version, so there was nothing to read."),
        _("Let the server answer 304 only to conditional requests."),
    ),
    "redirected_to_page": Words(
        _("Redirected to a web page"),
        _("The address redirects to a web page, most often the home page, where a sitemap should be. What was read before stays."),
        _("Publish the sitemap there, or answer 404 and list another address."),
    ),
    "moved_permanently": Words(
        _("Moved for good"),
        _("The address redirects permanently; the file was read where it is now."),
        _("List the new address."),
    ),
    "http_error": Words(_("Error status"), _("The server answered with an error status."), _TRY_AGAIN),
    "http_status": Words(_("Error status"), _("The server answered with an error status."), _TRY_AGAIN),
    "not_found": Words(_("Not found"), _("There is nothing at this address."), _REMOVE),
    "server_error": Words(_("Server error"), _("The server failed while answering."), _TRY_AGAIN),
    "truncated_response": Words(
        _("Answer cut off"),
        _("It ends too early: the file is damaged, or its transfer broke off. What came was read."),
        _("Look whether the file is whole where it is published."),
    ),
    "too_large": Words(
        _("Too large"),
        _("The file is larger than 50 MiB, the limit of the protocol; what lies beyond was not read."),
        _("Split the sitemap."),
    ),
    "empty_response": Words(_("Empty answer"), _("The server answered without content."), _("Publish the file, or stop listing it.")),
    "wrong_content_type": Words(
        _("Odd content type"),
        _("The content type does not fit the content; the content was believed."),
        _("Serve sitemaps as application/xml."),
    ),
    "bad_content_encoding": Words(
        _("Wrong content encoding"), _("The content is not encoded as its header says."), _("Repair the Content-Encoding header.")
    ),
    "double_gzip": Words(_("Compressed twice"), _("The file was compressed twice."), _("Compress the file once.")),
    "gzip_trailing_bytes": Words(
        _("Bytes after the archive"), _("Bytes follow the end of the compressed file."), _("Write the file anew.")
    ),
    "gzip_damaged": Words(_("Damaged archive"), _("The compressed file is damaged; what came before was read."), _("Write the file anew.")),
    "robots_bom": Words(
        _("Byte order mark in robots.txt"), _("robots.txt begins with a byte order mark, which some crawlers stumble over.")
    ),
    "robots_sitemap_relative": Words(
        _("Relative sitemap line"),
        _("A Sitemap line of robots.txt gives no full address; it was resolved against robots.txt."),
        _("Give the full address."),
    ),
    "robots_too_large": Words(
        _("robots.txt too large"),
        _("robots.txt is longer than crawlers read; the rest was ignored."),
        _("Make robots.txt shorter than 500 KiB."),
    ),
    "robots_is_html": Words(
        _("robots.txt is a web page"),
        _("In place of robots.txt came a web page, so it counts as missing."),
        _("Answer 404, or publish robots.txt."),
    ),
    "robots_unreachable": Words(
        _("robots.txt unreachable"), _("robots.txt could not be reached, so no page is fetched until it can."), _TRY_AGAIN
    ),
}
