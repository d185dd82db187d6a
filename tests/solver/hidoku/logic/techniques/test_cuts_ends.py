"""Cuts, colour counts and loose ends, on boards read by eye."""

from __future__ import annotations

import pytest

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.techniques.cuts import cuts
from solver.hidoku.logic.techniques.parity import colour_counts
from solver.hidoku.logic.techniques.passages import loose_ends
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.rules.notation import parse_plain
from tests.solver.hidoku.logic.boards import COLOURS_CUT
from tests.solver.hidoku.logic.techniques.structure_checks import look, reason

CUT = """
. . 8 .
. 7 1 .
3 . # #
"""
ALL_OF_A_COLOUR = """
. . . .
2 . . .
3 4 . .
"""
NO_OTHERS = """
. 4 . .
. . . .
. . 11 .
# # # .
"""
ONE_END = """
. 8 1 2
. . 6 .
. # . .
"""
BOTH_ENDS = """
. 6 7 #
. . 8 #
3 4 . .
"""
FOUR = Adjacency.FOUR


def position(text: str, adjacency: Adjacency = FOUR) -> Position:
    return Position.of(parse_plain(text, adjacency))


def found(text: str) -> Deduction:
    [step] = colour_counts(position(text))
    return step


def test_cells_that_no_runs_fill_exactly_are_not_cut_off() -> None:
    """Behind 10 lie two cells: one is for 9, and the next runs have two and three numbers."""
    steps = list(cuts(position(CUT, Adjacency.EIGHT)))
    step = next(each for each in steps if each.eliminated == ((10, Cell(1, 0)),))
    assert step.because.area == (Cell(0, 0), Cell(0, 1))
    assert look(step) == "What would row 2, column 1 cut off?"
    assert reason(step) == (
        "10 in row 2, column 1 would cut off the 2 cells behind it, which no runs fill exactly. "
        "Counted from 1, 3, 7 and 8."
    )


def test_cells_whose_colours_no_runs_make_up_are_not_cut_off() -> None:
    step = found(COLOURS_CUT)
    assert step.eliminated == ((15, Cell(1, 3)),)
    assert [tuple(cell) for cell in step.because.area] == [(2, 3), (2, 4)]
    assert reason(step).startswith(
        "15 in row 2, column 4 would cut off the 2 cells behind it: "
        "no runs have so many of each chessboard colour."
    )


def test_a_run_that_reaches_no_more_of_a_colour_than_it_needs_has_them_all() -> None:
    step = found(ALL_OF_A_COLOUR)
    assert step.because.missing == tuple(range(5, 13))
    assert {number for number, _ in step.eliminated} == {1}
    assert set(step.because.area) >= {cell for _, cell in step.eliminated}
    assert reason(step) == (
        "Of one chessboard colour 5 to 12 reach only the 4 cells from row 1, column 3 to "
        "row 3, column 3, and need all: others stay out. Counted from 2 and 4."
    )


def test_a_run_whose_own_cells_of_a_colour_are_all_it_needs_uses_no_others() -> None:
    step = found(NO_OTHERS)
    assert step.because.area == (Cell(3, 3),)
    assert {number for number, _ in step.eliminated} == {13}
    assert reason(step) == (
        "Of one chessboard colour 12 to 13 need no more than row 4, column 4, "
        "which they alone can fill. Counted from 4 and 11."
    )


@pytest.mark.parametrize("adjacency", [Adjacency.EIGHT, Adjacency.HEX])
def test_only_four_neighbours_have_the_colours_of_a_chessboard(adjacency: Adjacency) -> None:
    assert list(colour_counts(position(ALL_OF_A_COLOUR, adjacency))) == []
    assert list(colour_counts(position(". . .\n. . ."))) == []


def test_the_open_end_stands_where_one_way_leads_in() -> None:
    [step] = loose_ends(position(ONE_END))
    assert step.placed == (11, Cell(2, 0))
    assert look(step) == "How does the path leave row 3, column 1?"
    assert reason(step) == (
        "By 2, 6 and 8, only one way leads into row 3, column 1, "
        "so the open end of the path is there."
    )


def test_two_dead_ends_hold_both_ends() -> None:
    [step] = loose_ends(position(BOTH_ENDS))
    assert step.because.area == (Cell(0, 0), Cell(2, 3))
    assert set(step.eliminated) == {Candidate(1, Cell(1, 1)), Candidate(10, Cell(1, 0))}
    assert reason(step) == (
        "By 3, 4, 6 and 8, only one way each leads into row 1, column 1 and row 3, column 4, "
        "so the path begins and ends there."
    )


@pytest.mark.parametrize("text", ["1 . .\n. . 6", ". . .\n. 3 .", "1"])
def test_where_every_cell_has_two_ways_no_end_is_known(text: str) -> None:
    assert list(loose_ends(position(text, Adjacency.EIGHT))) == []
