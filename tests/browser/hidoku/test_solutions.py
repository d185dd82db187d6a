"""Hidoku in a browser whose server is far, away, or says no."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.delays import hold
from tests.browser.games import begin_hidoku
from tests.browser.hidoku.test_play import cell_at, go_to, place
from tests.known_board import OPEN, PATH

TRIED_AGAIN = 3_000  # milliseconds until what found no answer is sent again


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


def enter(page: Page, number: int, target: int) -> None:
    """Type a number into the cell where another may belong."""
    cell_at(page, PATH[target]).click()
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")


def on_their_way(page: Page) -> Locator:
    return page.locator("#entry .cell.sent span")


def slow_down(page: Page, milliseconds: int) -> None:
    """Let every answer to a move take its time, as on a far network."""

    def later(route: Route) -> None:
        time.sleep(milliseconds / 1000)
        route.continue_()

    page.route(re.compile("/placements$"), later)


def test_fast_moves_on_a_slow_network_all_land(page: Page) -> None:
    begin_hidoku(page)
    slow_down(page, 300)
    page.locator("#number").focus()
    for number in OPEN[:5]:
        go_to(page, PATH[number])
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("68 numbers to place.")
    expect(page.locator("#number")).to_have_value("")
    expect(page.locator("#problem")).to_be_empty()


def test_a_refusal_outlives_the_status_of_moves_before_it(page: Page) -> None:
    begin_hidoku(page)
    place(page, 2)
    held = hold(page, "**/placements", times=1)
    for number, target in ((2, 3), (4, 4), (OPEN[4], OPEN[4])):
        enter(page, number, target)
    expect(on_their_way(page)).to_have_count(3)
    held[0].continue_()
    expect(page.locator("#status")).to_have_text("70 numbers to place.")
    expect(page.locator("#problem")).to_contain_text("2 is already in row 10, column 2.")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#problem")).to_be_empty()


def test_enter_twice_is_one_move_and_a_refused_number_is_none(page: Page) -> None:
    begin_hidoku(page)
    cell_at(page, PATH[2]).click()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("72 numbers to place.")  # the answer is there
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    expect(page.locator("#problem")).to_be_empty()
    cell_at(page, PATH[3]).click()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("71 numbers to place.")
    expect(page.locator("#problem")).to_be_empty()
    enter(page, 2, 4)
    expect(page.locator("#problem")).to_contain_text("2 is already in row 10, column 2.")
    expect(page.locator("#entry .cell.looked-at")).to_have_count(1)
    expect(page.locator("#number")).to_have_value("2")
    page.keyboard.press("Backspace")
    expect(page.locator("#problem")).to_be_empty()
    enter(page, 2, 4)
    expect(page.locator("#number")).to_have_value("2")
    statuses = []
    page.on("response", lambda answer: statuses.append(answer.status) if answer.status > 400 else 0)
    cell_at(page, PATH[OPEN[3]]).click()
    expect(page.locator("#number")).to_have_value("")
    place(page, OPEN[3])
    assert statuses == []


def test_what_found_no_answer_is_sent_again(page: Page) -> None:
    page.clock.install()
    begin_hidoku(page)
    page.route("**/placements", lambda route: route.abort("connectionrefused"))
    page.route("**/strokes", lambda route: route.abort("connectionrefused"))
    for number in (2, 3, 4):
        enter(page, number, number)
    expect(page.locator("#notice")).to_contain_text("The server didn’t answer.")
    expect(on_their_way(page)).to_have_count(3)
    assert {*on_their_way(page).all_inner_texts()} == {"2", "3", "4"}
    page.unroute("**/placements")
    page.unroute("**/strokes")
    page.clock.fast_forward(TRIED_AGAIN)
    expect(page.locator("#status")).to_have_text("70 numbers to place.")
    expect(on_their_way(page)).to_have_count(0)
    expect(page.locator("#notice")).to_be_empty()

    page.context.set_offline(True)
    enter(page, OPEN[3], OPEN[3])
    expect(page.locator("#notice")).to_contain_text("You are offline. Nothing is lost")
    expect(on_their_way(page)).to_have_text([str(OPEN[3])])
    page.context.set_offline(False)  # who is online again need not wait
    expect(page.locator("#status")).to_have_text("69 numbers to place.")
    expect(page.locator("#notice")).to_be_empty()


def test_a_move_whose_answer_was_lost_is_made_once_and_a_note_comes_back(page: Page) -> None:
    page.clock.install()
    begin_hidoku(page)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionrefused")

    page.route("**/placements", lose, times=1)
    enter(page, 2, 2)
    expect(page.locator("#notice")).to_contain_text("The server didn’t answer.")
    page.clock.fast_forward(TRIED_AGAIN)
    expect(page.locator("#status")).to_have_text("72 numbers to place.")
    expect(on_their_way(page)).to_have_count(0)
    expect(cell_at(page, PATH[2])).to_have_class(re.compile("placed"))
    page.route("**/notes", lambda route: route.abort("connectionrefused"))
    cell_at(page, PATH[3]).click()
    page.keyboard.press("p")
    expect(page.locator("#controls")).to_have_attribute("data-mode", "note")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("The server didn’t answer.")
    expect(page.locator("#number")).to_have_value("3")
