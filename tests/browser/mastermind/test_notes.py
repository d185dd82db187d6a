"""Notes of the player's own: values crossed out."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import begin_mastermind
from tests.browser.timers import until_held


def hold(page: Page, what: Locator) -> None:
    """Press long."""
    what.hover()
    with until_held(page):
        page.mouse.down()
    page.mouse.up()


def opacity(swatch: Locator) -> float:
    return float(swatch.locator(".peg").evaluate("peg => getComputedStyle(peg).opacity"))


def test_a_value_crossed_out_looks_so_stays_so_and_can_still_be_played(new_page: NewPage) -> None:
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
    page.locator(".swatch[data-symbol='2']").click()
    with page.expect_response(lambda response: response.url.endswith("/notes")):
        hold(page, red)
    expect(page.locator("#hole-1")).to_have_attribute("aria-label", "Hole 1: Orange")
    red.click()
    expect(page.locator("#hole-2")).to_have_attribute("aria-label", "Hole 2: Red")
