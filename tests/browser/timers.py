"""Time that passes at once, or ten times as fast."""

from __future__ import annotations

from playwright.sync_api import Page

UNDER_WAY = 200  # milliseconds: what is sent at all is sent by then


HURRY = """{
  const every = window.setInterval;
  window.setInterval = (what, pause, ...rest) => every(what, pause / 10, ...rest);
}"""


def hurry(page: Page) -> Page:
    """Have what a page asks for again and again by itself asked for ten times as often."""
    page.add_init_script(HURRY)
    return page


def sent_within(page: Page, milliseconds: int) -> list[str]:
    """Let so much of a clock of Playwright's pass; return what the page asked for by itself."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.clock.fast_forward(milliseconds)
    page.wait_for_timeout(UNDER_WAY)
    return sent
