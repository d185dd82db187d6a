"""Whole games of Mastermind in a browser: by mouse, by keyboard, and without script."""

import re

from playwright.sync_api import Page, expect

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Turn
from tests.browser.conftest import NewPage
from tests.browser.delays import answer_late, hold
from tests.browser.games import begin_mastermind

GAME = game_named("classic")


def rows(page: Page) -> int:
    return page.locator(".row.played").count()


def is_over(page: Page) -> bool:
    return page.locator("#result").count() > 0


def next_guess(page: Page, turns: list[Turn]) -> str:
    """Return the first code that fits what the page says of the rows played."""
    codes = candidates(GAME, turns)
    return GAME.format_code(next(iter(codes)))


def played_turn(page: Page, guess: str) -> Turn:
    """Return the last row as its words tell it to a screen reader."""
    words = page.locator(".row.played .unseen").last.inner_text()
    counts = {name: int(count) for count, name in re.findall(r"(\d) (black|white)", words)}
    answer = f"{counts.get('black', 0)},{counts.get('white', 0)}"
    return Turn(GAME.parse_code(guess), GAME.parse_feedback(answer))


def open_tiers(page: Page) -> None:
    """Open a hint by the button in the bar, and each of its tabs."""
    if page.locator("#hint-button").count():
        page.locator("#hint-button").click()
    expect(page.get_by_role("button", name="Move", exact=True)).to_be_visible()
    for tab in page.locator("#hint .tab").all():  # a first row has no reason
        tab.click()
        expect(tab).to_have_attribute("aria-pressed", "true")


def test_a_whole_game_by_mouse(new_page: NewPage) -> None:
    """Play what the hint suggests by clicking its colours; the last hint is in the result."""
    page = new_page(390, 844)
    page.goto("/mastermind/")
    page.locator(".board-card[value=classic]").click()
    expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
    open_tiers(page)
    page.locator("#use-move").click()
    expect(page.locator("#code")).to_have_value("1123")
    expect(page.locator(".row.current")).to_be_in_viewport()
    page.locator("#submit").click()
    expect(page.locator(".row.played")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("heading", name="Boards")).to_be_visible()
    page.go_forward()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator(".hole.chosen")).to_be_visible()
    while not is_over(page):
        before = rows(page)
        open_tiers(page)
        suggestion = page.locator("#use-move").get_attribute("data-draft") or ""
        for colour in suggestion:
            page.locator(f".swatch[data-symbol='{colour}']").click()
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(before + 1)
    expect(page.locator("#result")).to_contain_text("Found in")
    expect(page.locator("#result")).to_contain_text(re.compile(r"Hints used: \d \(moves?\)"))
    assert rows(page) <= 6  # the entropy strategy never needs more
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".row.played")).to_have_count(0)


def test_a_whole_game_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/mastermind/")
    for _ in range(16):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "classic":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
    turns: list[Turn] = []
    while not is_over(page):
        guess = next_guess(page, turns)
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(len(turns) + 1)
        turns.append(played_turn(page, guess))
    expect(page.locator("#result")).to_contain_text("No hints used")
    assert page.evaluate("document.activeElement.id") == "result"
    page.keyboard.press("Enter")  # one too many must not lose the result
    expect(page.locator("#result")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(0)


def test_pegs_are_set_moved_and_taken_back(page: Page) -> None:
    begin_mastermind(page)
    page.keyboard.type("1G")  # a digit, and the letter on the peg
    expect(page.locator("#code")).to_have_value("14__")
    expect(page.locator("#row-spoken")).to_have_text("Green in hole 2. Red, green, empty, empty.")
    page.keyboard.press("Backspace")
    expect(page.locator("#code")).to_have_value("1___")
    expect(page.locator("#row-spoken")).to_have_text("Empty in hole 2. Red, empty, empty, empty.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("6")
    expect(page.locator("#code")).to_have_value("1__6")
    page.locator(".row.current .hole").nth(0).click()
    page.locator(".swatch[data-symbol='2']").click()
    expect(page.locator("#code")).to_have_value("2__6")
    expect(page.get_by_role("button", name="Hole 1: Orange")).to_be_visible()
    page.get_by_role("button", name="Remove the last peg").click()
    expect(page.locator("#code")).to_have_value("2___")
    page.get_by_role("button", name="Remove the last peg").click()
    page.locator("#hole-2").click()
    page.keyboard.type("44")
    expect(page.locator("#code")).to_have_value("_44_")
    page.keyboard.type("56")  # to the right first, then from the left
    expect(page.locator("#code")).to_have_value("6445")


def test_a_chosen_hole_stays_chosen_when_the_grid_comes_late(new_page: NewPage) -> None:
    page = new_page(1280, 800)
    late = hold(page, "**/*grid=1*")
    with page.expect_request("**/*grid=1*"):
        begin_mastermind(page)
    page.keyboard.type("1")
    page.keyboard.press("ArrowRight")
    late[0].continue_()
    expect(page.get_by_role("table", name="What each hole can hold")).to_be_visible()
    page.keyboard.type("6")
    expect(page.locator("#code")).to_have_value("1_6_")


def test_an_unfinished_row_is_refused_kept_and_goes_on(page: Page) -> None:
    begin_mastermind(page)
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_have_text("Fill every hole first.")
    expect(page.locator("#code")).to_have_value("12__")
    page.keyboard.type("3")  # the refusal goes away when the row changes
    expect(page.locator("#problem")).to_be_empty()
    assert "Build your first row" in page.locator("#status").inner_text()
    page.get_by_role("button", name="Remove the last peg").focus()
    page.keyboard.press("Enter")  # that is no guess
    expect(page.locator("#code")).to_have_value("12__")
    assert rows(page) == 0
    expect(page).to_have_url(re.compile("draft=12__"))
    page.reload()
    expect(page.locator("#code")).to_have_value("12__")
    page.keyboard.type("34")
    page.locator("#submit").dblclick()  # that is one row
    expect(page.locator(".row.played")).to_have_count(1)
    assert "draft" not in page.url
    page.wait_for_timeout(300)
    assert rows(page) == 1
    expect(page.locator("#problem")).to_be_empty()


def test_who_comes_back_or_has_two_tabs_or_no_server_goes_on(page: Page) -> None:
    begin_mastermind(page)
    page.route("**/guesses", lambda route: route.abort("connectionrefused"))
    page.keyboard.type("1122")
    page.locator("#submit").click()
    expect(page.locator("#notice")).to_contain_text("The server didn’t answer.")
    expect(page.locator("#code")).to_have_value("1122")
    page.unroute("**/guesses")
    page.locator("#submit").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#notice")).to_be_empty()
    context = page.context
    page.close()
    again, second = context.new_page(), context.new_page()
    again.goto("/")
    again.get_by_role("link", name=re.compile("1 row played.*Continue", re.DOTALL)).click()
    expect(again.locator(".row.played")).to_have_count(1)
    second.goto(again.url)
    again.keyboard.type("1122")
    again.keyboard.press("Enter")
    expect(again.locator(".row.played")).to_have_count(2)
    second.keyboard.type("3456")
    second.keyboard.press("Enter")
    expect(second.locator("#problem")).to_contain_text("perhaps another tab")
    expect(second.locator(".row.played")).to_have_count(2)
    expect(second.locator("#code")).to_have_value("3456")
    second.keyboard.press("Enter")
    expect(second.locator(".row.played")).to_have_count(3)


def test_keys_open_and_close_a_hint_and_focus_and_scroll_stay(page: Page) -> None:
    begin_mastermind(page, "classic", "1122")
    page.keyboard.press("h")
    expect(page.locator("#hint .tab", has_text="Nudge")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#hint .tab[aria-pressed=true]")).not_to_have_text("Nudge")
    page.keyboard.press("Escape")
    expect(page.locator("#close-hint")).to_have_count(0)
    page.locator("#hint-button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#close-hint")).to_be_visible()
    page.keyboard.type("1345")  # a hint leaves these keys to the row
    page.locator("#submit").focus()
    page.evaluate("scrollTo(0, 120)")
    before = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(2)
    assert page.evaluate("document.activeElement.id") == "submit"
    assert page.evaluate("scrollY") == before
    expect(page.locator(".from", has_text="Hints used: 1 (")).to_be_visible()
    page.locator("#list-candidates").press("Enter")
    expect(page.locator("#candidates")).to_be_focused()


def test_what_is_typed_during_a_slow_answer_is_kept(page: Page) -> None:
    begin_mastermind(page)
    answer_late(page)
    page.keyboard.type("1")
    page.evaluate("document.getElementById('hint-button').click()")
    page.keyboard.type("122")
    page.keyboard.press("Enter")
    page.keyboard.type("34")
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator(".row.played .unseen")).to_contain_text("red, red, orange, orange")
    expect(page.locator("#code")).to_have_value("34__")
    page.keyboard.type("56")
    page.locator("#submit").click()  # the button has the focus while the answer is waited for
    page.keyboard.type("345")
    page.keyboard.press("Backspace")
    expect(page.locator(".row.played")).to_have_count(2)
    expect(page.locator("#code")).to_have_value("34__")
    page.keyboard.type("55")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("6")
    expect(page.locator(".row.played")).to_have_count(3)
    expect(page.locator("#code")).to_have_value("_6__")
    page.evaluate("document.getElementById('list-candidates').click()")
    page.keyboard.type("12")
    expect(page.locator("#list-candidates")).to_have_count(0)
    expect(page.locator("#code")).to_have_value("_612")


def test_two_letters_that_share_a_capital_are_two_keys(new_page: NewPage) -> None:
    """A list of Turkish words; the keys of small letters, and of capitals as Turkish has them."""
    page = new_page(390, 664)
    page.goto("/mastermind/")
    page.locator("summary", has_text="More boards").click()
    page.locator("textarea[name=words]").fill("ışık irin ırak ilik ılık")
    page.locator("button[value=own-words]").click()
    expect(page.locator(".hole.chosen")).to_be_visible()
    for key in "ıiIİ":
        page.locator("body").dispatch_event("keydown", {"key": key, "bubbles": True})
    expect(page.locator("#code")).to_have_value("ıiıi")
