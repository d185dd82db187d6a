"""A new board by its request, a board that takes long, and one click to the daily board."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from solver.hidoku.generate.generate import generate
from tests.browser.conftest import NewPage
from webapp.hidoku.board_name import parse_name

IN_TIME = 120_000  # milliseconds: a process of the pool may have to begin first


def test_a_hexagonal_ring_with_links_is_asked_for_and_played(page: Page) -> None:
    page.goto("/hidoku/")
    form = page.locator("#new-board")
    form.get_by_label("Your own").check()
    form.get_by_label("Rows").fill("7")
    form.get_by_label("Columns").fill("7")
    form.get_by_label("Easy").check()
    form.get_by_label("6: hexagonal").check()
    form.get_by_label("Ring").check()
    form.get_by_text("More options").click()
    form.get_by_label("Pairs of joined cells").fill("400")
    form.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert").filter(has_text="can be linked")).to_be_visible()
    form.get_by_label("Pairs of joined cells").fill("5")
    form.get_by_label("Seed").fill("3")
    form.get_by_role("button", name="Preview").click()
    page.wait_for_url(re.compile("/hidoku/boards/v5-7x7-ring-hex-easy-links5-3$"))
    expect(page.locator("#play")).to_be_visible(timeout=IN_TIME)
    made = generate(*parse_name(page.url.rpartition("/")[2])[:2])
    number, cell = next(
        (n, cell) for n, cell in enumerate(made.path, 1) if cell not in made.grid.given
    )
    page.locator("#play").click()
    left = made.grid.last - made.givens
    expect(page.locator("#status")).to_contain_text(f"{left} numbers to place.")
    page.wait_for_load_state()  # the script is there
    page.locator(f'input[name=cell][value="{cell.row},{cell.column}"]').check(force=True)
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text(f"{left - 1} numbers to place.")


def test_a_board_that_takes_long_shows_its_progress_and_is_cancelled(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/hidoku/boards/v5-30x30-four-expert-1")
    expect(page.locator("#under-way")).to_contain_text("Trying path 1 of at most", timeout=IN_TIME)
    page.locator("#cancel").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#no-board")).to_contain_text("Cancelled before it was made.")
    expect(page.locator("#no-board")).to_be_focused()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#under-way")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#no-board")).to_be_visible()


def test_a_board_appears_where_its_progress_was_shown(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/hidoku/boards/v5-20x20-hex-beginner-1")
    expect(page.locator("#play")).to_be_visible(timeout=IN_TIME)
    page.locator("#play").click()
    expect(page.locator("#status")).to_contain_text("numbers to place.")


def test_play_it_leads_to_the_game_however_long_the_board_takes(new_page: NewPage) -> None:
    page = new_page(360, 640)
    page.goto("/hidoku/")
    page.get_by_text("20 × 20").click()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#status")).to_contain_text("numbers to place.", timeout=IN_TIME)
    assert page.url.rpartition("/")[0].endswith("/hidoku/play")


def test_the_daily_board_is_one_click_away(new_page: NewPage) -> None:
    page = new_page(320, 640)
    page.goto("/hidoku/")
    page.get_by_role("button", name="Play Daily Hidoku").click()
    expect(page.locator("#status")).to_be_visible(timeout=IN_TIME)
    where = page.locator(".where")
    expect(where).to_have_text(re.compile(r"^\s*Daily Hidoku\s+\d+\s[A-Z][a-z]{2}\s*$"))
    box = where.bounding_box()
    assert box
    assert box["height"] < 32  # one line
