"""Names of the programs that make sites, which are the same in every language, and words for the marks that they leave."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

GENERATORS = {
    "wordpress": Words("WordPress"),
    "yoast": Words("Yoast SEO (WordPress)"),
    "rank_math": Words("Rank Math (WordPress)"),
    "aioseo": Words("All in One SEO (WordPress)"),
    "hugo": Words("Hugo"),
    "jekyll": Words("Jekyll"),
    "docusaurus": Words("Docusaurus"),
    "next_sitemap": Words("next-sitemap (Next.js)"),
    "nextjs": Words("Next.js"),
    "astro": Words("Astro"),
    "gatsby": Words("Gatsby"),
    "django": Words("Django"),
    "shopify": Words("Shopify"),
    "wix": Words("Wix"),
    "squarespace": Words("Squarespace"),
    "drupal": Words("Drupal"),
    "joomla": Words("Joomla"),
    "ghost": Words("Ghost"),
    "mediawiki": Words("MediaWiki"),
    "sphinx": Words("Sphinx"),
    "mkdocs": Words("MkDocs"),
    "typo3": Words("TYPO3"),
    "magento": Words("Magento"),
    "webflow": Words("Webflow"),
}

GENERATOR_MARKS = {
    "comment": Words(_("A comment")),
    "stylesheet": Words(_("The style sheet of a sitemap")),
    "file_name": Words(_("The name of a sitemap file")),
    "namespace": Words(_("The namespaces of a sitemap")),
    "meta_generator": Words(_("What the page says of its generator")),
    "asset": Words(_("The path of a file that the page loads")),
    "markup": Words(_("Markup of the page")),
    "header": Words(_("A header of an answer")),
}
