"""axe finds nothing on any page or state, in light, dark and forced colours, wide and narrow."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import STILL, violations_in_looks
from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_hidoku, begin_mastermind
from tests.browser.hidoku.hands import go_along, use

WATCH = "/hidoku/watch/findling"
EXERCISES = (
    *("", "liar/easy/v1-7/sheet?number=2", "one-code-left/easy/v1-7", "what-is-proved/easy/v1-7"),
    *("piles/easy/v1-7", "find-the-step/medium/v2-24"),
)
LESSONS = (
    *("", "mastermind/feedback/1?right=1&other=1", "mastermind/two-rows/1?choice=0"),
    *("mastermind/two-rows/5?draft=12__", "mastermind/splitting/1"),
    *("mastermind/splitting/2?choice=1", "mastermind/feedback/print"),
    *("hidoku/the-path/1?cell=2,1", "hidoku/the-path/5?show=1"),
    *("hidoku/counting-steps/2?cell=0,1&cell=2,3", "hidoku/hexagons-and-links/3?show=1"),
    *("hidoku/groups/print", "search/depth-first/2", "search/depth-first/3"),
    *("search/trees-of-mini/1", "practice/learning/1", "stack/ten-dead-ends-24/1?cell=0,0"),
)


def mastermind_with_hint(page: Page, tier: str) -> None:
    begin_mastermind(page, "classic", "1122")
    page.keyboard.type("3_")
    page.locator("#hint-button").click()
    page.get_by_role("button", name=tier, exact=True).click()
    expect(page.get_by_role("button", name=tier, pressed=True)).to_be_visible()


def mastermind_advised(page: Page) -> None:
    mastermind_with_hint(page, "Move")
    for summary in page.locator("#hint summary").all():
        summary.click()


def mastermind_refused(page: Page) -> None:
    begin_mastermind(page)
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).not_to_be_empty()


def mastermind_over(page: Page) -> None:
    begin_mastermind(page, "classic", *["1111"] * 10)


def hidoku_with_conflict(page: Page) -> None:
    begin_hidoku(page)
    page.locator("#number").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".cell.doubtful")).to_have_count(1)
    use(page, "check")
    expect(page.locator(".cell.conflict")).not_to_have_count(0)
    page.locator("#hint-button").click()
    expect(page.locator(".tier")).to_be_visible()
    page.locator("#tab-3").click()
    expect(page.locator("#use-hint")).to_be_visible()


def hidoku_with_notes(page: Page) -> None:
    begin_hidoku(page)
    page.keyboard.press("p")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#candidates")).to_be_visible()
    go_along(page)
    expect(page.locator("#turn")).to_be_attached()


def hidoku_with_colours(page: Page) -> None:
    begin_hidoku(page)
    page.keyboard.press("t")
    expect(page.locator(".tints")).to_be_visible()
    for tint in range(1, 7):
        page.keyboard.press("ArrowRight")
        page.keyboard.press(str(tint))
        expect(page.locator(f"#entry .cell.tint-{tint}")).to_have_count(1)


def hexagons_with_hint(page: Page) -> None:
    begin_hidoku(page, "v7-7x7-hexagon-hex-links8-1")
    page.locator("#hint-button").click()
    expect(page.locator("#tab-1")).to_have_attribute("aria-pressed", "true")


def strong_and_dark(page: Page) -> None:
    page.goto("/you/settings")
    page.locator("[name=theme][value=dark]").check()
    page.locator("[name=palette][value=strong]").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    begin_mastermind(page)


def setter_conflict(page: Page) -> None:
    page.goto("/mastermind/setter/")
    page.get_by_role("button", name="head").first.click()
    for _ in range(5):
        if page.locator(".conflict").count():
            break
        page.locator("#answer .button").first.click()
        page.wait_for_load_state()


def setter_missed(page: Page) -> None:
    """A code kept in the head, which the page asks for since one guess was not enough."""
    page.goto("/mastermind/setter/?game=own&guesses=1&strategy=entropy")
    page.get_by_role("button", name="head").first.click()
    expect(page.locator("#answer")).to_be_visible()
    page.keyboard.type("01")
    page.locator("#submit").click()
    expect(page.get_by_role("heading", name="What was your code?")).to_be_visible()


def setter_misled(page: Page) -> None:
    setter_missed(page)
    page.keyboard.type("1255")
    page.locator("#submit").click()
    expect(page.locator("#result")).to_contain_text("The computer was misled")
    page.get_by_text("Not your code?").click()
    expect(page.locator(".hole.chosen")).to_be_visible()


def setter_drawn(page: Page) -> None:
    page.goto("/mastermind/setter/")
    page.locator("#draw").click()
    page.locator("#submit").click()  # without motion the page plays no row by itself
    expect(page.locator(".row.played")).not_to_have_count(0)
    page.goto(f"{page.url.split('?')[0]}?row=0")


def challenge(page: Page) -> None:
    page.goto("/mastermind/challenge/")
    page.locator("#draw").click()
    expect(page.locator("#invitation")).to_be_visible()


def reviewed(page: Page) -> None:
    mastermind_over(page)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator("#review .sum-parts")).to_be_visible()
    page.locator("#row-1 summary").click()


def shared(page: Page) -> None:
    mastermind_over(page)
    page.locator("#share-button").click()
    expect(page.locator("#sent-status")).not_to_be_empty()


def shared_page(page: Page) -> None:
    shared(page)
    page.get_by_role("link", name="Open its page").click()
    expect(page.locator("#play-same")).to_be_visible()


def shared_to_a_stranger(page: Page) -> None:
    shared_page(page)
    page.context.clear_cookies()
    page.reload()
    expect(page.locator(".row.covered")).to_have_count(10)


def class_of_a_teacher(page: Page) -> None:
    page.goto("/class")
    page.locator("#open").click()
    expect(page.locator("#add")).to_be_visible()


def opened(url: str) -> Callable[[Page], None]:
    def visit(page: Page) -> None:
        page.goto(url)
        expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0)  # it is worked out

    return visit


STATES = {
    "home": opened("/"),
    "mastermind-start": opened("/mastermind/"),
    "mastermind": begin_mastermind,
    "mastermind-nudged": partial(mastermind_with_hint, tier="Nudge"),
    "mastermind-told": partial(mastermind_with_hint, tier="Reason"),
    "mastermind-advised": mastermind_advised,
    "mastermind-refused": mastermind_refused,
    "mastermind-over": mastermind_over,
    "setting-start": opened("/mastermind/setter/"),
    "setting-conflict": setter_conflict,
    "setting-missed": setter_missed,
    "setting-misled": setter_misled,
    "setting-drawn": setter_drawn,
    "challenge-start": opened("/mastermind/challenge/"),
    "challenge": challenge,
    "review": reviewed,
    "shared": shared,
    "shared-page": shared_page,
    "shared-to-a-stranger": shared_to_a_stranger,
    "embed-board": opened("/embed/board/findling"),
    "embed-watch": opened("/embed/watch/findling?step=9"),
    "embed-analysis": opened("/embed/analysis/classic/1122:1,0"),
    "lab": opened("/lab/"),
    "lab-game": opened("/lab/games/classic"),
    "lab-known": opened("/lab/known/every/perfect/classic"),
    "origins": opened("/about"),
    "hidoku-start": opened("/hidoku/"),
    "hidoku": begin_hidoku,
    "hidoku-conflict": hidoku_with_conflict,
    "hidoku-notes": hidoku_with_notes,
    "hidoku-colours": hidoku_with_colours,
    "hidoku-rules": opened("/hidoku/rules"),
    "mastermind-rules": opened("/mastermind/rules"),
    "hidoku-new": opened("/hidoku/boards"),
    "hidoku-gallery": opened("/hidoku/boards/gallery"),
    "daily-code": opened("/daily/mastermind"),
    "daily-path": opened("/daily/hidoku"),
    "you": opened("/you"),
    "contests": opened("/friends/"),
    "class": class_of_a_teacher,
    "contest-code": opened("/friends/codes/black-white/classic"),
    "you-statistics": opened("/you/statistics"),
    "you-data": opened("/you/data"),
    "hidoku-board": opened("/hidoku/boards/findling"),
    "hidoku-hexagons": opened("/hidoku/boards/v7-7x7-hex-easy-links4-1"),
    "hidoku-solutions": opened("/hidoku/watch/findling/solutions"),
    "editor": opened("/hidoku/editor"),
    "editor-findling": opened("/hidoku/editor?board=findling"),
    "import": opened("/hidoku/exchange/import"),
    "import-refused": opened("/hidoku/exchange/import?text=1+x+3"),
    "import-faults": opened("/hidoku/exchange/import?text=1+2+.+./2+.+.+./.+1+.+99"),
    "import-preview": opened("/hidoku/exchange/import?text=1+.+3/.+%23+./7+.+."),
    "print": opened("/hidoku/exchange/print?board=findling&per=2&solutions=1"),
    "watch": opened(f"{WATCH}?step=60"),
    "watch-contradiction": opened(f"{WATCH}?by=search&step=700"),
    "watch-choice": opened("/hidoku/watch/ten-dead-ends?by=search&step=37&choice=2"),
    "watch-overlays": opened(f"{WATCH}?step=20&show=connections&show=candidates&show=placements"),
    "watch-end": opened(f"{WATCH}?step=9999"),
    "settings": opened("/you/settings"),
    "settings-strong-and-dark": strong_and_dark,
    "analysis": opened("/mastermind/analysis/"),
    "analysis-tried": opened("/mastermind/analysis/classic/1122:1,0?guess=3445"),
    "analysis-conflict": opened("/mastermind/analysis/classic/1122:0,0/1122:1,0"),
    "hidoku-hexagons-hint": hexagons_with_hint,
    "idea of a technique": opened("/learn/ideas/enter-and-leave"),
    "idea": opened("/learn/ideas/splitting"),
    "run": opened("/learn/runs/all"),
    **{f"exercise {part}": opened(f"/learn/exercises/{part}") for part in EXERCISES},
    **{f"lesson {part}": opened(f"/learn/{part}") for part in LESSONS},
    "not-found": opened("/nowhere"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("part", range(4))
def test_axe_finds_nothing(new_page: NewPage, part: int, pick: Pick) -> None:
    """The state is reached on the narrow page, where it is harder, and then the page is widened."""
    for state in pick(list(STATES)[part::4], share=6):
        page = new_page(320, 800, **STILL)
        STATES[state](page)
        assert violations_in_looks(page, state) == []
