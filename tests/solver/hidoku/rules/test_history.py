"""Games of very many moves: the oldest are let go, and nothing on the board is."""

from itertools import cycle, islice
from random import Random

import pytest

from solver.hidoku.rules import moves
from solver.hidoku.rules.game import Play, format_moves, parse_moves
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.moves import MOST_MOVES, Move, MoveError

GRID = Grid.of(3, 4, {Cell(0, 0): 1}, blocked={Cell(1, 1)})


def wandered(chance: Random, moves: int) -> Play:
    """A game of legal moves by lot; none is ever taken back."""
    play = Play(GRID)
    while moves:
        cell, number = Cell(chance.randrange(3), chance.randrange(4)), chance.randint(1, 11)
        action = chance.choice(("place", "place", "note", "note", "note", "erase", "restart"))
        try:
            if action in ("place", "note"):
                play = getattr(play, action)(cell, number)
            elif action == "erase":
                play = play.erase(cell)
            elif chance.random() < 0.03:
                play = play.restart()
            else:
                continue
        except MoveError:
            continue
        moves -= 1
    return play


@pytest.mark.parametrize("seed", range(12))
def test_what_is_on_the_board_stays(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    long = wandered(Random(seed), 400)
    monkeypatch.setattr(moves, "MOST_MOVES", 100)
    monkeypatch.setattr(moves, "KEPT", (60, 30, 0))
    short = wandered(Random(seed), 400)
    assert len(long.moves) >= 400  # a number over another is two moves that are undone as one
    assert len(short.moves) <= 100
    assert list(short.board.items()) == list(long.board.items())
    assert all(set(numbers) <= set(long.notes[cell]) for cell, numbers in short.notes.items())
    assert parse_moves(GRID, format_moves(short)) == short


@pytest.mark.parametrize("seed", range(6))
def test_the_latest_moves_can_still_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(moves, "MOST_MOVES", 100)
    monkeypatch.setattr(moves, "KEPT", (40,))
    long, short = Play(GRID, wandered(Random(seed), 101).moves), wandered(Random(seed), 101)
    for _ in range(20):
        assert short.board == long.board
        short, long = short.undo(), long.undo()


def test_a_game_can_be_played_for_ever_and_stays_short() -> None:
    moves = cycle((Move("place", Cell(0, 1), 2), Move("erase", Cell(0, 1))))
    play = Play(GRID, tuple(islice(moves, MOST_MOVES)))
    for _ in range(1_500):
        play = play.place(Cell(0, 1), 2)
        play = play.erase(Cell(0, 1))
        assert 2_000 <= len(play.moves) <= MOST_MOVES
    assert play.place(Cell(0, 1), 2).board == {Cell(0, 0): 1, Cell(0, 1): 2}


def test_a_stroke_may_be_longer_than_the_room_that_is_left() -> None:
    grid = Grid.of(30, 30)
    back_and_forth = [
        Cell(row, column if row % 2 == 0 else 29 - column)
        for row in range(30)
        for column in range(30)
    ]
    play = Play(grid)
    for _ in range(4):
        play = play.stroke(back_and_forth, 1)
        assert play.is_solved
        assert len(play.moves) <= MOST_MOVES
        play = play.restart()


def test_more_notes_than_can_be_kept_are_refused_and_can_be_rubbed_out() -> None:
    grid = Grid.of(30, 30)
    cells = [Cell(row, column) for row in range(30) for column in range(30)]
    notes = [Move("note", cell, number) for cell in cells for number in range(1, 7)]
    play = Play(grid, tuple(notes[:MOST_MOVES]))
    with pytest.raises(MoveError, match="room for 3000 numbers, notes, lines and colours"):
        play.note(*notes[MOST_MOVES][1:3])
    play_after = play.note(cells[0], 1)
    assert len(play_after.moves) == MOST_MOVES - 1
    assert play_after.note(*notes[MOST_MOVES][1:3]).board == {}
    assert play.restart().board == {}


def test_of_more_notes_than_a_cell_shows_the_meaningful_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cell, play = Cell(2, 2), Play(GRID)
    for number in range(2, 8):
        play = play.note(cell, number)
    play = play.place(Cell(0, 1), 2).note(cell, 8)
    monkeypatch.setattr(moves, "MOST_MOVES", 8)
    monkeypatch.setattr(moves, "KEPT", (1, 0))
    short = play.place(Cell(0, 2), 3)
    assert len(short.moves) == 8
    assert short.notes[cell] == (4, 5, 6, 7, 8)
