"""What must be on the screen at once to make a move, at the sizes of the windows people hold."""

from itertools import product

from playwright.sync_api import Page, expect

from solver.deduction.games import NAMES, face_of, game_named
from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_mastermind, break_code, play_rows
from tests.browser.places import AT_REST, box

SIZES = [(390, 664), (375, 667), (360, 640), (320, 640), (768, 1024), (1280, 800), (1920, 1080)]
SEVEN_ROWS = ("1111", "1112", "1121", "1211", "2111", "1113", "1131")
#: What is not wholly on the screen, or lies under something else.
OUTSIDE = """selectors => selectors.flatMap(selector => {
  const found = [...document.querySelectorAll(selector)];
  if (!found.length) return [`no ${selector}`];
  return found.flatMap(element => {
    const box = element.getBoundingClientRect();
    const isInside = box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0
      && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isCovered = !middle || !(element.contains(middle) || middle.contains(element));
    if (isInside && !isCovered) return [];
    const where = [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
    return [`${element.id || element.className} at ${where}${isCovered ? ", covered" : ""}`];
  });
})"""
MOVE = [".row.current", ".row.current .hole", ".swatch", "#submit"]
GOAL = ".lid > span:last-child"


def check_screen(page: Page, parts: list[str], *, has_script: bool = True) -> None:
    """Make sure that all of it is on the screen without scrolling, and nothing stands sideways.

    Without script no promise is ever kept, so there is no waiting for one.
    """
    if has_script:
        page.evaluate(AT_REST)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(OUTSIDE, parts) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def check_holes(page: Page, pegs: int) -> None:
    """Make sure that the holes can be hit with a finger."""
    for hole in page.locator(".row.current .hole").all():
        place = box(page, hole)
        assert place["height"] >= 44
        if page.evaluate("innerWidth") >= 360:
            assert place["width"] >= (44 if pegs <= 4 else 36)


def open_tab(page: Page, tier: str) -> None:
    if page.locator("#hint-button").count():
        page.locator("#hint-button").click()
        expect(page.locator("#close-hint")).to_be_visible()
    page.get_by_role("button", name=tier, exact=True).click()
    expect(page.get_by_role("button", name=tier, pressed=True)).to_be_visible()
    expect(page.get_by_text("Working it out")).to_have_count(0)


def test_a_first_move_needs_no_scrolling(new_page: NewPage, pick: Pick) -> None:
    """Each window has a page of its own here; those below are widened as it stands."""
    for size in pick(SIZES):
        page = new_page(*size, has_touch=size[0] < 800)
        begin_mastermind(page, "classic")
        check_screen(page, [GOAL, *MOVE])
        check_holes(page, 4)
        for tier in ("Nudge", "Move"):
            open_tab(page, tier)
            check_screen(page, [*MOVE, "#close-hint"])


def windows(has_touch: bool) -> list[tuple[int, int]]:
    """Return the sizes of what is held, or else stands on a desk, the smallest at both ends."""
    of_kind = sorted(size for size in SIZES if (size[0] < 800) is has_touch)
    return [*of_kind, of_kind[0]]


def check_windows(page: Page, parts: list[str], *, has_touch: bool, pegs: int = 0) -> None:
    """Make sure of all windows: in the smallest the state was reached, where it is harder."""
    for width, height in windows(has_touch):
        page.set_viewport_size({"width": width, "height": height})
        check_screen(page, parts)
        if pegs:
            check_holes(page, pegs)


def test_a_first_move_on_another_board_needs_none(new_page: NewPage, pick: Pick) -> None:
    for board, has_touch in pick(product(("super", "grand", "words2"), (True, False))):
        page = new_page(*windows(has_touch)[0], has_touch=has_touch)
        begin_mastermind(page, board)
        pegs = page.locator(".row.current .hole").count()
        check_windows(page, [GOAL, *MOVE], has_touch=has_touch, pegs=pegs)
        for tier in ("Nudge", "Move"):
            open_tab(page, tier)
            check_windows(page, [*MOVE, "#close-hint"], has_touch=has_touch)


def test_the_eighth_row_needs_none_either(new_page: NewPage, pick: Pick) -> None:
    for has_touch in pick((True, False)):
        page = new_page(*windows(has_touch)[0], has_touch=has_touch)
        begin_mastermind(page, "classic", *SEVEN_ROWS)
        check_windows(page, [GOAL, *MOVE], has_touch=has_touch, pegs=4)
        for tier in ("Nudge", "Reason", "Move"):
            open_tab(page, tier)
            check_windows(page, MOVE, has_touch=has_touch)
        page.locator("#close-hint").click()
        expect(page.locator("#hint-button")).to_be_visible()
        check_windows(page, [GOAL, *MOVE], has_touch=has_touch)


#: Boards of one's own: pegs, and more guesses than a window has rows.
OWN = {"4x6/13": "13", "4x6/30": "30"}
WHERE = """() => ["#submit", ".palette", ".lid"].map(one => {
  const box = document.querySelector(one).getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom].map(Math.round);
})"""
#: Parts of a page that lie over one another, or text that is wider than its place.
OVERLAPS = """selector => {
  const all = [...document.querySelectorAll(selector)];
  const box = one => one.getBoundingClientRect();
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return all.flatMap((one, at) => [
    ...all.slice(at + 1).filter(other => meets(box(one), box(other))).map(other => other.outerHTML),
    ...(one.scrollWidth > one.clientWidth + 1 ? [one.outerHTML] : [])]);
}"""


LEAVES = ".result h2, .result-head p, .duo dt, .duo dd, .result .actions .button"


def begin_any(page: Page, board: str) -> None:
    """Begin a game on a preset, or on a board of one's own with so many guesses."""
    if board not in OWN:
        begin_mastermind(page, board)
        return
    page.goto("/mastermind/")
    page.locator("#more-boards > summary").click()
    page.locator("input[name=guesses]").fill(OWN[board])
    page.get_by_role("button", name="Play this board").click()
    expect(page.locator(".hole.chosen")).to_be_visible()


def test_nothing_moves_from_the_first_row_to_the_last(new_page: NewPage, pick: Pick) -> None:
    """Palette, Guess and lid stay on every board, and a refusal covers nothing of a desktop's."""
    windows = [(1280, 800), (390, 664), (320, 640)]
    for board, (width, height) in pick(product((*NAMES, *OWN), windows), share=60):
        page = new_page(width, height, has_touch=width < 800)
        begin_any(page, board)
        game = game_named(board)
        row = face_of(game).draft_of(game.code_at(0))  # which is never drawn here
        page.evaluate(AT_REST)
        first = page.evaluate(WHERE)
        for count in range(1, game.rows + 1):
            assert page.evaluate(WHERE) == first, count
            check_screen(page, MOVE)
            if width > 800:
                page.keyboard.press("Enter")
                expect(page.locator("#problem")).to_have_text("Fill every hole first.")
                check_screen(page, [".row.current .hole", ".swatch", "#hint-button", "#problem"])
            page.keyboard.type(row)
            page.keyboard.press("Enter")
            expect(page.locator(".row.played")).to_have_count(count)
        expect(page.locator("#result")).to_contain_text("Not found")


def test_the_end_of_a_game_is_on_one_screen(new_page: NewPage, pick: Pick) -> None:
    """Won or lost: the code, all rows, both figures and the three ways on; Again comes first."""
    parts = [".lid", ".row.played", "#figures", ".result h2", ".result .actions .button"]
    for size, rows in pick(product([(390, 664), (360, 640), (1280, 800)], (SEVEN_ROWS[:2], ()))):
        page = new_page(*size, has_touch=size[0] < 800)
        begin_mastermind(page, "classic", *(rows or ("1122",) * 10))
        if rows:
            open_tab(page, "Move")
            while not page.locator("#result").count():
                page.locator("#use-move").click()
                before = page.locator(".row.played").count()
                page.locator("#submit").click()
                expect(page.locator(".row.played")).to_have_count(before + 1)
                if not page.locator("#result").count():
                    open_tab(page, "Move")
        expect(page.locator("#figures")).not_to_contain_text("Comparing")
        check_screen(page, parts)
        assert page.evaluate(OVERLAPS, LEAVES) == []
        ways = page.locator(".result .actions .button").all_inner_texts()
        assert [way.strip() for way in ways] == ["Again", "Review", "Share"]


def test_wide_codes_have_holes_for_fingers(new_page: NewPage, pick: Pick) -> None:
    for size, pegs in pick(product([(360, 640), (390, 664)], (6, 7, 8))):
        page = new_page(*size, has_touch=True)
        page.goto("/mastermind/")
        page.locator("#more-boards > summary").click()
        page.locator("input[name=pegs]").fill(str(pegs))
        page.locator("input[name=colours]").fill("5")  # with eight pegs as many as a board may have
        page.get_by_role("button", name="Play this board").click()
        expect(page.locator(".hole.chosen")).to_be_visible()
        check_screen(page, [GOAL, *MOVE])
        check_holes(page, pegs)


def test_both_first_pages_fit_their_windows(new_page: NewPage, pick: Pick) -> None:
    """On the home page both boards are there at once; nothing stands sideways on either page."""
    for size in pick(SIZES):
        page = new_page(*size)
        page.goto("/")
        expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
        check_screen(page, [".row.current .hole", ".swatch", "#submit"])
        page.goto("/mastermind/")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        if size[0] < 400:
            assert page.evaluate("document.documentElement.scrollHeight") <= 1600  # no fold


def test_a_picture_of_few_outcomes_stays_small(new_page: NewPage) -> None:
    page = new_page(1280, 800)
    begin_mastermind(page, "pair", "22")
    page.keyboard.press("h")
    page.get_by_role("button", name="Move", exact=True).click()
    assert box(page, ".split-picture")["height"] <= 152


#: The rows that a line of a reason speaks of and that aren't wholly seen.
HIDDEN_ROWS = """() => {
  const board = document.querySelector(".rows").getBoundingClientRect();
  const current = document.querySelector(".row.current").getBoundingClientRect();
  return [...document.querySelectorAll(".row.cited")].map(row => [row, row.getBoundingClientRect()])
    .filter(([, box]) => box.top < board.top - 1 || box.bottom > current.top + 1)
    .map(([row]) => row.textContent.trim());
}"""


def test_a_reason_is_read_beside_its_rows(new_page: NewPage) -> None:
    """No row that a line speaks of lies under the row in hand, in short games and long ones.

    The pointer moves no line away from itself; and what is read stays when the window gets lower.
    """
    page = new_page(360, 640, has_touch=True)
    break_code(page, new_page(), "41222", "super")
    for rows in (("51255", "66826", "14665"), ("37841", "72418", "23567")):
        play_rows(page, *rows, before=page.locator(".row.played").count())
        open_tab(page, "Reason")
        while True:
            for width, height in ((360, 640), (390, 664)):
                page.set_viewport_size({"width": width, "height": height})
                check_screen(page, [*MOVE, ".thread .now .line"])
                assert page.evaluate(HIDDEN_ROWS) == []
            if not page.locator("#next-line").count():
                break
            lines = page.locator(".thread li").count()
            page.locator("#next-line").click()
            expect(page.locator(".thread li")).to_have_count(lines + 1)
        cited = page.locator(".row.cited").all_inner_texts()
        page.locator(".thread .line").first.hover()  # what lies under a pointer doesn't move
        assert page.locator(".row.cited").all_inner_texts() == cited


def test_paper_has_the_board_and_its_rows_alone(new_page: NewPage) -> None:
    page = new_page()
    begin_mastermind(page, "classic", "1122")
    page.locator("#hint-button").click()
    expect(page.locator("#tab-1")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".row.played .peg")).to_have_count(4)
    expect(page.locator(".row.played")).to_be_visible()
    for part in (".bar", ".side", "#tab-1", ".top"):
        expect(page.locator(part)).to_be_hidden()
    exact = "board => getComputedStyle(board).printColorAdjust"
    assert page.locator(".board-box").evaluate(exact) == "exact"  # white keys are on wood
