"""A run on a phone: three lives, by keys too; back, reload and a second tab change nothing."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import STILL, violations_in_looks
from tests.browser.conftest import NewPage

HERE = "/learn/runs/feedback"


def stand(page: Page, lives: int, right: int) -> None:
    expect(page.get_by_role("img", name=f"{lives} of 3 lives left")).to_be_visible()
    expect(page.locator(".run-score")).to_contain_text(f"{right} right")


def count_keys(page: Page) -> bool:
    """Answer with no key pegs at all, and say whether that was right."""
    for name in ("right", "other"):
        page.locator(f"#answer-{name}-0").check()
    page.locator("#check").click()
    expect(page.locator("#next, #begin")).to_be_visible()
    return page.locator("#missed").count() == 0


def test_a_run_to_its_end(new_page: NewPage) -> None:
    page = new_page(390, 664, **STILL)
    page.goto("/learn/ideas/feedback")
    page.locator("#run").click()
    page.locator("#begin").click()
    lives, right = 3, 0
    expect(page.locator("#skip")).to_be_in_viewport()
    stand(page, lives, right)
    page.locator("#skip").click()
    expect(page.locator("#missed")).to_contain_text("Skipped: a life is lost.")
    expect(page.locator("#next")).to_be_focused()
    stand(page, 2, right)
    page.reload()
    stand(page, 2, right)
    assert violations_in_looks(page, "skipped") == []
    page.locator("#next").press("Enter")
    expect(page.locator("#run-head")).to_be_focused()
    other_tab = page.context.new_page()
    other_tab.goto(HERE)
    lives -= 1
    while lives:
        if count_keys(page):
            right += 1
        else:
            lives -= 1
        stand(page, lives, right)
        other_tab.locator("#skip").click()  # of a question that is answered
        expect(other_tab.locator("#step .notice")).to_contain_text("out of date")
        stand(other_tab, lives, right)
        if lives:
            page.locator("#next").click()
            expect(page.locator("#skip")).to_be_visible()
            other_tab.goto(HERE)
    expect(page.get_by_role("heading", name="No life is left.")).to_be_focused()
    expect(page.locator("#run-text")).to_have_value(re.compile("Pegs & Paths, a run of “Feedback”"))
    assert violations_in_looks(page, "end") == []
    page.locator("#begin").click()
    stand(page, 3, 0)
