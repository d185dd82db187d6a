"""The running server's figures: games, lessons and cards over HTTP, what Chromium makes of it."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from solver.hidoku.generate.generate import generate
from solver.hidoku.rules.json_format import format_json
from tests.bench.hidoku_rounds import LARGE, hidoku_round_figures
from tests.bench.measure import Figure, p95
from tests.bench.rounds import round_figures
from tests.bench.visitor import Visitor, served
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET

WEIGHT = 65  # kilobytes, the face of the headings included
#: How the first page's row is filled and guessed: its colours, how many, and the button's name.
COLOURS, ROW, GUESS = "#palette [data-symbol]", 4, "Guess"
#: A step of each course, those first that take the most to work out.
STEPS = ("hidoku/contradiction/2", "search/depth-first/4", "mastermind/information/4")
MOST_FIRST, MOST_SECOND = 250, 50  # milliseconds
CARD_MS, CARD_KB = 150, 300  # what is promised, and what large messengers take for sure
ROWS = [f"{first}{second}{third}1:1,0" for first in "123" for second in "234" for third in "345"]
CARDS = (
    *(f"/cards/position/classic/{row}.png" for row in ROWS),
    *(f"/cards/step/findling.png?step={step}" for step in range(20, 40)),
)
MOVES = 30  # of which it is told how long they take in Chromium
PAINTED = 60  # milliseconds
ONE_BY_ONE = "mode-next"  # the button that has one number after the other placed

#: Notes for each click how long it took until its cell, with the server's number, was painted.
WATCH = """() => {
  window.taken = [];
  document.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell || !event.isTrusted) return;
    const value = cell.querySelector("input").value;
    const observer = new MutationObserver(() => {
      const now = document.querySelector(`#entry input[value="${value}"]`);
      if (!now?.closest(".placed")) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          taken.push(performance.now() - event.timeStamp);
          document.documentElement.dataset.taken = taken.length;
        };
        channel.port2.postMessage(0);
      });
    });
    observer.observe(document, {subtree: true, childList: true, attributes: true});
  }, true);
}"""


def server_figures() -> Iterator[Figure]:
    with served() as server:
        yield from round_figures(server.port)
        yield from hidoku_round_figures(server.port)
        yield from first_visit(server.port)
        yield from lesson_figures(server.port)
        yield from card_figures(server.port)
        yield from paint_figures(server.port)


@contextmanager
def chromium() -> Iterator[Page]:
    """Give a page of a new browser."""
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
        done = "Network.loadingFinished"
        session.on(done, lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(f"http://127.0.0.1:{port}/", wait_until="networkidle")
        yield Figure("First visit, transferred", sum(sizes) / 1000, "kB", WEIGHT)
        yield Figure("First visit, requests", len(sizes), "", 8)
        for colour in page.locator(COLOURS).all()[:ROW]:
            colour.click()
        page.get_by_role("button", name=GUESS, exact=True).click()
        page.wait_for_url("**/mastermind/breaker/*")
        page.wait_for_load_state("networkidle")
        yield Figure("First page and a game, transferred", sum(sizes) / 1000, "kB", WEIGHT)


def lesson_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of a server that has not shown a lesson: it gets ready at the first."""
    taken = [[_asked(port, f"/learn/{step}")[0] for _ in range(2)] for step in STEPS]
    first, second = zip(*taken, strict=True)
    yield Figure("The first lesson's page that a server shows", first[0], "ms", MOST_FIRST)
    what = "A lesson's page, first visit, the slowest of two"
    yield Figure(what, max(first[1:]), "ms", MOST_FIRST)
    what = "A lesson's page, second visit, the slowest of three"
    yield Figure(what, max(second), "ms", MOST_SECOND)


def card_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of cards that were never painted before, one after the other."""
    _asked(port, "/hidoku/solve/findling")  # it is solved
    taken, sizes = zip(*(_asked(port, card) for card in CARDS), strict=True)
    yield Figure("A preview card, painted and sent, p95", p95(taken), "ms", CARD_MS)
    yield Figure("The largest preview card", max(sizes) / 1000, "kB", CARD_KB)


def _asked(port: int, path: str) -> tuple[float, int]:
    """Return how long a page takes somebody who comes by its link, and what it weighs."""
    visitor = Visitor(port, headers={})
    assert visitor.request("GET", path) == 200
    return visitor.milliseconds, visitor.size


def paint_figures(port: int) -> Iterator[Figure]:
    """Yield what a click on a 30×30 board takes, number after number along the path."""
    with chromium() as page:
        taken = clicks(page, f"http://127.0.0.1:{port}")
    yield Figure("30×30, click to painted board, median", statistics.median(taken), "ms")
    yield Figure("30×30, click to painted board, p95", p95(taken), "ms", PAINTED)


def clicks(page: Page, server: str) -> list[float]:
    """Return the milliseconds of some moves, the first of which do not count."""
    made = generate(LARGE, 1)
    form: dict[str, str | float | bool] = {"text": format_json(made.grid), "then": "play"}
    game = page.request.post(
        f"{server}/hidoku/exchange/import", form=form, headers={"Origin": server}
    )
    page.goto(game.url)
    page.locator(f"#{ONE_BY_ONE}").click()
    page.locator("#controls[data-mode=next]").wait_for()
    page.evaluate(WATCH)
    givens = set(made.grid.given.values())
    for count, number in enumerate([n for n in range(1, 900) if n not in givens][: MOVES + 3], 1):
        cell = made.path[number - 1]
        page.locator(f".cell:has([value='{cell.row},{cell.column}'])").click()
        page.locator(f"html[data-taken='{count}']").wait_for()
    taken: list[float] = page.evaluate("taken")
    return taken[3:]
