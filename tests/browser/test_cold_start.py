"""A first start: whatever is pressed while nothing is compiled yet waits on its page, then is done.

The kernels come from the cache of these tests, but none of them before the test says so.
"""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewPage, run_server
from tests.browser.contexts import Contexts
from tests.browser.games import begin, begin_hidoku, begin_mastermind

SCRIPT = """
import sys, time
from pathlib import Path
from webapp import server, warm_up

compile_kernels = warm_up.compile_kernels
go = Path(sys.argv[1])

def held_back(groups=(), is_wanted=lambda _: False):
    while groups and not go.exists():
        time.sleep(0.05)
    yield from compile_kernels(groups, is_wanted)

server.are_compiled = lambda: False
warm_up.compile_kernels = held_back
sys.exit(server.main())
"""


@pytest.fixture
def go(tmp_path: Path) -> Path:
    """The file whose presence lets the solver be compiled."""
    return tmp_path / "go"


@pytest.fixture
def contexts(browser: Browser, go: Path, tmp_path: Path) -> Iterator[Contexts]:
    """Contexts for pages of a server at its first start."""
    with run_server([sys.executable, "-c", SCRIPT, str(go)], tmp_path, PEGS_WORKERS="2") as address:
        yield Contexts(browser, address)


def notice_of(page: Page) -> None:
    """See that the page says that what was pressed is kept, and how far the solver is."""
    notice = page.locator("#notice")
    expect(notice).to_contain_text("The solver is being compiled")
    expect(notice).to_contain_text(re.compile(r"\d%\. What you asked for follows by itself"))


def see_hint(page: Page, words: str) -> None:
    expect(page.locator("#hint")).to_contain_text(words)
    expect(page.locator("#notice")).to_have_text("")


def press_hint(page: Page) -> Callable[[], None]:
    """Guess, and ask for a hint: the guess is there at once, its count and the hint later."""
    begin_mastermind(page)
    page.keyboard.type("1122")
    page.locator("#submit").click()
    expect(page.locator(".row.played")).to_have_count(1)
    expect(page.locator("#candidates")).to_have_count(0)
    page.locator("#hint-button").click()
    expect(page.locator("#notice")).to_contain_text("The solver is being compiled")

    def then() -> None:
        expect(page.locator(".row.played .left")).to_contain_text(re.compile(r"\d+"))
        see_hint(page, "Hints used: 1 (nudge)")

    return then


def press_hidoku_hint(page: Page) -> Callable[[], None]:
    begin_hidoku(page)
    page.locator("#hint-button").click()
    expect(page.locator("#notice")).to_contain_text("The solver is being compiled")
    return lambda: see_hint(page, "Look between")


def press_evil_guess(page: Page) -> Callable[[], None]:
    """A setter without a code can't answer before the solver is there."""
    begin(page, "mastermind/breaker", game="classic", role="evil")
    page.keyboard.type("1122")
    page.locator("#submit").click()
    notice_of(page)
    expect(page.locator(".row.played")).to_have_count(0)

    def then() -> None:
        expect(page.locator(".row.played")).to_have_count(1)
        expect(page.locator("#notice")).to_have_text("")

    return then


def press_code(page: Page) -> Callable[[], None]:
    begin(page, "mastermind/setter", game="classic")
    page.get_by_role("button", name=re.compile("draw|random", re.IGNORECASE)).first.click()
    expect(page.locator("body")).to_contain_text("The solver is being compiled")

    def then() -> None:
        expect(page.locator(".row").first).to_be_visible()
        expect(page.locator("body")).not_to_contain_text("The solver is being compiled")

    return then


def press_number(page: Page) -> Callable[[], None]:
    """A drawing takes what is drawn; its verdict follows."""
    page.goto("/hidoku/editor")
    expect(page.locator("#verdict")).to_have_text("Not checked yet")
    page.locator("#number").fill("1")
    page.locator("#give").click()
    expect(page.locator("#editor .cell").filter(has_text=re.compile(r"^\s*1\s*$"))).to_have_count(1)
    expect(page.locator("#verdict")).to_have_text("Not checked yet")
    return lambda: expect(page.locator("#verdict")).to_contain_text("solutions")


def press_small_board(page: Page) -> Callable[[], None]:
    page.goto("/hidoku/rules")
    press = page.locator("#try-button")
    if press.count():
        press.click()
    expect(page.locator("body")).to_contain_text("The solver is being compiled")
    return lambda: expect(page.locator("#try, #try-button").first).to_be_visible()


def press_next_exercise(page: Page) -> Callable[[], None]:
    """A page that goes elsewhere waits as a whole, and goes there by itself."""
    page.goto("/learn/exercises/piles/easy/v1-7")
    expect(page.locator("h1")).to_have_text("Thinking")
    return lambda: expect(page.locator("h1")).not_to_have_text("Thinking")


def press_without_script(page: Page) -> Callable[[], None]:
    """The page says what to press, and goes on once the solver is there."""
    begin(page, "mastermind/breaker", game="classic", role="evil")
    page.locator("[name=typed]").first.fill("1122")
    page.locator("#submit").click()
    expect(page.locator("h1")).to_have_text("Thinking")
    expect(page.locator("main")).to_contain_text("Wait a few seconds, then press Go on.")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("h1")).to_have_text("Thinking")

    def then() -> None:
        while page.locator("h1").text_content() == "Thinking":
            page.get_by_role("button", name="Go on").click()
        expect(page.locator(".row.played")).to_have_count(1)

    return then


PRESSES = (
    press_hint,
    press_hidoku_hint,
    press_evil_guess,
    press_code,
    press_number,
    press_small_board,
    press_next_exercise,
)


@pytest.mark.parametrize("size", [(1280, 800), (390, 664)], ids=["1280", "390"])
def test_every_kind_of_press_resolves_itself(
    new_page: NewPage, go: Path, size: tuple[int, int]
) -> None:
    ends = []
    for press in PRESSES:
        page = new_page(*size)
        ends.append(press(page))
    ends.append(press_without_script(new_page(*size, java_script_enabled=False)))
    go.touch()
    for end in ends:
        end()
