import pytest

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.techniques.singles import hidden, naked
from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.notation import parse_plain
from tests.solver.hidoku.logic.techniques.structure_checks import look, reason

NAKED = """
# # 8
. . .
. . .
2 3 .
"""
HIDDEN_PAIR = """
. . . .
6 . 3 .
"""
HIDDEN_TRIPLE = """
. 4 . . .
. . 5 . 8
"""


def test_two_numbers_with_two_cells_keep_others_out() -> None:
    [step] = naked(Position.of(parse_plain(NAKED)))
    assert (step.because.missing, step.because.area) == ((7, 9), (Cell(1, 1), Cell(1, 2)))
    assert {number for number, _ in step.eliminated} == {5, 6, 10}
    assert look(step) == "Where is there room for 7 and 9?"
    assert reason(step) == (
        "7 and 9 have only row 2, column 2 and row 2, column 3: "
        "others stay out. Counted from 3 and 8."
    )


@pytest.mark.parametrize(
    ("text", "numbers", "cells"),
    [
        (HIDDEN_PAIR, (1, 2), {(0, 3), (1, 3)}),
        (HIDDEN_TRIPLE, (1, 2, 3), {(0, 0), (1, 0), (1, 1)}),
    ],
)
def test_cells_for_a_few_numbers_alone_hold_these(
    text: str, numbers: tuple[int, ...], cells: set[tuple[int, int]]
) -> None:
    [step] = hidden(Position.of(parse_plain(text)))
    assert step.because.missing == numbers
    assert set(step.because.area) == cells
    assert {number for number, _ in step.eliminated} <= set(numbers)
    assert not {cell for _, cell in step.eliminated} & cells
    assert reason(step).startswith(f"Only {numbers[0]}")


@pytest.mark.parametrize(
    "text",
    [
        ". . .\n3 . 1\n. . .",  # 2 alone has three cells
        NAKED.replace("# #", ". ."),  # 7 and 9 have four cells
    ],
)
def test_numbers_with_cells_to_spare_are_no_group(text: str) -> None:
    position = Position.of(parse_plain(text))
    assert list(naked(position)) == []
    assert list(hidden(position)) == []
