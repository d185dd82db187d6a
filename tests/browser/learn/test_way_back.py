"""From a hint to a lesson or an exercise on a phone, and back: the game stands as it was."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku, begin_mastermind

PHONE = {"width": 390, "height": 664}


def go_back(page: Page) -> None:
    way = page.get_by_role("link", name="Back to your game")
    expect(way).to_be_in_viewport()
    way.click()


def test_a_hint_of_mastermind(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    begin_mastermind(page)
    for symbol in "1122":
        page.keyboard.press(symbol)
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
    page.keyboard.press("3")
    page.keyboard.press("4")
    page.locator("#hint-button").click()
    page.locator("#tab-3").click()
    page.locator("#learn-it").wait_for()
    page.keyboard.press("5")
    rows, hint = (page.locator(each).inner_text() for each in (".rows", "#hint-text"))
    for name in ("Learn this", "Practise it"):
        page.locator("#learn-it").get_by_role("link", name=name).click()
        page.wait_for_url("**/learn/**")
        if name == "Learn this":  # an answer, and the next step: it is still there
            page.locator("#show").click()
            page.locator("#next").click()
        else:
            page.locator(".kind-levels button").first.click()
            page.locator("#submit").wait_for()
        go_back(page)
        page.locator("#learn-it").wait_for()
        assert page.locator(".rows").inner_text() == rows
        assert page.locator("#hint-text").inner_text() == hint
        expect(page.locator("#code")).to_have_value("345_")


def test_a_hint_of_hidoku(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    begin_hidoku(page)
    page.locator("#hint-button").click()
    page.locator("#tab-2").click()
    page.locator("#technique").wait_for()
    page.locator("#tab-3").click()
    page.locator("#use-hint").click()
    page.locator("#hint-button").click()
    page.locator("#tab-2").click()
    page.locator("#technique").wait_for()
    board = page.locator(".board").inner_text()
    page.get_by_role("link", name="Practise it").click()
    page.get_by_role("link", name="Easy").click()
    page.locator("#give-up button").click()
    page.locator("#next").click()
    go_back(page)
    page.locator("#technique").wait_for()
    assert page.locator(".board").inner_text() == board
    page.get_by_role("link", name="Learn this").click()
    page.locator("#show").click()
    page.locator("#next").click()
    go_back(page)
    page.locator("#technique").wait_for()
    assert page.locator(".board").inner_text() == board
