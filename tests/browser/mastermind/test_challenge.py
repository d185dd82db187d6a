"""Two people in two browsers: a code is set, a link is followed, every row arrives."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage
from tests.browser.games import break_code, play_rows

#: Whether the page has sent by itself that the end of the game was seen.
RECEIVED = "performance.getEntriesByType('resource').some(one => one.name.endsWith('/receipt'))"
GUESSES = ("1122", "3456", "3641")
#: Which pegs of a row stick out of it.
OUTSIDE = """() => [...document.querySelectorAll('.row')].flatMap(row => {
  const frame = row.getBoundingClientRect();
  return [...row.querySelectorAll('.peg, .key, .left')].map(one => one.getBoundingClientRect())
    .filter(box => box.top < frame.top || box.bottom > frame.bottom || box.right > frame.right);
})"""


def test_a_whole_game_of_two(new_page: NewPage) -> None:
    """What the setter reads stays while rows arrive by themselves."""
    setter, guest = new_page(1280, 800), new_page(390, 844)
    setter.goto("/mastermind/challenge/")
    expect(setter.locator(".hole.chosen")).to_be_visible()  # the script is there
    for symbol in "3641":
        setter.locator(f".swatch[data-symbol='{symbol}']").click()
    setter.get_by_role("button", name="Set this code").click()
    link = setter.get_by_label("The link").input_value()
    assert violations(setter) == []
    setter.locator("#rules summary").click()
    setter.get_by_label("The link").focus()
    expect(setter.locator("#copy")).to_be_visible()
    with setter.expect_response(lambda answer: answer.url == link):
        pass  # an answer without news
    expect(setter.locator("#copy")).to_be_visible()
    expect(setter.get_by_label("The link")).to_be_focused()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Someone has set a code for you")).to_be_visible()
    expect(guest.locator(".lid-hole")).to_have_count(4)
    expect(guest.get_by_text("You have 10 guesses.")).to_be_in_viewport()
    assert violations(guest) == []
    guest.get_by_role("button", name="Break the code").click()
    expect(setter.get_by_role("heading", name="Someone is breaking it")).to_be_visible()
    guest.reload()
    guest.goto(link)  # leads back to the game
    for row, code in enumerate(GUESSES, 1):
        expect(setter.locator(".row")).to_have_count(10)
        expect(guest.locator(".hole.chosen")).to_be_visible()
        guest.keyboard.type(code)
        guest.keyboard.press("Enter")
        expect(guest.locator(".row.played")).to_have_count(row)
        expect(setter.locator(".row.played")).to_have_count(row)
        expect(setter.locator("#rules p").first).to_be_visible()
        assert setter.evaluate(OUTSIDE) == []
        assert violations(setter) == []
    expect(guest.locator("#result")).to_contain_text("Found in 3 guesses")
    expect(setter.locator("#status")).to_contain_text("Your code was found in 3 guesses.")
    expect(setter.locator(".row")).to_have_count(3)
    expect(setter.locator("#poll")).to_have_count(0)
    expect(setter.get_by_role("button", name="Remove from list")).to_have_count(0)
    assert violations(setter) == []
    assert_off_the_list(setter, link)  # its page has said by itself that the end was seen


def assert_off_the_list(setter: Page, link: str) -> None:
    path = urlsplit(link).path
    setter.wait_for_function(RECEIVED)
    setter.goto("/mastermind/challenge/")
    expect(setter.locator(f"a[href='{path}']")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 664), (360, 640)])
def test_a_phone_shows_how_the_game_goes_and_then_the_rematch(
    new_page: NewPage, size: tuple[int, int]
) -> None:
    setter, guest = new_page(*size), new_page(*size)
    break_code(guest, setter, "3641")
    play_rows(guest, "1122")
    expect(setter.locator(".row.played")).to_have_count(1)
    expect(setter.locator("#status")).to_be_in_viewport(ratio=1)
    assert setter.evaluate(OUTSIDE) == []
    guest.locator(".hole.chosen").wait_for()
    guest.keyboard.type("3641")
    guest.keyboard.press("Enter")
    expect(setter.locator("#status")).to_contain_text("Your code was found")
    expect(setter.locator("#status")).to_be_in_viewport(ratio=1)
    expect(setter.locator("#rematch")).to_be_in_viewport(ratio=1)
    expect(guest.locator("#rematch-box")).to_contain_text("Match: you 0")
    expect(setter.locator("#rematch-box")).to_have_attribute("hx-trigger", "every 2s")
    guest.locator("#rematch").click()
    for symbol in "3641":
        guest.locator(f".swatch[data-symbol='{symbol}']").click()
    guest.get_by_role("button", name="Set this code").click()
    expect(setter).to_have_title(re.compile("^● The other player has set a code"))
    expect(setter.locator("#rematch")).to_be_in_viewport(ratio=1)
    assert violations(setter) == []
    setter.locator("#rematch").click()
    expect(setter.get_by_text("Match: you 2")).to_be_visible()
