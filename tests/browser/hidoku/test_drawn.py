"""A whole Hidoku by clicks on the next number, by drawing, and by keys on a hexagonal board."""

import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import bring_with_left, draw_along, go_along, press_along, use
from tests.known_board import GRID, OPEN, PATH, at

STROKES = """paths => paths.map(path => {
    const look = getComputedStyle(path);
    return [look.stroke, parseFloat(look.strokeWidth)];
})"""
FAR = next(number for number in OPEN if number + 1 not in OPEN and PATH[number + 1].row < 5)


def cell(page: Page, number: int) -> Locator:
    return page.locator(f"#entry input[name=cell][value='{at(number)}']")


def draw(page: Page, *numbers: int) -> None:
    cell(page, numbers[0]).scroll_into_view_if_needed()
    draw_along(page, *map(at, numbers))


def test_a_whole_board_by_clicks(new_page: NewPage) -> None:
    page = new_page(390, 844)
    numbers = OPEN[-12:]
    bring_with_left(page, GRID, PATH, numbers)
    go_along(page)
    expect(page.locator("#number")).to_have_value(str(numbers[0]))
    for number, following in zip(numbers, [*numbers[1:], None], strict=True):
        cell(page, number).click()
        if following:
            expect(page.locator("#number")).to_have_value(str(following))
    expect(page.locator("#result")).to_contain_text("The path is complete")
    expect(page.locator("#result")).to_contain_text("Difficulty: beginner. The")
    assert page.evaluate("document.activeElement.id") == "result"


def test_a_stroke_grows_while_it_is_drawn_and_is_one_undo(page: Page) -> None:
    begin_hidoku(page)
    press_along(page, *map(at, (1, 2, 3, 4)))
    expect(page.locator(".cell.drawn")).to_have_count(3)
    pending = page.locator("#ribbon .unconfirmed")
    expect(pending).to_have_count(6)  # three steps and three knots
    while_drawn = pending.evaluate_all(STROKES)
    assert all(colour.startswith("oklch(") and width > 0 for colour, width in while_drawn)
    page.mouse.up()
    expect(page.locator("#status")).to_have_text("70 numbers to place.")
    expect(page.locator(".drawn, .sent, .unconfirmed")).to_have_count(0)
    strokes = page.locator("#ribbon path").evaluate_all(STROKES)
    assert {tuple(stroke) for stroke in while_drawn} <= {tuple(stroke) for stroke in strokes}
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status")).to_have_text("73 numbers to place.")
    use(page, "redo")
    expect(page.locator("#status")).to_have_text("70 numbers to place.")
    cell(page, 4).click()
    page.keyboard.type(str(FAR))
    label = cell(page, 4).locator("xpath=../span")
    expect(label).to_have_text(str(FAR))
    page.keyboard.press("Enter")
    expect(cell(page, 4)).to_have_accessible_name(re.compile(rf": {FAR}, in conflict$"))
    expect(page.locator("#status")).to_contain_text("70 numbers to place.")
    page.keyboard.press("Control+z")
    expect(cell(page, 4)).to_have_accessible_name(re.compile(": 4$"))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status")).to_have_text("73 numbers to place.")
    draw(page, 1, 2, 3, 4, 3, 2)
    expect(page.locator("#status")).to_have_text("72 numbers to place.")
    expect(page.locator(".cell.placed")).to_have_count(1)
    draw(page, 2, 1)
    expect(page.locator(".cell.placed")).to_have_count(1)


def test_a_whole_board_by_drawing(new_page: NewPage) -> None:
    page = new_page()
    numbers = OPEN[-20:]
    bring_with_left(page, GRID, PATH, numbers)
    draw(page, *range(numbers[0] - 1, numbers[10]))
    expect(page.locator("#status")).to_have_text("10 numbers to place.")
    draw(page, *range(100, numbers[10] - 2, -1))
    expect(page.locator("#result")).to_contain_text("The path is complete")


def test_notes_by_keys(page: Page) -> None:
    begin_hidoku(page)
    cell(page, 2).click()
    page.keyboard.press("p")
    expect(page.locator("#mode-note")).to_have_attribute("aria-pressed", "true")
    for number in (2, 3):
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    expect(page.locator(".cell small")).to_have_text("2 3")
    page.reload()
    expect(page.locator(".cell small")).to_have_text("2 3")
    page.locator("#number").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".cell small")).to_have_text("2")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    use(page, "mode-note")
    expect(page.locator("#controls")).to_have_attribute("data-mode", "type")
    cell(page, 2).click()
    page.keyboard.type(str(FAR))
    page.keyboard.press("Enter")
    doubtful = page.locator(".cell.doubtful")
    expect(doubtful).to_have_text([str(FAR)])  # the player's number, and no given
    looks = "cell => { const s = getComputedStyle(cell, '::before');"
    looks += " return [s.borderTopStyle, s.borderTopColor]; }"
    assert doubtful.evaluate(looks) == ["dashed", "rgb(162, 50, 31)"]
    picture = Image.open(BytesIO(doubtful.screenshot())).convert("RGB")
    pixels = [colour for colour in picture.get_flattened_data() if colour == (162, 50, 31)]
    assert len(pixels) > 30  # though the cell is the chosen one, which has a frame of its own
    use(page, "check")
    expect(page.locator(".cell.conflict")).to_have_text([str(FAR)])
    page.keyboard.press("Control+z")
    expect(page.locator(".cell:is(.conflict, .doubtful)")).to_have_count(0)
    expect(page.locator("#keys")).to_have_attribute("open", "")
