"""The grid of what each hole can hold: what is proved, and no more; and the player's notes."""

import re
from random import Random

import pytest

from solver.deduction.games import NAMES, face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Turn
from tests.webapp.player import Player
from webapp.mastermind.analysis.grid_view import show_grid

SECRET = (2, 5, 3, 0)


def states(page: str) -> dict[str, str]:
    """Return the cells that are more than open, by hole and value."""
    cells = re.findall(r'class="cell (\w+)"[^>]*value="hole (\d) is (\S)"', page)
    return {hole + value: state for state, hole, value in cells if state != "open"}


def test_the_grid_has_what_reasons_were_shown_for_and_keeps_it(player: Player, url: str) -> None:
    player.move(url, "guesses", code="1111")
    assert states(player.client.get(url).text) == {}
    player.move(url, "hints", tier=1)
    assert states(player.client.get(url).text) == {}
    player.move(url, "guesses", code="5555")
    player.move(url, "hints", tier=2)
    exclusions = {f"{hole}5": "out" for hole in "1234"}
    assert states(player.client.get(f"{url}?line=all").text) == exclusions
    player.move(url, "guesses", code="2222")  # there is no orange either, but no reason said so
    assert states(player.client.get(url).text) == exclusions
    player.move(url, "hints", tier=2)
    more_exclusions = exclusions | {f"{hole}2": "out" for hole in "1234"}
    assert states(player.client.get(f"{url}?line=all").text) == more_exclusions


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sampled(4)
def test_a_cell_is_out_or_certain_exactly_where_no_code_or_every_code_says_so(name: str) -> None:
    game, chance = game_named(name), Random(name)
    face = face_of(game)
    secret = game.code_at(int(game.secrets[chance.randrange(game.secret_count)]))
    turns: list[Turn] = []
    for _ in range(3):
        guess = game.code_at(int(game.secrets[chance.randrange(game.secret_count)]))
        turns.append(Turn(guess, game.feedback(guess, secret)))
        codes = [*candidates(game, turns)]
        for number, line in enumerate(show_grid(face, turns).lines):
            for hole, cell in enumerate(line.cells):
                has_value = {code[hole] == number for code in codes}
                state = (
                    {True: "certain", False: "out"}.get(*has_value)
                    if len(has_value) == 1
                    else "open"
                )
                assert cell.state == state


def test_rows_that_contradict_each_other_prove_nothing() -> None:
    game = game_named("mini")
    turns = [game.parse_turn("111:3,0"), game.parse_turn("222:3,0")]
    lines = show_grid(face_of(game), turns).lines
    assert {cell.state for line in lines for cell in line.cells} == {"open"}


def test_a_note_is_crossed_ringed_and_gone_and_a_column_is_one_tap(
    player: Player, url: str
) -> None:
    for state in ("crossed", "ringed", None):
        page = player.move(url, "questions", mode="note", ask="hole 2 is 3").text
        assert states(page).get("23") == state
    assert "Hints used" not in page
    column = {f"{hole}6": "crossed" for hole in "1234"}
    for marks in (column, {}):
        page = player.move(url, "questions", mode="note", ask="at least 1 of 6").text
        assert states(page) == marks


def test_an_answer_that_decides_a_cell_is_noted(player: Player, url: str) -> None:
    player.move(url, "guesses", code="5555")
    page = player.move(url, "questions", mode="ask", ask="hole 1 is 5").text
    assert states(page) == {"15": "crossed"}
    page = player.move(url, "questions", mode="ask", ask="hole 1 is 1").text
    assert states(page) == {"15": "crossed"}  # possible so far


def test_an_evil_setter_and_words_have_a_grid_too(player: Player) -> None:
    url = player.new("mastermind/breaker", game="words2", role="evil")
    player.move(url, "guesses", code="CRANE")
    page = player.move(url, "hints", tier=2).text
    assert "ruled out" in page
    assert (
        'id="value-Z"' in page or 'id="cell-1Z"' not in page
    )  # what is out in every hole is left out
