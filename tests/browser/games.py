"""Games begun without their start page, for tests of what comes after it."""

from playwright.sync_api import Page, expect

from solver.hidoku.rules.known_boards import BOARDS

OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}


def begin(page: Page, kind: str, **form: str) -> None:
    """Begin a game as the button of its start page does, and open it."""
    answer = page.request.post(f"/{kind}/games", form=form, headers=OWN_PAGE, max_redirects=0)
    page.goto(answer.headers["location"])


def begin_mastermind(page: Page, board: str = "classic", *rows: str) -> None:
    begin(page, "mastermind/breaker", game=board)
    expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
    play_rows(page, *rows)


def play_rows(page: Page, *rows: str, before: int = 0) -> None:
    for number, row in enumerate(rows, before + 1):
        expect(page.locator(".hole.chosen")).to_be_visible()
        page.keyboard.type(row)
        page.keyboard.press("Enter")
        expect(page.locator("#game .row.played")).to_have_count(number)


def break_code(page: Page, setter: Page, code: str, board: str = "classic") -> None:
    """Begin a game whose code another page sets."""
    begin(setter, "mastermind/challenge", game=board, code=code)
    page.goto(setter.get_by_label("The link").input_value())
    page.get_by_role("button", name="Break the code").click()
    expect(page.locator(".hole.chosen")).to_be_visible()


def begin_hidoku(page: Page, board: str = "findling") -> None:
    if board in BOARDS:
        begin(page, "hidoku/play", board=board)
    else:  # it may have to be made first
        page.goto(f"/hidoku/boards/{board}")
        page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#number")).to_be_visible()
    page.wait_for_load_state()  # the script is there: arrows move the choice
