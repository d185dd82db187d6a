"""The lab in a real browser: a job with its progress, cancelled and done, and a tree to browse."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.timers import UNDER_WAY

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
    pegs, colours = "56" if width > 500 else "64"  # a study of its own, of a few seconds
    ask.get_by_label("Pegs").fill(pegs)
    ask.get_by_label("Colours").fill(colours)
    ask.get_by_label("Strategy").select_option("sampled")
    ask.get_by_role("button", name="Run").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#job-status")).to_have_text("Running.")
    page.locator("#cancel").focus()
    some = re.compile(r"[1-9]\d* of \d+ pieces done")
    expect(page.locator("#under-way")).to_contain_text(some, timeout=DONE_WITHIN)
    assert page.evaluate("document.activeElement.id") == "cancel"
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
