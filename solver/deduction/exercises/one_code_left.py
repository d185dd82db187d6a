"""One code left: rows of a game after which exactly one code fits. Which?

Every row is needed. Easy ones are solved row by row, each with what is known so far; in medium ones
two rows have to be combined, in hard ones repeatedly, or three at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Final

from solver.deduction.exercises.deduction import CodeDeduction, deduce
from solver.deduction.exercises.positions import FiledTurns, board, draw_code
from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.knowledge.exclusions import Proof, as_set, bits, thinned
from solver.deduction.rules.game import Answer, Code, Turn
from solver.exercises import Draws, ExerciseLevel, draws_of

NAME: Final = "one-code-left"
VERSION: Final = 1
FEWEST_ROWS: Final = 3
#: How often two rows have to be combined in a hard one, if three never are.
HARD_STEPS: Final = 2


@dataclass(frozen=True)
class OneCodeLeft:
    turns: tuple[Turn, ...]

    @cached_property
    def code(self) -> Code:
        filed = FiledTurns(self.turns)
        (code,) = filed.codes(filed.left())
        return code

    @cached_property
    def deduction(self) -> CodeDeduction:
        return deduce(FiledTurns(self.turns))

    @property
    def level(self) -> ExerciseLevel:
        way = self.deduction
        if way.most == 1:
            return ExerciseLevel.EASY
        is_hard = way.most > 2 or way.hard >= HARD_STEPS
        return ExerciseLevel.HARD if is_hard else ExerciseLevel.MEDIUM


@dataclass(frozen=True)
class CodeVerdict:
    """What to say about a code that was given.

    ``contradicts`` are the turns that it contradicts; ``instead`` is the answer that the first of
    them would have had with this code, and ``given`` the answer it had.
    """

    is_right: bool
    contradicts: Proof = ()
    instead: Answer | None = None
    given: Answer | None = None


def make(level: ExerciseLevel, seed: int) -> OneCodeLeft:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> [board().format_turn(turn) for turn in made.turns], board().format_code(made.code)
    (['6544:1,0', '3124:0,2', '1262:1,1', '3543:0,2'], '6332')
    """
    draws = draws_of(NAME, level, VERSION, seed)
    found = (_drawn(draws) for _ in count())
    return next(one for one in found if len(one.turns) >= FEWEST_ROWS and one.level is level)


def _drawn(draws: Draws) -> OneCodeLeft:
    game, secret = board(), draw_code(draws)
    turns: list[Turn] = []
    left = FiledTurns(()).left()
    while left.sum() > 1:
        guess = draw_code(draws)
        turn = Turn(guess, game.feedback(guess, secret))
        fewer = left & FiledTurns((turn,)).left()
        if guess != secret and fewer.sum() < left.sum():
            turns, left = [*turns, turn], fewer
    filed = FiledTurns(tuple(turns))
    needed = bits(
        thinned(as_set(range(len(turns))), lambda kept: int(filed.left(bits(kept)).sum()) == 1)
    )
    return OneCodeLeft(tuple(turns[place] for place in needed))


def judge(exercise: OneCodeLeft, code: Code) -> CodeVerdict:
    game = board()
    game.index_of(code)
    wrong = contradicted(game, code, exercise.turns)
    if not wrong:
        return CodeVerdict(is_right=True)
    first = exercise.turns[wrong[0]]
    return CodeVerdict(False, wrong, game.feedback(first.code, code), first.feedback)
