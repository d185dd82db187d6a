"""The analysis board: a guess tried, an answer stepped into, back again, and another measure."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage

SIZES = {"390": (390, 664), "1280": (1280, 800)}
HERE = "/mastermind/analysis"


@pytest.fixture(params=SIZES)
def page(new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    return new_page(*SIZES[request.param])


def check_width(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def open_classic(page: Page) -> None:
    page.goto(f"{HERE}/")
    check_width(page)
    page.get_by_role("link", name=re.compile("^Classic")).click()
    expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
    expect(page.locator("#best tbody tr")).to_have_count(5)


def test_a_guess_tried_stepped_into_and_back(page: Page) -> None:
    open_classic(page)
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("#tried-1122")).to_be_focused()
    expect(page.locator("#tried-1122 .split-picture")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"/classic\?guess=1122"))
    check_width(page)
    page.get_by_role("link", name="1 black: 256 codes").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/classic/1122:1,0"))
    expect(page.locator(".row.current .peg")).to_have_count(0)
    expect(page.locator("#best tbody tr")).to_have_count(10)
    for colour in ("Yellow", "Green", "Green", "Blue"):
        page.get_by_role("button", name=f"{colour}, key").click()
    page.get_by_role("button", name="Try this guess").click()
    expect(page.locator("#tried-3445")).to_contain_text("0.09 more than the best")
    check_width(page)
    page.get_by_role("link", name="Step back").click()
    expect(page.locator(".row.played")).to_have_count(0)
    expect(page.locator("#tried-1122")).to_be_visible()
    page.go_back()
    expect(page.locator("#tried-3445")).to_be_visible()
    expect(page.locator(".row.played")).to_have_count(1)


def test_a_large_board_is_waited_for(page: Page) -> None:
    page.goto(f"{HERE}/8x5/11223344:1,2?guess=12345123")
    expect(page.locator("#best tbody tr")).to_have_count(10)
    expect(page.locator("#tried-12345123 .split-picture")).to_be_visible()
    check_width(page)
