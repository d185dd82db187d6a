"""The lab in a real browser: a job with its progress, cancelled and done, and a tree to browse."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage

DONE_WITHIN = 600_000  # milliseconds: as long as a job may take


def run(page: Page, title: str) -> None:
    page.goto("/lab/")
    page.get_by_role("button", name=f"Run {title}", exact=True).click()
    page.wait_for_url(re.compile("/lab/jobs/"))


def test_a_job_shows_its_progress_and_its_finding(page: Page) -> None:
    page.goto("/lab/")
    ask = page.locator("#ask")
    ask.get_by_label("Board").select_option("own")
    width = page.viewport_size["width"] if page.viewport_size else 0
    pegs, colours = "46" if width > 500 else "54"  # each run a study of its own, of some seconds
    ask.get_by_label("Pegs").fill(pegs)
    ask.get_by_label("Colours").fill(colours)
    ask.get_by_label("Strategy").select_option("sampled")
    ask.get_by_role("button", name="Run").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#job-status")).to_have_text("Running.")
    page.locator("#cancel").focus()
    some = re.compile(r"[1-9] of \d+ pieces done")
    expect(page.locator("#under-way")).to_contain_text(some, timeout=DONE_WITHIN)
    assert page.evaluate("document.activeElement.id") == "cancel"
    expect(page.locator("#figures")).to_be_visible(timeout=DONE_WITHIN)
    expect(page.locator("#job-status")).to_have_text("Done.")
    expect(page.locator("#figures")).to_be_focused()
    address = page.url
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url))
    page.wait_for_timeout(1000)
    assert polls == []
    page.goto("/")
    page.goto(address)
    expect(page.locator("#figures")).to_be_visible()


def test_a_job_is_cancelled_and_begun_again(new_page: NewPage) -> None:
    page = new_page()
    run(page, "Two steps ahead on Super")
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.locator("#no-result")).to_contain_text("Cancelled before it finished.")
    expect(page.locator("#no-result")).to_be_focused()
    page.get_by_role("button", name="Run it again").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#no-result")).to_be_visible()


def test_the_tree_is_browsed_and_sent(page: Page) -> None:
    page.goto("/lab/games/classic")
    page.get_by_role("link", name="Minimax (Knuth) on Classic").click()
    expect(page.locator("#figures")).to_contain_text("5,801")
    again = page.get_by_role("button", name="Show its tree")
    if again.is_visible():  # else it was run in the other size
        again.click()
    with page.expect_download() as sent:
        page.get_by_role("link", name="Download as CSV").click()
    assert sent.value.suggested_filename == "every-knuth-classic.csv"
    page.get_by_role("link", name="Browse the tree").click()
    page.get_by_role("link", name="1 white").first.click()
    expect(page.locator("h1")).to_contain_text("Guess 2")
    page.get_by_role("link", name="no key pegs").click()
    expect(page.locator("h1")).to_contain_text("Guess 3")
    page.get_by_role("link", name="Back to guess 1").click()
    expect(page.locator("h1")).to_contain_text("Guess 1")


def test_without_script(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/lab/")
    page.get_by_role("link", name="Random possible code on Classic").click()
    page.get_by_role("button", name="Show its tree").click()
    page.wait_for_url(re.compile("/lab/jobs/"))
    refresh = page.get_by_role("link", name="Refresh")
    refresh.or_(page.locator("#figures")).first.click()  # the job may be done by now
    figures = page.locator("#figures")  # the page loads itself again
    expect(figures).to_contain_text("5,999", timeout=DONE_WITHIN)
    page.goto("/lab/")
    found = page.get_by_role("link", name=re.compile("Random possible code on Classic: .* here"))
    assert found.count() == 1
