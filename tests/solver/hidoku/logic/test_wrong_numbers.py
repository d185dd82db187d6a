"""The way back out of mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.logic.wrong_numbers import without_wrong
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.solve import solve

OPEN = Grid.of(2, 3, {Cell(0, 0): 1})  # several paths


@given(st.permutations(range(2, 7)))
def test_some_path_is_left_without_the_wrong_numbers(order: list[int]) -> None:
    play = Play(OPEN)
    for cell, number in zip(OPEN.cells[1:], order, strict=True):
        play = play.place(cell, number)
    try:
        right = without_wrong(play)
    except MoveError:
        right = play
    assert solve(OPEN.with_givens(right.board), 1).count
    assert right.board.items() <= play.board.items()


def test_no_number_is_called_right_where_no_search_shows_it() -> None:
    with pytest.raises(MoveError, match="No number is known to be wrong"):
        without_wrong(Play(OPEN).place(Cell(0, 1), 2))
