"""A placed number from which the path can go on in one way only."""

from __future__ import annotations

from collections.abc import Iterator

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import placing_reason, placing_statement
from solver.hidoku.phrases.lists import numbered
from solver.hidoku.search.bitboard import is_single


def _nudge(step: Deduction) -> str:
    numbers = numbered(step.because.numbers)
    return f"Look at {numbers}: where can the path go on from there?"


def _why(step: Deduction, which: str) -> str:
    return f"{which} empty cell touches {step.because.numbers[0]}, and the path must go on there"


@technique(
    "one_way",
    title="one way to go on",
    rank=20,
    weight=1,
    nudge=_nudge,
    reason=placing_reason(_why),
    statement=placing_statement(_why),
    marks=lambda step: Marked(numbers=step.because.numbers),
    is_placing=True,
)
def one_way(position: Position) -> Iterator[Deduction]:
    """The number before or after a placed one, where one empty cell is left around that."""
    layout, last = position.loose.layout, position.layout.grid.last
    for number, cell in position.where.items():
        missing = [
            n for n in (number - 1, number + 1) if 1 <= n <= last and n not in position.where
        ]
        near = layout.around(layout.bit(cell)) & position.empty
        if len(missing) == 1 and is_single(near):
            placed = Candidate(missing[0], layout.cell(near))
            yield Deduction(one_way, Because((number,), (cell,)), placed)
