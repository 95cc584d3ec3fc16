"""axe-core, the accessibility checker, in a page of the browser. `script/test` installs it from npm as package-lock.json pins it."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page

LIBRARY = Path(__file__).with_name("node_modules") / "axe-core" / "axe.min.js"
# The levels A and AA of WCAG 2.0, 2.1 and 2.2, and what axe's authors call good practice.
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RUN = """
async (tags) => {
  const found = await axe.run(document, { runOnly: tags, rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] });
  return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")} ${node.failureSummary.split("\\n")[1].trim()}`));
}
"""


def is_there() -> bool:
    """Whether axe-core is installed. Where everything is required it counts as installed, so that its absence fails and does not skip."""
    return LIBRARY.exists() or os.environ.get("LASTMOD_TEST_BROWSER") == "required"


def violations(page: Page) -> list[str]:
    """What axe has against the page as it stands: rule, element, and what to do. Nothing of it goes through the page's own policy."""
    page.evaluate(LIBRARY.read_text("utf-8"))
    found: list[str] = page.evaluate(RUN, list(TAGS))
    return found
