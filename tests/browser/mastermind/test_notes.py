"""Notes of the player's own: cells of the grid, and values crossed out in every hole."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import begin_mastermind, play_rows
from tests.browser.timers import until_held


def hold(page: Page, target: Locator) -> None:
    """Press long."""
    target.hover()
    with until_held(page):
        page.mouse.down()
    page.mouse.up()


def opacity(swatch: Locator) -> float:
    return float(swatch.locator(".peg").evaluate("peg => getComputedStyle(peg).opacity"))


def test_a_value_crossed_out_and_a_noted_cell_look_so_and_stay_so(new_page: NewPage) -> None:
    page = new_page()
    begin_mastermind(page)
    red = page.locator(".swatch[data-symbol='1']")
    with page.expect_response(lambda response: response.url.endswith("/questions")):
        hold(page, red)
    expect(red).to_have_attribute("aria-label", "Red, key 1, crossed out by you")
    assert 0.5 < opacity(red) < 0.9  # a note doesn't look like what is proved
    page.reload()
    assert 0.5 < opacity(red) < 0.9
    assert opacity(page.locator(".swatch[data-symbol='2']")) == 1
    with page.expect_response(lambda response: response.url.endswith("/questions")):
        hold(page, red)
    page.reload()
    assert opacity(red) == 1
    page.locator(".swatch[data-symbol='2']").click()
    with page.expect_response(lambda response: response.url.endswith("/questions")):
        hold(page, red)
    expect(page.locator("#hole-1")).to_have_attribute("aria-label", "Hole 1: Orange")
    red.click()
    expect(page.locator("#hole-2")).to_have_attribute("aria-label", "Hole 2: Red")
    cell = page.locator("[value='hole 1 is 6']")
    for look, words in (("crossed", "crossed out by you"), ("ringed", "ringed by you")):
        cell.click()
        expect(cell).to_have_class(f"cell {look}")
        expect(cell).to_have_accessible_name(f"Hole 1, purple: {words}")
    for _ in range(2):
        page.keyboard.press("Backspace")
    play_rows(page, "1111")
    expect(cell).to_have_class("cell ringed")
    page.locator("#hint-button").click()
    page.get_by_role("button", name="Reason", exact=True).click()
    lit = page.locator("#grid .cell.lit")  # red is not in the code, or where it is isn't known
    red_cells = {f"hole {hole} is 1" for hole in "1234"}
    assert {cell.get_attribute("value") for cell in lit.all()} in (set(), red_cells)


def test_what_is_noted_looks_unlike_what_is_proved(new_page: NewPage) -> None:
    """A note is one stroke or a dashed frame, and a value’s in the palette a dashed line."""
    page = new_page()
    begin_mastermind(page, "mini")
    cell = page.locator("[value='hole 1 is 4']")
    cell.click()
    expect(cell).to_have_class("cell crossed")
    strokes = "cell => ['::before', '::after'].map((at) => getComputedStyle(cell, at).content)"
    assert cell.evaluate(strokes) == ['""', "none"]
    cell.click()
    expect(cell).to_have_class("cell ringed")
    assert cell.evaluate("cell => getComputedStyle(cell).outlineStyle") == "dashed"
    cell.click()
    purple = page.locator(".swatch[data-symbol='4']")
    with page.expect_response(lambda response: response.url.endswith("/questions")):
        hold(page, purple)
    expect(purple).to_have_class("swatch crossed")
    mark = "swatch => getComputedStyle(swatch, '::after').borderTopStyle"
    assert purple.evaluate(mark) == "dashed"


def test_a_note_leaves_the_hint_open_and_the_rows_where_they_are(new_page: NewPage) -> None:
    page = new_page(390, 664)
    begin_mastermind(page)
    for count in range(1, 7):
        page.keyboard.type("1112")
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(count)
    page.locator("#hint-button").click()
    expect(page.locator("#close-hint")).to_be_visible()
    page.get_by_text("What each hole can hold").first.click()
    rows = page.locator("#game .rows")
    rows.evaluate("rows => rows.scrollTop = 0")
    page.locator("[value='hole 1 is 6']").click()
    expect(page.locator("[value='hole 1 is 6']")).to_have_class("cell crossed")
    expect(page.locator("#close-hint")).to_be_visible()
    assert rows.evaluate("rows => [rows.scrollHeight > rows.clientHeight, rows.scrollTop]") == [
        True,
        0,
    ]
