"""How a person finds the one code that is left: row by row, with what is known so far.

What is known is what the rows have told of single holes and single colours, no more: which colours
can be in a hole, and how often each can be there at least and at most. A step takes
one row and adds what it tells beside that; where no single row tells anything new, two are taken
together, then three. So how many rows a step needs says how hard it is.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from solver.deduction.exercises.positions import (
    FiledTurns,
    Flags,
    board,
    marks_in,
    marks_of_board,
)
from solver.deduction.knowledge.exclusions import MarkLayout, Marks, Proof
from solver.deduction.knowledge.facts import Fact, new_facts


class ReasonStep(NamedTuple):
    """Rows taken together; by the marks of the codes possible ``before`` them and ``after``."""

    rows: Proof
    before: Marks
    after: Marks

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the rows tell beside what is known before."""
        return new_facts(_layout(), self.after, self.before, self.rows)

    @property
    def at_most(self) -> tuple[tuple[int, int], ...]:
        """Colours that can come fewer times than before: each with how often at most.

        Those are left out of which a fact tells as much, and those that have no more holes left.
        """
        layout = _layout()
        return tuple(
            (colour, most)
            for colour in range(layout.choices)
            for least, most in [layout.count_range(self.after, colour)]
            if least < most < layout.count_range(self.before, colour)[1]
            if most < sum(bool(self.after & layout.here(h, colour)) for h in range(layout.pegs))
        )


class CodeDeduction(NamedTuple):
    """The steps to the one code; ``most`` rows together at a time, two or more ``hard`` times."""

    steps: tuple[ReasonStep, ...]
    most: int
    hard: int


def deduce(filed: FiledTurns) -> CodeDeduction:
    """Return the way to the one code that fits all the turns."""
    possible: Flags = np.ones(board().code_count, np.bool_)
    steps = []
    while possible.sum() > 1:
        rows, after = _best_step(filed, possible)
        steps.append(ReasonStep(rows, marks_in(possible), marks_in(after)))
        possible = after
    sizes = [len(step.rows) for step in steps]
    return CodeDeduction(tuple(steps), max(sizes, default=0), sum(size > 1 for size in sizes))


def _best_step(filed: FiledTurns, possible: Flags) -> tuple[Proof, Flags]:
    """Return the fewest rows that tell something new; of several sets, the one that tells most."""
    count = len(filed.turns)
    for size in range(1, count + 1):
        ways = [(rows, _after(filed, possible, rows)) for rows in combinations(range(count), size)]
        rows, after = min(ways, key=lambda way: int(way[1].sum()))
        if after.sum() < possible.sum():
            return rows, after
    raise ValueError("More than one code fits all the turns, or none.")


def _after(filed: FiledTurns, possible: Flags, rows: Proof) -> Flags:
    """Return which codes have nothing that the rows rule out beside what is known."""
    marked = without_gaps(marks_in(possible & filed.left(rows)))
    after: Flags = possible & (marks_of_board() & ~np.uint64(marked) == 0)
    return after


def without_gaps(marks: Marks) -> Marks:
    """Return marks with all numbers of pegs of a colour that lie between its fewest and most."""
    layout = _layout()
    for colour in range(layout.choices):
        numbers = marks & layout.counted(colour, 0, layout.pegs)
        lowest = numbers & -numbers
        marks |= (1 << numbers.bit_length()) - lowest
    return marks


@cache
def _layout() -> MarkLayout:
    game = board()
    return MarkLayout(game.pegs, game.choices)
