"""Hidoku in a browser: moves by mouse and keys, and the focus through them."""

import re

from playwright.sync_api import Page, expect

from solver.hidoku.rules.grid import Cell
from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import go_along, use
from tests.known_board import GRID, OPEN, PATH


def cell_at(page: Page, cell: Cell):
    return page.locator("label.cell").nth(cell.row * GRID.columns + cell.column)


def place(page: Page, number: int) -> None:
    cell_at(page, PATH[number]).click()
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")
    expect(cell_at(page, PATH[number])).to_have_class(re.compile("placed"))


def test_moves_by_mouse_and_keys(page: Page) -> None:
    begin_hidoku(page)
    for focus in ("#number", "#undo", "body"):  # letters are keys wherever the focus is
        page.locator(focus).focus()
        page.keyboard.press("c")
        expect(page.locator("#status")).to_have_text("You haven’t placed anything yet.")
        page.keyboard.press("w")
        expect(page.locator("#ask")).to_be_visible()
        page.keyboard.press("h")
        expect(page.locator("#ask")).to_have_count(0)
    cell_at(page, Cell(0, 0)).click()
    page.keyboard.type("4xq2")
    expect(page.locator("#number")).to_have_value("42")
    page.locator("#number").fill("")
    place(page, 2)
    for key, count in (("Backspace", 73), ("Control+z", 72), ("Control+z", 73), ("Control+y", 72)):
        page.keyboard.press(key)
        expect(page.locator("#status")).to_have_text(f"{count} numbers to place.")
    page.keyboard.type("3")
    page.keyboard.press("Control+z")  # takes back what is half typed, and no move
    expect(page.locator("#number")).to_have_value("")
    expect(page.locator("#status")).to_have_text("72 numbers to place.")
    for number in (3, 4):
        place(page, number)
    expect(page.locator("#status")).to_have_text("70 numbers to place.")
    expect(page.locator(".cell.sent, .unconfirmed")).to_have_count(0)
    strands = page.locator("#ribbon > path").all()
    strokes = "".join(path.get_attribute("d") or "" for path in strands)
    assert len(re.findall(r"[hlv]", strokes)) == 8  # 4 between givens, 1 to 5 and 6 not yet
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status")).to_have_text("71 numbers to place.")
    use(page, "redo")
    expect(page.locator("#status")).to_have_text("70 numbers to place.")
    use(page, "erase")
    expect(page.locator("#status")).to_have_text("71 numbers to place.")
    use(page, "check")
    expect(page.locator("#status")).to_contain_text("no mistake")
    cell_at(page, Cell(0, 2)).click()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_have_text("Row 1, column 3 holds the given 93.")
    expect(page.locator("#number")).to_have_value("5")
    page.keyboard.press("h")
    expect(page.locator("#close-hint")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#close-hint")).to_have_count(0)


def test_the_clock_of_the_page_goes_on_and_stops_at_a_long_pause(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    begin_hidoku(page)
    clock = page.locator("#clock")
    expect(clock).to_have_text(re.compile(r"0:0\d"))
    page.clock.run_for(61_000)
    expect(clock).to_have_text(re.compile(r"1:0\d"))
    page.clock.fast_forward("10:00")  # a game laid aside: five minutes of it count
    expect(clock).to_have_text(re.compile(r"5:0\d"))
    place(page, OPEN[0])  # the answer says what was played, and the clock goes on from there
    expect(clock).to_have_text(re.compile(r"0:\d\d"))
    page.clock.run_for(120_000)
    expect(clock).to_have_text(re.compile(r"2:\d\d"))


def go_to(page: Page, goal: Cell) -> None:
    chosen = page.locator("#entry input[type=radio]:checked").get_attribute("value") or ""
    row, column = map(int, chosen.split(","))
    for key, steps in (("Down", goal.row - row), ("Right", goal.column - column)):
        opposite = {"Down": "Up", "Right": "Left"}[key]
        for _ in range(abs(steps)):
            page.keyboard.press(f"Arrow{key if steps > 0 else opposite}")


def test_the_selected_number_is_not_written_over_the_one_just_placed(page: Page) -> None:
    begin_hidoku(page)
    go_along(page)
    expect(page.locator("#number")).to_have_value(str(OPEN[0]))
    cell = cell_at(page, PATH[OPEN[0]])
    cell.click()
    expect(cell).to_have_class("cell placed")
    expect(page.locator("#number")).to_have_value(str(OPEN[1]))
    expect(cell).to_have_text(str(OPEN[0]))
    page.keyboard.type("77")  # what is typed is shown there: Enter would write it over the other
    expect(cell).to_have_text("77")


def test_going_on_to_another_cell_places_what_was_typed_and_a_hint_leaves_it(page: Page) -> None:
    begin_hidoku(page)
    cell_at(page, PATH[2]).click()
    page.keyboard.type("2")
    cell_at(page, PATH[3]).click()
    expect(cell_at(page, PATH[2])).to_have_class(re.compile("placed"))
    expect(
        page.locator(f"input[name=cell][value='{PATH[3].row},{PATH[3].column}']")
    ).to_be_checked()
    page.keyboard.type("3")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#status")).to_have_text("71 numbers to place.")
    chosen = page.locator(f"input[name=cell][value='{PATH[4].row},{PATH[4].column}']")
    cell_at(page, PATH[4]).click()
    page.keyboard.type("5")  # a hint leaves it there, and the choice
    page.locator("#hint-button").click()
    expect(page.locator(".tier")).to_have_count(1)
    expect(page.locator("#number")).to_have_value("5")
    expect(chosen).to_be_checked()


def test_the_focus_is_kept_through_a_hint(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True, is_mobile=True)
    begin_hidoku(page)
    tap(page, "#hint-button")
    for tier in (1, 2, 3):
        if tier > 1:
            tap(page, f"#tab-{tier}")
        expect(page.locator(f"#tab-{tier}")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f"#tab-{tier}")).to_be_focused()
    tap(page, "#use-hint")
    expect(page.locator(".tier")).to_have_count(0)
    expect(page.locator("#hint-button")).to_be_focused()
    tap(page, "#hint-button")
    expect(page.locator("#tab-1")).to_be_visible()
    tap(page, "#close-hint")
    expect(page.locator("#hint-button")).to_be_focused()


def tap(page: Page, selector: str) -> None:
    """Touch an element where it is: Playwright's own tap may move the page before."""
    box = page.locator(selector).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
