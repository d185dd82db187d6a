"""A board with small cells grows under two fingers, and nothing else of the page does."""

from itertools import product

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import NewPage, Pick
from tests.browser.hidoku.hands import bring, cell_at, middle_of, pinch, touch
from tests.browser.hidoku.test_frame import GRID
from tests.browser.hidoku.test_layout import ROWS, SIGNS, start
from tests.browser.places import box

PHONES = ((390, 664), (360, 640), (320, 640))
STAYS = (".board", "#status", "#zoom", ".strip", "#number", "#hint-button", "#more-tools")
INSIDE = """() => {
  const frame = document.querySelector(".board").getBoundingClientRect();
  return [...document.querySelectorAll("#entry .cell")].every((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
  });
}"""


def phone(new_page: NewPage, width: int, height: int, scheme: str = "light") -> Page:
    """Begin on a board of 20 × 20 whose first missing numbers are 4 and 5, in row 1."""
    page = new_page(width, height, has_touch=True, is_mobile=True, color_scheme=scheme)
    bring(page, GRID)
    expect(page.locator("#number")).to_have_value("4")
    expect(page.locator("#zoom")).to_be_visible()
    return page


def places(page: Page) -> list[FloatRect]:
    return [box(page, part) for part in STAYS]


def size_of_cells(page: Page) -> float:
    return box(page, cell_at(page, "0,3"))["width"]


def rulers_fit(page: Page) -> None:
    """Expect each number of a row beside its row, and whole between the frame and the cells."""
    edge = box(page, ".ruler-rows")
    middles = page.locator(".board-row").evaluate_all(ROWS)
    for text, left, right, top, bottom in page.locator(".ruler-rows text").evaluate_all(SIGNS):
        assert 0 <= left < right <= edge["width"] + 1, text
        assert abs((top + bottom) / 2 - middles[int(text) - 1]) < 2, text


def test_two_fingers_zoom_the_board_alone(new_page: NewPage, pick: Pick) -> None:
    for size, scheme in pick(product(PHONES, ("light", "dark"))):
        page = phone(new_page, *size, scheme)
        before = places(page)
        assert size_of_cells(page) == pytest.approx(26, abs=0.5)
        goal = middle_of(page, "0,3")
        pinch(page, goal, 60, 120)
        assert size_of_cells(page) == pytest.approx(52, abs=1)
        assert places(page) == before
        assert page.evaluate("[visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]
        rulers_fit(page)
        expect(page.locator("#zoom")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#entry .cell.placed")).to_have_count(0)
        page.touchscreen.tap(*middle_of(page, "0,3"))
        expect(cell_at(page, "0,3")).to_have_class("cell placed")
        expect(page.locator("#number")).to_have_value("5")
        assert size_of_cells(page) == pytest.approx(52, abs=1)  # an answer leaves it
        pinch(page, goal, 200, 40)
        assert page.evaluate(INSIDE)  # the whole board
        assert places(page) == [box(page, part) for part in STAYS]
        rulers_fit(page)
        expect(page.locator("#zoom")).to_have_attribute("aria-pressed", "false")


def test_the_place_between_the_fingers_stays_there_and_moves_with_them(new_page: NewPage) -> None:
    page = phone(new_page, 390, 664)
    page.locator(".board").evaluate(
        "board => board.scrollTo({left: 90, top: 90, behavior: 'instant'})"
    )
    pinch(page, middle_of(page, "9,9"), 80, 140)
    x, y = middle_of(page, "9,9")
    touch(page, [(x - 40, y), (x + 40, y)], [(x - 70, y + 50), (x + 10, y + 50)], [])
    assert middle_of(page, "9,9") == pytest.approx((x - 30, y + 50), abs=2)
    assert size_of_cells(page) == pytest.approx(45.5, abs=1)
    assert page.evaluate("[visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]


def test_one_finger_draws_on_and_a_second_one_ends_what_it_drew(new_page: NewPage) -> None:
    page = phone(new_page, 390, 664)
    pinch(page, middle_of(page, "0,4"), 60, 100)
    three, four, five = (middle_of(page, f"0,{column}") for column in (2, 3, 4))
    touch(page, [three], [four], [four, (five[0], five[1] + 80)], [])
    expect(page.locator("#entry .cell:is(.drawn, .placed)")).to_have_count(0)
    touch(page, [three], [four], [five], [])
    expect(page.locator("#entry .cell.placed")).to_have_text(["4", "5"])


def test_the_button_zooms_without_a_pinch(new_page: NewPage, pick: Pick) -> None:
    for size in pick(PHONES):
        page = phone(new_page, *size)
        before = places(page)
        page.locator("#zoom").tap()
        expect(page.locator("#zoom")).to_have_attribute("aria-pressed", "true")
        assert size_of_cells(page) >= 44
        assert places(page) == before
        button = box(page, "#zoom")
        assert min(button["width"], button["height"]) >= 36
        page.touchscreen.tap(*middle_of(page, "0,3"))  # it came into the frame
        expect(cell_at(page, "0,3")).to_have_class("cell placed")
        page.get_by_role("button", name="Zoom", pressed=True).tap()
        expect(page.locator("#zoom")).to_have_attribute("aria-pressed", "false")
        assert page.evaluate(INSIDE)


def test_large_cells_have_no_zoom_of_their_own(new_page: NewPage, pick: Pick) -> None:
    for board, *size in pick([("v7-7x7-easy-3", 390, 664), ("v7-12x12-easy-1", 768, 1024)]):
        page = start(new_page, board, *size)
        expect(page.locator("#zoom")).to_be_hidden()
        wide = page.locator(".cells").evaluate("cells => cells.offsetWidth")
        pinch(page, (200, 200), 60, 120)  # at most the page itself grows, as everywhere
        assert page.locator(".cells").evaluate("cells => cells.offsetWidth") == wide
