"""The computer against itself: a game played within a time limit, and the text it is stored as.

Its rows are stored as an answer sheet, so none is computed twice for the setter; the reason for a
guess is computed again when somebody looks at it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Answer, Code, Game, Turn
from solver.deduction.strategies.strategy import Choice
from webapp.mastermind.answer_sheet import Sheet, format_sheet, parse_sheet
from webapp.mastermind.breaker.game import RememberedMatch
from webapp.mastermind.candidates_view import counts_of
from webapp.mastermind.finished import COMPUTER, Finished, choice_after
from webapp.mastermind.records import RoleEntry, role_kind
from webapp.mastermind.setup import Setup, board_named
from webapp.storage.games import StoredGame
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: For how long a new game is played before its page is shown, seconds.
AT_ONCE: Final = 0.1


@dataclass(frozen=True)
class Duel:
    """A game of the computer against itself. Without a secret in its setup the setter is evil."""

    game: Game
    setup: Setup
    turns: tuple[Turn, ...] = ()

    @property
    def face(self) -> Face:
        return face_of(self.game, self.setup.keys)

    @property
    def is_evil(self) -> bool:
        return not self.setup.secret

    @property
    def outcome(self) -> Outcome:
        if self.turns and self.turns[-1].feedback == self.game.feedbacks[self.game.won]:
            return Outcome.WON
        return Outcome.LOST if len(self.turns) >= self.game.rows else Outcome.PLAYING

    @property
    def is_over(self) -> bool:
        return self.outcome is not Outcome.PLAYING

    @property
    def secret(self) -> Code | None:
        """The code; None as long as an evil setter has none."""
        if self.is_evil:
            return RememberedMatch(self.game, self.turns, self.setup.seed).secret
        return self.game.parse_code(self.setup.secret)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many codes were possible at the start and after each row."""
        return (self.game.secret_count, *counts_of(self.game, self.turns))

    def played(self) -> Duel:
        choice = choice_after(self.game.name, self.turns, self.setup)
        turn = Turn(choice.guess, self._answer(choice.guess))
        return replace(self, turns=(*self.turns, turn))

    def choice(self, row: int) -> Choice | None:
        """Return the choice behind a row, counted from 1; None if it is no longer known.

        It is computed again, and a strategy that has changed since may choose another guess.
        """
        choice = choice_after(self.game.name, self.turns[: row - 1], self.setup)
        return choice if choice.guess == self.turns[row - 1].code else None

    def _answer(self, guess: Code) -> Answer:
        if self.is_evil:
            match = RememberedMatch(self.game, self.turns, self.setup.seed).guess(guess)
            return match.turns[-1].feedback
        return self.game.feedback(guess, self.game.parse_code(self.setup.secret))


def play_on(duel: Duel, seconds: float) -> Duel:
    """Play at least one row, then on to the end or until the seconds are over."""
    end = time.monotonic() + seconds
    while not duel.is_over:
        duel = duel.played()
        if time.monotonic() > end:
            break
    return duel


def format_duel(duel: Duel) -> str:
    return format_sheet(Sheet(duel.game, duel.turns))


def parse_duel(game: Game, setup: Setup, moves: str) -> Duel:
    return Duel(game, setup, parse_sheet(game, moves).turns)


# The rows of a watched game: those stored, those this server has played since, and further ones.
#
# The setup, including the seed, determines the whole game: the same setup has the same rows,
# whoever plays them and whenever. So looking at a row that isn't stored plays up to it and stores
# nothing. Rows are still stored, when a game begins and when its page posts them, so that none is
# played twice, and a later change to a strategy changes no game that was seen.


def begun(game: Game, setup: Setup) -> Duel:
    """Return a new game with the rows that are played at once."""
    return play_on(Duel(game, setup), AT_ONCE)


def played_beyond(duel: Duel, row: int) -> Duel:
    """Return a game played beyond this row; it is over if there is no next row."""
    while not duel.is_over and len(duel.turns) <= row:
        duel = duel.played()
    return duel


# What the role is to other rooms.


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    game = board_named(stored.rules)
    duel = played_beyond(parse_duel(game, setup, stored.moves), game.rows)
    secret = duel.secret if duel.is_over else None
    if secret is None:
        return None
    return Finished(duel.game, setup.keys, secret, duel.turns, voice=COMPUTER, is_evil=duel.is_evil)


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game: it counts as over from its start, unplayed."""
    return GameFacts(stored.rules, Result(GameEnd.OVER) if stored.finished else None)


WATCH: Final = RoleEntry(
    "watch",
    "Watch",
    "The computer against itself, guess by guess",
    begin="watch.begin",
    kind="watch",
    page="watch.frame",
    ending=ending,
)
WATCH_KIND: Final = role_kind(WATCH, facts=facts_of)
