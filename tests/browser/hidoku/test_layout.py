"""What is seen of a Hidoku at each size: board, way to move and hint, all in the window."""

import re

import pytest
from playwright.sync_api import Page, expect

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.search.solve import solve
from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import bring_with_left, cell_at, go_along
from tests.browser.places import box
from tests.colour_vision import contrast, luminance

BOARDS = ("v7-6x6-easy-1", "v7-9x9-medium-point-3", "v7-10x10-hex-easy-2")
PHONES = ((390, 664), (375, 667), (360, 640), (320, 640), (768, 1024))
DESKTOPS = ((1280, 800), (1920, 1080))
PARTS = (".board", "#number", "#undo", ".keys")


def start(new_page: NewPage, board: str, width: int, height: int) -> Page:
    is_phone = width < 800
    agent = {"user_agent": "Mobi"} if is_phone else {}
    page = new_page(width, height, has_touch=is_phone, is_mobile=is_phone, **agent)
    begin_hidoku(page, board)
    return page


def press(page: Page, selector: str) -> None:
    """Press an element where it is: Playwright's own click may move the page before."""
    place = box(page, selector)
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def tap(page: Page, selector: str) -> None:
    place = box(page, selector)
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def assert_in_window(page: Page, *selectors: str) -> None:
    size = page.viewport_size
    assert size
    for selector in selectors:
        place = box(page, selector)
        assert place["x"] >= 0, selector
        assert place["y"] >= 0, selector
        assert place["x"] + place["width"] <= size["width"] + 0.5, selector
        assert place["y"] + place["height"] <= size["height"] + 0.5, selector


@pytest.mark.parametrize("board", BOARDS)
def test_board_hand_and_hint_are_on_the_screen_together(
    new_page: NewPage, board: str, pick: Pick
) -> None:
    for size in pick((*PHONES, *DESKTOPS)):
        page = start(new_page, board, *size)
        assert_in_window(page, *PARTS, "#hint-button", "#status")
        before = box(page, ".board")
        press(page, "#hint-button")
        for tier in (1, 2, 3):
            if tier > 1:
                press(page, f"#tab-{tier}")
            expect(page.locator(f"#tab-{tier}")).to_have_attribute("aria-pressed", "true")
            assert_in_window(page, ".board", ".hint", f"#tab-{tier}", ".tier", "#close-hint")
            expect(page.locator(".cell.typing")).to_have_count(0)  # the hint's marks alone
            expect(page.locator(".guide")).to_be_hidden()
            hint, tools = box(page, ".hint"), box(page, ".bar")
            if size in PHONES:  # between board and bar
                assert before["y"] + before["height"] <= hint["y"]
                assert hint["y"] + hint["height"] <= tools["y"]
        assert_in_window(page, "#use-hint")
        assert box(page, ".board") == before  # nothing jumped
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_both_ways_out_of_a_mistake_stay_above_the_bar(new_page: NewPage, pick: Pick) -> None:
    for size in pick(PHONES[:4], share=4):
        page = start(new_page, "v7-8x8-easy-1", *size)
        cell_at(page, "7,7").click()  # 2, far from 1
        press(page, "#hint-button")
        for tier in (1, 2, 3):
            if tier > 1:
                press(page, f"#tab-{tier}")
            expect(page.locator(f"#tab-{tier}")).to_have_attribute("aria-pressed", "true")
            ways = ("#use-hint" if tier == 3 else "#take-off", "#retreat")
            assert_in_window(page, ".tier p", *ways)
            frame = box(page, ".side")
            for way in ways:
                key = box(page, way)
                assert key["y"] + key["height"] <= frame["y"] + frame["height"], (size, tier)
                assert key["y"] + key["height"] <= box(page, ".bar")["y"], (size, tier)
                assert key["height"] >= 44
        for way in ways:
            assert box(page, way)["height"] <= 48
        press(page, "#tab-2")
        expect(page.locator("#tab-2")).to_have_attribute("aria-pressed", "true")
        page.locator(".tier p").first.evaluate("part => part.append(' and so on'.repeat(60))")
        frame = box(page, ".side")
        for way in ("#take-off", "#retreat"):  # below a long reason they stay at the foot
            key = box(page, way)
            assert key["y"] + key["height"] <= frame["y"] + frame["height"] + 0.5, size


def test_the_board_is_as_large_as_the_window_allows(new_page: NewPage, pick: Pick) -> None:
    for width, height, floor in pick([(390, 664, 380), (1280, 800, 640), (1920, 1080, 960)]):
        page = start(new_page, BOARDS[1], width, height)
        assert box(page, ".board")["width"] >= floor
        assert_in_window(page, ".board", ".bar")


@pytest.mark.parametrize("board", ["v7-9x9-medium-point-3", "v7-12x13-heart-easy-leftright-5"])
def test_the_board_stays_beside_a_long_reason(new_page: NewPage, board: str, pick: Pick) -> None:
    for size in pick((*DESKTOPS, (1000, 800))):
        page = start(new_page, board, *size)
        press(page, "#hint-button")
        press(page, "#tab-2")
        expect(page.locator("#tab-2")).to_have_attribute("aria-pressed", "true")
        page.locator(".alternatives").evaluate("part => part.append(' and so on'.repeat(900))")
        page.evaluate("scrollTo(0, document.querySelector('#hint').offsetHeight / 2)")
        assert page.evaluate("scrollY") > 200
        assert_in_window(page, ".board")
        frame = box(page, ".board")
        assert frame["x"] + frame["width"] <= box(page, ".hint")["x"], size


def test_without_script_no_tool_covers_the_board(new_page: NewPage) -> None:
    page = new_page(390, 664, java_script_enabled=False)
    page.goto("/hidoku/boards/findling")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#number")).to_be_visible()
    page.wait_for_load_state()
    board, tools = (page.locator(part).bounding_box() for part in ("#entry .board", ".bar"))
    assert board
    assert tools
    assert tools["y"] >= board["y"] + board["height"]
    page.locator("#hint-button").click()  # nor does any cover the hint, or its tabs
    page.locator("#tab-2").click()
    expect(page.locator("#tools")).to_be_hidden()
    for part in (".question", ".alternatives", "#tab-1", "#tab-3", "#close-hint"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.locator("#close-hint").click()
    expect(page.locator("#check")).to_be_visible()


def colour(page: Page, selector: str, name: str) -> str:
    script = "(part, name) => getComputedStyle(part)[name]"
    return str(page.locator(selector).first.evaluate(script, name))


def test_a_phone_s_first_move(new_page: NewPage, pick: Pick) -> None:
    """One line and a finger teach it, a tap makes it; all else is behind More, once."""
    for size in pick([(390, 664), (360, 640), (320, 640)]):
        page = start(new_page, "v7-7x7-easy-48", *size)
        text = " ".join(page.locator(".teach").inner_text().split())
        assert text == "Draw a line from 1 to 3 with your finger, or tap the cell for 2."
        assert_in_window(page, ".board", ".teach", "#status", "#hint-button", "#more-tools")
        expect(page.locator(".guide")).to_be_visible()
        expect(page.locator("#tools")).to_be_hidden()
        press(page, "#more-tools")
        for tool in page.locator("#tools .tool:visible").all():
            assert_in_window(page, f"#{tool.get_attribute('id')}")
            rectangle = tool.bounding_box()
            assert rectangle
            assert rectangle["height"] >= 44
        assert box(page, "#tools")["y"] >= box(page, ".board")["y"] + 240  # the board is seen
        press(page, "#more-tools")
        expect(page.locator("#tools")).to_be_hidden()
        givens = page.locator("#entry .cell.given").all_inner_texts()
        number = next(int(n) for n in givens if int(n) > 3 and str(int(n) + 1) not in givens)
        tap(page, f"#entry .cell.given >> nth={givens.index(str(number))}")
        expect(page.locator("#number")).to_have_value(str(number + 1))
        expect(page.locator(".teach")).to_contain_text(f"Draw a line from {number} ")
        expect(page.locator(".teach")).to_contain_text(f"tap the cell for {number + 1}.")
        expect(page.locator(".guide")).to_have_count(0)
        tap(page, f"#entry .cell.given >> nth={givens.index('1')}")
        tap(page, "#entry .cell:has([value='0,0'])")
        expect(page.locator("#entry .cell.placed")).to_have_text(["2"])
        assert page.evaluate("document.activeElement.id") != "number"  # no keyboard comes up
        tap(page, "#entry .cell:has([value='2,0'])")
        expect(page.locator("#entry .cell.placed")).to_have_text(["2", "4"])
        expect(page.locator(".teach")).to_have_count(0)
        expect(page.locator(".guide")).to_be_hidden()
        page.goto("/hidoku/boards/v7-6x6-easy-1")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#number")).to_be_visible()
        expect(page.locator(".teach")).to_have_count(0)


SIGNS = """(signs) => {
  const board = document.querySelector(".board").getBoundingClientRect();
  return signs.map((sign) => {
    const { left, right, top, bottom } = sign.getBoundingClientRect();
    return [sign.textContent.trim(), left - board.left, right - board.left, top, bottom];
  });
}"""
ROWS = """(rows) => rows.map((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return (top + bottom) / 2;
})"""


#: Whether the board lies where it lay when this was asked before.
RESTS = """() => {
    const {scrollLeft, scrollTop} = document.querySelector(".board");
    const at = `${scrollLeft} ${scrollTop}`, rests = window.restedAt === at;
    window.restedAt = at;
    return rests;
}"""


def test_numbers_of_rows_stay_at_the_edge_of_a_board_that_moves(new_page: NewPage) -> None:
    page = start(new_page, "v7-20x20-easy-1", 390, 664)
    page.wait_for_function(RESTS, polling=150)  # the page itself moves the board to its start
    page.locator(".board").evaluate("board => board.scrollTo(9999, 90)")
    page.wait_for_function(RESTS, polling=150)
    edge = page.locator(".ruler-rows").bounding_box()
    assert edge
    middles = page.locator(".board-row").evaluate_all(ROWS)
    for text, left, right, top, bottom in page.locator(".ruler-rows text").evaluate_all(SIGNS):
        assert 0 <= left < right <= edge["width"] + 1, text
        assert abs((top + bottom) / 2 - middles[int(text) - 1]) < 2, text
    background = "strip => getComputedStyle(strip).backgroundColor"
    assert page.locator(".ruler-rows").evaluate(background) == "rgb(233, 211, 172)"


def test_numbers_of_rows_lie_inside_the_frame(new_page: NewPage, pick: Pick) -> None:
    sizes = [(390, 664), (360, 640), (320, 640), (1280, 800), (1920, 1080)]
    for board in pick(["v7-3x3-easy-1", "v7-4x7-easy-1", "v7-5x5-easy-1", "v7-7x7-easy-3"]):
        for size in sizes:
            page = start(new_page, board, *size)
            frame = page.locator(".cells").bounding_box()
            cell = page.locator("#entry label.cell").first.bounding_box()
            assert frame
            assert cell
            for text, left, right, *_ in page.locator(".ruler-rows text").evaluate_all(SIGNS):
                shift = box(page, ".board")["x"]
                assert frame["x"] + 1 <= left + shift, (board, size, text)
                assert right + shift <= cell["x"] + 1, (board, size, text)


#: By how much the corner of a number that lies farthest out is beyond the edge of its bead.
BEYOND = """(beads) => Math.max(...beads.map((bead) => {
  const range = document.createRange();
  range.selectNodeContents(bead);
  const high = 0.73 * parseFloat(getComputedStyle(bead).fontSize);  // of a digit
  const { width } = range.getBoundingClientRect();
  return Math.hypot(width, high) / 2 - bead.getBoundingClientRect().width / 2;
}))"""


RIBBON_IS_BELOW = """() => !!(document.querySelector("#ribbon").compareDocumentPosition(
  document.querySelector(".cell.given")) & Node.DOCUMENT_POSITION_FOLLOWING)"""


def test_numbers_lie_on_their_beads(new_page: NewPage, pick: Pick) -> None:
    for board, *size in pick([("v7-20x20-easy-1", 320, 640), ("v7-10x10-easy-1", 320, 640)]):
        page = start(new_page, board, *size)
        beads = page.locator(".cell.given span")
        assert any(len(text.strip()) == 3 for text in beads.all_text_contents())
        assert beads.evaluate_all(BEYOND) < -1  # nor on its rim
        assert page.evaluate(RIBBON_IS_BELOW)


def test_in_the_dark_a_cell_stands_out_from_the_wood_of_a_blocked_one(new_page: NewPage) -> None:
    page = new_page(color_scheme="dark")
    page.goto("/hidoku/boards/v7-11x11-ring-easy-1")
    texts = (colour(page, ".tile", "fill"), colour(page, ".cells", "backgroundColor"))
    cell, wood = ("#" + bytes(map(int, re.findall(r"\d+", text)[:3])).hex() for text in texts)
    assert luminance(cell) > luminance(wood)
    assert contrast(cell, wood) > 1.6


def test_what_comes_after_a_board_is_on_a_phones_first_screen(
    new_page: NewPage, pick: Pick
) -> None:
    puzzle = generate(BoardRequest(9, 9, difficulty=Difficulty.EASY), 4)
    path = dict(enumerate(solve(puzzle.grid).solutions[0], 1))
    for width, height in pick(PHONES[:4]):
        page = new_page(width, height, has_touch=True)
        bring_with_left(page, puzzle.grid, path, [2])
        go_along(page)
        cell_at(page, f"{path[2].row},{path[2].column}").click()
        expect(page.locator("#result h2")).to_have_text("The path is complete")
        page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
        assert_in_window(page, "#result h2", "#result .actions .button", "#share-button")
