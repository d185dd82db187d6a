"""A game that is over, whoever broke the code: what a review is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of
from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.rules.game import Code, Game, Turn
from solver.wording import counted


@dataclass(frozen=True)
class Voice:
    """How a review speaks of who broke the code: whose rows they are, and the result in words."""

    whose: str
    won: str
    lost: str
    again: str


YOU: Final = Voice("Your", "Solved in", "Not found in", "Try again from here")
NOTEBOOK: Final = Voice("Your", "Solved in", "One code left after", "Try again from here")
COMPUTER: Final = Voice("The computer’s", "Found in", "Not found in", "Play on from here")
BREAKER: Final = Voice("The breaker’s", "Found in", "Not found in", "Play on from here")


class KnownThen(NamedTuple):
    """A guess with its answer, and the rows before it, as their answers were when it was made."""

    earlier: tuple[Turn, ...]
    turn: Turn


@dataclass(frozen=True)
class Finished:
    """What was hidden, and the rows played; ``display`` says how answers are shown.

    ``told`` are the rows as they were when guesses were made, if answers were corrected later, and
    ``corrected`` says so.

    ``hints`` is the log of the hints asked for, None where there are none to ask for. An evil
    setter (``is_evil``) chose no code before it had to.
    """

    game: Game
    display: str
    secret: Code
    turns: tuple[Turn, ...]
    hints: str | None = None
    voice: Voice = YOU
    is_evil: bool = False
    told: tuple[KnownThen, ...] = ()
    corrected: tuple[str, ...] = ()

    @property
    def judged(self) -> tuple[KnownThen, ...]:
        """The rows, each with what was known when its guess was made."""
        turns = self.turns
        return self.told or tuple(KnownThen(turns[:n], turn) for n, turn in enumerate(turns))

    @property
    def face(self) -> Face:
        """The game's face."""
        return face_of(self.game, self.display)

    @property
    def is_won(self) -> bool:
        """Whether the last row was the code."""
        return self.turns[-1].feedback == self.game.feedbacks[self.game.won]

    @property
    def title(self) -> str:
        """How it ended."""
        words = self.voice.won if self.is_won else self.voice.lost
        return f"{words} {counted(len(self.turns), 'guess', 'guesses')}"

    @property
    def last_start(self) -> int:
        """The last row from which the game can be played anew.

        A board has so many rows, and those before must have been answered as the code does.
        """
        untrue = (place + 1 for place in contradicted(self.game, self.secret, self.turns))
        return min(len(self.turns), self.game.rows, *untrue)
