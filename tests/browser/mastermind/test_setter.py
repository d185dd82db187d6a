"""The codemaker's game in a browser: by mouse, by keyboard, and without script."""

import re

from playwright.sync_api import Page, expect

from solver.deduction.games import game_named
from tests.browser.axe import violations
from tests.browser.conftest import NewPage
from tests.browser.timers import sent_within

GAME = game_named("classic")
LETTERS = dict(zip("ROYGBP", "123456", strict=True))


def new_game(page: Page) -> None:
    page.goto("/mastermind/setter/")
    page.get_by_label("Stop after each row").check()
    expect(page.locator("#guess [name=waits]")).to_have_value("1")
    expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there


def waiting_guess(page: Page) -> str:
    """Return the guess that waits, as a code of digits, from the letters on its pegs."""
    letters = page.locator(".row.current .peg text").all_text_contents()
    return "".join(LETTERS[letter] for letter in letters)


def true_feedback(guess: str, secret: str) -> tuple[int, int]:
    black, white = GAME.feedback(GAME.parse_code(guess), GAME.parse_code(secret))
    return black, white


def test_the_page_answers_for_the_codemaker(page: Page) -> None:
    new_game(page)
    page.keyboard.type("36")
    page.locator(".swatch[data-symbol='4']").click()
    page.locator(".swatch[data-symbol='1']").click()
    page.locator("#submit").click()
    expect(page.locator(".own-pegs")).to_be_visible()
    for row in range(1, 8):
        expect(page.locator(".row.played")).to_have_count(row - 1)
        black, white = true_feedback(waiting_guess(page), "3641")
        expect(page.locator("#submit")).to_contain_text("Give")
        if black:
            expect(page.locator("#submit")).to_contain_text(f"{black} black")
        if white:
            expect(page.locator("#submit")).to_contain_text(f"{white} white")
        page.locator("#submit").dblclick()  # the second press answers nothing
        expect(page.locator(".row.played")).to_have_count(row)
        if page.locator("#result").count():
            break
    expect(page.locator("#result")).to_contain_text("broke your code in")
    expect(page.locator("#result")).not_to_contain_text("the feedback on the board")  # the page’s
    page.get_by_role("button", name="Set another code").click()
    expect(page.locator(".hole.chosen")).to_be_visible()


def set_code(page: Page) -> None:
    """Set a code that isn't found in two rows; the page plays at once."""
    page.clock.install()
    page.goto("/mastermind/setter/")
    expect(page.locator(".hole.chosen")).to_be_visible()
    page.keyboard.type("3641")
    page.locator("#submit").click()
    expect(page.locator("#play")).to_be_visible()


def test_the_page_plays_until_it_is_stopped(page: Page) -> None:
    set_code(page)
    for row in (1, 2):
        expect(page.locator("#play")).to_have_text("Pause")
        expect(page.get_by_role("button", name=re.compile("^Give"))).to_have_count(0)
        page.clock.fast_forward(2500)
        expect(page.locator(".row.played")).to_have_count(row)
    assert violations(page) == []
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Play")
    assert sent_within(page, 60_000) == []
    page.get_by_role("button", name=re.compile("^Give")).click()
    expect(page.locator(".row.played")).to_have_count(3)
    page.locator("#speed").select_option("500")
    page.locator("#play").click()
    while not page.locator("#result").count():
        rows = page.locator(".row.played").count()
        page.clock.fast_forward(500)
        expect(page.locator(".row.played")).to_have_count(rows + 1)
    expect(page.locator("#result")).to_contain_text("broke your code in")
    expect(page.locator("#play")).to_have_text("Play")  # it has stopped by itself
    page.locator("#play").click()  # and begins again
    expect(page.locator(".row.played")).to_have_count(0)
    page.clock.fast_forward(500)
    expect(page.locator(".row.played")).to_have_count(1)
    assert violations(page) == []


def test_rows_are_stepped_through_by_key_and_each_has_its_address(page: Page) -> None:
    set_code(page)
    page.locator("#full").click()  # for a class
    expect(page.locator("#full")).to_have_text("Leave full screen")
    expect(page.get_by_role("navigation").first).to_be_hidden()
    page.locator("#full").click()
    expect(page.locator("#full")).to_have_text("Full screen")
    page.locator("#play").click()
    for row in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".row.played")).to_have_count(row)
    page.keyboard.press("Home")
    expect(page.locator(".row.played")).to_have_count(0)
    expect(page.locator("#reason-heading")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?row=0$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".row.played")).to_have_count(1)
    page.reload()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#play")).to_have_text("Play")
    page.keyboard.press("End")
    expect(page.locator(".row.played")).to_have_count(3)
    expect(page).not_to_have_url(re.compile("row="))


def test_a_phone_shows_the_first_reason_and_an_answer_beside_its_question(
    new_page: NewPage,
) -> None:
    """And where motion isn’t wanted, nothing plays by itself."""
    page = new_page(390, 664, reduced_motion="reduce")
    set_code(page)
    expect(page.locator("#play")).to_have_text("Play")
    assert sent_within(page, 60_000) == []
    expect(page.locator(".row.played")).to_have_count(0)
    expect(page.locator("#reason-heading")).to_be_in_viewport()
    for row in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".row.played")).to_have_count(row)
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#back")).to_be_focused()
    page.get_by_text("What each hole can hold").click()
    page.get_by_role("button", name="Hole 4, red").click()
    expect(page.locator(".claim-answer")).to_be_focused()
    expect(page.locator(".claim-answer")).to_be_in_viewport()


def test_who_answers_by_hand_is_not_overtaken(page: Page) -> None:
    set_code(page)
    page.get_by_text("Give different feedback").click()
    expect(page.locator("details[open]")).to_contain_text("Give different feedback")
    page.clock.resume()
    rows = page.locator(".row.played").count()
    assert sent_within(page, 4000) == []
    assert page.locator(".row.played").count() == rows


def test_a_pasted_feedback_counts_once_and_what_is_chosen_after_it_counts(page: Page) -> None:
    new_game(page)
    page.get_by_role("button", name="I’ll keep it in my head").click()
    page.locator("#paste summary").click()
    page.locator("#paste input").fill("⚪")
    page.locator("#submit").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#paste input")).to_have_value("")
    page.locator("#paste").evaluate("paste => { paste.open = true; }")
    page.locator("#paste input").fill("⚫⚫⚫⚫")
    page.locator(".answer-fields [name=right][value='0']").check(force=True)
    page.locator(".answer-fields [name=other][value='2']").check(force=True)
    page.locator("#submit").click()
    expect(page.locator(".row.played")).to_have_count(2)
    expect(page.locator("#result")).to_have_count(0)
    expect(page.locator("#conflict")).to_have_count(0)


def test_a_game_by_keyboard_with_a_slip_that_is_corrected(page: Page) -> None:
    """Answer for 3641, wrongly in row 1; when the rows conflict, correct it and lose honestly."""
    new_game(page)
    page.get_by_role("button", name="I’ll keep it in my head").click()
    expect(page.locator("#answer")).to_be_visible()
    for row in range(1, 9):
        black, white = (2, 0) if row == 1 else true_feedback(waiting_guess(page), "3641")
        page.keyboard.type(f"{black}{white}")
        page.keyboard.press("Enter") if row > 1 else page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(row)
        if page.locator("#conflict").count():
            break
    expect(page.locator("#conflict")).to_be_focused()
    expect(page.locator(".row.marked").first).to_be_visible()
    guess = "".join(
        LETTERS[letter] for letter in page.locator(".row").first.locator("text").all_text_contents()
    )
    black, white = true_feedback(guess, "3641")
    page.locator("#change-1").click()
    expect(page.locator("#correction-1-right-2")).to_be_focused()
    page.locator(f"#correction-1-right-{black}").check(force=True)
    page.locator(f"#correction-1-other-{white}").check(force=True)
    page.get_by_role("button", name="Save row 1").click()
    expect(page.locator("#save")).to_have_count(0)
    expect(page.locator("#conflict")).to_have_count(0)
    while not page.locator("#result").count():
        rows = page.locator(".row.played").count()
        black, white = true_feedback(waiting_guess(page), "3641")
        page.keyboard.type(f"{black}{white}")
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(rows + 1)
    expect(page.locator("#result")).to_contain_text("broke your code in")
