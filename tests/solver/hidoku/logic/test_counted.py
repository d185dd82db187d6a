"""A watched step counts steps rightly; that the numbers it names suffice, ``judge`` finds out."""

from __future__ import annotations

from solver.hidoku.logic.hints import explain
from tests.solver.hidoku.logic.boards import board_by_seed


def test_a_cell_called_farther_is_farther() -> None:
    """With four neighbours, a number that can't be in a cell by its colour may well be near it."""
    told = 0
    for grid in map(board_by_seed, range(40)):
        where = {number: cell for cell, number in grid.givens}
        for step in explain(grid).path:
            for rival in step.because.rivals:
                if step.placed and not rival.is_round:
                    [number], [end] = rival.numbers, rival.ends
                    assert not grid.is_within(where[end], step.placed.cell, abs(number - end)), step
                    told += 1
            where |= dict([step.placed] if step.placed else [])
    assert told > 2
