"""Each kind of exercises on a phone: answered wrong twice, then right, and on to the next."""

import re

import pytest
from playwright.sync_api import Page, expect

from solver.exercises import ExerciseLevel
from tests.browser.axe import STILL, violations_in_looks
from tests.browser.conftest import NewPage
from webapp.learn.exercises.registry import ENTRY_BY_NAME, exercise_of

HERE = "/learn/exercises"
PHONE = (390, 664)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(*PHONE)


def open_exercise(page: Page, kind: str) -> None:
    page.goto(f"{HERE}/{kind}/easy/v1-7")
    page.wait_for_load_state()
    check_width(page)


def check_width(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def told(page: Page, *texts: str) -> None:
    """Check what the verdict says, and that it is seen."""
    verdict = page.locator("#judgement .judgement")
    for text in texts:
        expect(verdict).to_contain_text(text)
    expect(verdict.locator(".judgement-head")).to_be_in_viewport()
    check_width(page)


def go_on(page: Page, kind: str, text: str) -> None:
    """See why the answer is right, and open the next exercise."""
    told(page, "Right.", text)
    expect(page.locator("#next")).to_be_focused()
    page.locator("#next").click()
    expect(page).to_have_url(re.compile(rf"{HERE}/{kind}/easy/v1-\d+$"))
    expect(page).not_to_have_url(re.compile("v1-7$"))


def tap_code(page: Page, *colours: str) -> None:
    for colour in colours:
        page.get_by_role("button", name=f"{colour}, key").click()
    page.get_by_role("button", name="Check").click()


def test_one_code_left_by_tap_and_by_key(page: Page) -> None:
    open_exercise(page, "one-code-left")
    expect(page.locator("#submit")).to_be_in_viewport()
    tap_code(page, "Purple", "Yellow", "Yellow", "Red")
    told(page, "Not yet.", "it doesn’t fit the feedback for row 3")
    expect(page.locator("#judgement p")).to_have_count(2)
    page.get_by_role("button", name="Check").click()
    told(page, "row 3 would have got")
    page.keyboard.press("Backspace")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    go_on(page, "one-code-left", "Row 4: Yellow is not in hole 1 or 4")


def test_what_is_proved(page: Page) -> None:
    open_exercise(page, "what-is-proved")
    page.locator("#choice-2").check()
    page.locator("#check").click()
    told(page, "isn’t proved")
    expect(page.locator("#choice-2")).to_be_checked()
    page.locator("#check").click()
    told(page, "Claim 2 isn’t proved")
    for number in (2, 1, 6):
        page.locator(f"#choice-{number}").focus()
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    go_on(page, "what-is-proved", "Claim 1 must be true: row 1 proves it.")


def test_nothing_for_axe_in_what_is_answered(new_page: NewPage) -> None:
    page = new_page(320, 800, **STILL)
    open_exercise(page, "liar")
    for _ in range(2):
        with page.expect_response("**/liar/easy/v1-7"):
            page.locator("#choice-1").click()
    told(page, "still contradict each other")
    assert violations_in_looks(page, "reason") == []
    page.get_by_role("button", name="Show the solution").click()
    told(page, "The answer")
    assert violations_in_looks(page, "solution") == []


def test_codes_are_put_on_piles_by_tap_by_drag_and_by_key(page: Page) -> None:
    """A wrong one comes back with the reason; then worst case, average and bits come out."""
    open_exercise(page, "piles")
    exercise = exercise_of(ENTRY_BY_NAME["piles"], ExerciseLevel.EASY, 7)
    game = exercise.puzzle.game
    places = {
        code: game.feedbacks.index(game.feedback(exercise.puzzle.guess, code))
        for code in exercise.puzzle.codes
    }
    first, *_ = places.values()
    wrong = next(place for place in places.values() if place != first)
    page.locator(f"#question-pile-{wrong}").click()
    told(page, "Not yet.", "would get")
    expect(page.locator(".hand-cards input")).to_have_count(len(places))
    by_drag, by_key, *more_codes = places
    card = page.locator(f"label:has(#question-card-{game.format_code(by_drag)})")
    card.drag_to(page.locator(f"#question-pile-{places[by_drag]}"))
    expect(page.locator(".hand-cards input")).to_have_count(len(places) - 1)
    page.locator(".hand-cards input:checked").focus()
    while page.locator(".hand-cards input:checked").input_value() != game.format_code(by_key):
        page.keyboard.press("ArrowRight")
    page.locator(".hand-piles button").first.focus()
    while page.evaluate("document.activeElement.value") != str(places[by_key]):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    blocks = page.locator(".hand-figures .pile-blocks").first
    for put, code in enumerate(reversed(more_codes), 2):
        expect(blocks).to_have_attribute("width", str(12 * put))  # a code wider with each card
        page.locator(f"label:has(#question-card-{game.format_code(code)})").click()
        page.locator(f"#question-pile-{places[code]}").click()
    expect(page.locator(".hand-figures")).to_contain_text("In the worst case")
    expect(page.locator(".hand-figures .pile-blocks")).to_have_count(2)
    go_on(page, "piles", "Right.")


def test_codes_are_put_on_piles_without_a_script(new_page: NewPage) -> None:
    page = new_page(*PHONE, java_script_enabled=False)
    open_exercise(page, "piles")
    exercise = exercise_of(ENTRY_BY_NAME["piles"], ExerciseLevel.EASY, 7)
    game = exercise.puzzle.game
    for put, code in enumerate(exercise.puzzle.codes):
        expect(page.locator(".hand-figures .pile-blocks")).to_have_count(2 if put else 0)
        page.locator(f"label:has(#question-card-{game.format_code(code)})").click()
        place = game.feedbacks.index(game.feedback(exercise.puzzle.guess, code))
        page.locator(f"#question-pile-{place}").click()
    expect(page.locator("#judgement")).to_contain_text("Right.")
