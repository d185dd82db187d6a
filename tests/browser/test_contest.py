"""A contest with real browsers: a code for many, whose results arrive while its setter looks."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage


def play(page: Page, *codes: str) -> None:
    for number, code in enumerate(codes, 1):
        expect(page.locator(".hole.chosen")).to_be_visible()
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(page.locator("#game .row.played")).to_have_count(number)


def test_results_arrive_at_who_set_the_code(new_page: NewPage) -> None:
    page, guest = new_page(1280, 800), new_page(390, 664)
    page.goto("/mastermind/challenge/")
    page.get_by_role("link", name="Send one code to a whole group").click()
    page.get_by_role("button", name="Set a code for your group").click()
    expect(page.locator(".hole.chosen")).to_be_visible()
    page.keyboard.type("3641")
    page.get_by_role("button", name="Set this code").click()
    expect(page.get_by_text("Nobody has started yet.")).to_be_visible()
    guest.goto(page.get_by_label("Link for your group").input_value())
    assert violations(guest) == []
    guest.get_by_label("Your name in the results").fill("Ada <3")
    guest.get_by_role("button", name="Break the code").click()
    play(guest, "1122", "3641")
    row = page.get_by_role("row", name=re.compile("Ada <3"))
    expect(row.get_by_role("cell").nth(1)).to_have_text("2")  # by itself
    guest.get_by_role("link", name="Results").click()
    expect(guest.get_by_role("row", name=re.compile("Ada <3 you"))).to_be_visible()
    assert violations(guest) == []
    assert violations(page) == []
    page.get_by_role("button", name="Remove Ada <3").click()
    expect(page.get_by_role("button", name="Restore Ada <3")).to_be_visible()


def test_a_page_that_nobody_sees_asks_for_nothing(new_page: NewPage) -> None:
    page = new_page(390, 664)
    page.goto("/group-challenge/codes/black-white/mini")
    page.get_by_role("button", name="Choose one for me").click()
    expect(page.get_by_text("Nobody has started yet.")).to_be_visible()
    asked: list[str] = []
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(6_000)
    assert asked == []
    page.evaluate("Object.defineProperty(document, 'hidden', {value: false})")
    with page.expect_request(re.compile("seen=")):
        pass
