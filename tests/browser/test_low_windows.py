"""Windows of 320 × 256, as a screen of 1280 × 1024 is at 400 %: one move of each game."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku, begin_mastermind
from tests.known_board import GRID, PATH

SMALL = (320, 256)
#: What stays at an edge of the window, whatever is scrolled to.
STUCK = """() => [...document.querySelectorAll('main *')].filter(element =>
  ['fixed', 'sticky'].includes(getComputedStyle(element).position) && element.offsetHeight)
  .filter(element => !element.matches('#notice, .rulers *, th'))
  .map(element => element.className)"""
#: Whether the middle of a part can be seen, not covered by another.
IS_SEEN = """part => {
  part.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = part.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return top >= 0 && top + height <= innerHeight && (part.contains(there) || there.contains(part));
}"""


def check_seen(page: Page, selector: str) -> None:
    assert page.locator(selector).first.evaluate(IS_SEEN), selector


@pytest.mark.parametrize(("board", "row"), [("words2", "CRANE"), ("classic", "RRGB")])
def test_a_guess(new_page: NewPage, board: str, row: str) -> None:
    page = new_page(*SMALL)
    begin_mastermind(page, board)
    assert page.evaluate(STUCK) == []
    check_seen(page, ".row.current")
    for letter in row:
        swatch = page.locator(f".swatch[data-letter='{letter}']")
        check_seen(page, f".swatch[data-letter='{letter}']")
        swatch.click()
    page.locator("#submit").click()
    expect(page.locator(".row.played")).to_have_count(1)
    check_seen(page, ".row.played")
    check_seen(page, ".row.current")


def test_the_keys_of_words_say_what_is_known(new_page: NewPage) -> None:
    """As their colours do, by the feedback of the row; on the page as it is loaded again, too."""
    page = new_page()
    begin_mastermind(page, "words2", "CRANE")
    says = {
        "peg-absent": "not in the word",
        "peg-present": "elsewhere in the word",
        "peg-placed": "right place",
    }
    for _ in range(2):
        for place, letter in enumerate("CRANE"):
            classes = page.locator(".row.played .peg").nth(place).get_attribute("class") or ""
            words = next(words for look, words in says.items() if look in classes)
            key = page.locator(f".swatch[data-letter='{letter}']")
            expect(key).to_have_attribute("aria-label", f"{letter}, key {letter}, {words}")
        expect(page.locator(".swatch[data-letter='Q']")).to_have_attribute("aria-label", "Q, key Q")
        page.reload()


def test_a_number(new_page: NewPage) -> None:
    page = new_page(*SMALL)
    begin_hidoku(page)
    assert page.evaluate(STUCK) == []
    cell = page.locator("label.cell").nth(PATH[2].row * GRID.columns + PATH[2].column)
    assert cell.evaluate(IS_SEEN)
    cell.click()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(cell).to_have_class(re.compile("placed"))
    assert cell.evaluate(IS_SEEN)


@pytest.mark.parametrize(
    "address", ["/learn/mastermind/information", "/learn/hidoku/cuts", "/hidoku/watch/findling"]
)
def test_nothing_stays_at_an_edge(new_page: NewPage, address: str) -> None:
    page = new_page(*SMALL)
    answer = page.goto(address)
    assert answer
    assert answer.ok
    assert page.evaluate(STUCK) == []
