"""Notes of the player's own: values crossed out, and pegs held for the next row."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import begin_mastermind


def hold(page: Page, what: Locator) -> None:
    """Press long."""
    what.hover()
    page.mouse.down()
    page.wait_for_timeout(1000)  # more than twice as long as is asked for
    page.mouse.up()


def opacity(swatch: Locator) -> float:
    return float(swatch.locator(".peg").evaluate("peg => getComputedStyle(peg).opacity"))


def test_a_value_crossed_out_looks_so_and_stays_so(new_page: NewPage) -> None:
    page = new_page()
    begin_mastermind(page)
    red = page.locator(".swatch[data-symbol='1']")
    with page.expect_response(lambda response: response.url.endswith("/notes")):
        hold(page, red)
    expect(red).to_have_attribute("aria-label", "Red, key 1, crossed out")
    assert opacity(red) < 0.5
    page.reload()
    assert opacity(red) < 0.5
    assert opacity(page.locator(".swatch[data-symbol='2']")) == 1
    with page.expect_response(lambda response: response.url.endswith("/notes")):
        hold(page, red)
    page.reload()
    assert opacity(red) == 1


def test_a_value_crossed_out_can_still_be_played_and_the_row_stays(new_page: NewPage) -> None:
    page = new_page()
    begin_mastermind(page)
    page.locator(".swatch[data-symbol='2']").click()
    with page.expect_response(lambda response: response.url.endswith("/notes")):
        hold(page, page.locator(".swatch[data-symbol='1']"))
    expect(page.locator("#hole-1")).to_have_attribute("aria-label", "Hole 1: Orange")
    page.locator(".swatch[data-symbol='1']").click()
    expect(page.locator("#hole-2")).to_have_attribute("aria-label", "Hole 2: Red")


def test_a_peg_held_begins_the_next_row(new_page: NewPage) -> None:
    page = new_page()
    begin_mastermind(page)
    for symbol in "1122":
        page.keyboard.press(symbol)
    hold(page, page.locator("#hole-3"))
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#hole-3")).to_have_attribute("aria-label", "Hole 3: Orange")
    expect(page.locator("#hole-1")).to_have_attribute("aria-label", "Hole 1: empty")
