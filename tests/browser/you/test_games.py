"""The visitor's list of games, deleted and brought back, by hand and by keyboard."""

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_mastermind

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


def test_menu_and_tabs_fit_a_narrow_phone(new_page: NewPage, pick: Pick) -> None:
    for width in pick((320, 360)):
        page = new_page(width, 640)
        for address in (
            "/",
            "/mastermind/",
            "/daily/hidoku",
            "/you",
            "/you/statistics",
            "/you/data",
        ):
            page.goto(address)
            assert page.evaluate(SIDEWAYS) <= 0, address
            menu = page.locator(".top nav").evaluate("one => one.getBoundingClientRect().right")
            assert menu <= width - 12, address


def test_a_game_is_gone_on_with_deleted_and_brought_back(new_page: NewPage) -> None:
    page = new_page(390, 664)
    begin_mastermind(page, "classic", "1122")
    url = page.url
    page.goto("/you")
    expect(page.locator(".game")).to_have_count(1)
    expect(page.get_by_text("1 row played", exact=True)).to_be_visible()
    fills = page.locator(".rows-picture circle[r='4']").evaluate_all(
        "all => all.map(one => getComputedStyle(one).fill)"
    )
    assert len(fills) == 4
    assert fills[0] == fills[1] != fills[2] == fills[3]
    assert page.evaluate(SIDEWAYS) <= 0
    assert violations(page) == []
    page.get_by_role("link", name="Continue").click()
    assert page.url.partition("?")[0] == url.partition("?")[0]
    page.goto("/you")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status").filter(has_text="Game deleted.")).to_be_visible()
    expect(page.locator(".game")).to_have_count(0)
    page.get_by_role("button", name="Restore game").press("Enter")
    expect(page.locator(".game")).to_have_count(1)
