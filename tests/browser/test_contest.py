"""A contest with real browsers: a code for many, whose results arrive while its setter looks."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage
from tests.browser.games import play_rows


def test_results_arrive_at_who_set_the_code(new_page: NewPage) -> None:
    page, guest = new_page(1280, 800), new_page(390, 664)
    page.goto("/mastermind/challenge/")
    page.get_by_role("link", name="Race, or send one code to a group").click()
    page.get_by_text("on your own code or board").click()
    page.get_by_role("button", name="Set a code for your group").click()
    expect(page.locator(".hole.chosen")).to_be_visible()
    page.keyboard.type("3641")
    page.get_by_role("button", name="Set this code").click()
    expect(page.get_by_text("Nobody has started yet.")).to_be_visible()
    guest.goto(page.get_by_label("Link for your group").input_value())
    assert violations(guest) == []
    guest.get_by_label("Your name in the results").fill("Ada <3")
    guest.get_by_role("button", name="Break the code").click()
    play_rows(guest, "1122", "3641")
    row = page.get_by_role("row", name=re.compile("Ada <3"))
    expect(row.get_by_role("cell").nth(1)).to_have_text("2")  # by itself
    guest.get_by_role("link", name="Results").click()
    expect(guest.get_by_role("row", name=re.compile("Ada <3 you"))).to_be_visible()
    assert violations(guest) == []
    assert violations(page) == []
    page.get_by_role("button", name="Remove Ada <3").click()
    expect(page.get_by_role("button", name="Restore Ada <3")).to_be_visible()


def test_a_page_that_nobody_sees_asks_for_nothing(new_page: NewPage) -> None:
    page = new_page(390, 664)
    page.goto("/friends/codes/black-white/mini")
    page.get_by_role("button", name="Draw a code for me").click()
    expect(page.get_by_text("Nobody has started yet.")).to_be_visible()
    urls: list[str] = []
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.on("request", lambda request: urls.append(request.url))
    page.wait_for_timeout(1_000)  # more than twice as long as a page that is seen waits
    assert urls == []
    page.evaluate("Object.defineProperty(document, 'hidden', {value: false})")
    with page.expect_request(re.compile("seen=")):
        pass


def race_of(page: Page, code: str = "mini") -> str:
    """Open a waiting room for a drawn code; return the link for the group."""
    page.goto(f"/friends/codes/black-white/{code}")
    page.locator("#draw").click()
    page.locator("#race").click()
    return page.get_by_label("Link for your group").input_value()


def joined(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name in the results").fill(name)
    page.locator("#join").click()
    expect(page.get_by_text("You’re in.")).to_be_visible()


#: What of the scoreboard's players sticks out of its frame.
CROSSED = """() => [...document.querySelectorAll('#scoreboard li > *')].filter(part => {
  const [mine, frame] = [part, part.closest('li')].map(one => one.getBoundingClientRect());
  return mine.top < frame.top + 1 || mine.bottom > frame.bottom - 1 || mine.right > frame.right;
}).map(part => part.textContent)"""


def guess(page: Page, code: str) -> None:
    """Guess a row, once the last answer is there."""
    rows = page.locator("#game .row.played").count()
    expect(page.locator(".hole.chosen")).to_be_visible()
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.locator("#game .row.played")).to_have_count(rows + 1)


def test_in_a_race_on_a_desktop_the_last_row_of_the_board_is_on_the_screen(
    new_page: NewPage,
) -> None:
    setter, ann, bob = (new_page(1280, 800) for _ in range(3))
    setter.goto("/friends/")
    form, headers = {"kind": "play"}, {"Origin": setter.evaluate("location.origin")}
    while not (room := setter.request.post("/friends/races", form=form, headers=headers)).ok:
        assert "board" in room.text()  # one is still being made
        setter.wait_for_timeout(500)
    setter.goto(room.url)
    link = setter.get_by_label("Link for your group").input_value()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        joined(page, link, name)
    setter.locator("#start").click()
    ann.wait_for_url("**/hidoku/play/**")
    expect(ann.locator("#scoreboard li").nth(1)).to_be_visible()
    expect(ann.locator("#entry .board")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_race_begins_for_all_and_the_scoreboard_follows(new_page: NewPage, scheme: str) -> None:
    setter = new_page(1280, 800, color_scheme=scheme)
    ann, bob = (new_page(*size, color_scheme=scheme) for size in ((390, 664), (320, 640)))
    late = new_page(360, 640, color_scheme=scheme, reduced_motion="reduce")
    link = race_of(setter)
    expect(setter.locator("#start")).to_be_disabled()
    expect(setter.get_by_text("You can start when two have joined.")).to_be_visible()
    joined(ann, link, "Ann")
    joined(bob, link, "Bob")
    expect(setter.locator("#scoreboard li")).to_have_count(2)  # by itself
    expect(setter.locator("#start")).to_be_enabled()
    expect(setter.get_by_text("You can start when two have joined.")).to_be_hidden()
    assert violations(setter) + violations(bob) == []
    setter.locator("#start").click()
    late.goto(link)
    for page in (setter, ann, late):
        expect(page.locator(".clock")).to_have_text(re.compile("^[1-5]$"))
    expect(ann.get_by_role("status").filter(has_text="starts in a few seconds")).to_be_visible()
    assert violations(ann) == []
    for page in (ann, bob):
        page.wait_for_url("**/mastermind/breaker/**")  # by itself
        expect(page.locator("#scoreboard li.own")).to_be_in_viewport()
        expect(page.locator("#submit")).to_be_in_viewport()
        expect(page.locator("#scoreboard li").nth(1)).to_be_in_viewport(ratio=1)  # the rival
        expect(page.locator(".race-beside .clock")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    assert bob.evaluate(CROSSED) == []
    guess(ann, "112")
    expect(bob.locator("#scoreboard li", has_text="Ann")).to_contain_text("1 of 10 rows")
    expect(late.locator("#scoreboard li", has_text="Ann")).to_contain_text("1 of 10 rows")
    expect(late.get_by_text("You’re watching.")).to_be_visible()
    assert violations(ann) + violations(late) + violations(setter) == []
    assert not bob.evaluate("document.documentElement.scrollWidth > innerWidth")
    for _ in range(9):
        guess(ann, "112")
    bob.goto(link)
    bob.locator("#leave").click()
    expect(setter.locator("#start")).to_have_text("Next round")  # the round is over by itself
    expect(setter.locator("table.places tbody tr:not(.taken-off)")).to_contain_text("not found")
    ann.goto(link)
    expect(ann.locator("table.places tr.own")).to_contain_text("not found")
    assert violations(setter) == []
    setter.locator("#start").click()
    expect(late.locator("#join")).to_be_visible()  # by itself
    assert violations(late) == []


def test_a_phone_that_slept_through_the_start_opens_its_board(new_page: NewPage) -> None:
    setter, ann, bob = new_page(), new_page(390, 664), new_page(390, 664)
    link = race_of(setter)
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        joined(page, link, name)
    ann.evaluate("Object.defineProperty(document, 'hidden', {get: () => window.asleep ?? true})")
    setter.locator("#start").click()
    bob.wait_for_url("**/mastermind/breaker/**")
    expect(ann).to_have_title(re.compile("^Waiting room"))  # nothing was asked for meanwhile
    ann.evaluate("window.asleep = false; document.dispatchEvent(new Event('visibilitychange'))")
    ann.get_by_role("button", name="Break the code").click()
    ann.wait_for_url("**/mastermind/breaker/**")
    expect(ann.locator("#scoreboard li", has_text="Bob")).to_be_visible()
