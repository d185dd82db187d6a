"""What a strategy is, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.knowledge.partition import Split, split
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.pools import Pool


@dataclass(frozen=True)
class Choice:
    """A guess, and what it was chosen on.

    ``exact`` says whether every guess the strategy allows was weighed on every candidate; the
    split is over all candidates in any case. ``strategy`` is the name of the strategy, ``total``
    the number of guesses that perfect play needs for all candidates together, where it is known.
    """

    guess: Code
    can_be_code: bool
    split: Split
    weighed_guesses: int
    weighed_codes: int
    exact: bool
    strategy: str
    total: int | None = None


class Effort(Enum):
    """How long a strategy takes for a guess."""

    NONE = "none"  # it weighs nothing
    ONE_STEP = "one step"
    PROOF = "proof"  # it proves its guess where that is soon done; else it takes one step
    DEEP = "deep"  # it looks further than one step


@dataclass(frozen=True)
class StrategyWords:
    """What people are told of a strategy: its title, what it plays, and why it chose a guess.

    ``reason`` follows “It is the guess …”; where nothing is weighed it is a whole sentence.
    ``out_of_reach`` is said instead of a guess that could not be worked out as it should.
    """

    title: str = ""
    sentence: str = ""
    reason: str = ""
    effort: Effort = Effort.ONE_STEP
    out_of_reach: str = ""


class Strategy(Protocol):
    """A way to choose."""

    @property
    def name(self) -> str:
        """The name by which the table and the command line know it."""

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess after the turns, which left these candidates. Raises ValueError on none.

        The same position always gets the same guess.
        """


def check_any(left: Candidates) -> None:
    """Raise ValueError if there is no candidate."""
    if not left.count:
        raise ValueError("There is no candidate left to choose for.")


def unweighed(
    name: str, game: Game, left: Candidates, turns: Sequence[Turn], guess: Code
) -> Choice:
    """Return a choice that nothing was weighed for."""
    can_be = game.is_secret(guess) and all(
        game.feedback(turn.code, guess) == turn.feedback for turn in turns
    )
    return Choice(guess, can_be, split(left, guess), 0, 0, True, name)


def weighed(name: str, game: Game, left: Candidates, pool: Pool, place: int) -> Choice:
    """Return the choice of the guess at a place in the pool that was weighed."""
    guess = game.code_at(int(pool.guesses[place]))
    return Choice(
        guess=guess,
        can_be_code=bool(pool.own[place]),
        split=split(left, guess),
        weighed_guesses=pool.covered,
        weighed_codes=len(pool.secrets),
        exact=pool.is_exact,
        strategy=name,
    )
