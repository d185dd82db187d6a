"""Notes by hand: several cells, several numbers, what fits, where a number can go."""

from playwright.sync_api import Page, expect

from solver.hidoku.rules.grid import Cell, Grid
from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import bring, cell_at, draw_along, go_along, use

FILL = "cell => getComputedStyle(cell, '::before').backgroundColor"


def take_notes(page: Page) -> None:
    begin_hidoku(page)
    use(page, "mode-note")
    expect(page.locator("#controls")).to_have_attribute("data-mode", "note")


def test_cells_moved_over_or_shifted_to_are_noted_and_rubbed_out_together(page: Page) -> None:
    take_notes(page)
    draw_along(page, "0,0", "0,1", "1,1")
    expect(page.locator("#spoken")).to_have_text("3 cells selected.")
    fills = page.locator("#entry .cell.selected").evaluate_all(f"cells => cells.map({FILL})")
    assert fills == ["rgb(220, 235, 228)"] * 3
    page.locator("#number").fill("3 12")
    page.keyboard.press("Enter")
    for place in ("0,0", "0,1", "1,1"):
        expect(cell_at(page, place).locator("small")).to_have_text("3 12")
    expect(page.locator("#entry .cell.selected")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#entry .cell small")).to_have_count(0)
    cell_at(page, "0,0").click()
    cell_at(page, "1,2").click(modifiers=["Shift"])
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#entry .cell small")).to_have_text(["5", "5"])
    page.get_by_role("button", name="Erase").click()
    expect(page.locator("#entry .cell small")).to_have_count(0)
    cell_at(page, "0,0").click()
    expect(page.locator("#entry .cell.selected")).to_have_count(0)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#spoken")).to_have_text("2 cells selected.")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator("#entry .cell small")).to_have_text(["6", "6"])
    page.keyboard.press("ArrowDown")
    expect(page.locator("#entry .cell.selected")).to_have_count(0)


def test_a_finger_selects_cells_where_the_board_stays(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True)
    take_notes(page)
    touch = "cell => [cell, cell.closest('.board')].map(each => getComputedStyle(each).touchAction)"
    assert cell_at(page, "0,0").evaluate(touch) == ["manipulation", "pinch-zoom"]
    use(page, "mode-tint")
    expect(page.get_by_role("group", name="Colours")).to_be_visible()
    assert cell_at(page, "0,2").evaluate(touch)[1] == "pinch-zoom"
    for mode in ("mode-note", "mode-tint"):
        use(page, mode)
        if (
            mode == "mode-note"
        ):  # digits have keys of their own, and the system's keyboard stays away
            for key in ("1", "4", "Delete the last digit", "2"):
                page.locator("#pad").get_by_role("button", name=key, exact=True).tap()
            expect(page.locator("#number")).to_have_value("12")
            expect(page.locator("#number")).to_have_attribute("inputmode", "none")
        way_out = page.get_by_role("button", name="Back to numbers")  # without More
        expect(way_out).to_be_in_viewport(ratio=1)
        way_out.click()
        expect(page.locator("#controls")).to_have_attribute("data-mode", "next")


def test_what_fits_is_noted_by_button_and_key_and_shown(new_page: NewPage) -> None:
    page = new_page()
    take_notes(page)
    cell_at(page, "1,9").click()
    page.get_by_role("button", name="Fill in notes").click()
    expect(cell_at(page, "1,9").locator("small")).to_have_text("36 37 38 58 59")
    expect(page.locator("#spoken")).to_have_text("Row 2, column 10: empty, 36 37 38 58 59")
    cell_at(page, "0,8").click()
    page.keyboard.press("f")
    expect(cell_at(page, "0,8").locator("small")).to_have_text("36 37 38 39 56 58")
    go_along(page)
    expect(page.locator("#number")).to_have_value("2")
    page.locator("#number").press("r")
    expect(page.locator("#status")).to_contain_text("2 can go to ")
    expect(page.locator("#number")).to_have_value("2")
    cell_at(page, "9,1").click()  # a move takes the marks off
    expect(page.locator("#entry .cell.reachable")).to_have_count(0)
    bring(page, Grid.of(3, 4, {Cell(0, 0): 1, Cell(2, 3): 12}))
    use(page, "mode-note")
    cell_at(page, "0,1").click()
    for number in ("2", "4", "6"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    expect(cell_at(page, "0,1").locator("small")).to_have_text("2 4 6")
    expect(page.locator("#number")).to_have_value("")
