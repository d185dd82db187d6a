"""Whole games in a browser against the evil setter and in the helper; what a swap leaves alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from solver.deduction.games import game_named
from tests.browser.conftest import NewPage
from tests.browser.mastermind.test_breaker import next_guess, played_turn

GAME = game_named("classic")
SECRET = GAME.parse_code("3641")


def test_a_whole_game_against_the_evil_setter(new_page: NewPage) -> None:
    """It chooses no code, so no guess is lucky; who narrows it down finds the only one left."""
    page = new_page()
    page.goto("/mastermind/")
    page.get_by_role("radio", name="Evil setter").check()
    page.get_by_role("button", name="Play Classic").click()
    turns = []
    while not page.locator("#result").count():
        expect(page.locator(".hole.chosen")).to_be_visible()
        guess = next_guess(page, turns)
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(len(turns) + 1)
        turns.append(played_turn(page, guess))
    assert len(turns) >= 5
    expect(page.locator("#result")).to_contain_text("The computer had no other code left.")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".sum-parts dd")).to_have_text(
        re.compile("^lost by your guesses, against a fair setter")
    )
    expect(page.locator(".rv-head")).to_contain_text("so there was no luck")
    expect(page.locator(".rv").last).to_contain_text("found")
    expect(page.locator(".chip.luck")).to_have_count(0)


def test_a_whole_game_with_the_helper(new_page: NewPage) -> None:
    """Play elsewhere, for 3641: the notebook proposes each guess, and at last knows the code."""
    page = new_page(390, 844)
    page.goto("/mastermind/helper/")
    for row in range(1, 10):
        expect(page.locator(".hole.chosen")).to_be_visible()
        advised = page.locator("#use-move").get_attribute("data-draft") or ""
        page.locator("#use-move").click()
        black, white = GAME.feedback(GAME.parse_code(advised), SECRET)
        page.keyboard.type(f"{black}{white}")
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(row)
        if advised == "3641":
            break
    expect(page.locator("#solved")).to_be_focused()
    expect(page.locator("#solved .secret")).to_have_accessible_name("yellow, purple, green, red")
    page.get_by_role("link", name="Review the rows").click()
    expect(page.locator(".sum-parts dd")).to_have_count(3)
    expect(page.locator(".costliest")).to_have_count(0)
    page.locator("#row-2 summary").click()
    page.locator("#row-2").get_by_role("button", name="Try again from here").click()
    expect(page.locator(".row.played")).to_have_count(1)


def test_what_was_opened_or_closed_stays_so(page: Page) -> None:
    for start, keys, rows in (
        ("/", "1122", 1),
        ("/mastermind/helper/", "112211", 1),
        ("/mastermind/setter/", "1122", 0),
    ):
        page.goto(start)
        expect(page.locator(".hole.chosen")).to_be_visible()
        page.keyboard.type(keys)
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(rows)
        is_open = page.locator("#rules").evaluate("part => part.open")  # as on a desktop
        page.locator("#rules summary").click()
        if rows:
            page.keyboard.type(keys)
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(rows + 1)
        expect(page.locator("#rules")).to_have_js_property("open", not is_open)
