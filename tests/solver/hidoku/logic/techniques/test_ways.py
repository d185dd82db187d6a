"""Detours, all ways of a run, corners and the order around the edge, on boards read by eye."""

from __future__ import annotations

import pytest

from solver.hidoku.logic.patterns.borders import rim
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.techniques.all_ways import few_ways
from solver.hidoku.logic.techniques.cuts import detours, shores
from solver.hidoku.logic.techniques.passages import passages
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.rules.notation import parse_plain
from tests.solver.hidoku.logic.techniques.structure_checks import look, reason

BENT = """
. . . .
1 . . 6
"""
CORNER = """
. . . .
. . 3 .
. . 10 .
"""
SIX_WAYS = """
. . .
. 4 .
. . 9
"""
EDGE = """
5 . .
. . 2
. 8 .
"""


def position(text: str, adjacency: Adjacency) -> Position:
    return Position.of(parse_plain(text, adjacency))


def test_a_detour_rules_out_what_is_too_far_from_the_cell_all_at_once() -> None:
    [step] = detours(position(BENT, Adjacency.EIGHT))
    assert step.because.area == (Cell(0, 0),)
    assert step.because.every_number == (1, 6)
    assert set(step.eliminated) == {(3, (0, 2)), (3, (1, 2)), (4, (0, 3))}
    assert look(step) == "What can fill row 1, column 1?"
    assert reason(step).startswith("Only 2 to 5 can fill row 1, column 1: too far for ")


def test_a_corner_has_two_neighbours_and_nothing_else_stands_there() -> None:
    found = list(passages(position(CORNER, Adjacency.FOUR)))
    assert [step.eliminated for step in found] == [((1, (0, 1)),), ((1, (1, 0)),)]
    assert reason(found[0]) == (
        "Row 1, column 1 has two ways in, and no number next to 1 in row 1, column 2. "
        "Counted from 3 and 10."
    )


def test_all_ways_of_a_run_say_what_none_and_what_each_of_them_uses() -> None:
    first, second, third = few_ways(position(SIX_WAYS, Adjacency.FOUR))
    assert reason(first).startswith("There are only six ways from 4 on to 1, none with 1 in row 1,")
    assert reason(second).startswith("There are only four ways from 4 to 9, none with 8 in row 1")
    assert reason(third) == (
        "There are only four ways from 4 to 9, all using row 1, column 1: others stay out."
    )


def test_around_the_edge_ways_do_not_cross() -> None:
    found = list(shores(position(EDGE, Adjacency.FOUR)))
    assert [step.because.numbers for step in found] == [(2, 5, 8), (8, 2, 5)]
    assert [step.eliminated for step in found] == [((4, (1, 0)),), ((6, (0, 1)),)]
    assert not list(shores(position(EDGE, Adjacency.EIGHT)))


@pytest.mark.parametrize(
    ("text", "adjacency", "cells"),
    [
        (". . .\n. . .\n. . .", Adjacency.FOUR, 8),
        (". . .\n. # .\n. . .", Adjacency.FOUR, 8),  # a hole counts as filled
        (". . .\n. . .\n. . .", Adjacency.EIGHT, 0),
        (". . #\n. # #\n. . .", Adjacency.FOUR, 4),  # the edge comes back to the others
        (". .\n. #\n. .", Adjacency.HEX, 4),
        ("# . .\n. # .\n. . .", Adjacency.HEX, 0),  # a slanting step leads around a hole
    ],
)
def test_the_edge_of_a_board(text: str, adjacency: Adjacency, cells: int) -> None:
    assert len(rim(parse_plain(text, adjacency))) == cells
