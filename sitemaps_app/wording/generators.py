"""Names of the programs that make sites. They are names, the same in every language."""

from __future__ import annotations

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
