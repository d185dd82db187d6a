import pytest

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.techniques.passages import bottlenecks, required_cells
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.rules.notation import parse_plain
from tests.solver.hidoku.logic.techniques.structure_checks import look, reason

CORRIDOR = """
. . # 6 .
2 . . . .
"""
DETOUR = """
6 . .
. 2 .
"""


def test_the_only_passage_belongs_to_the_run_that_must_pass_it() -> None:
    [step] = bottlenecks(Position.of(parse_plain(CORRIDOR)))
    assert (step.because.numbers, step.because.missing) == ((2, 6), (3, 4, 5))
    assert step.because.cells == (Cell(1, 0), Cell(0, 3))
    assert step.because.area == (Cell(1, 2),)
    assert step.eliminated == ((7, Cell(1, 2)), (8, Cell(1, 2)), (9, Cell(1, 2)))
    assert look(step) == "Is there a narrow place from 2 to 6?"
    assert reason(step) == (
        "Without row 2, column 3 no empty cells lead from 2 to 6: others stay out."
    )


def test_a_cell_that_a_walk_of_this_length_needs_need_not_be_a_bottleneck() -> None:
    position = Position.of(parse_plain(DETOUR, Adjacency.HEX))
    assert list(bottlenecks(position)) == []
    [step] = required_cells(position)
    assert (step.because.numbers, step.because.area) == ((2, 6), (Cell(0, 1),))
    assert step.eliminated == ((1, Cell(0, 1)),)
    assert reason(step).startswith("Every way from 2 to 6 uses row 1, column 2")


def test_a_loose_end_can_need_a_cell_too() -> None:
    [step] = required_cells(Position.of(parse_plain(". . .\n. 2 3")))
    assert (step.because.numbers, step.because.missing) == ((3,), (4, 5, 6))
    assert step.eliminated == ((1, Cell(0, 1)),)
    assert look(step) == "Which cell do all ways from 3 on to 6 use?"


@pytest.mark.parametrize(
    ("text", "adjacency"),
    [
        (CORRIDOR.replace("#", "."), Adjacency.EIGHT),  # two ways round
        (". . . .\n6 . . 2\n. . . .", Adjacency.EIGHT),  # above or below
        (". . .\n3 . 1\n. . .", Adjacency.EIGHT),  # three cells for the one number between
    ],
)
def test_a_cell_that_can_be_gone_round_is_left_alone(text: str, adjacency: Adjacency) -> None:
    position = Position.of(parse_plain(text, adjacency))
    assert list(bottlenecks(position)) == []
    assert not any(step.because.numbers == (2, 6) for step in required_cells(position))
