"""Lines that begin in an empty cell, and the light along a finished path."""

from itertools import pairwise

from playwright.sync_api import Page, expect

from solver.hidoku.rules.grid import Cell, Grid
from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import bring, cell_at, draw_along, middle_of, press_along
from tests.known_board import PATH, at

SNAKE = [Cell(row, n if row % 2 == 0 else 4 - n) for row in range(5) for n in range(5)]
PENCIL = "path => [getComputedStyle(path).stroke, path.getTotalLength() >= 1]"

#: Notes each light that runs, how long, and over how many cells.
WATCH = """() => {
  window.lights = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      if (!node.classList?.contains("light")) continue;
      const [run] = node.getAnimations();
      lights.push([run?.effect.getTiming().duration, Math.round(node.getTotalLength())]);
    }
  }).observe(document, { subtree: true, childList: true });
}"""


def pairs(*numbers: int) -> str:
    """Return the pairs of cells of a line along the path, as the page tells them."""
    steps = sorted(tuple(sorted(step)) for step in pairwise(PATH[number] for number in numbers))
    return " ".join("-".join(f"{row},{column}" for row, column in step) for step in steps)


def has_line(page: Page, *numbers: int) -> None:
    expect(page.locator("#ribbon .pencil[data-pairs]")).to_have_attribute(
        "data-pairs", pairs(*numbers)
    )


def test_a_line_stays_is_taken_up_again_and_gets_numbers_when_it_meets_one(page: Page) -> None:
    begin_hidoku(page)
    press_along(page, at(4), at(3))
    expect(page.locator("#ribbon .pencil")).to_have_count(1)  # while it is drawn
    page.mouse.up()
    has_line(page, 3, 4)
    page.reload()
    line = page.locator("#ribbon .pencil")
    assert line.evaluate(PENCIL) == ["rgb(42, 28, 14)", True]
    draw_along(page, at(3), at(2))
    has_line(page, 2, 3, 4)
    draw_along(page, at(2), at(3))  # and taken back where it ends
    has_line(page, 3, 4)
    page.get_by_role("button", name="Undo").click()
    has_line(page, 2, 3, 4)
    expect(page.locator("#status")).to_have_text("73 numbers to place.")
    page.get_by_role("button", name="Undo").click()
    has_line(page, 3, 4)
    press_along(page, at(3), at(2))
    expect(page.locator("#entry .cell.drawn")).to_have_count(0)
    page.mouse.move(*middle_of(page, at(1)), steps=4)
    expect(page.locator("#entry .cell.drawn")).to_have_count(3)
    page.mouse.up()
    expect(page.locator("#status")).to_have_text("70 numbers to place.")
    for number in (2, 3, 4):
        expect(cell_at(page, at(number)).locator("span")).to_have_text(str(number))
    expect(page.locator("#ribbon .pencil")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    has_line(page, 3, 4)
    expect(page.locator("#entry .cell.placed")).to_have_count(0)


def test_a_light_runs_once_along_the_finished_path(new_page: NewPage) -> None:
    for motion, lights in [("no-preference", [[200, 24]]), ("reduce", [])]:
        page = new_page(reduced_motion=motion)
        bring(page, Grid.of(5, 5, {cell: n for n, cell in enumerate(SNAKE, 1) if n != 13}))
        page.evaluate(WATCH)
        cell_at(page, "2,2").click()
        page.keyboard.type("13")
        page.keyboard.press("Enter")
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("#ribbon .light")).to_have_count(0)
        page.wait_for_timeout(400)
        assert page.evaluate("lights") == lights
        page.reload()
        assert page.locator("#ribbon .light").count() == 0
