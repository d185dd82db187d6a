"""The running server's figures: games over HTTP, and what Chromium transfers."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from tests.bench.hidoku_rounds import hidoku_round_figures
from tests.bench.measure import Figure
from tests.bench.rounds import round_figures
from tests.bench.visitor import served
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET

WEIGHT = 65  # kilobytes, the face of the headings included
#: How the first page's row is filled and guessed: its colours, how many, and the button's name.
COLOURS, ROW, GUESS = "#palette [data-symbol]", 4, "Guess"


def server_figures() -> Iterator[Figure]:
    with served() as server:
        yield from round_figures(server.port)
        yield from hidoku_round_figures(server.port)
        yield from first_visit(server.port)


@contextmanager
def chromium() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        yield browser.new_page(viewport={"width": 1280, "height": 1000})
        browser.close()


def first_visit(port: int) -> Iterator[Figure]:
    """Yield what Chromium transfers for the first page and for the game begun by its first row."""
    with chromium() as page:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        sizes: list[float] = []
        event_name = "Network.loadingFinished"
        session.on(event_name, lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(f"http://127.0.0.1:{port}/", wait_until="networkidle")
        yield Figure("First visit, transferred", sum(sizes) / 1000, "kB", WEIGHT)
        yield Figure("First visit, requests", len(sizes), "", 8)
        for colour in page.locator(COLOURS).all()[:ROW]:
            colour.click()
        page.get_by_role("button", name=GUESS, exact=True).click()
        page.wait_for_url("**/mastermind/breaker/*")
        page.wait_for_load_state("networkidle")
        yield Figure("First page and a game, transferred", sum(sizes) / 1000, "kB", WEIGHT)
