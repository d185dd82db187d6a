"""The way back out of mistakes."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.logic.last_right import last_right, without_wrong
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import solve

GRID = BOARDS["findling"].grid
PATH = solve(GRID).solutions[0]
OPEN = Grid.of(2, 3, {Cell(0, 0): 1})  # several paths


def test_moves_are_taken_back_to_the_last_right_state() -> None:
    empty = [number for number, cell in enumerate(PATH, 1) if cell not in GRID.given]
    right = Play(GRID).place(PATH[empty[0] - 1], empty[0])
    wrong = right.place(PATH[empty[1] - 1], empty[2]).place(PATH[empty[2] - 1], empty[1])
    back = last_right(wrong)
    assert back.moves == right.moves
    assert back.redo().redo() == wrong


def test_a_mistake_that_was_erased_is_no_mistake() -> None:
    cell = next(cell for cell in GRID.cells if cell not in GRID.given)
    number = next(n for n in range(1, 101) if n not in GRID.given.values() and PATH[n - 1] != cell)
    play = Play(GRID).place(cell, number).erase(cell).note(cell, number)
    with pytest.raises(MoveError, match="No number is wrong"):
        last_right(play)
    again = play.place(cell, number)
    assert last_right(again) == again.undo()


@given(st.permutations(range(2, 7)))
def test_some_path_is_left_after_the_retreat(order: list[int]) -> None:
    play = Play(OPEN)
    for cell, number in zip(OPEN.cells[1:], order, strict=True):
        play = play.place(cell, number)
    try:
        back = last_right(play)
    except MoveError:
        back = play
    assert solve(OPEN.with_givens(back.board), 1).count
    assert (*back.moves, *back.undone) == play.moves


@pytest.mark.parametrize("correct", [last_right, without_wrong])
def test_no_number_is_called_right_where_no_search_shows_it(
    correct: Callable[[Play], Play],
) -> None:
    with pytest.raises(MoveError, match="No number is known to be wrong"):
        correct(Play(OPEN).place(Cell(0, 1), 2))
