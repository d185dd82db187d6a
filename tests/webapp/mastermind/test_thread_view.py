"""A reason on the page: line by line, and what it marks on the board and fills in the grid."""

import html
import re
from random import Random

import pytest

from solver.deduction.games import NAMES, face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.thread import find_thread
from solver.deduction.rules.game import Code, Game, Turn
from tests.cases import cases
from tests.webapp.player import Player, find_part
from webapp.mastermind.analysis.grid_view import CERTAIN, OUT, show_grid
from webapp.mastermind.breaker import kind as breaker
from webapp.mastermind.new_game_form import draw_code
from webapp.mastermind.thread_view import WHOLE, ShownThread, show_thread

ROWS = ("1122", "1345", "6342")


@pytest.fixture
def url(player: Player, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(breaker, "random_code", lambda rules: (5, 4, 4, 1))
    url = player.new("mastermind/breaker")
    for row in ROWS:
        player.move(url, "guesses", code=row)
    return url


def lines_of(page: str) -> list[str]:
    """Return what is read of each line."""
    lines = re.findall(r'<button type="button" class="line".*?</button>', page, re.DOTALL)
    return [" ".join(html.unescape(re.sub("<[^>]+>", "", line)).split()) for line in lines]


def test_a_reason_is_read_line_by_line_at_one_price(player: Player, url: str) -> None:
    page = player.move(url, "hints", tier=2).text
    readings = [lines_of(page)]
    while "next-line" in page:
        line = find_part(page, r'id="next-line"[^>]*href="[^"]*[?&;]line=(\d+)')
        page = player.client.get(f"{url}?line={line}").text
        readings.append(lines_of(page))
    assert [len(lines) for lines in readings] == [*range(1, len(readings[-1]) + 1)]
    assert all(lines == readings[-1][: len(lines)] for lines in readings)
    assert len(readings) > 2
    assert 'id="open-end"' in page
    assert lines_of(player.client.get(f"{url}?line=all").text) == readings[-1]
    assert "Hints used: 1 (reason)." in page


def test_what_names_no_line_begins_at_the_first(player: Player, url: str) -> None:
    player.move(url, "hints", tier=2)
    for line in ("0", "-1", "x", "1e9", "9" * 5000, ""):
        assert len(lines_of(player.client.get(url, query_string={"line": line}).text)) == 1
    assert "next-line" not in player.client.get(f"{url}?line=999").text


def test_a_reason_goes_on_after_the_move_was_shown(player: Player, url: str) -> None:
    player.move(url, "hints", tier=3)
    assert len(lines_of(player.client.get(f"{url}?line=2").text)) == 2


def test_a_reason_that_was_not_paid_for_is_not_read(player: Player, url: str) -> None:
    player.move(url, "hints", tier=1)
    page = player.client.get(f"{url}?line=all").text
    assert not lines_of(page)
    assert "Hints used: 1 (nudge)." in page


def position(game: Game, chance: Random, rows: int) -> tuple[Turn, ...]:
    """Draw a secret and guesses, each after the first a possible code."""
    secret = draw_code(game, chance)
    turns: tuple[Turn, ...] = ()
    for _ in range(rows):
        codes = [*candidates(game, turns)] if game.code_count < 50_000 else []
        guess = chance.choice(codes) if turns and codes else draw_code(game, chance)
        if guess != secret:
            turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    return turns


def check_marks(thread: ShownThread, turns: tuple[Turn, ...], codes: list[Code]) -> int:
    """Check each mark of a row's pegs on all possible codes; return how many there are."""
    number = 0
    for line in thread.lines:
        for row, marks in line.marks:
            for mark in marks.split():
                kind, _, hole = mark.rpartition("-")
                place = int(hole) - 1
                colour = turns[row - 1].code[place]
                hits = [code[place] == colour for code in codes]
                so = {
                    "not": not any(hits),
                    "in-place": all(hits),
                    "elsewhere": all(colour in code for code in codes),
                }
                assert so[kind], (mark, row, line.sentence)
                number += 1
    return number


@cases("name", NAMES)
def test_marks_and_cells_are_so_in_every_possible_code(name: str) -> None:
    game = game_named(name)
    face = face_of(game)
    chance = Random(name)
    count = 0
    for rows in (2, 3, 5):
        turns = position(game, chance, rows)
        if not turns:
            continue
        codes = [*candidates(game, turns)]
        thread = find_thread(game, turns)
        for at in (*map(str, range(1, len(thread.lines) + 1)), WHOLE):
            view = show_thread(face, turns, thread, at)
            count += check_marks(view, turns, codes)
            if view.open:
                assert not view.known  # the grid has all that is proved
                continue
            columns = zip(*codes, strict=True)
            possible = [set(column) for column in columns]
            for colour, line in enumerate(show_grid(face, (), "", view.known).lines):
                for hole, cell in enumerate(line.cells):
                    assert cell.state != OUT or colour not in possible[hole]
                    assert cell.state != CERTAIN or possible[hole] == {colour}
    assert count
