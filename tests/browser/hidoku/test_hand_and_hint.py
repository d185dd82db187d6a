"""A hint beside the number in hand: neither takes the other away, nor what is answered besides."""

import re

from playwright.sync_api import expect

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from tests.browser.conftest import NewPage, Pick
from tests.browser.delays import answer_late
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.hands import bring, cell_at, go_along, use
from tests.browser.places import box

#: A hint that has an alternative, and one that only a search shows.
ASKED = """
 .  .  .  .  .  .  .  .  .
 .  . 64  . 20  . 12  .  .
 .  .  .  .  .  .  .  .  .
 . 69  .  .  .  .  .  .  .
 .  .  .  .  . 26 27 28  .
 .  .  . 79  .  .  .  .  .
 .  .  .  .  .  .  .  .  .
 .  .  .  . 40  .  .  .  .
45  .  .  .  .  .  .  .  1
"""
#: A long hint with three alternatives, the last of which supposes something.
LONG = """
5   3   2   1  18  19  20  21  26  25
4   6  14  16  17  33  28  27  22  24
7   8  15  13  34  29  32  31  23  92
9  10   .   .   .   .  30   .  93  91
.   .  42  39  38   .   .   .   .   .
76   .   .   .  45   .   .   .   .   .
.   .  80  81   .   .  48  99  51  96
.  71   .   .   .   . 100  52  98  97
67  66  70   .   .  62  61  53  54  55
68  69  65  64  63  60  59  58  57  56
"""
#: A hint whose selected alternative supposes something.
SHORT = """
.  .  . 28 29 31 33 35 36
. 79 80  .  . 30 32 34 37
. 77  . 81 71  . 68 67 38
.  .  . 74  .  . 66 65 39
. 19  4  3  2 60 62 40 64
15 18  6  5  1 59 61 63 41
14 16 17  7 52 57 58 48 42
13 12  8 53 56 51 49 43 47
11 10  9 54 55 50 44 45 46
"""
#: A hint with three alternatives on a board that moves in its frame.
LARGE = """
154 153 152 151 149   . 145   .  29  30  31  34  36  38  39
172 155 156 150   . 148 143 146  28  32  33  35  37  40  41
171 173 159 157   .   . 147   .   .   .   .  49  48  42  43
170   .   .   . 164 163   . 135   .   .   .  50  51  47  44
. 169 166   .   .   . 134   .  25   .   .   .  52  45  46
. 167 168   1   . 133   .   .   .  20  54   .  91   .  95
.   . 179   .   2   .   .   .   .  57   .   .   .  93   .
185 183   .   .   5   .   .   .  63   .   .  60   .  98   .
186   .   .   7   .   .   .  12  13   .  65   .  85   .   .
. 187   .   . 225   .   .   .   . 117 115  66   .   .   .
.   . 212   . 223 128 125   .   .   .   .   .  67 102   .
.   . 213   .   .   . 220   .   .   .   .   . 103  68   .
.   . 209 207 205   .   .   .   .   . 121   .   .   .   .
194   . 197 208   .   . 203   . 110   .   .  73  75  71  78
.   .   . 198 199 200 201 202 109 108 107  74  72  76  77
"""
SEARCHED = "_,_,14,10,_\n_,_,_,_,_\n_,_,_,21,_\n_,25,_,_,_\n_,_,_,6,_"


def test_on_a_phone_a_question_takes_the_place_of_the_hint(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True)
    begin_hidoku(page)
    page.locator("#hint-button").click()
    expect(page.locator("#hint .text")).to_be_visible()
    use(page, "reach")
    expect(page.locator("#status")).to_be_visible()
    expect(page.locator("#status")).to_contain_text(" can go to ")
    page.locator("#hint-button").click()
    expect(page.locator("#hint .text")).to_be_visible()
    use(page, "check")
    expect(page.locator("#status")).to_have_text("You haven’t placed anything yet.")
    expect(page.locator("#status")).to_be_visible()
    page.locator("#hint-button").click()
    expect(page.locator("#hint .text")).to_be_visible()
    use(page, "mode-tint")
    expect(page.locator("#tint-3")).to_be_visible()


def test_the_own_number_that_is_tapped_can_be_moved_or_removed(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True, is_mobile=True)
    bring(page, Grid.of(5, 5, {Cell(0, 0): 1, Cell(4, 4): 25}))
    go_along(page)
    cell_at(page, "0,1").tap()
    expect(page.locator("#status")).to_have_text("22 numbers to place.")
    cell_at(page, "0,0").tap()
    expect(page.locator("#own")).to_be_hidden()  # it is given
    cell_at(page, "0,1").tap()
    expect(page.get_by_role("button", name="Remove number", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Move number", exact=True).tap()
    expect(cell_at(page, "0,1")).to_have_text("")
    expect(page.locator("#number")).to_have_value("2")
    cell_at(page, "1,1").tap()
    expect(cell_at(page, "1,1")).to_have_text("2")
    expect(page.locator("#status")).to_have_text("22 numbers to place.")
    cell_at(page, "1,1").tap()
    page.get_by_role("button", name="Remove number", exact=True).tap()
    expect(page.locator("#status")).to_have_text("23 numbers to place.")
    expect(cell_at(page, "1,1")).to_have_text("")


def test_beside_a_hint_all_digits_are_typed(new_page: NewPage) -> None:
    page = new_page(390, 664)
    begin_hidoku(page)
    page.locator("#hint-button").click()
    expect(page.locator("#hint .text")).to_be_visible()
    cell_at(page, "0,0").click()
    page.keyboard.type("91")
    expect(cell_at(page, "0,0")).to_have_text("91")
    page.keyboard.press("Enter")
    expect(cell_at(page, "0,0")).to_have_class("cell placed")
    expect(cell_at(page, "0,0")).to_have_text("91")


def test_the_selected_number_comes_again_and_stays_beside_a_hint(new_page: NewPage) -> None:
    page = new_page()
    begin_hidoku(page)
    go_along(page)
    cell_at(page, "9,1").click()
    expect(cell_at(page, "9,1")).to_have_class("cell placed")
    page.keyboard.press("Backspace")
    expect(cell_at(page, "9,1")).to_have_class(re.compile("empty"))
    page.locator("#number").fill("")  # a hand that was emptied takes its number again
    cell_at(page, "9,1").click()
    expect(cell_at(page, "9,1")).to_have_class("cell placed")
    expect(cell_at(page, "9,1")).to_have_text("2")
    page.locator("#number").fill("10")
    cell_at(page, "9,2").click()
    expect(cell_at(page, "9,2")).to_have_class("cell placed")
    expect(page.locator("#number")).to_have_value("12")
    page.locator("#undo").click()  # and what is undone is in hand again
    expect(cell_at(page, "9,2")).to_have_class(re.compile("empty"))
    expect(page.locator("#number")).to_have_value("10")
    page.locator("#number").press("+")
    expect(page.locator("#number")).not_to_have_value("10")
    page.locator("#turn").click()
    number = page.locator("#number").input_value()
    page.locator("#hint-button").click()
    expect(page.locator("#hint .text")).to_be_visible()
    expect(page.locator("#number")).to_have_value(number)
    expect(page.locator("#direction")).to_have_value("down")


def test_what_is_on_its_way_can_be_erased_and_a_mode_holds_from_its_key_on(
    new_page: NewPage,
) -> None:
    page = new_page()
    begin_hidoku(page)
    go_along(page)
    answer_late(page)
    cell_at(page, "9,1").click()
    page.keyboard.press("Backspace")
    expect(page.locator("#status")).to_have_text("73 numbers to place.")
    expect(cell_at(page, "9,1")).to_have_class(re.compile("empty"))
    page.locator("#mode-note").click()
    cell_at(page, "4,4").click()
    page.keyboard.type("41 42")
    page.keyboard.press("Enter")
    expect(cell_at(page, "4,4").locator("small")).to_have_text("41 42")
    expect(page.locator("#entry .cell.placed")).to_have_count(0)


def test_a_finger_s_first_board_is_loaded_once(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True, is_mobile=True)
    loads: list[str] = []
    page.on(
        "request", lambda request: loads.extend([request.url] * request.is_navigation_request())
    )
    bring(page, parse_any(ASKED, Adjacency.FOUR))
    expect(page.locator("#controls")).to_have_attribute("data-mode", "next")
    page.wait_for_load_state()
    assert len([url for url in loads if "/play/" in url]) == 1


def test_on_a_phone_the_last_alternative_is_above_the_bar_and_a_search_is_offered(
    new_page: NewPage,
) -> None:
    page = new_page(390, 664, has_touch=True, is_mobile=True)
    bring(page, parse_any(ASKED, Adjacency.FOUR))
    wide = box(page, "#entry .cells")["width"]
    page.locator("#hint-button").click()
    page.locator("#tab-2").click()
    expect(page.locator(".alternatives li")).to_have_count(2)
    place, bar = box(page, ".alternatives li:last-child"), box(page, ".bar")
    assert place["y"] + place["height"] <= bar["y"] + 0.5
    assert box(page, "#entry .cells")["width"] >= 6 / 7 * wide - 1
    bring(page, parse_any(SEARCHED, Adjacency.EIGHT))
    page.locator("#hint-button").click()
    page.locator("#tab-2").click()
    expect(page.locator("#watch-search")).to_be_visible()
    words = box(page, "#hint .tier p")
    assert words["y"] + words["height"] <= box(page, ".bar")["y"]  # beside the button they aren’t
    page.locator("#watch-search").click()
    page.wait_for_url("**by=tries**")


def test_a_board_that_moves_in_its_frame_leaves_room_for_the_last_alternative(
    new_page: NewPage, pick: Pick
) -> None:
    for width, height in pick([(390, 664), (360, 640), (320, 640)]):
        page = new_page(width, height, has_touch=True, is_mobile=True)
        bring(page, parse_any(LARGE, Adjacency.EIGHT))
        high = box(page, "#entry .board")["height"]
        page.locator("#hint-button").click()
        page.locator("#tab-2").click()
        place = box(page, ".alternatives li:nth-child(3)")
        assert place["y"] + place["height"] <= box(page, ".bar")["y"], (width, height)
        assert box(page, "#entry .board")["height"] >= 6 / 7 * high - 1


def test_of_a_long_reason_each_alternative_is_on_a_phone_and_a_tap_opens_it(
    new_page: NewPage, pick: Pick
) -> None:
    for width, height in pick([(390, 664), (360, 640), (320, 640)]):
        page = new_page(width, height, has_touch=True, is_mobile=True)
        bring(page, parse_any(LONG, Adjacency.EIGHT))
        page.locator("#hint-button").click()
        page.locator("#tab-2").click()
        rows = page.locator(".alternatives li")
        expect(rows).to_have_count(3)
        bar = box(page, ".bar")["y"]
        place = box(page, rows.last)
        assert place["y"] + place["height"] <= bar, (width, height)
        assert 24 <= place["height"] < 30  # one line
        assert place["width"] < box(page, ".alternatives")["width"] / 2  # a label, and its cross
        expect(rows.last.locator("> span")).to_have_text(
            re.compile("^Then ")
        )  # it’s still read out
        expect(page.locator(".selected")).to_have_count(1)
        before = page.locator("#entry .cell.chain").count()
        rows.last.tap()
        expect(rows.last).to_have_class(re.compile("selected"))
        expect(page.locator(".tier .signs")).to_be_in_viewport()
        assert page.locator("#entry .cell.chain").count() > before
        place = box(page, rows.last)
        assert place["y"] + place["height"] <= bar
        label, first_label = (
            row.locator("b").first.inner_text() for row in (rows.last, rows.nth(1))
        )
        expect(page.locator("#spoken")).to_have_text(re.compile(rf"^{label.strip()} Then "))
        expect(page.locator("#spoken")).not_to_contain_text(first_label)


def test_the_signs_meaning_stands_below_the_alternatives(new_page: NewPage) -> None:
    for width, height in ((390, 664), (360, 640), (320, 640), (1200, 800)):
        page = new_page(width, height, has_touch=width < 900, is_mobile=width < 900)
        for board, label in ((SHORT, "row 3, column 3"),):
            bring(page, parse_any(board, Adjacency.EIGHT))
            page.locator("#hint-button").click()
            page.locator("#tab-2").click()
            line = page.locator(".alternatives .selected")
            expect(line).to_contain_text(label)
            text, meaning = box(page, line.locator("> span")), box(page, ".tier .signs")
            assert text["y"] + text["height"] <= meaning["y"] + 1, width
            last = box(page, ".alternatives li:last-child")
            assert last["y"] + last["height"] <= meaning["y"] + 1, width
            assert meaning["width"] > 200, width
            sign = box(page, line.locator("i"))
            assert text["x"] + text["width"] <= sign["x"] - 4, (width, label)
            assert text["width"] > box(page, line)["width"] / 2, (width, label)


def test_what_is_opened_in_a_hint_is_brought_into_view(new_page: NewPage, pick: Pick) -> None:
    for width, height in pick([(390, 664), (360, 640), (320, 640)]):
        page = new_page(width, height, has_touch=True, is_mobile=True)
        bring(page, parse_any(SHORT, Adjacency.EIGHT))
        page.locator("#hint-button").click()
        page.locator("#tab-2").click()
        page.locator(".why-only summary").dispatch_event("click")  # a tap would scroll there itself
        expect(page.locator(".why-only p").last).to_be_in_viewport(ratio=1)
        last_line = box(page, page.locator(".why-only p").last)
        assert last_line["y"] + last_line["height"] <= box(page, ".bar")["y"], width
        expect(page.locator(".why-only summary")).to_be_in_viewport(ratio=1)


def test_a_fold_lights_its_example_and_gives_way_to_a_line(new_page: NewPage) -> None:
    page = new_page(360, 640, has_touch=True, is_mobile=True)
    bring(page, parse_any(SHORT, Adjacency.EIGHT))
    page.locator("#hint-button").click()
    page.locator("#tab-2").click()
    fold = page.locator(".why-only")
    fold.locator("summary").tap()
    example = fold.locator(".place").first
    expect(page.locator(".cell.pointed")).to_have_count(1)
    row, column = (int(count) - 1 for count in re.findall(r"\d+", example.inner_text()))
    expect(cell_at(page, f"{row},{column}")).to_have_class(re.compile("pointed"))
    page.locator(".selected .pick").dispatch_event("click")
    expect(fold).not_to_have_attribute("open", "")
    expect(page.locator(".cell.pointed")).to_have_count(0)


def test_no_ring_stays_on_a_solved_board(new_page: NewPage) -> None:
    page = new_page()
    bring(page, Grid.of(1, 4, {Cell(0, 0): 1, Cell(0, 1): 2, Cell(0, 3): 4}))
    go_along(page)
    cell_at(page, "0,2").click()
    expect(page.locator("#result")).to_be_visible()
    for place in ("0,2", "0,1"):
        cell_at(page, place).hover()
        expect(cell_at(page, place).locator("input")).to_have_css("box-shadow", "none")


def test_what_is_supposed_has_a_rim(new_page: NewPage) -> None:
    page = new_page(390, 664, has_touch=True, is_mobile=True)
    bring(page, Grid.of(5, 5, {Cell(0, 0): 1, Cell(4, 4): 25}))
    go_along(page)
    use(page, "suppose")
    cell_at(page, "0,1").tap()
    expect(page.locator(".tentative")).to_have_count(1)
    rim = "cell => getComputedStyle(cell, '::before').borderStyle"
    assert page.locator(".tentative").evaluate(rim) == "dashed"
