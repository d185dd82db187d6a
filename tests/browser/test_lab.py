"""The lab in a real browser: a job with its progress, cancelled and done."""

import re

from playwright.sync_api import Page, expect

from tests.browser.timers import UNDER_WAY

DONE_WITHIN = 600_000  # milliseconds: as long as a job may take


def begin_study(page: Page, pegs: str, colours: str) -> None:
    page.goto("/lab/")
    ask = page.locator("#ask")
    ask.get_by_label("Board").select_option("own")
    ask.get_by_label("Pegs").fill(pegs)
    ask.get_by_label("Colours").fill(colours)
    ask.get_by_label("Strategy").select_option("sampled")
    ask.get_by_role("button", name="Run").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#job-status")).to_have_text("Running.")
    page.locator("#cancel").focus()


def test_a_job_shows_its_progress_until_it_is_cancelled(page: Page) -> None:
    begin_study(page, "5", "7")  # twenty seconds of work
    pattern = re.compile(r"[1-9]\d* of \d+ pieces done")
    expect(page.locator("#under-way")).to_contain_text(pattern, timeout=DONE_WITHIN)
    expect(page.locator("#cancel")).to_be_focused()
    page.locator("#cancel").press("Enter")
    expect(page.locator("#job-status")).to_have_text("Cancelled.")


def test_a_job_that_ends_shows_its_finding(page: Page) -> None:
    width = page.viewport_size["width"] if page.viewport_size else 0
    begin_study(page, *("56" if width > 500 else "49"))  # a study of its own, of some seconds
    expect(page.locator("#figures")).to_be_visible(timeout=DONE_WITHIN)
    expect(page.locator("#job-status")).to_have_text("Done.")
    expect(page.locator("#figures")).to_be_focused()
    address = page.url
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url))
    page.wait_for_timeout(3 * UNDER_WAY)
    assert polls == []
    page.goto("/")
    page.goto(address)
    expect(page.locator("#figures")).to_be_visible()
