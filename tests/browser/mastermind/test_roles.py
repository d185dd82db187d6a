"""A whole game in a browser against the evil setter; what a swap leaves alone."""

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
    page.locator("#options summary").click()
    page.get_by_role("radio", name="Evil setter").check()
    page.get_by_role("button", name="Classic 4 pegs").click()
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


def test_what_was_opened_or_closed_stays_so(page: Page) -> None:
    for start, keys, rows in (
        ("/", "1122", 1),
        ("/mastermind/analysis/classic", "112211", 1),
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
        else:
            page.locator("#play").click()  # which it does by itself until it's stopped
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(rows + 1)
        expect(page.locator("#rules")).to_have_js_property("open", not is_open)
