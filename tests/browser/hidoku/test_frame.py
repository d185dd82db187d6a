"""A board larger than a phone: its frame goes where the number in hand and the marks are."""

import json
from itertools import product

from playwright.sync_api import Page, expect

from solver.hidoku.rules.grid import Cell, Grid
from tests.browser.conftest import NewPage, Pick
from tests.browser.delays import hold
from tests.browser.hidoku.hands import bring, cell_at, go_along, use

SNAKE = [
    Cell(row, column if row % 2 == 0 else 19 - column) for row in range(20) for column in range(20)
]
#: All but three stretches: in the middle, near the lower right corner, and at the upper left.
MISSING = {4, 5, 210, 211, 212, 381, 382}
GRID = Grid.of(20, 20, {cell: n for n, cell in enumerate(SNAKE, 1) if n not in MISSING})

SEEN = """cell => {
  const [inner, outer] = [cell, cell.closest(".board")].map((each) => each.getBoundingClientRect());
  return inner.left >= outer.left && inner.right <= outer.right
    && inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""


def is_seen(page: Page, number: int) -> None:
    """Expect the cell of a number to be inside the frame, and the frame inside the window."""
    cell = SNAKE[number - 1]
    place = f"#entry .cell:has([value='{cell.row},{cell.column}'])"
    page.wait_for_function(f"place => ({SEEN})(document.querySelector(place))", arg=place)


def test_the_frame_follows_the_selected_number_and_what_is_marked(
    new_page: NewPage, pick: Pick
) -> None:
    for size, motion in pick(product([(390, 664), (360, 640)], ["no-preference", "reduce"])):
        page = new_page(*size, has_touch=True, reduced_motion=motion)
        bring(page, GRID)
        go_along(page)
        expect(page.locator("#number")).to_have_value("4")
        for number in (4, 5, 210, 211, 212, 381, 382):
            expect(page.locator("#number")).to_have_value(str(number))
            is_seen(page, number)
            page.locator("#hand-after").click()
        for number, sentence in ((382, "382 "), (4, "4 fits only ")):
            page.locator("#number").fill(str(number))
            use(page, "reach")
            expect(page.locator("#status")).to_contain_text(sentence)
            is_seen(page, number)


def test_a_number_typed_while_the_mode_changes_stays(new_page: NewPage) -> None:
    """A phone's tools cover the number until the answer is there."""
    page = new_page(1280, 800)
    bring(page, GRID)
    late = hold(page, "**/mode")
    with page.expect_request("**/mode"):
        use(page, "mode-next")
    page.locator("#number").fill("382")
    late[0].continue_()
    expect(page.locator("#controls")).to_have_attribute("data-mode", "next")
    expect(page.locator("#number")).to_have_value("382")


def test_a_move_asks_few_cells_how_they_look(new_page: NewPage, pick: Pick) -> None:
    for size in pick([(390, 664), (1280, 800)]):
        page = new_page(*size)
        bring(page, GRID)
        go_along(page)
        expect(page.locator("#number")).to_have_value("4")
        browser = page.context.browser
        assert browser
        browser.start_tracing(page=page, categories=["devtools.timeline"])
        for number in (4, 5):
            cell = SNAKE[number - 1]
            cell_at(page, f"{cell.row},{cell.column}").click()
            expect(cell_at(page, f"{cell.row},{cell.column}")).to_have_class("cell placed")
        events = json.loads(browser.stop_tracing())["traceEvents"]
        arguments = [event["args"] for event in events if event["name"] == "UpdateLayoutTree"]
        counts = [args["elementCount"] for args in arguments if "elementCount" in args]
        assert counts
        assert max(counts) < len(SNAKE) / 2
