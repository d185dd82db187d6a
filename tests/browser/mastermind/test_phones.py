"""What can be read and hit on the screens of phones."""

from itertools import product

from playwright.sync_api import Page, expect

from solver.deduction.games import game_named
from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_mastermind, break_code, play_rows
from tests.browser.mastermind.test_layout import OUTSIDE, check_screen
from tests.browser.places import AT_REST, box

#: Rows after which thousands of codes are left, for most codes.
FEW = {"grand": "112233", "bulls10": "1234"}
PHONES = [(390, 664), (360, 640), (320, 640)]
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
#: What of a row lies over something else of it, or sticks out of it.
CLASHES = """() => [...document.querySelectorAll('.row.played')].flatMap(row => {
  const box = element => element.getBoundingClientRect();
  const parts = [...row.querySelectorAll('.peg, .key, .left, .pencil')];
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const name = element => element.getAttribute('class');
  return parts.flatMap((part, at) => [
    ...parts.slice(at + 1).filter(other => meets(box(part), box(other)))
      .map(other => `${name(part)} meets ${name(other)}`),
    ...(box(part).right > box(row).right + .5 || box(part).bottom > box(row).bottom + 1
      || part.scrollWidth > part.clientWidth + 1 && part.matches('.left')
      ? [`${name(part)} sticks out`] : []),
  ]);
})"""
#: How large key pegs are, with their rings.
DIAMETERS = """() => [...document.querySelectorAll('.row.played :is(.key-white, .key-black)')].map(
  peg => (parseFloat(getComputedStyle(peg).r) * 2
    + parseFloat(getComputedStyle(peg).strokeWidth)) * peg.getScreenCTM().a)"""
#: Where the middle of each peg or hole stands, row by row.
MIDDLES = """() => [...document.querySelectorAll('#game .row')].map(row =>
  [...row.querySelectorAll('.hole')].map(hole => {
    const box = (hole.querySelector('.peg') ?? hole).getBoundingClientRect();
    return Math.round(box.left + box.width / 2);
  }))"""


def answer(page: Page, rows: int, right: int, whites: int) -> None:
    page.locator(f".count:has(input[name=right][value='{right}'])").click()
    page.locator(f".count:has(input[name=other][value='{whites}'])").click()
    page.locator("#submit").click()
    expect(page.locator(".row.played")).to_have_count(rows)


def set_in_the_head(page: Page, board: str) -> None:
    page.goto("/mastermind/setter/")
    page.locator("#option-game").select_option(board)
    page.locator("#option-strategy").select_option("entropy")
    page.get_by_label("Stop after each row").check()
    expect(page.locator("#guess [name=waits]")).to_have_value("1")
    expect(page.locator("#guess [name=strategy]")).to_have_value("entropy")
    page.get_by_role("button", name="I’ll keep it in my head").click()


def test_given_answers_can_be_read(new_page: NewPage, pick: Pick) -> None:
    for size, board in pick(product(PHONES, ("classic", "super", "grand"))):
        page = new_page(*size)
        set_in_the_head(page, board)
        answer(page, 1, 1, 0)
        answer(page, 2, 0, 3)
        for key in page.locator(".row.played .key").all():
            place = box(page, key)
            assert (place["width"], place["height"]) >= (
                (34, 34) if board == "classic" else (33, 24)
            )
        assert page.evaluate(CLASHES) == []
        assert page.evaluate(SIDEWAYS) <= 0
        if board == "classic":  # 4 white agree with no code
            answer(page, 3, 0, 4)
            expect(page.locator("#conflict")).to_be_visible()
            page.evaluate(AT_REST)
            assert page.evaluate(CLASHES) == []


def test_columns_stand_in_line_and_nothing_is_cut(new_page: NewPage, pick: Pick) -> None:
    for size, (board, rows) in pick(
        product(
            PHONES,
            [
                ("grand", ("112233", "445566")),
                ("words2", ("CRANE", "HOUSE")),
                ("classic", ("1122", "3344")),
                ("bulls9", ("1234", "5678")),
                ("pair", ("22",)),
            ],
        )
    ):
        page = new_page(*size, has_touch=True)
        begin_mastermind(page, board, *rows)
        for is_hinting in (False, True):
            if is_hinting:
                page.locator("#hint-button").click()
                expect(page.locator("#close-hint")).to_be_visible()
            page.evaluate(AT_REST)
            first, *row_middles = page.evaluate(MIDDLES)
            assert row_middles == [first] * len(rows)
            assert page.evaluate(CLASHES) == []
            assert board != "grand" or min(page.evaluate(DIAMETERS), default=12) >= 12
            for label in page.locator(".row.played .left").all():
                assert label.inner_text().split()[1:] == ["left"]
            assert page.evaluate(SIDEWAYS) <= 0


def test_the_counts_of_a_finished_game_stay_on_its_board(new_page: NewPage, pick: Pick) -> None:
    for size, board in pick(product(PHONES, ("grand", "bulls10"))):
        page = new_page(*size, has_touch=True)
        begin_mastermind(page, board, FEW[board])
        while "," not in page.locator(".row.played .left").inner_text():
            begin_mastermind(page, board, FEW[board])
        for rows in range(2, game_named(board).rows + 1):
            page.keyboard.type(FEW[board])
            page.keyboard.press("Enter")
            expect(page.locator(".row.played")).to_have_count(rows)
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator(".row.played").last.locator(".left").first).to_contain_text(",")
        page.evaluate(AT_REST)
        assert page.evaluate(CLASHES) == []


def test_a_refusal_is_beside_the_grid_and_an_answer_above_the_keys(new_page: NewPage) -> None:
    """All of it, however far the page was scrolled."""
    page = new_page(360, 640, has_touch=True)
    begin_mastermind(page, "classic", "1122", "3344", "1356")
    page.get_by_text("What each hole can hold").click()
    page.get_by_text("Ask (a hint)").click()
    refusal, grid = page.locator("#claim-problem"), page.locator("#questions")
    page.get_by_role("button", name="My row").click()
    expect(refusal).to_be_focused()
    assert page.evaluate(OUTSIDE, ["#claim-problem"]) == []
    below, above = box(page, refusal), box(page, grid)
    assert 0 <= below["y"] - above["y"] - above["height"] < 40
    page.get_by_role("button", name="Red", exact=True).click()
    expect(page.locator(".claim-answer")).to_be_visible()
    expect(refusal).to_have_count(0)
    page.get_by_role("button", name="My row").click()
    expect(page.locator(".claim-answer")).to_have_count(0)
    for far in range(0, 400, 40):
        page.evaluate("far => window.scrollTo(0, far)", far)
        page.locator("[value='hole 1 is 1']").evaluate("button => button.click()")
        expect(page.locator(".claim-answer")).to_be_focused()
        answer, keys = box(page, ".claim-answer"), box(page, ".bar")
        assert 0 <= answer["y"] < answer["y"] + answer["height"] <= keys["y"]
        page.get_by_role("button", name="My row").evaluate("button => button.click()")
        expect(page.locator(".claim-answer")).to_have_count(0)


def test_the_moves_fit_without_script(new_page: NewPage, pick: Pick) -> None:
    for size in pick(PHONES):
        page = new_page(*size, java_script_enabled=False)
        page.goto("/mastermind/")
        page.get_by_role("button", name="Classic 4 pegs").click()
        moves = [".swatch", "#typed", "#submit", "label[for=typed]"]
        expect(page.locator("#hint-button")).to_be_visible()
        page.wait_for_load_state()
        check_screen(page, [*moves, "#hint-button"], has_script=False)
        page.locator("#hint-button").click()
        expect(page.locator("#close-hint")).to_be_visible()
        page.wait_for_load_state()
        check_screen(page, [*moves, "#close-hint"], has_script=False)
        for control in ("#close-hint", "#submit"):
            place = page.locator(control).bounding_box()
            assert place is not None
            assert place["height"] <= 60
        page.locator("#typed").fill("RROO")
        page.locator("#submit").click()
        expect(page.locator(".row.played")).to_have_count(1)


def test_a_locked_peg_bears_a_padlock_and_begins_every_row(new_page: NewPage) -> None:
    page = new_page(390, 664)
    begin_mastermind(page, "classic")
    page.keyboard.type("1122")
    hole = page.locator("#hole-3")
    hole.hover()
    page.mouse.down()
    expect(hole).to_have_attribute("aria-description", "locked")  # as soon as it is held long
    page.mouse.up()
    width = "hole => parseFloat(getComputedStyle(hole, '::after').width)"
    assert hole.evaluate(width) >= 14
    for number in (1, 2):
        expect(hole).to_have_attribute("aria-description", "locked")
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(number)
        expect(hole).to_have_attribute("aria-label", "Hole 3: Orange")
        page.keyboard.press("Backspace")
        expect(hole).to_have_attribute("aria-label", "Hole 3: Orange")
        expect(hole).to_have_attribute("aria-description", "locked")
        page.keyboard.type("345")


def test_the_keys_of_the_help_do_what_it_says(new_page: NewPage) -> None:
    """Also while a button has the focus, and after the help was opened."""
    page = new_page()
    begin_mastermind(page, "classic", "1122")
    page.locator(".swatch[data-symbol='5']").click()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#code")).to_have_value("1122")
    page.keyboard.press("?")
    expect(page.locator("#rules")).to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(2)
    expect(page.locator("#rules")).to_have_attribute("open", "")


def test_a_hint_is_seen_with_the_board_and_leads_to_its_rows(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True)
    break_code(page, new_page(), "5566")  # row 1 alone proves something of it, said first
    play_rows(page, "1122", "3344", "1356", "2211")
    page.get_by_text("Shortcuts and rules").last.click()
    page.locator("#rules p").last.scroll_into_view_if_needed()
    page.locator("#hint-button").click()
    expect(page.locator("#close-hint")).to_be_visible()
    expect(page.locator("#tab-1")).to_be_in_viewport(ratio=1)
    expect(page.locator(".row.current")).to_be_in_viewport(ratio=1)
    expect(page.locator("#check-row")).to_be_disabled()  # of no full row there is nothing to say
    page.keyboard.type("1111")
    expect(page.locator("#check-row")).to_be_enabled()
    page.get_by_role("button", name="Reason", exact=True).click()
    page.locator("#all-lines, #open-end").first.click()
    line = page.locator(".line[data-rows='1']").first
    expect(line).to_contain_text("Row 1")
    line.click()
    expect(page.locator(".row.cited .row-number")).to_have_text("1")
    expect(page.locator(".row.cited")).to_be_in_viewport(ratio=1)
    assert box(page, ".row.cited")["y"] >= box(page, "#game .rows")["y"] - 1


#: Rows of each board, from which a reason has several lines whatever the code is.
TOLD = {
    "classic": ("1122", "3345", "1364"),
    "eight": ("1122", "3345", "1364"),
    "mini": ("112", "334", "132"),
    "super": ("11223", "34567", "13468"),
    "grand": ("112233", "445566", "147825"),
    "distinct": ("1234", "2156", "3615"),
    "bulls9": ("1234", "2156", "7819"),
    "bulls10": ("1234", "2156", "7809"),
    "words2": ("CRANE", "SHOUT", "PLUMB"),
    "pair": ("22", "13"),
}


def test_every_line_is_seen_between_board_and_bar(new_page: NewPage, pick: Pick) -> None:
    """The newest line wholly, with what leads on, the rows it names, the palette and Guess."""
    for size, (board, rows) in pick(product(PHONES[:2], TOLD.items()), share=10):
        page = new_page(*size, has_touch=True)
        begin_mastermind(page, board, *rows)
        page.locator("#hint-button").click()
        expect(page.locator("#close-hint")).to_be_visible()
        page.get_by_role("button", name="Reason", exact=True).click()
        line = page.locator(".line[aria-current]")
        expect(line).to_be_visible()
        for number in range(1, 30):
            expect(page.locator(".line")).to_have_count(number)
            page.evaluate(AT_REST)
            part, top = box(page, ".line[aria-current]"), box(page, ".board-box")
            assert part["y"] >= top["y"] + top["height"]
            assert part["y"] + part["height"] <= box(page, ".bar")["y"]
            for target in (*page.locator(".row.cited").all()[:2], page.locator("#submit")):
                expect(target).to_be_in_viewport(ratio=0.9)
            assert page.evaluate(SIDEWAYS) <= 0
            leads_on = page.locator("#next-line")
            if not leads_on.count():
                break
            expect(leads_on).to_be_in_viewport(ratio=0.99)
            assert box(page, "#next-line")["y"] + 40 <= box(page, ".bar")["y"]
            leads_on.tap()
        expect(page.locator("#open-end")).to_be_in_viewport()


def test_a_game_of_words_whose_keys_show_feedback_is_given_up(new_page: NewPage) -> None:
    page = new_page(390, 664)
    begin_mastermind(page, "words2")
    give_up = page.get_by_text("Give up", exact=True)
    expect(give_up).to_be_hidden()
    play_rows(page, "CRANE")
    looks = {}
    for peg in page.locator(".row.played .peg").all():
        [look] = {"placed", "present", "absent"} & {
            name.removeprefix("peg-") for name in (peg.get_attribute("class") or "").split()
        }
        looks[peg.text_content()] = look
    fill = "swatch => getComputedStyle(swatch.querySelector('.peg-body')).fill"
    plain = page.locator(".swatch[data-letter=Z]").evaluate(fill)
    for letter, look in looks.items():
        swatch = page.locator(f".swatch[data-letter='{(letter or '').strip()}']")
        peg = page.locator(f".row.played .peg-{look} .peg-body").first
        assert swatch.evaluate(fill) == peg.evaluate("body => getComputedStyle(body).fill") != plain
    page.locator("#questions > summary").click()  # what each place can hold, a line for a letter
    places = [f"Place {number}" for number in range(1, 6)]
    expect(page.locator("#grid thead th")).to_have_text(places)
    page.keyboard.type("E")  # a peg that is only tried says nothing
    expect(page.locator("#hole-1")).to_have_attribute("aria-label", "Place 1: E")
    peg_fill = page.locator("#hole-1 .peg-body").evaluate("body => getComputedStyle(body).fill")
    assert peg_fill == plain
    give_up.click()
    page.get_by_role("button", name="Show the word").click()
    expect(page.locator("#result")).to_contain_text("You gave up.")
    expect(page.locator(".lid.open .peg")).to_have_count(5)
    expect(give_up).to_be_hidden()
    expect(page.locator(".row.played")).to_have_count(1)
