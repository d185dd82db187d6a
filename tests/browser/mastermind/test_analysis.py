"""The analysis board: a guess tried, an answer stepped into, back again, and another measure."""

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from solver.deduction.games import game_named
from tests.browser.conftest import NewPage, Pick
from tests.browser.delays import hold
from tests.browser.places import box

SIZES = {"390": (390, 664), "1280": (1280, 800)}
HERE = "/mastermind/analysis"
PHONES = [(390, 664), (360, 640)]
LATE = [
    "classic" + "/1122:1,0/3445:0,2" * 4,
    "grand/112233:0,2/445566:1,2/7788..:0,1/.87654:1,2/661114:0,1/556663:0,2/654321:0,4",
    "words/CRANE:gy---",
    "pair/22:<",
]

#: How the page asks for best guesses that aren't worked out yet, which a quick machine never shows.
POLL = dict(
    re.findall(
        r'(hx-[\w-]+)="([^"{]+)"',
        Path("templates/mastermind/analysis/_best.html").read_text().partition('id="poll"')[2],
    )
)
ASK = """attributes => {
  const part = document.createElement("p");
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  part.setAttribute("hx-get", `${location.pathname}?waiting=1`);
  document.getElementById("best").replaceChildren(part);
  htmx.process(part);
}"""


@pytest.fixture(params=SIZES)
def page(new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    return new_page(*SIZES[request.param])


def check_width(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def open_classic(page: Page) -> None:
    page.goto(f"{HERE}/")
    check_width(page)
    page.get_by_role("link", name=re.compile("^Classic")).click()
    expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
    expect(page.locator("#best tbody tr")).to_have_count(5)


def test_a_guess_tried_stepped_into_and_back(page: Page) -> None:
    open_classic(page)
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("#tried-1122")).to_be_focused()
    expect(page.locator("#tried-1122 .split-picture")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"/classic\?guess=1122"))
    check_width(page)
    page.get_by_role("link", name="1 black: 256 codes").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/classic/1122:1,0"))
    expect(page.locator(".row.current .peg")).to_have_count(0)
    expect(page.locator("#best tbody tr")).to_have_count(10)
    for colour in ("Yellow", "Green", "Green", "Blue"):
        page.get_by_role("button", name=f"{colour}, key").click()
    page.get_by_role("button", name="Try this guess").click()
    expect(page.locator("#tried-3445")).to_contain_text("0.09 more than the best")
    check_width(page)
    page.get_by_role("link", name="Step back").click()
    expect(page.locator(".row.played")).to_have_count(0)
    expect(page.locator("#tried-1122")).to_be_visible()
    page.go_back()
    expect(page.locator("#tried-3445")).to_be_visible()
    expect(page.locator(".row.played")).to_have_count(1)
    page.goto(f"{HERE}/8x5/11223344:1,2?guess=12345123")  # of a large board
    expect(page.locator("#best tbody tr")).to_have_count(10)
    expect(page.locator("#tried-12345123 .split-picture")).to_be_visible()
    check_width(page)


def test_what_is_done_while_best_guesses_are_worked_out_stays(page: Page) -> None:
    open_classic(page)
    held = hold(page, "**/*waiting=1*", times=1)
    with page.expect_request("**/*waiting=1*"):
        page.evaluate(ASK, POLL)
    page.keyboard.type("11221")
    page.locator("#list-candidates").focus()
    held[0].continue_()
    expect(page.locator("#best tbody tr")).to_have_count(5)
    expect(page.locator("#list-candidates")).to_be_focused()
    page.keyboard.type("1")
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile(r"/classic/1122:1,1$"))


def test_a_whole_game_played_elsewhere(page: Page) -> None:
    """For 3641: the best guess is entered with its feedback, row by row, until it is the code."""
    game = game_named("classic")
    open_classic(page)
    for row in range(1, 10):
        best = page.locator("#best tbody tr").first.locator("a")
        best.click()
        expect(page.locator(".tried .split-picture, .tried .from").first).to_be_visible()
        guess = page.locator("#code").input_value()
        black, white = game.feedback(game.parse_code(guess), game.parse_code("3641"))
        page.locator(f".count:has(input[name=right][value='{black}'])").click()
        page.locator(f".count:has(input[name=other][value='{white}'])").click()
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(row)
        if guess == "3641":
            break
    expect(page.locator("#result")).to_contain_text(f"Found in {row} guesses")
    expect(page).to_have_url(re.compile(r"/analysis/classic/.*3641:4,0$"))


def test_rows_by_keyboard_and_the_focus_is_never_lost(page: Page) -> None:
    open_classic(page)
    page.keyboard.type("112211")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/classic/1122:1,1$"))
    page.locator("#list-candidates").press("Enter")
    expect(page.locator("#candidates")).to_be_focused()
    page.locator("#filter-1").select_option("1")
    expect(page.locator("#candidates")).to_contain_text("52 of 208 match")
    page.keyboard.type("4455")
    page.locator("#submit").press("Enter")
    expect(page.locator("#problem")).to_contain_text("Choose how many black and how many white.")
    page.locator("#change-1").press("Enter")
    expect(page.locator("#edit-1-right-1")).to_be_focused()
    page.locator("#leave").press("Enter")
    expect(page.locator("#leave")).to_have_count(0)
    expect(page.locator(".messages")).to_be_focused()
    page.locator("#change-1").press("Enter")
    page.get_by_role("link", name="Remove row 1").press("Enter")
    expect(page.locator(".row.played")).to_have_count(0)
    page.locator("#share > summary").click()
    page.get_by_label("One row per line").fill("1122:0,0\n1345:2,0\n3456:0,0")
    page.get_by_role("button", name="Open these rows").click()
    expect(page.locator(".row.marked")).to_have_count(3)
    check_width(page)
    page.get_by_role("link", name="Row 3: 1 black, 1 white, leaves 6 codes").press("Enter")
    expect(page.locator("#conflict")).to_have_count(0)
    expect(page.locator(".lid")).to_contain_text("6 possible codes")
    expect(page.locator("#best tbody tr").first).to_be_visible()


def test_board_feedback_and_button_are_on_the_screen_at_once(new_page: NewPage, pick: Pick) -> None:
    """And nothing is pushed away, whatever the board and however many rows it has."""
    for size, address in pick(product(PHONES, LATE)):
        page = new_page(*size)
        page.goto(f"{HERE}/{address}")
        expect(page.locator(".hole.chosen")).to_be_visible()
        for part in (".row.current", ".palette", ".answer-fields", "#submit", "#try"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        current, bar = box(page, page.locator(".row.current")), box(page, page.locator(".bar"))
        assert current["y"] + current["height"] <= bar["y"]
        check_width(page)
