"""A new board by its request, a board that takes long, and one click to the daily board."""

from playwright.sync_api import expect

from tests.browser.conftest import NewPage

IN_TIME = 120_000  # milliseconds: a process of the pool may have to begin first


def test_a_board_that_takes_long_shows_its_progress_and_is_cancelled(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/hidoku/boards/v7-30x30-four-expert-1")
    expect(page.locator("#under-way")).to_contain_text("Trying path 1 of at most", timeout=IN_TIME)
    page.locator("#cancel").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#no-board")).to_contain_text("Cancelled before it was made.")
    expect(page.locator("#no-board")).to_be_focused()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#under-way")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#no-board")).to_be_visible()


def test_play_it_leads_to_the_game_however_long_the_board_takes(new_page: NewPage) -> None:
    page = new_page(360, 640)
    page.goto("/hidoku/")
    page.locator("#more-boards > summary").click()
    page.get_by_text("20 × 20", exact=True).click()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#status")).to_contain_text("numbers to place.", timeout=IN_TIME)
    assert page.url.rpartition("/")[0].endswith("/hidoku/play")
