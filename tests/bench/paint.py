"""How long a move on a large board takes in Chromium, from the click to the painted number."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from solver.hidoku.generate.generate import generate
from solver.hidoku.rules.json_format import format_json
from tests.bench.hidoku_rounds import LARGE
from tests.bench.measure import Figure, p95
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET

MOVES = 30
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


def paint_figures(port: int) -> Iterator[Figure]:
    """Yield what a click on a 30×30 board takes, number after number along the path."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        taken = clicks(page, f"http://127.0.0.1:{port}")
        browser.close()
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
