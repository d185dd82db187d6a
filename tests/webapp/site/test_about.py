"""The page of origins: every link and every button on it leads where it says."""

import html
import re
from typing import NamedTuple

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from tests.webapp.player import Player, find_part, text_of
from tests.webapp.work.patience import until
from webapp.site.home import EIGHT_ROWS, HELPER_ROWS

PAGE = "/about"


class Press(NamedTuple):
    """A form with one button."""

    action: str
    fields: dict[str, str]
    words: str


def page_of(player: Player) -> str:
    return player.client.get(PAGE).text


def presses(page: str) -> list[Press]:
    forms = re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', page, re.S)
    return [Press(action, hidden_fields(inner), text_of(inner)) for action, inner in forms]


def hidden_fields(inner: str) -> dict[str, str]:
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', inner)
    return {name: html.unescape(value) for name, value in fields}


def test_every_link_leads_to_a_page(stranger: Player) -> None:
    links = [html.unescape(link) for link in re.findall(r'href="(/[^"]*)"', page_of(stranger))]
    assert len(links) > 8
    for link in links:
        assert stranger.client.get(link, follow_redirects=True).status_code == 200, link


def test_every_button_starts_what_it_says(stranger: Player) -> None:
    buttons = presses(page_of(stranger))
    assert len(buttons) >= 15
    for press in buttons:
        answer = stranger.submit(press.action, **press.fields)
        assert settled(stranger, answer) == 200, press


def settled(player: Player, address: str) -> int:
    """Return the status of a page, after the end of a job if it is one: only two may go on."""
    until(lambda: "under-way" not in player.client.get(address).text)
    return player.client.get(address).status_code


def test_all_five_texts_are_named(stranger: Player) -> None:
    page = page_of(stranger)
    for words in (
        "Hidoku Solver in Python",
        "Rainhard Findling",
        "code guessing helper in Prolog",
        "guessing game?”",
        "chrispy",
        "Min-Maxing Mastermind",
        "September 10, 2007",
        "Mastermind/Bulls and Cows Breaker",
        "August 10, 2010",
        "Tom White",
    ):
        assert words in page


def test_the_footer_of_every_page_leads_there(stranger: Player) -> None:
    assert f'href="{PAGE}"' in stranger.client.get("/").text


def test_the_rows_of_the_helper_leave_what_the_page_says(stranger: Player) -> None:
    game = game_named("grand")
    turns = [game.parse_turn(row) for row in HELPER_ROWS]
    assert [candidates(game, turns[:rows]).count for rows in (1, 7, 8)] == [80_460, 10, 2]
    page = page_of(stranger)
    assert "80,460, seven rows leave 10, and all eight leave 2" in page


def test_the_helper_opens_with_the_eight_rows(stranger: Player) -> None:
    link = find_part(page_of(stranger), r'href="([^"]+)">Analyse its eight rows<')
    page = stranger.client.get(html.unescape(link), follow_redirects=True).text
    assert "2 possible codes." in page
    assert "80,460 codes left" in page


def test_the_example_of_the_eight_guesses_fits_its_code() -> None:
    game = game_named("eight")
    assert game.parse_code("5311") in candidates(game, [game.parse_turn(row) for row in EIGHT_ROWS])


def test_the_settings_are_those_of_the_texts(stranger: Player) -> None:
    settings = [press.fields for press in presses(page_of(stranger))]
    assert {"way": "draw", "game": "eight", "strategy": "opening", "keys": "white-red"} in settings
    assert {"study": "every entropy distinct"} in settings
    assert {"study": "worst pair"} in settings
    assert {"way": "draw", "game": "bulls9", "strategy": "first"} in settings
