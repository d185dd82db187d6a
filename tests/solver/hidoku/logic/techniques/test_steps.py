"""What techniques find on boards read by eye, and how they say it: ``steps.txt`` has them all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.hidoku.exercises.find_the_step import StepAnswer, answers_of
from solver.hidoku.logic.easiest import all_finders, first_round
from solver.hidoku.logic.patterns.borders import arc, border, rim
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.shorten import checked
from solver.hidoku.logic.technique import Deduction, technique_named
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.staged_search import NO_LIMIT

STEPS = Path(__file__).with_name("steps.txt").read_text(encoding="utf-8").strip().split("\n\n")


def found(technique: str, position: Position) -> Iterator[Deduction]:
    """The steps of a technique, or of the easiest that finds any."""
    if technique == "easiest":
        yield from first_round(position, all_finders(position, NO_LIMIT))
    else:
        yield from technique_named(technique).find(position)


def format_step(answer: StepAnswer) -> str:
    (number, cell), is_placed = answer
    return f"{'' if is_placed else 'not '}{number} in r{cell.row + 1}c{cell.column + 1}"


def told(step: Deduction) -> Iterator[str]:
    """What a step does, what it marks, where to look for it, and why it holds."""
    yield f"> {step.technique.name}: {', '.join(map(format_step, answers_of(step)))};"
    marks = step.marks
    for label, values in {
        "numbers": sorted({*marks.numbers}),
        "cells": [f"r{row + 1}c{column + 1}" for row, column in marks.cells],
        "area": [f"r{row + 1}c{column + 1}" for row, column in marks.area],
    }.items():
        if values:
            yield f"{label} {' '.join(map(str, values))};"
    yield step.nudge
    yield step.reason


@pytest.mark.parametrize("block", STEPS, ids=lambda block: block.partition("\n")[0])
def test_steps(block: str) -> None:
    board, *texts = block.partition("\n")[2].split("\n>")
    names, _, text = board.partition("\n")
    position = Position.of(parse_any(text))
    steps = [
        checked(position, step) for name in names.split()[1:] for step in found(name, position)
    ]
    assert [" ".join(told(step)) for step in steps] == [
        " ".join(f">{text}".split()) for text in texts
    ]


@pytest.mark.parametrize(
    ("cells", "length"),
    [
        ([(0, 0)], 4),
        ([(0, 0), (0, 1), (1, 1)], 8),
        ([(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)], 12),
        ([(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)], None),
        ([(r, c) for r in range(3) for c in range(3) if (r, c) not in {(1, 1), (2, 2)}], 16),
    ],
)
def test_a_border_is_one_line_where_there_is_no_hole(
    cells: list[tuple[int, int]], length: int | None
) -> None:
    layout = BitLayout(Grid.of(3, 3))
    line = border(layout, sum(layout.bit(Cell(*cell)) for cell in cells))
    assert (line and len(line)) == length
    if line is not None:
        assert len(set(line)) == length


def test_two_arcs_and_their_ends_make_up_the_whole_line() -> None:
    for start in range(7):
        for stop in set(range(7)) - {start}:
            arc_out, back = arc(start, stop, 7), arc(stop, start, 7)
            assert arc_out & back == 0
            assert arc_out | back | 1 << start | 1 << stop == (1 << 7) - 1


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
    assert len(rim(parse_any(text, adjacency))) == cells
