"""Cells that texts name light up, wherever they are named."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import cell_at

LOOK = "cell => getComputedStyle(cell, '::before').backgroundColor"
LIT = {"light": "rgb(255, 227, 160)", "dark": "rgb(90, 67, 20)"}
SIGNS = "signs => signs.map(sign => sign.textContent.trim())"


def is_lit(page: Page, theme: str, row: int, column: int) -> None:
    """Expect one cell and its row and column to be lit, in honey."""
    expect(page.locator(".cells .cell.pointed")).to_have_count(1)
    assert page.locator(".cells .cell.pointed").evaluate(LOOK) == LIT[theme]
    assert page.locator(".rulers .pointed").evaluate_all(SIGNS) == [str(row), str(column)]


def refuse(page: Page) -> Locator:
    """Have a number refused that stands already; return the name of its cell."""
    begin_hidoku(page)
    cell_at(page, "0,0").click()
    page.locator("#number").fill("57")
    page.keyboard.press("Enter")
    return page.get_by_role("alert").get_by_role("link", name="row 1, column 10")


def numbers_in(name: Locator) -> tuple[int, int]:
    row, column = map(int, re.findall(r"\d+", name.inner_text()))
    return row, column


def test_a_name_that_is_pointed_at_lights_its_cell(new_page: NewPage, pick: Pick) -> None:
    for theme in pick(("light", "dark")):
        page = new_page(color_scheme=theme)
        name = refuse(page)
        name.hover()
        is_lit(page, theme, 1, 10)
        assert cell_at(page, "0,9").evaluate("cell => cell.classList.contains('pointed')")
        page.mouse.move(5, 5)
        expect(page.locator(".pointed")).to_have_count(0)
        name.focus()
        is_lit(page, theme, 1, 10)


def test_a_tap_keeps_it_lit_and_says_what_is_there(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True)
    refuse(page).tap()
    is_lit(page, "light", 1, 10)
    expect(page.locator("#spoken")).to_have_text("Row 1, column 10: 57, given")
    page.locator("h1").tap()
    expect(page.locator(".pointed")).to_have_count(0)


def test_a_hint_names_cells_and_hexagons_by_their_row_and_their_count_in_it(page: Page) -> None:
    begin_hidoku(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Move", exact=True).click()
    name = page.locator("#hint .text .place")
    expect(name).to_have_count(1)
    row, column = numbers_in(name)
    name.click()
    is_lit(page, "light", row, column)
    expect(page.locator("#entry .cell.pointed.looked-at")).to_have_count(1)
    page.goto("/hidoku/boards/v7-8x8-hex-easy-7")
    form = page.locator("form").filter(has=page.locator("input[name=board]"))
    form.get_by_role("button", name="Play").first.click()
    page.wait_for_url("**/hidoku/play/**")
    assert page.locator(".rulers text").evaluate_all(SIGNS) == [*"12345678"]
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Move", exact=True).click()
    name = page.locator("#hint .text .place")
    row, count = map(int, re.findall(r"row (\d+), cell (\d+)", name.inner_text())[0])
    name.click()
    lit = page.locator("#entry .board-row").nth(row - 1).locator("label.cell").nth(count - 1)
    expect(lit).to_have_class(re.compile("pointed"))
    expect(page.locator(".cells .cell.pointed.looked-at")).to_have_count(1)
    assert page.locator(".rulers .pointed").evaluate_all(SIGNS) == [str(row)]
    page.goto("/hidoku/watch/v7-8x8-hex-easy-7?step=1")
    page.locator(".reason .place").first.hover()
    expect(page.locator(".cells .cell.pointed")).to_have_count(1)


def test_watch_the_editor_and_the_solutions_light_cells_too(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/hidoku/watch/findling?step=1")
    name = page.locator(".reason").get_by_role("button").first
    row, column = numbers_in(name)
    name.hover()
    is_lit(page, "light", row, column)
    page.locator("#next").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "2")
    expect(page.locator(".reason").get_by_role("button").first).to_be_visible()
    page.goto("/hidoku/exchange/import?text=1+.+./.+5+./.+.+9")
    page.get_by_role("button", name="Edit").click()
    page.locator(".verdict .correction button").first.hover()
    expect(page.locator(".cells .cell.pointed")).to_have_count(1)
    page.locator(".verdict p .place").first.focus()
    expect(page.locator(".rulers .pointed")).to_have_count(2)
