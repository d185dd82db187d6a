"""The editor in a browser: by keyboard, by mouse, by dragging; from several solutions to one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage, Pick

PUZZLE = "1 . 3\n. # .\n7 . 5"
TOO_FAR = "1 . . .\n. . . .\n. . . .\n. . . 3"


def start(page: Page) -> None:
    page.goto("/hidoku/editor")
    page.wait_for_load_state()
    expect(page.locator("#tool-givens")).to_be_checked()


def cell_at(page: Page, row: int, column: int) -> Locator:
    return page.locator(f"#entry .cell:has(input[value='{row},{column}'])")


def read(page: Page, text: str) -> None:
    page.locator("#as-text summary").click()
    page.locator("#text").fill(text)
    page.locator("#read").click()
    expect(page.locator("#entry label.cell")).to_have_count(len(text.split()))


def said(page: Page, words: str) -> None:
    expect(page.locator("#status")).to_contain_text(words)


def test_from_several_solutions_to_one_then_saved_and_played(page: Page) -> None:
    start(page)
    read(page, "1 . .\n. 5 .\n. . 9")  # the empty board before has several solutions, too
    expect(page.locator("#verdict")).to_have_text("Several solutions")
    page.locator("#view-second").click()
    expect(page.locator(".cell.placed.differs")).not_to_have_count(0)
    expect(page.locator("#view-second")).to_have_attribute("aria-current", "true")
    page.locator("#view-givens").click()
    expect(page.locator(".cell.placed")).to_have_count(0)
    assert violations(page) == []
    for _ in range(8):
        judgement = page.locator("#deciding, #verdict:text-is('Exactly one solution')")
        expect(judgement).not_to_have_count(0)
        if not page.locator("#deciding").count():
            break
        label = page.locator("#deciding button").inner_text()
        page.locator("#deciding button").click()
        said(page, f"{label.removeprefix('Add ').split()[0]} given in")
        expect(page.locator("#deciding", has_text=label)).to_have_count(0)  # it is judged anew
        expect(page.locator("#verdict")).not_to_have_text("Checking…")
    expect(page.locator("#verdict")).to_have_text("Exactly one solution")
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Exactly one solution")
    page.locator("#save").click()
    said(page, "Saved.")
    expect(page.locator("#address")).to_have_value(re.compile("/hidoku/boards/own-"))
    page.locator("#play").click()
    expect(page).to_have_url(re.compile(r"/hidoku/play/[\w-]{22}$"))


def test_a_phone_shows_beside_the_board_why_and_which_solution(
    new_page: NewPage, pick: Pick
) -> None:
    """Above the bar at the edge, without scrolling; the board is in the middle of the screen."""
    for size in pick(((390, 664), (360, 640), (320, 640))):
        page = new_page(*size)
        start(page)
        bar = page.locator(".editing .bar").bounding_box() or {"y": 0, "width": 0}
        board_box = page.locator("#entry .cells").bounding_box() or {"x": 0, "width": 0}
        assert bar["width"] == pytest.approx(size[0], abs=1)
        assert board_box["x"] + board_box["width"] / 2 == pytest.approx(size[0] / 2, abs=1)
        for text, name in (
            ("1 . .\n. 5 .\n. . 9", "#view-second"),
            (TOO_FAR, ".verdict p >> nth=0"),
        ):
            page.goto("/hidoku/editor")
            read(page, text)
            part = page.locator(name)
            expect(part).to_be_visible()
            page.evaluate("scrollTo(0, 0)")
            box = part.bounding_box() or {"y": bar["y"], "height": 0}
            assert box["y"] + box["height"] <= bar["y"]
            expect(page.locator("#entry .cells")).to_be_in_viewport(ratio=0.99)


def test_the_words_on_a_number_move_nothing_and_a_question_gives_none(new_page: NewPage) -> None:
    page = new_page(390, 664)
    start(page)
    read(page, "1 2 3\n8 9 4\n7 6 .")
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Exactly one solution")
    expect(page.locator("#status")).to_have_text("")
    cell_at(page, 2, 2).click()
    before = page.locator("#view-givens").bounding_box()
    page.locator("#number").fill("5")
    page.locator("#number").press("Enter")
    said(page, "5 given in")
    expect(page.locator("#verdict")).to_have_text("Exactly one solution")
    assert page.locator("#view-givens").bounding_box() == before
    page.goto("/hidoku/editor")
    read(page, "1 . .\n. 5 .\n. . 9")
    expect(page.locator("#verdict")).to_have_text("Several solutions")
    expect(page.locator("#hatched")).to_have_text("Hatched cells differ.")
    cell_at(page, 0, 1).click()
    page.locator("#number").fill("2")
    page.locator("#why").click()
    said(page, "2 is possible so far.")
    ground = "note => getComputedStyle(note).backgroundColor"
    cell = page.locator("#entry .tile").first.evaluate("tile => getComputedStyle(tile).fill")
    assert page.locator("#entry .chain small").first.evaluate(ground) == cell
    cell_at(page, 0, 2).click()
    expect(page.locator("#number")).to_have_value("")
    expect(page.locator("#entry .cell.given")).to_have_count(3)


def test_a_board_by_keyboard_alone(page: Page) -> None:
    start(page)
    page.locator("#number").focus()
    for number in ("1", "2", "3"):  # a number goes into its cell as one goes on
        page.keyboard.type(number)
        page.keyboard.press("ArrowRight")
    said(page, "3 given in row 1, column 3.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("h")
    said(page, "Blocked: row 2, column 4.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("l")
    said(page, "Joining from row 3, column 4")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("l")
    said(page, "Joined: row 3, column 4 and row 4, column 4.")
    expect(page.locator(".joins path")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator(".joins path")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator(".cell.blocked")).to_have_count(0)
    page.keyboard.press("Control+y")
    expect(page.locator(".cell.blocked")).to_have_count(1)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("No solution")
    expect(page.locator(".cell.conflict")).not_to_have_count(0)
    page.keyboard.press("Backspace")
    expect(page.locator(".cell.conflict")).to_have_count(0)


def test_blocked_cells_by_dragging_joined_ones_by_clicks_and_a_board_by_pasting(page: Page) -> None:
    start(page)
    page.locator("#tool-holes").check()
    cell_at(page, 1, 1).hover()
    page.mouse.down()
    for column in (2, 3):
        cell_at(page, 1, column).hover()
    page.mouse.up()
    said(page, "Blocked: 3 places.")
    expect(page.locator(".cell.blocked")).to_have_count(3)
    cell_at(page, 1, 2).click()
    said(page, "A cell again: row 2, column 3.")
    page.locator("#tool-links").check()
    cell_at(page, 4, 4).click()
    said(page, "Joining from row 5, column 5")
    cell_at(page, 5, 5).click()
    said(page, "Joined: row 5, column 5 and row 6, column 6.")
    expect(page.locator(".joins path")).to_have_count(1)
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const options = { clipboardData, bubbles: true, cancelable: true };
            document.getElementById("number").dispatchEvent(new ClipboardEvent("paste", options));
        }""",
        PUZZLE,
    )
    expect(page.locator("#entry .cell.given")).to_have_count(4)
    said(page, "Read a board of 3 × 3: empty “.”, blocked “#”, eight neighbours.")


def test_a_puzzle_is_typed_row_by_row_and_a_hint_taken(new_page: NewPage) -> None:
    page = new_page(1280, 800)
    page.goto("/hidoku/editor?tool=rows")
    expect(page.locator("#tool-rows")).to_be_checked()
    page.locator("#whole summary").click()
    for name in ("rows", "columns"):
        page.locator(f"#whole input[name={name}]").fill("3")
    page.locator("#resize").click()
    expect(page.locator("#entry .cell")).to_have_count(9)
    cell_at(page, 0, 0).click()
    page.keyboard.type("1  3  #  7  5")  # a space after each cell, empty or not
    expect(page.locator("#entry .cell.given")).to_have_count(4)
    expect(page.locator("#entry .cell.blocked")).to_have_count(1)
    expect(cell_at(page, 1, 1)).to_have_class(re.compile("blocked"))
    expect(cell_at(page, 2, 2)).to_contain_text("5")
    expect(page.locator("#verdict")).to_have_text("Exactly one solution")
    page.locator("#stuck").click()
    said(page, "Place 2 in row 1, column 2.")
    page.locator("#solve").click()
    expect(page.locator("#entry .cell.placed")).to_have_count(4)
    page.locator("#play").click()
    expect(page).to_have_url(re.compile(r"/hidoku/play/[\w-]{22}$"))


def test_a_phone_has_a_number_pad_of_its_own(new_page: NewPage, pick: Pick) -> None:
    for size in pick(((390, 664), (360, 640))):
        page = new_page(*size, has_touch=True, is_mobile=True)
        start(page)
        read(page, "1 . 3\n. . .\n7 . .")
        expect(page.locator(".pad")).to_be_hidden()
        page.locator("label:has(#tool-rows)").tap()
        cell_at(page, 1, 0).tap()
        pad = page.locator(".pad")
        for key in ("8", "Next", "4", "Delete", "6"):
            pad.get_by_role("button", name=key, exact=True).tap()
        expect(cell_at(page, 1, 0)).to_contain_text("8")
        expect(page.locator("#number")).to_have_attribute("inputmode", "none")
        expect(page.locator("#entry .cells")).to_be_in_viewport(ratio=0.99)
        for button in pad.get_by_role("button").all():
            box = button.bounding_box() or {"height": 0, "width": 0}
            assert min(box["height"], box["width"]) >= 40
        assert violations(page) == []
