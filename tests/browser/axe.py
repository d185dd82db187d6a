"""axe-core over a page as it stands, injected by evaluation: the policy blocks added tags."""

from __future__ import annotations

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

AXE = AXE_FILE_PATH.read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """Return what axe finds, a line each: the rule, and the elements that break it."""
    page.evaluate(AXE)
    found = page.evaluate(
        "rules => axe.run({runOnly: {type: 'tag', values: rules}}).then(r => r.violations)", RULES
    )
    return [f"{v['id']}: {[node['html'][:160] for node in v['nodes'][:3]]}" for v in found]
