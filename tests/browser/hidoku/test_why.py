"""Asking why a number can’t go in a cell, by pointing at it."""

import re

from playwright.sync_api import Page, expect

from solver.hidoku.rules.grid import Cell, Grid
from tests.browser.conftest import NewPage, Pick
from tests.browser.hidoku.hands import bring, cell_at, press_along, use
from tests.browser.places import box

BOARD = Grid.of(5, 5, {Cell(0, 0): 1, Cell(4, 4): 25})
SIZES = [(390, 664), (360, 640), (320, 640), (1280, 800)]


def opened(page: Page) -> None:
    bring(page, BOARD)
    use(page, "why")
    expect(page.locator("#ask")).to_be_visible()


def test_the_question_is_about_the_tapped_cell(new_page: NewPage, pick: Pick) -> None:
    for width, height in pick(SIZES):
        page = new_page(width, height, has_touch=True)
        opened(page)
        expect(page.locator("#hint .text")).to_contain_text("counts as a hint")
        asks, bar = box(page, "#ask"), box(page, ".bar")
        if width <= 900:
            assert asks["y"] + asks["height"] <= bar["y"]
        page.locator("#why-asked").fill("3")
        cell_at(page, "0,4").click()
        expect(page.locator("#hint h2")).to_have_text("3 can’t go here")
        expect(page.locator("#spoken")).to_contain_text("3 can’t go here")
        expect(page.locator("#spoken")).to_contain_text("3 is 2 after 1, but")
        expect(cell_at(page, "0,4")).to_have_text("3?")
        expect(cell_at(page, "0,0")).to_have_class("cell given because")
        signs = page.locator("#route g")
        assert signs.all_text_contents() == ["1", "2", "3", "4"]
        colours = [
            text.evaluate("one => getComputedStyle(one).fill")
            for text in page.locator("#route text").all()
        ]
        assert colours[0] == colours[1] != colours[2] == colours[3]
        heading, bar = box(page, "#hint h2"), box(page, ".bar")
        if width <= 900:
            assert heading["y"] + heading["height"] <= bar["y"]
        for place, heading in (("1,4", "3 can’t go here"), ("2,2", "3 is possible so far")):
            cell_at(page, place).tap()
            expect(cell_at(page, place)).to_have_text("3?")
            expect(page.locator("#hint h2")).to_have_text(heading)
        # nothing was placed, and once it is closed the next tap plays again
        page.locator("#close-hint").click()
        expect(page.locator("#route g")).to_have_count(0)
        expect(page.locator("#status")).to_have_text("23 numbers to place.")


def test_a_second_question_is_asked_from_the_answer_by_a_finger(
    new_page: NewPage, pick: Pick
) -> None:
    for width, height in pick(SIZES[:3]):
        page = new_page(width, height, has_touch=True, is_mobile=True)
        opened(page)
        page.locator("#why-asked").fill("3")
        cell_at(page, "0,4").tap()
        heading = page.locator("#hint h2")
        expect(heading).to_have_text("3 can’t go here")
        page.locator("#hint .text p").first.evaluate("part => part.append(' and so on'.repeat(60))")
        expect(page.locator("#ask")).to_be_in_viewport(ratio=1)  # below a long answer, too
        asks, side = box(page, "#ask"), box(page, "#side")
        assert asks["y"] + asks["height"] <= side["y"] + side["height"] + 0.5, width
        field = page.locator("#why-asked")
        expect(field).to_have_value("3")
        field.fill("5")  # in the same cell
        page.get_by_role("button", name="Ask here").tap()
        expect(heading).to_have_text("5 is possible so far")
        expect(cell_at(page, "0,4")).to_have_text("5?")
        page.locator("#why-asked").press("Enter")
        expect(page.locator("#close-hint")).to_be_visible()
        page.get_by_role("button", name="Where can 5 go?").tap()
        expect(heading).to_contain_text("5 can go in")
        cell_at(page, "3,3").tap()
        expect(heading).to_contain_text("5 ")
        page.get_by_role("button", name="What can fill this cell?").tap()
        expect(heading).to_contain_text("This cell can hold")
        expect(page.locator("#entry .cell.placed")).to_have_count(0)


def test_without_a_number_the_tapped_cell_is_ringed_and_the_form_says_what_it_asks(
    new_page: NewPage, pick: Pick
) -> None:
    for width, height in pick(SIZES[:3]):
        page = new_page(width, height, has_touch=True, is_mobile=True)
        opened(page)
        line = page.get_by_text("Without a number: what fits the cell?")
        expect(line).to_be_visible()
        bottom = box(page, line)["y"] + box(page, line)["height"]
        assert bottom <= box(page, ".bar")["y"]
        page.locator("#why-asked").fill("")
        cell_at(page, "0,1").tap()
        shadow = "input => getComputedStyle(input).boxShadow"
        ring = cell_at(page, "0,1").locator("input").evaluate(shadow)
        assert "rgba(0, 0, 0, 0)" not in ring
        page.locator("#why-asked").fill("2")
        page.locator("#ask").tap()
        expect(page.locator("#hint h2")).to_have_text("2 is possible so far")
        expect(cell_at(page, "0,1")).to_have_text("2?")


def test_beside_a_board_the_line_below_the_question_is_clear_of_its_button(
    new_page: NewPage,
) -> None:
    page = new_page()
    opened(page)
    line, button = box(page, "#hint .signs"), box(page, "#ask")
    assert line["y"] >= button["y"] + button["height"] + 4


def test_paper_has_the_board_without_tools_and_questions(new_page: NewPage) -> None:
    page = new_page()
    opened(page)
    page.emulate_media(media="print")
    expect(page.locator("#entry .cells")).to_be_visible()
    for part in ("#controls", "#side", "#hint", ".top"):
        expect(page.locator(part)).to_be_hidden()


def test_a_key_or_two_taps_ask_about_a_cell_and_draw_no_line(
    new_page: NewPage,
) -> None:
    page = new_page(390, 664, has_touch=True)
    opened(page)
    page.locator("#why-asked").fill("")
    cell_at(page, "0,1").tap()
    cell_at(page, "0,1").tap()
    expect(page.locator("#hint h2")).to_contain_text("This cell can hold")
    expect(page.locator("#hint .text")).not_to_contain_text("next to each other")
    press_along(page, "0,0", "0,1", "0,2")
    expect(page.locator(".drawn, .typing")).to_have_count(0)
    page.mouse.up()
    page.locator("#close-hint").click()
    expect(page.locator("#close-hint")).to_have_count(0)
    use(page, "why")
    page.locator("#why-asked").fill("25")  # on a phone: that number alone
    page.keyboard.press("Enter")
    expect(page.locator("#hint h2")).to_have_text("25 is placed already")


def test_a_typed_number_that_was_asked_about_is_not_placed(new_page: NewPage) -> None:
    page = new_page()
    bring(page, BOARD)
    for is_followed in (False, True):
        cell_at(page, "0,4").click()
        page.keyboard.type("3")
        page.locator("#why").click()
        expect(page.locator("#why-asked")).to_have_value("3")
        page.locator("#ask").click()
        expect(page.locator("#hint h2")).to_have_text("3 can’t go here")
        if is_followed:
            page.get_by_role("button", name="Where can 3 go?").click()
            expect(page.locator("#hint h2")).to_contain_text("3 can go in")
        page.locator("#close-hint").click()
        expect(page.locator("#close-hint")).to_have_count(0)
        expect(cell_at(page, "0,4")).to_have_class("cell empty")
        expect(cell_at(page, "0,4")).to_have_text("")
        expect(page.locator("#number")).to_have_value("")
        cell_at(page, "2,2").click()
        page.keyboard.press("ArrowDown")
        use(page, "check")
        expect(page.locator("#status")).to_have_text("You haven’t placed anything yet.")


def test_a_wrong_number_is_explained_and_removed(new_page: NewPage, pick: Pick) -> None:
    for size in pick(SIZES):
        page = new_page(*size, has_touch=size[0] < 900)
        bring(page, BOARD)
        cell_at(page, "3,3").click()
        page.keyboard.type("3")
        page.keyboard.press("Enter")
        link, bar = box(page, "#why-wrong"), box(page, ".bar")
        if size[0] <= 900:
            assert link["y"] + link["height"] <= bar["y"] + 0.5
        page.locator("#why-wrong").click()
        expect(page.locator("#hint h2")).to_have_text("3 can’t stay here")
        page.locator("#hint .text p").evaluate("part => part.append(' and so on'.repeat(40))")
        words, keys = box(page, "#hint .text"), box(page, ".hint-keys")
        assert words["y"] + words["height"] <= keys["y"] + 0.5  # no key covers a word
        expect(cell_at(page, "3,3")).to_have_class("cell placed conflict")
        page.locator("#remove-asked").click()
        expect(cell_at(page, "3,3")).to_have_class(re.compile(r"^cell empty"))


def test_watch_answers_below_the_board(new_page: NewPage, pick: Pick) -> None:
    for width, height in pick(SIZES):
        page = new_page(width, height, has_touch=True)
        page.goto("/hidoku/watch/findling?step=3")
        page.wait_for_load_state()
        page.locator("#why-not summary").click()
        page.locator("#why-asked").fill("94")
        form, bar = box(page, "#ask"), box(page, "#scrub")
        if width <= 900:
            assert form["y"] + form["height"] <= bar["y"]
        page.locator(".watching .board-row").nth(9).locator(".cell").nth(4).tap()
        answer = page.locator(".step .answer h3")
        expect(answer).to_have_text("94 can’t go here")
        expect(page.locator(".reason")).to_contain_text("93")
        expect(page.locator(".cell.looked-at")).to_have_text("94?")
        for part in (answer, page.locator(".reason"), page.locator(".watching .cells")):
            place = box(page, part)
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= (height if width > 900 else bar["y"])
        page.locator(".to-step").click()
        expect(page.locator(".step h2")).not_to_have_text("94 can’t go here")
        expect(page.locator(".cell.looked-at")).to_have_count(0)


def test_a_number_asked_about_fits_its_small_cell(new_page: NewPage) -> None:
    page = new_page(320, 640, has_touch=True, is_mobile=True)
    bring(page, Grid.of(12, 12, {Cell(0, 0): 1, Cell(11, 11): 144}))
    use(page, "why")
    page.locator("#why-asked").fill("107")
    cell_at(page, "4,4").tap()
    note = page.locator(".cell.looked-at small")
    expect(note).to_have_text("107?")
    expect(note).to_have_css("font-style", "normal")  # else its last sign looks like a 7
    assert note.evaluate(
        "note => note.scrollHeight < 1.5 * parseFloat(getComputedStyle(note).fontSize)"
    )
    assert note.evaluate("note => note.offsetWidth <= note.parentElement.offsetWidth")
