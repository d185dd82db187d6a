"""What pages look like where a rule for one thing could spoil another."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.places import box


def test_letters_on_pegs_of_answers_are_as_elsewhere(new_page: NewPage) -> None:
    page = new_page(390, 664)
    page.goto("/learn/mastermind/contradiction/1")
    drawn = "letters => letters.map(letter => getComputedStyle(letter).stroke)"
    strokes = page.locator(".button.choice .peg text").evaluate_all(drawn)
    assert strokes
    assert {*strokes} == {"none"}


def test_boards_are_pictures_of_themselves_wherever_they_are_offered(new_page: NewPage) -> None:
    page = new_page(390, 664)
    for address in ("/mastermind/", "/mastermind/analysis/"):
        page.goto(address)
        first = page.locator(".board-picture").first.locator("> span").first.locator("svg")
        tops = first.evaluate_all("pegs => pegs.map(peg => peg.getBoundingClientRect().top)")
        assert len(tops) > 2, address
        assert len({*tops}) == 1, address


def test_rulers_of_a_full_screen_lie_in_the_frame(new_page: NewPage) -> None:
    page = new_page(1920, 1080)
    page.goto("/hidoku/watch/findling?step=5")
    expect(page.locator("#frame")).to_have_attribute("data-step", "5")
    if not page.evaluate("document.fullscreenEnabled"):
        return
    page.locator("#full").click()
    expect(page.locator("#full")).to_have_text("Leave full screen")
    edges = "signs => signs.map(sign => sign.getBoundingClientRect().left)"
    assert min(page.locator(".ruler-rows text").evaluate_all(edges)) >= box(page, ".cells")["x"]
