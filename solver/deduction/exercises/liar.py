"""Liar: the feedback of exactly one row is false. Which?

Without that row some code fits all the others; without any other row none does. The difficulty is
how many rows at a time contradict each other, in the sets of rows that can't all be true and that
only the liar has in common: two, three or more.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_
from typing import Final

from solver.deduction.exercises.positions import Rows, board, draw_turns
from solver.deduction.knowledge.contradictions import diagnose
from solver.deduction.knowledge.facts import Proof
from solver.deduction.rules.game import Code
from solver.exercises import Draws, ExerciseLevel, draws_of

NAME: Final = "liar"
VERSION: Final = 1
ROWS: Final = 6
#: The level, by how many rows contradict each other at a time; more than three are hard.
LEVELS: Final = {2: ExerciseLevel.EASY, 3: ExerciseLevel.MEDIUM}


@dataclass(frozen=True)
class Liar(Rows):
    @cached_property
    def suspects(self) -> tuple[int, ...]:
        """The rows without which some code fits all others; in an exercise there is only one."""
        rows = range(len(self.turns))
        return tuple(row for row in rows if self.table.fitting(set(rows) - {row}).any())

    @property
    def row(self) -> int:
        (row,) = self.suspects
        return row

    @cached_property
    def possible_codes(self) -> tuple[Code, ...]:
        true_rows = set(range(len(self.turns))) - {self.row}
        return self.codes_in(self.table.fitting(true_rows))

    @cached_property
    def conflicts(self) -> tuple[Proof, ...]:
        """The sets of rows that can't all be true, each row needed, the smallest first."""
        return diagnose(self.game, self.turns).conflicts

    @cached_property
    def proof(self) -> tuple[Proof, ...]:
        """Conflicts that have only the liar in common, as few and small as possible."""
        chosen: list[Proof] = []
        for conflict in self.conflicts:
            if not chosen or _common(chosen) - set(conflict):
                chosen.append(conflict)
            if _common(chosen) == {self.row}:
                break
        for conflict in tuple(chosen):
            remainder = [clash for clash in chosen if clash != conflict]
            if remainder and _common(remainder) == {self.row}:
                chosen = remainder
        return tuple(chosen)

    @property
    def most(self) -> int:
        return max(map(len, self.proof))


def _common(conflicts: Iterable[Proof]) -> set[int]:
    return reduce(and_, map(set, conflicts))


def make(level: ExerciseLevel, seed: int) -> Liar:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> [board().format_turn(turn) for turn in made.turns], made.row
    (['6661:1,0', '2651:1,0', '6165:1,0', '1264:0,2', '5323:2,2', '1545:1,1'], 4)
    """
    draws = draws_of(NAME, level, VERSION, seed)
    while True:
        exercise = _draw(draws)
        if exercise is None or exercise.most == 1:  # a row alone is no exercise
            continue
        if LEVELS.get(exercise.most, ExerciseLevel.HARD) is level:
            return exercise


def _draw(draws: Draws) -> Liar | None:
    """Return rows with false feedback in one row; None if they don't show which."""
    game = board()
    turns = draw_turns(draws, ROWS)
    row = draws.below(ROWS)
    false_feedbacks = [feedback for feedback in game.feedbacks if feedback != turns[row].feedback]
    false = turns[row]._replace(feedback=draws.some(false_feedbacks, 1)[0])
    exercise = Liar((*turns[:row], false, *turns[row + 1 :]))
    is_won = false.feedback == game.feedbacks[game.won]
    return exercise if exercise.suspects == (row,) and not is_won else None
