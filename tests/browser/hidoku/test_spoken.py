"""A whole Hidoku by keyboard and by what is said alone, and what is said of hints."""

import re

from playwright.sync_api import Page, expect

from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.solve import board_of, solve
from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import go_along, use

NAME = re.compile(r"Row (\d+), column (\d+): (?:(\d+), given|empty)")
KEYS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}


def start(page: Page) -> None:
    page.goto("/hidoku/rules")
    page.wait_for_load_state()
    page.get_by_role("button", name="Play this board").press("Enter")
    page.get_by_role("textbox", name="Number for the selected cell").focus()


def grid_heard(page: Page) -> Grid:
    """Return the board as the names of its choices tell it."""
    names = re.findall(r'radio "([^"]*)"', page.get_by_role("radiogroup").aria_snapshot())
    fields = [match.groups() for name in names if (match := NAME.fullmatch(name))]
    assert len(fields) == 25
    return Grid.of(5, 5, {Cell(int(r) - 1, int(c) - 1): int(n) for r, c, n in fields if n})


def say(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=re.compile(f"^{text}$"))).to_have_count(1)


def walk(page: Page, cell: Cell, goal: Cell) -> None:
    while cell != goal:
        down = (goal.row > cell.row) - (goal.row < cell.row)
        step = (down, 0) if down else (0, 1 if goal.column > cell.column else -1)
        page.keyboard.press(KEYS[step])
        cell = Cell(cell.row + step[0], cell.column + step[1])
        say(page, rf"Row {cell.row + 1}, column {cell.column + 1}: (\d+(, given)?|empty)")


def test_a_whole_board_without_seeing_it(new_page: NewPage) -> None:
    page = new_page()
    start(page)
    grid = grid_heard(page)
    path = board_of(solve(grid).solutions[0])
    name = page.get_by_role("radio", checked=True).get_attribute("aria-label") or ""
    row, column = map(int, re.findall(r"\d+", name)[:2])
    position = Cell(row - 1, column - 1)
    missing = sorted((number, cell) for cell, number in path.items() if cell not in grid.given)
    for count, (number, cell) in zip(range(len(missing) - 1, 0, -1), missing[:-1], strict=True):
        walk(page, position, cell)
        position = cell
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        say(page, rf"{number} placed in row {cell.row + 1}, column {cell.column + 1}\.")
        say(page, rf"{count} numbers? to place\.")
    number, cell = missing[-1]
    walk(page, position, cell)
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The path is complete")).to_be_visible()
    say(page, r"Solved\.")
    expect(page.locator("#result")).to_be_focused()
    page.locator("#more summary").click()
    page.locator("#again").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text(f"{len(missing)} numbers to place.")


def test_refusals_and_hints_are_spoken(new_page: NewPage) -> None:
    page = new_page()
    start(page)
    given_cell = page.get_by_role("radio", name=re.compile(": 1, given$"))
    if not given_cell.is_checked():
        given_cell.press("Space")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    refusal = page.get_by_role("alert").filter(
        has_text=re.compile(r"Row \d, column \d holds the given 1\.")
    )
    expect(refusal).to_be_visible()
    page.get_by_role("button", name="Hint").press("Enter")
    tier = page.locator("#hint .tier")
    expect(tier).to_be_visible()
    say(page, re.escape(tier.inner_text().strip()))


def test_the_status_names_what_was_placed(new_page: NewPage) -> None:
    """The form carries the next number along, which is not the one that was placed."""
    page = new_page()
    begin_hidoku(page)
    go_along(page)
    page.locator("label.cell.empty").first.click()
    new_cell = page.locator(".cell.placed")
    expect(new_cell).to_have_count(1)
    number = new_cell.inner_text()
    say(page, rf"{number} placed in row \d+, column \d+\.")
    use(page, "check")
    expect(page.locator("#spoken")).to_have_text("")
    page.locator("#undo").click()
    expect(new_cell).to_have_count(0)
    expect(page.locator("#spoken")).to_have_text("")
