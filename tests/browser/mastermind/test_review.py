"""A game played to its end, its review read, and another attempt from the first mistake."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage, Pick
from tests.browser.delays import hold
from tests.browser.games import begin_mastermind, break_code, play_rows
from tests.browser.places import box


def play_badly(page: Page) -> None:
    """Play the same row to the end; from the second row on that is a mistake."""
    begin_mastermind(page)
    for row in range(1, 11):
        expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
        page.keyboard.type("1122")
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(row)
        if page.locator("#result").count():
            break
    if "Found in" in page.locator("#result").inner_text():  # by luck, once in 1,296 games
        play_badly(page)


def test_from_the_end_of_a_game_to_another_attempt(page: Page) -> None:
    play_badly(page)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".sum-parts dd")).to_have_count(3)
    page.get_by_role("link", name="Costliest: row 2").click()
    costliest = page.locator(".rv.costliest")
    expect(costliest).to_have_attribute("id", "row-2")
    expect(costliest).to_be_in_viewport()
    expect(costliest.locator(".chip.cost")).to_have_text("cost 1.00")
    expect(costliest).to_contain_text(
        "You could have worked this feedback out, so it told you nothing."
    )
    expect(page.get_by_text("it told you nothing")).to_have_count(1)  # rows 3 to 10 don't repeat it
    costliest.locator("summary").click()
    expect(costliest.locator("dl")).to_contain_text("6 of 100")
    page.get_by_text("The computer’s game").click()
    board = page.locator("#beside")
    expect(board).to_contain_text("The computer found it in")
    with page.expect_response(lambda response: response.url.endswith("/beside")):
        page.get_by_label("Strategy").select_option("Two steps ahead")
    expect(board).to_contain_text("The computer found it in")
    expect(costliest.locator("details")).to_have_attribute("open", "")
    costliest.get_by_role("button", name="Try again from here").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator(".hole.chosen")).to_be_visible()
    page.keyboard.type("3456")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(2)


def test_six_rows_fit_two_screens_of_a_phone(new_page: NewPage, pick: Pick) -> None:
    for width in pick((320, 360, 390)):
        page = new_page(width, 664)
        break_code(page, new_page(), "6552")
        play_rows(page, "1122", "4323", "3156", "5144", "6652", "6552")
        page.get_by_role("link", name="Review", exact=True).click()
        bar = page.locator(".sum-bar")
        expect(bar).to_have_accessible_name(
            "6 guesses: 4.34 perfect play, on average, 0.20 lost by your guesses, in rows 1 and 3, "
            "1.46 lost to bad luck"
        )
        expect(page.locator(".rv")).to_have_count(6)
        expect(page.locator(".rv.costliest")).to_have_attribute("id", "row-3")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 664
        # each row's own line is one line: what stands in it stands side by side
        for row in page.locator(".rv").all():
            pegs, count = row.locator(".rv-line .review-pegs"), row.locator(".rv-left")
            above, below = box(page, pegs), box(page, count)
            assert below["y"] < above["y"] + above["height"]


def test_a_large_board_is_reviewed_bit_by_bit(new_page: NewPage) -> None:
    """Rows appear as they are weighed, without a reload, until the parts of the game are there."""
    page = new_page(390, 844)
    begin_mastermind(page, "grand", *["123456", "778866"] * 6)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".sum-parts dd")).to_have_count(2)
    expect(page.locator(".rv-head")).to_contain_text("its cost and luck are estimates")
    assert all(box(page, f".sum-key.{kind}")["width"] == 14 for kind in ("own", "luck"))
    expect(page.locator(".rv summary")).to_have_count(12)


def test_figures_are_polled_until_they_are_there_and_the_computers_game_moves_nothing(
    new_page: NewPage,
) -> None:
    """Answers that say the same, that rows are still being compared, don't end the asking."""
    page = new_page(390, 664)
    urls: list[str] = []

    def answer(route: Route) -> None:
        urls.append(route.request.url)
        if len(urls) > 4:
            route.continue_()
            return
        waiting = page.locator("#figures").evaluate("one => one.outerHTML").replace("load, ", "")
        route.fulfill(status=200, content_type="text/html", body=waiting)

    page.route("**/figures", answer)
    held = hold(page, "**/beside*", times=1)
    play_badly(page)
    sentence = "100: perfect play. 50: a quarter of a guess lost per row."
    expect(page.locator("#figures")).to_contain_text(sentence)
    assert len(urls) > 4
    before = [box(page, place)["y"] for place in (".rows", "#result")]
    for route in held:
        route.continue_()
    expect(page.get_by_text("codes left", exact=True)).to_be_attached()
    after = [box(page, place)["y"] for place in (".rows", "#result")]
    assert after == pytest.approx(before, abs=3)
