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


def test_a_class_sees_the_board_on_the_whole_screen(page: Page) -> None:
    watch(page)
    page.locator("#full").click()
    expect(page.locator("#full")).to_have_text("Leave full screen")
    expect(page.get_by_role("navigation").first).to_be_hidden()
    page.locator("#full").click()
    expect(page.locator("#full")).to_have_text("Full screen")


def test_what_was_looked_at_of_a_large_board_is_kept(page: Page) -> None:
    page.goto("/mastermind/watch/")
    page.locator("#option-strategy").select_option("first")
    page.locator("#option-game").select_option("super")
    expect(page.locator("#guess [name=game]")).to_have_value("super")
    expect(page.locator(".row .hole")).to_have_count(5)
    with page.expect_response(lambda answer: answer.url.endswith("/rows")) as kept:
        page.get_by_role("button", name="Watch").first.click()
    assert kept.value.status == 204
    expect(page.get_by_role("heading", name="The start")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="The start")).to_be_visible()
    expect(page.locator("[id^=keep-]")).to_have_count(0)


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


def test_a_row_is_taken_back_in_practice(page: Page) -> None:
    watch(page)
    page.locator("#take-over").click()
    expect(page.locator(".hole.chosen")).to_be_visible()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
    page.get_by_role("button", name="Undo guess").click()
    expect(page.locator(".row.played")).to_have_count(0)
    expect(page.locator("#code")).to_have_value("1122")
    assert violations(page) == []
    page.keyboard.press("Backspace")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
