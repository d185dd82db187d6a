"""The running server's figures: its second start, games over HTTP, what Chromium makes of it."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import sync_playwright

from tests.bench.cards import card_figures
from tests.bench.hidoku_rounds import hidoku_round_figures
from tests.bench.measure import Figure
from tests.bench.paint import paint_figures
from tests.bench.rounds import round_figures
from tests.bench.visitor import served
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET


def server_figures() -> Iterator[Figure]:
    """Yield the figures of a server that starts for the second time."""
    with served():
        pass
    with served() as (port, _, seconds):
        yield Figure("Second start until the first answer", 1000 * seconds, "ms", 3000)
        yield from round_figures(port)
        yield from hidoku_round_figures(port)
        yield from first_visit(port)
        yield from card_figures(port)
        yield from paint_figures(port)


def first_visit(port: int) -> Iterator[Figure]:
    """Yield what Chromium transfers for the first page and for a started game."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        page = browser.new_context().new_page()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        sizes: list[float] = []
        done = "Network.loadingFinished"
        session.on(done, lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(f"http://127.0.0.1:{port}/", wait_until="networkidle")
        yield Figure("First visit, transferred", sum(sizes) / 1000, "kB", 45)
        yield Figure("First visit, requests", len(sizes), "", 8)
        page.get_by_role("button", name="Play Mastermind").click()
        page.wait_for_load_state("networkidle")
        yield Figure("First page and a game, transferred", sum(sizes) / 1000, "kB", 45)
        browser.close()
