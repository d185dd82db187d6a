"""How many words a visitor sees on each of the main screens. ``python -m tests.bench.words [URL]``.

Counted is what is drawn on a phone's page from top to bottom: nothing that is folded away, hidden,
scrolled out of its box, or written for screen readers alone, and no number without a letter.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Final

from playwright.sync_api import Page, ViewportSize, sync_playwright

from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import solve
from tests.bench.measure import Figure
from tests.bench.visitor import served
from tests.browser.chromium import find_chromium

WINDOW: Final[ViewportSize] = {"width": 390, "height": 664}
ROWS: Final = ("1122", "3344", "5566")
HEADERS: Final = {"Sec-Fetch-Site": "same-origin"}
DRAWN: Final = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  const looks = {opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true};
  const clips = (element) => getComputedStyle(element).overflowX !== "visible";
  const isIn = (box, frame) =>
    Math.min(box.right, frame.right) - Math.max(box.left, frame.left) > 1 &&
    Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top) > 1;
  for (let node; (node = walker.nextNode());) {
    if (!node.data.trim() || !node.parentElement.checkVisibility(looks)) continue;
    if (node.parentElement.closest("option, script, style, dialog:not([open])")) continue;
    const frames = [];
    for (let around = node.parentElement; around !== document.body; around = around.parentElement)
      if (clips(around)) frames.push(around.getBoundingClientRect());
    const range = document.createRange();
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some((box) => frames.every((frame) => isIn(box, frame))))
      texts.push(node.data);
  }
  return texts.join(" ");
}"""


def mastermind(page: Page, rows: tuple[str, ...] = ()) -> None:
    page.goto("/mastermind/")
    page.get_by_role("button", name="Play Classic").click()
    page.locator(".hole.chosen").wait_for()
    for number, row in enumerate(rows, 1):
        page.keyboard.type(row)
        page.keyboard.press("Enter")
        page.locator(".row.played").nth(number - 1).wait_for()
        if number < 10 and page.locator("#result").count():
            mastermind(page, rows)
            return


def hinted(page: Page) -> None:
    mastermind(page, ROWS)
    page.locator("#hint-button").click()
    page.locator("#hint-text p").first.wait_for()


def lost(page: Page) -> None:
    mastermind(page, ("1111",) * 10)
    page.locator("#result").wait_for()
    page.wait_for_timeout(3000)


def reviewed(page: Page) -> None:
    lost(page)
    page.get_by_role("link", name="Review", exact=True).click()
    page.locator("#review .sum-parts").wait_for()


def hidoku(page: Page) -> None:
    page.goto("/hidoku/boards/findling")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.locator("#number").wait_for()


def hidoku_hinted(page: Page) -> None:
    hidoku(page)
    page.locator("#hint-button").click()
    page.locator(".tier").wait_for()


def solved(page: Page) -> None:
    hidoku(page)
    grid = BOARDS["findling"].grid
    solution = solve(grid).solutions[0]
    missing = ((cell, number) for number, cell in enumerate(solution, 1) if cell not in grid.given)
    for version, (cell, number) in enumerate(missing, 1):
        place = f"{cell.row},{cell.column}"
        form: dict[str, str | float | bool] = {"version": version, "cell": place, "number": number}
        page.request.post(f"{page.url}/placements", form=form, headers=HEADERS)
    page.reload()
    page.locator("#result").wait_for()


def opened(address: str) -> Callable[[Page], None]:
    def visit(page: Page) -> None:
        page.goto(address)
        page.wait_for_timeout(500)

    return visit


def after_a_game(address: str) -> Callable[[Page], None]:
    def visit(page: Page) -> None:
        lost(page)
        page.goto(address)

    return visit


SCREENS: Final[dict[str, Callable[[Page], None]]] = {
    "Home": opened("/"),
    "Mastermind, start": opened("/mastermind/"),
    "Classic, fresh": mastermind,
    "Classic, after row 3": lambda page: mastermind(page, ROWS),
    "Classic, hint open": hinted,
    "Classic, result (lost)": lost,
    "Classic, review (lost)": reviewed,
    "Hidoku, start": opened("/hidoku/"),
    "Findling, fresh": hidoku,
    "Findling, hint open": hidoku_hinted,
    "Findling, solved": solved,
    "Watch (Findling, step 60)": opened("/hidoku/solve/findling?step=60"),
    "Daily": opened("/daily"),
    "Daily Hidoku": opened("/daily/hidoku"),
    "Learn": opened("/learn"),
    "Lesson, first step": opened("/learn/mastermind/feedback/1"),
    "Exercises": opened("/learn/exercises"),
    "Trainer": opened("/learn/trainer"),
    "Lab": opened("/lab/"),
    "About": opened("/about"),
    "Rules of Hidoku": opened("/hidoku/rules"),
    "Board page (Findling)": opened("/hidoku/boards/findling"),
    "Editor": opened("/hidoku/editor"),
    "Set a code": opened("/mastermind/setter/"),
    "How guesses are compared": opened("/mastermind/measures/"),
    "You (no games)": opened("/you"),
    "You, after a game": after_a_game("/you"),
    "Statistics, after a game": after_a_game("/you/statistics"),
    "Settings": opened("/you/settings"),
    "Data": opened("/you/data"),
    "Group challenge": opened("/group-challenge/"),
    "Group challenge, Classic": opened("/group-challenge/codes/black-white/classic"),
}


def words_seen(address: str) -> Iterator[tuple[str, int]]:
    """Yield the screens of a server, and how many words each shows."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        for name, visit in SCREENS.items():
            page = browser.new_page(base_url=address, viewport=WINDOW)
            page.set_default_timeout(90_000)
            visit(page)
            yield name, sum(bool(re.search(r"[^\W\d]", w)) for w in page.evaluate(DRAWN).split())
            page.context.close()


def screen_figures() -> Iterator[Figure]:
    """Yield how many words each of the main screens shows."""
    with served() as server:
        for name, count in words_seen(f"http://127.0.0.1:{server.port}"):
            yield Figure(f"Words on the screen: {name}", count, "")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for screen, words in words_seen(sys.argv[1]):
            print(f"{screen}\t{words}", flush=True)
    else:
        for figure in screen_figures():
            print(figure.what, figure.value, flush=True)
