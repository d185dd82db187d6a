"""A cell linked with a placed number, and one number left that can stand there."""

from __future__ import annotations

from collections.abc import Iterator

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import placing_statement
from solver.hidoku.rules.grid import Cell, Link


def _reason(step: Deduction) -> str:
    number, *others = step.because.numbers
    joined = f"A link joins {number} with an empty cell, so a number next to it stands there"
    if not others:
        return f"{joined}; as an end of the path it has only one."
    return f"{joined}, and {others[0]} stands elsewhere."


def _why(step: Deduction, _: str) -> str:
    number, *others = step.because.numbers
    if not others:
        return f"a link joins it with {number}, the end of the path"
    return f"a link joins it with {number}, and {others[0]} stands elsewhere"


@technique(
    "link",
    title="linked cells",
    rank=30,
    weight=1,
    nudge=lambda step: f"Look at {step.because.numbers[0]} and its link.",
    reason=_reason,
    statement=placing_statement(_why),
    marks=lambda step: Marked(numbers=step.because.numbers[:1]),
    is_placing=True,
)
def links(position: Position) -> Iterator[Deduction]:
    """The number of a cell linked with a placed one, where the other number possible is placed."""
    for cell, others in sorted(position.layout.grid.linked.items()):
        for other in others:
            if cell in position.board and other not in position.board:
                yield from _beside(position, cell, other)


def _beside(position: Position, cell: Cell, other: Cell) -> Iterator[Deduction]:
    number, last = position.board[cell], position.layout.grid.last
    beside = [n for n in (number - 1, number + 1) if 1 <= n <= last]
    free = [n for n in beside if n not in position.where]
    if len(free) == 1:
        numbers = (number, *(n for n in beside if n in position.where))
        cells = tuple(position.where[n] for n in numbers)
        because = Because(numbers, cells, links=(_link(cell, other),))
        yield Deduction(links, because, Candidate(free[0], other))


def _link(a: Cell, b: Cell) -> Link:
    return min(a, b), max(a, b)
