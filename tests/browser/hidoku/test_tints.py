"""Colours to think with by mouse, finger, keyboard, and without script; lines as they are told."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import cell_at, draw_along, use
from tests.browser.places import box

SEEN = "cell => getComputedStyle(cell, '::after')"
ORANGE = "rgb(248, 154, 119)"
SIZES = ((390, 664), (360, 640), (320, 640), (1280, 800))


def ground(page: Page, place: str) -> str:
    """Return the computed colour below what stands in a cell; it has a pattern too."""
    cell = cell_at(page, place)
    assert "gradient" in cell.evaluate(f"{SEEN}.backgroundImage")
    return str(cell.evaluate(f"{SEEN}.backgroundColor"))


def press_colour(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_cells_moved_over_are_coloured_together_and_cleared(page: Page) -> None:
    begin_hidoku(page)
    use(page, "mode-tint")
    expect(page.get_by_role("group", name="Colours")).to_be_visible()
    draw_along(page, "0,1", "0,2", "1,2")  # a given among them
    expect(page.locator("#spoken")).to_have_text("3 cells selected.")
    press_colour(page, "Orange")
    expect(page.locator("#status")).to_have_text("3 cells are orange.")
    expect(page.locator("#entry .cell.selected")).to_have_count(3)
    assert [ground(page, place) for place in ("0,1", "0,2", "1,2")] == [ORANGE] * 3
    fill = "cell => getComputedStyle(cell, '::before').backgroundColor"
    assert cell_at(page, "1,2").evaluate(fill) == "rgba(0, 0, 0, 0)"  # the colour is seen
    expect(page.locator("#ribbon .pencil")).to_have_count(0)
    page.reload()
    assert ground(page, "0,2") == ORANGE
    expect(cell_at(page, "0,2").locator("span")).to_have_text("93")
    press_colour(page, "Undo")
    expect(page.locator("#entry .cell[class*=tint-]")).to_have_count(0)
    tint_cells = page.locator("#entry .cell[class*=tint-]")
    for place in ("0,0", "0,1", "0,2"):
        cell_at(page, place).click()
        press_colour(page, "Blue")
        expect(cell_at(page, place)).to_contain_class("tint-1")
    press_colour(page, "Blue")
    expect(tint_cells).to_have_count(2)
    page.keyboard.press("t")  # the button that was pressed has the focus
    expect(page.locator("#number")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".tints")).to_be_visible()  # else Erase is the number's
    cell_at(page, "0,1").click()
    press_colour(page, "Erase")
    expect(tint_cells).to_have_count(1)
    use(page, "all-off")
    expect(tint_cells).to_have_count(0)


def test_by_keyboard_and_as_it_is_heard(page: Page) -> None:
    begin_hidoku(page)
    cell_at(page, "0,0").click()
    page.keyboard.press("t")
    expect(page.locator(".tints")).to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#spoken")).to_have_text("2 cells selected.")
    page.keyboard.press("1")
    expect(page.get_by_role("status").filter(has_text="2 cells are blue.")).to_have_count(1)
    heard = page.get_by_role("radiogroup").aria_snapshot()
    assert 'radio "Row 1, column 1: empty, blue"' in heard
    assert 'radio "Row 1, column 2: empty, blue"' in heard
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#spoken")).to_have_text("Row 1, column 2: empty, blue")
    page.keyboard.press("Backspace")
    expect(page.locator("#status")).to_have_text("Row 1, column 2 has no colour now.")
    page.keyboard.press("8")  # no such colour: neither that nor a number
    page.keyboard.press("Enter")
    page.keyboard.press("t")
    expect(page.locator("#number")).to_be_visible()
    expect(page.locator("#number")).to_have_value("")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(cell_at(page, "0,1").locator("span")).to_have_text("5")


def test_the_colours_take_the_place_of_the_strip(new_page: NewPage, pick: Pick) -> None:
    for size in pick(SIZES):
        is_phone = size[0] < 800
        agent = {"user_agent": "Mobi"} if is_phone else {}
        page = new_page(*size, has_touch=is_phone, is_mobile=is_phone, **agent)
        begin_hidoku(page)
        board, bar = box(page, ".board"), box(page, ".bar")
        use(page, "mode-tint")
        expect(page.locator(".tints")).to_be_visible()
        assert box(page, ".board") == board
        if is_phone:
            assert abs(box(page, ".bar")["y"] - bar["y"]) < 1
        cell_at(page, "0,0").click()
        press_colour(page, "Blue")
        expect(cell_at(page, "0,0")).to_contain_class("tint-1")
        press_colour(page, "Erase")  # one tap, nothing is opened first
        expect(cell_at(page, "0,0")).not_to_contain_class("tint-1")
        for tool in page.locator(".tints .tool:visible, .keys .tool:visible").all():
            place = box(page, tool)
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= size[0]
            assert place["y"] + place["height"] <= size[1]
            assert place["height"] >= 44
            assert place["width"] >= (44 if size[0] >= 360 else 36)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
