"""Mastermind by touch: pegs dragged, held and copied, on slow lines and on none."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Locator, Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.games import begin_mastermind
from tests.browser.timers import sent_within, until_held

AGAIN = 4500  # milliseconds: longer than the page waits to try again
LATENCY = 0.5  # seconds
#: Tap Guess and two colours while the row is on its way, and return the row.
TAPPED_AT_ONCE = """() => {
  document.getElementById("submit").click();
  for (const symbol of "34") document.querySelector(`.swatch[data-symbol="${symbol}"]`).click();
  return document.getElementById("code").value;
}"""

#: Tap Guess, the four colours of the next row, and Guess again, all before the first is answered.
SENT_AT_ONCE = """() => {
  const guess = () => document.getElementById("submit").click();
  guess();
  for (const symbol of "3344") document.querySelector(`.swatch[data-symbol="${symbol}"]`).click();
  guess();
}"""


@pytest.fixture
def page(new_page: NewPage) -> Page:
    page = new_page(390, 664, has_touch=True, is_mobile=True)
    begin_mastermind(page)
    return page


class Finger:
    """A finger on the screen, as Chromium's protocol moves one."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session = page, session

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, target: Locator, to: tuple[float, float]) -> None:
        (x, y), (x1, y1) = middle(target), to
        self.send("touchStart", (x, y))
        for part in (
            0.2,
            0.5,
            0.8,
            1.0,
            1.0,
        ):  # it rests at the end: a fling would eat the next tap
            self.send("touchMove", (x + part * (x1 - x), y + part * (y1 - y)))
            self.page.wait_for_timeout(40)
        self.send("touchEnd")

    def hold(self, target: Locator) -> None:
        with until_held(self.page):
            self.send("touchStart", middle(target))
        self.send("touchEnd")


@pytest.fixture
def finger(page: Page) -> Iterator[Finger]:
    session = page.context.new_cdp_session(page)
    yield Finger(page, session)
    session.detach()


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hole(page: Page, number: int) -> Locator:
    return page.locator(".row.current .hole").nth(number - 1)


def colour(page: Page, symbol: str) -> Locator:
    return page.locator(f".swatch[data-symbol='{symbol}']")


def tap_row(page: Page, row: str) -> None:
    for symbol in row:
        colour(page, symbol).tap()


def expect_row(page: Page, *names: str) -> None:
    """Make sure that the row in hand is told, and drawn, like this."""
    for number, name in enumerate(names, 1):
        expect(hole(page, number)).to_have_accessible_name(f"Hole {number}: {name}")
        expect(hole(page, number).locator(".peg")).to_have_count(0 if name == "empty" else 1)


def test_a_peg_is_dragged_in_over_and_out(page: Page, finger: Finger) -> None:
    finger.drag(colour(page, "3"), middle(hole(page, 2)))
    expect_row(page, "empty", "Yellow", "empty", "empty")
    finger.drag(hole(page, 2), middle(hole(page, 4)))
    expect_row(page, "empty", "empty", "empty", "Yellow")
    finger.drag(colour(page, "5"), middle(hole(page, 1)))
    finger.drag(hole(page, 1), middle(hole(page, 4)))  # two pegs change places
    expect_row(page, "Yellow", "empty", "empty", "Blue")
    finger.drag(hole(page, 1), (195, 400))
    expect_row(page, "empty", "empty", "empty", "Blue")
    finger.drag(colour(page, "1"), (195, 400))  # let go beside the board
    expect_row(page, "empty", "empty", "empty", "Blue")
    expect(page.locator(".ghost")).to_have_count(0)
    assert page.evaluate("scrollY") == 0
    finger.drag(hole(page, 4), (195, 400))
    finger.drag(colour(page, "3"), middle(hole(page, 2)))
    page.wait_for_timeout(100)  # no finger is quicker
    colour(page, "1").tap()
    expect_row(page, "Red", "Yellow", "empty", "empty")


def test_a_held_peg_begins_the_next_row_and_a_tap_copies_an_earlier_one(
    page: Page, finger: Finger
) -> None:
    line = page.locator("#gestures")  # it teaches both, below the second row of one game
    tap_row(page, "1345")
    finger.hold(hole(page, 2))
    expect_row(page, "Red", "Yellow", "Green", "Blue")  # a long press takes nothing out
    page.locator("#submit").tap()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(line).to_be_hidden()
    expect_row(page, "empty", "Yellow", "empty", "empty")
    finger.hold(hole(page, 2))  # and lets it go
    tap_row(page, "135")
    page.locator("#submit").tap()
    expect(page.locator(".row.played")).to_have_count(2)
    expect(line).to_be_visible()
    expect_row(page, "empty", "empty", "empty", "empty")
    page.locator(".row.played").first.tap()
    expect_row(page, "Red", "Yellow", "Green", "Blue")
    hole(page, 2).tap()
    colour(page, "6").tap()
    expect_row(page, "Red", "Purple", "Green", "Blue")
    page.locator("#hint-button").tap()
    expect(page.locator("#close-hint")).to_be_visible()
    expect(line).to_be_visible()
    begin_mastermind(page)
    for rows in (1, 2):
        tap_row(page, "1345")
        page.locator("#submit").tap()
        expect(page.locator(".row.played")).to_have_count(rows)
    expect(line).to_be_hidden()


def test_taps_before_the_answer_happen_after_it(page: Page) -> None:
    def later(route: Route) -> None:
        time.sleep(LATENCY)
        route.continue_()

    page.route("**/guesses", later)
    tap_row(page, "1122")
    assert page.evaluate(TAPPED_AT_ONCE) == "1122"  # the row on its way stays what it is
    expect(page.locator(".row.played")).to_have_count(1)
    expect_row(page, "Yellow", "Green", "empty", "empty")
    assert "red, red, orange, orange" in page.locator(".row.played").inner_text()
    page.unroute("**/guesses")
    for _ in "ab":
        page.locator(".swatch[data-undo]").tap()
    tap_row(page, "1122")
    page.evaluate(SENT_AT_ONCE)
    expect(page.locator(".row.played")).to_have_count(3)
    expect(page.locator("#problem")).to_be_empty()
    assert "yellow, yellow, green, green" in page.locator(".row.played").nth(2).inner_text()


def test_a_row_made_offline_is_sent_when_the_line_is_back_unless_it_was_changed(page: Page) -> None:
    page.clock.install()
    page.context.set_offline(True)
    tap_row(page, "1122")
    page.locator("#submit").tap()
    expect(page.locator("#notice")).to_contain_text("You are offline. Your row is kept")
    expect_row(page, "Red", "Red", "Orange", "Orange")
    hole(page, 4).tap()
    colour(page, "5").tap()
    page.context.set_offline(False)
    expect(page.locator("#notice")).to_be_empty()
    assert sent_within(page, AGAIN) == []
    expect(page.locator(".row.played")).to_have_count(0)
    expect_row(page, "Red", "Red", "Orange", "Blue")
    page.context.set_offline(True)
    page.locator("#submit").tap()
    expect(page.locator("#notice")).to_contain_text("You are offline. Your row is kept")
    page.context.set_offline(False)
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#notice")).to_be_empty()
    expect_row(page, "empty", "empty", "empty", "empty")
    assert sent_within(page, AGAIN) == []
    expect(page.locator(".row.played")).to_have_count(1)
