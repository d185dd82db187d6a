"""How a person finds the only code left: row by row, from what is known so far.

What is known is only what the rows have shown about single holes and single colours: which colours
can be in a hole, and the fewest and most pegs of each. A step takes one row and adds what it shows
in view of that. If no single row shows anything new, two are combined, then three. So the
difficulty of a step is how many rows it needs.
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
    """Rows combined, with the marks of the codes possible ``before`` and ``after`` them."""

    rows: Proof
    before: Marks
    after: Marks

    @property
    def facts(self) -> tuple[Fact, ...]:
        return new_facts(_layout(), self.after, self.before, self.rows)

    @property
    def at_most(self) -> tuple[tuple[int, int], ...]:
        """Colours whose maximum falls, each with its new maximum.

        Colours are left out if a fact says as much, or if they have no holes left.
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
    """The steps to the code; at most ``most`` rows combined, two or more of them ``hard`` times."""

    steps: tuple[ReasonStep, ...]
    most: int
    hard: int


def deduce(filed: FiledTurns) -> CodeDeduction:
    possible: Flags = np.ones(board().code_count, np.bool_)
    steps = []
    while possible.sum() > 1:
        rows, after = _best_step(filed, possible)
        steps.append(ReasonStep(rows, marks_in(possible), marks_in(after)))
        possible = after
    sizes = [len(step.rows) for step in steps]
    return CodeDeduction(tuple(steps), max(sizes, default=0), sum(size > 1 for size in sizes))


def _best_step(filed: FiledTurns, possible: Flags) -> tuple[Proof, Flags]:
    """Return the fewest rows that show something new; among equals, those that show most."""
    count = len(filed.turns)
    for size in range(1, count + 1):
        ways = [(rows, _after(filed, possible, rows)) for rows in combinations(range(count), size)]
        rows, after = min(ways, key=lambda way: int(way[1].sum()))
        if after.sum() < possible.sum():
            return rows, after
    raise ValueError("More than one code fits all the turns, or none.")


def _after(filed: FiledTurns, possible: Flags, rows: Proof) -> Flags:
    """Return which codes have nothing that the rows, with what is known, rule out."""
    marked = without_gaps(marks_in(possible & filed.left(rows)))
    after: Flags = possible & (marks_of_board() & ~np.uint64(marked) == 0)
    return after


def without_gaps(marks: Marks) -> Marks:
    """Return marks with all the numbers of pegs between a colour's fewest and most."""
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
