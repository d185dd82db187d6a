"""What a swap leaves alone, on the boards of several roles."""

from playwright.sync_api import Page, expect


def test_what_was_opened_or_closed_stays_so(page: Page) -> None:
    for start, keys, rows in (
        ("/", "1122", 1),
        ("/mastermind/analysis/classic", "112211", 1),
        ("/mastermind/setter/", "1122", 0),
    ):
        page.goto(start)
        expect(page.locator(".hole.chosen")).to_be_visible()
        page.keyboard.type(keys)
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(rows)
        is_open = page.locator("#rules").evaluate("part => part.open")  # as on a desktop
        page.locator("#rules summary").click()
        if rows:
            page.keyboard.type(keys)
        else:
            page.locator("#play").click()  # which it does by itself until it's stopped
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(rows + 1)
        expect(page.locator("#rules")).to_have_js_property("open", not is_open)
