"""One code left: rows of a game after which exactly one code fits. Which?

Every row is needed. Easy ones are solved row by row, each with what is known so far; in medium ones
two rows have to be combined, in hard ones repeatedly, or three at once.

What is known is only what the rows have shown about single holes and single colours: which colours
can be in a hole, and the fewest and most pegs of each. A step takes one row and adds what it shows
in view of that. If no single row shows anything new, two are combined, then three.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from solver.deduction.exercises.positions import Rows, board, draw_code, fitting
from solver.deduction.knowledge.code_table import CodeTable, Mask
from solver.deduction.knowledge.facts import (
    Fact,
    Occurrences,
    Proof,
    bits,
    every_turn,
    new_facts,
    thinned,
)
from solver.deduction.rules.game import Code, Turn
from solver.exercises import Draws, ExerciseLevel, draws_of


class ReasonStep(NamedTuple):
    """Rows combined, with what occurs among the codes possible ``before`` and ``after`` them."""

    rows: Proof
    before: Occurrences
    after: Occurrences

    @property
    def facts(self) -> tuple[Fact, ...]:
        return new_facts(self.after, self.before, self.rows)

    @property
    def at_most(self) -> tuple[tuple[int, int], ...]:
        """Colours whose maximum falls, each with its new maximum.

        Colours are left out if a fact says as much, or if they have no holes left.
        """
        return tuple(
            (colour, high)
            for colour, (low, high) in enumerate(self.after.counts)
            if low < high < self.before.counts[colour][1]
            if high < sum(colour in colours for colours in self.after.colours)
        )


class CodeDeduction(NamedTuple):
    """The steps to the code; at most ``most`` rows combined, two or more of them ``hard`` times."""

    steps: tuple[ReasonStep, ...]
    most: int
    hard: int


def deduce(table: CodeTable) -> CodeDeduction:
    codes = table.fitting(())
    steps = []
    while codes.sum() > 1:
        rows, after = _best_step(table, codes)
        steps.append(ReasonStep(rows, table.occurrences(codes), table.occurrences(after)))
        codes = after
    sizes = [len(step.rows) for step in steps]
    return CodeDeduction(tuple(steps), max(sizes, default=0), sum(size > 1 for size in sizes))


def _best_step(table: CodeTable, codes: Mask) -> tuple[Proof, Mask]:
    """Return the fewest rows that show something new; among equals, those that show most."""
    count = len(table.fits)
    for size in range(1, count + 1):
        ways = [(rows, _after(table, codes, rows)) for rows in combinations(range(count), size)]
        rows, after = min(ways, key=lambda way: int(way[1].sum()))
        if after.sum() < codes.sum():
            return rows, after
    raise ValueError("More than one code fits all the turns, or none.")


def _after(table: CodeTable, codes: Mask, rows: Proof) -> Mask:
    """Return which codes have nothing that the rows, with what is known, rule out."""
    occurrences = table.occurrences(codes & table.fitting(rows))
    after = codes.copy()
    for column, colours in zip(table.codes.T, occurrences.colours, strict=True):
        after &= np.bincount([*colours], minlength=board().choices)[column] > 0
    for column, (low, high) in zip(table.counts.T, occurrences.counts, strict=True):
        after &= (low <= column) & (column <= high)
    return after


NAME: Final = "one-code-left"
VERSION: Final = 1
FEWEST_ROWS: Final = 3
#: How often two rows have to be combined in a hard one, if three never are.
HARD_STEPS: Final = 2


@dataclass(frozen=True)
class OneCodeLeft(Rows):
    @property
    def code(self) -> Code:
        (code,) = self.codes
        return code

    @cached_property
    def deduction(self) -> CodeDeduction:
        return deduce(self.table)

    @property
    def level(self) -> ExerciseLevel:
        way = self.deduction
        if way.most == 1:
            return ExerciseLevel.EASY
        is_hard = way.most > 2 or way.hard >= HARD_STEPS
        return ExerciseLevel.HARD if is_hard else ExerciseLevel.MEDIUM


def make(level: ExerciseLevel, seed: int) -> OneCodeLeft:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> [board().format_turn(turn) for turn in made.turns], board().format_code(made.code)
    (['6544:1,0', '3124:0,2', '1262:1,1', '3543:0,2'], '6332')
    """
    draws = draws_of(NAME, level, VERSION, seed)
    while True:
        exercise = _draw(draws)
        if len(exercise.turns) >= FEWEST_ROWS and exercise.level is level:
            return exercise


def _draw(draws: Draws) -> OneCodeLeft:
    game = board()
    secret = draw_code(draws)
    turns: list[Turn] = []
    codes = fitting(()).left
    while codes.sum() > 1:
        guess = draw_code(draws)
        turn = Turn(guess, game.feedback(guess, secret))
        codes_after = codes & fitting((turn,)).left
        if guess != secret and codes_after.sum() < codes.sum():
            turns = [*turns, turn]
            codes = codes_after
    table = fitting(turns)
    all_rows = every_turn(len(turns))
    places = bits(thinned(all_rows, lambda rows: int(table.fitting(bits(rows)).sum()) == 1))
    return OneCodeLeft(tuple(turns[place] for place in places))
