"""A game played to its end, its review read, and another attempt from the first mistake."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage


def play_badly(page: Page) -> None:
    """Play the same row to the end; from the second row on that is a mistake."""
    page.goto("/mastermind/")
    page.get_by_role("button", name=re.compile("^(Play Classic|New game)$")).click()
    for row in range(1, 11):
        expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
        page.keyboard.type("1122")
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(row)
        if page.locator("#result").count():
            break
    if "Found in" in page.locator("#result").inner_text():  # by luck, once in 1,296 games
        play_badly(page)


def test_from_the_end_of_a_game_to_another_attempt(page: Page) -> None:
    play_badly(page)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".review-meters .meter")).to_have_count(2)
    expect(page.locator(".first-mistake")).to_contain_text("The first mistake was in row 2.")
    mistaken = page.locator(".review-row.mistaken")
    expect(mistaken).to_have_attribute("id", "row-2")
    expect(mistaken.locator(".meter-bar").first).to_have_accessible_name("Skill 0 of 100")
    mistaken.get_by_role("link", name="What each strategy would have played").click()
    expect(mistaken.locator("#strategies-2")).to_be_focused()
    expect(mistaken.locator("details table")).to_contain_text("Perfect")
    expect(mistaken.locator("details table")).to_contain_text("Two steps ahead")
    mistaken.get_by_role("button", name="Try again from here").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator(".hole.chosen")).to_be_visible()
    page.keyboard.type("3456")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(2)


def test_a_review_without_script(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/mastermind/")
    page.get_by_role("button", name=re.compile("^(Play Classic|New game)$")).click()
    for _ in range(10):
        page.locator("#typed").fill("1122")
        page.locator("#submit").click()
        if page.locator("#result").count():
            break
    page.get_by_role("link", name="Review", exact=True).click()
    while page.get_by_role("link", name="Go on").count():
        page.get_by_role("link", name="Go on").click()
    expect(page.locator(".review-meters .meter")).to_have_count(2)
    page.locator("#row-1").get_by_role("link", name="What each strategy").click()
    expect(page).to_have_url(re.compile(r"/review/[\w-]{22}/rows/1#row-1$"))
    expect(page.locator("#row-1 details table")).to_contain_text("Minimax (Knuth)")
    page.locator("#row-1").get_by_role("button", name="Try again from here").click()
    expect(page.locator(".row.played")).to_have_count(0)
    expect(page.locator("#submit")).to_be_visible()


def test_a_large_board_is_reviewed_bit_by_bit(page: Page) -> None:
    """Rows appear as they are weighed, without a reload, until the meters of the game are there."""
    page.goto("/mastermind/")
    page.get_by_role("radio", name=re.compile("Grand")).check()
    page.locator("#new-game").get_by_role("button").first.click()
    for row in range(1, 13):
        expect(page.locator(".hole.chosen")).to_be_visible()
        page.keyboard.type("123456" if row % 2 else "778866")
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(row)
        if page.locator("#result").count():
            break
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".review-meters .meter")).to_have_count(2)
    expect(page.locator(".review-head")).to_contain_text("skill and luck are estimates")
    expect(page.locator(".review-row .meter-bar")).to_have_count(24)


def test_the_computers_game_has_a_review_too(page: Page) -> None:
    page.goto("/mastermind/watch/")
    page.get_by_role("button", name="Watch").first.click()
    page.locator("#last").click()
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".review-meters .meter")).to_have_count(2)
    expect(page.locator("#status")).to_have_text(re.compile(r"^\d rows? weighed.$"))
    page.locator("#row-1").get_by_role("link", name="What each strategy would have played").click()
    expect(page.locator("#status")).to_have_text("Row 1: all strategies have answered.")
    page.get_by_role("link", name="Back to the board").click()
    expect(page.locator("#frame")).to_be_visible()
