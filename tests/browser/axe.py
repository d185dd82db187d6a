"""axe-core over a page as it stands, injected by evaluation: the policy blocks added tags."""

from __future__ import annotations

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

AXE = AXE_FILE_PATH.read_text()
EVERY_RULE = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
#: The rules that see colours: all the others find in one look what they find in any.
COLOUR_RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
OTHER_LOOKS = {"dark": {"color_scheme": "dark"}, "forced": {"forced_colors": "active"}}
LIGHT = {"color_scheme": "light", "forced_colors": "none"}
STILL = {**LIGHT, "reduced_motion": "reduce"}  # as a page is opened that is to change its look


def violations(page: Page) -> list[str]:
    """Return what axe finds, a line each: the rule, and the elements that break it."""
    return found(page, EVERY_RULE)


def violations_in_every_look(page: Page) -> list[str]:
    """Return what axe finds in light, and of the colours in dark and with forced colours.

    The page was opened with ``**STILL``: else a colour may be on its way when it is looked at.
    """
    lines = violations(page)
    for name, look in OTHER_LOOKS.items():
        page.emulate_media(**{**LIGHT, **look})
        lines += [f"{name}: {line}" for line in found(page, COLOUR_RULES)]
    page.emulate_media(**LIGHT)
    return lines


def violations_in_windows(page: Page) -> list[str]:
    """Return what axe finds in every look on a narrow and on a wide page, as it stands.

    What stands sideways is among it, on a phone's page, too.
    """
    lines = []
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        if width != 390:
            lines += [f"{width}: {line}" for line in violations_in_every_look(page)]
        sideways = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if sideways > 0:
            lines.append(f"{width}: {sideways} pixels stand sideways")
    return lines


def found(page: Page, rules: dict[str, object]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    run = "rules => axe.run({runOnly: rules, resultTypes: ['violations']}).then(r => r.violations)"
    violated = page.evaluate(run, rules)
    return [f"{v['id']}: {[node['html'][:160] for node in v['nodes'][:3]]}" for v in violated]
