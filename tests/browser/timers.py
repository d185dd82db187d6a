"""Time that passes at once; and what a page asks for again and again, up to ten times as often."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

UNDER_WAY = 200  # milliseconds: what is sent at all is sent by then
#: Nobody waits for the seconds in which a page asks again; but pages that all asked ten times a
#: second took most of the processors' time. What moves ten times a second stays so.
HURRY = """{
  const every = window.setInterval;
  const hurried = (pause) => (pause < 500 ? pause : Math.max(250, pause / 10));
  window.setInterval = (what, pause, ...rest) => every(what, hurried(pause), ...rest);
}"""


def sent_within(page: Page, milliseconds: int) -> list[str]:
    """Let so much of a clock of Playwright's pass; return what the page asked for by itself."""
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.clock.fast_forward(milliseconds)
    page.wait_for_timeout(UNDER_WAY)
    return urls


@contextmanager
def until_held(page: Page) -> Iterator[None]:
    """Press, and go on when the page has taken it for a long press."""
    page.evaluate("held = new Promise(so => addEventListener('held', so, {once: true})), 0")
    yield
    page.evaluate("held.then(() => 0)")
