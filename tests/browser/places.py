"""Where parts of a page are, once what moves has come to rest."""

from playwright.sync_api import FloatRect, Locator, Page

#: Done when the letters are there and what moves has come to rest.
AT_REST = """() => Promise.all([document.fonts.ready, ...document.getAnimations()
  .filter(one => Number.isFinite(one.effect.getComputedTiming().endTime))
  .map(one => one.finished.catch(() => null))])
  .then(() => new Promise(requestAnimationFrame)).then(() => null)"""


def box(page: Page, target: str | Locator) -> FloatRect:
    """Return where a part lies, as soon as it lies still; a page without script can't say that."""
    page.evaluate(AT_REST)
    part = page.locator(target) if isinstance(target, str) else target
    rectangle = part.first.bounding_box()
    assert rectangle, target
    return rectangle
