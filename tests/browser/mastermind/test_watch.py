"""Watching the computer play, stepping through it, and taking over; practice."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage
from tests.browser.places import box
from tests.browser.timers import sent_within


def watch(page: Page) -> None:
    page.goto("/mastermind/watch/")
    page.get_by_role("button", name="Watch").first.click()
    expect(page.get_by_role("heading", name="The start")).to_be_visible()
    page.wait_for_load_state()  # the script is there


def test_a_whole_game_is_watched_and_taken_over(page: Page) -> None:
    watch(page)
    assert violations(page) == []
    page.locator("#speed").select_option("500")  # it plays already
    expect(page.locator(".step h2")).to_have_text(re.compile(r"Solved in \d guesses"))
    expect(page.locator("#play")).to_have_text("Play")  # it has stopped by itself
    expect(page.locator(".the-code .secret")).to_be_visible()
    expect(page).to_have_url(re.compile(r"row=\d"))
    assert violations(page) == []
    page.locator("#first").click()
    expect(page.locator(".row.played")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".row.played")).to_have_count(2)
    page.get_by_role("link", name="Show the code").click()
    expect(page.locator(".the-code .secret")).to_be_visible()
    page.locator("#back").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator(".the-code .secret")).to_be_visible()  # as chosen, in every row
    page.locator("#take-over").click()
    expect(page.locator(".hole.chosen")).to_be_visible()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator(".game-note")).to_contain_text("Practice")


def test_the_first_row_comes_by_itself_and_its_reason_is_on_the_screen(new_page: NewPage) -> None:
    page = new_page(390, 664)
    watch(page)
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator(".row")).to_have_count(1)  # no row but those played
    expect(page.locator(".reason")).to_be_in_viewport()


def test_nothing_plays_by_itself_where_motion_is_not_wanted(new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    page.clock.install()
    watch(page)
    assert sent_within(page, 60_000) == []
    expect(page.locator("#play")).to_have_text("Play")
    expect(page.locator(".row.played")).to_have_count(0)


def test_nothing_jumps_and_focus_stays_from_row_to_row(new_page: NewPage) -> None:
    page = new_page(390, 844)
    watch(page)
    page.locator("#next").focus()
    before = box(page, "#next")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#next")).to_be_focused()
    assert box(page, "#next") == before
