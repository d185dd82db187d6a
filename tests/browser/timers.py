"""Time that passes at once, for pages whose clock is Playwright's: `page.clock.install()`."""

from __future__ import annotations

from playwright.sync_api import Page

UNDER_WAY = 200  # milliseconds: what is sent at all is sent by then


def sent_within(page: Page, milliseconds: int) -> list[str]:
    """Let this much time pass, and return what the page asked for by itself meanwhile."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.clock.fast_forward(milliseconds)
    page.wait_for_timeout(UNDER_WAY)
    return sent
