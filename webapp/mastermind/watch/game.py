"""The computer against itself: a game played on by its clock, and what a page shows of one row.

What is stored is a line a row, ``code:answer``, so that no row is ever computed twice for the
setter; why a guess was made is computed again when somebody looks at it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.deduction.faces.face import Face, Pegs
from solver.deduction.games import face_of, game_named
from solver.deduction.matches.match import Outcome
from solver.deduction.rules.game import Answer, Code, Game, Turn
from solver.deduction.strategies.registry import TOLD
from solver.deduction.strategies.strategy import Choice
from solver.wording import counted
from webapp.mastermind.answer_sheet import Sheet, counts_of, format_sheet, parse_sheet
from webapp.mastermind.board_sizes import SMALL, has_at_most, is_quick_choice
from webapp.mastermind.board_view import BoardRow, ShownGame, rows, show_game
from webapp.mastermind.breaker.evil import RememberedMatch
from webapp.mastermind.hint_view import show_move
from webapp.mastermind.opponent import choice_after
from webapp.mastermind.setup import Setup
from webapp.mastermind.split_view import ShownSplit
from webapp.work.deferred import deferred

DEADLINE = 1.0  # seconds after which the rows played are shown, and the next request plays on
MOST_ROWS = 12  # a longer board shows no more open rows


@dataclass(frozen=True)
class Duel:
    """A game of the computer against itself. Without a secret in its setup the setter is evil."""

    game: Game
    setup: Setup
    turns: tuple[Turn, ...] = ()

    @property
    def face(self) -> Face:
        """The game's face."""
        return face_of(self.game, self.setup.keys)

    @property
    def is_evil(self) -> bool:
        """Whether the setter chooses no code before it must."""
        return not self.setup.secret

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        if self.turns and self.turns[-1].feedback == self.game.feedbacks[self.game.won]:
            return Outcome.WON
        return Outcome.LOST if len(self.turns) >= self.game.rows else Outcome.PLAYING

    @property
    def is_over(self) -> bool:
        """Whether the last row has been played."""
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
        """Return the game one row further."""
        choice = choice_after(self.game, self.turns, self.setup)
        if choice is None:
            raise ValueError("The answers of a setter who does not err leave a code.")
        turn = Turn(choice.guess, self._answer(choice.guess))
        return replace(self, turns=(*self.turns, turn))

    def choice(self, row: int) -> Choice | None:
        """Return why a row, counted from 1, is what it is; None if that is not known any more.

        It is computed again, and a strategy that has changed since may choose another guess.
        """
        choice = choice_after(self.game, self.turns[: row - 1], self.setup)
        return choice if choice and choice.guess == self.turns[row - 1].code else None

    def _answer(self, guess: Code) -> Answer:
        if self.is_evil:
            match = RememberedMatch(self.game, self.turns, self.setup.seed).guess(guess)
            return match.turns[-1].feedback
        return self.game.feedback(guess, self.game.parse_code(self.setup.secret))


def play_on(duel: Duel, seconds: float) -> Duel:
    """Play to the end, or until so many seconds are over; one row at least."""
    end = time.monotonic() + seconds
    while not duel.is_over:
        duel = duel.played()
        if time.monotonic() > end:
            break
    return duel


def is_quick(name: str, setup: Setup, turns: tuple[Turn, ...]) -> bool:
    """Say whether a game is played on within an answer, without going through the door."""
    return has_at_most(name, SMALL) and is_quick_choice(name, setup.strategy)


@deferred(is_quick, 64)
def rows_played(name: str, setup: Setup, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return the rows of a game that was played on from these for a while; one more at least.

    Raises ThinkingError while it is played, TooMuchError, and LostError.
    """
    return play_on(Duel(game_named(name), setup, turns), DEADLINE).turns


def format_duel(duel: Duel) -> str:
    """Write the rows played."""
    return format_sheet(Sheet(duel.game, duel.turns))


def parse_duel(game: Game, setup: Setup, moves: str) -> Duel:
    """Read what :func:`format_duel` wrote."""
    return Duel(game, setup, parse_sheet(game, moves).turns)


@dataclass(frozen=True)
class WatchedRow:
    """One row of a watched game, ready to show. Row 0 is the start."""

    table: ShownGame
    row: int
    last_row: int
    rows: tuple[BoardRow, ...]
    headline: str
    reason: tuple[str, ...]
    split: ShownSplit | None
    is_end: bool
    is_won: bool
    is_evil: bool
    is_shown: bool
    secret: Pegs
    secret_words: str
    by: str
    problem: str
    again: tuple[tuple[str, str], ...]

    @property
    def is_known(self) -> bool:
        """Whether the page shows the code."""
        return bool(self.secret)


def show_frame(
    duel: Duel, game_id: str, version: int, row: int, *, is_shown: bool = False, problem: str = ""
) -> WatchedRow:
    """Return the frame after a row; ``is_shown`` tells to show the code before the end too."""
    face, setup = duel.face, duel.setup
    is_end = duel.is_over and row == len(duel.turns)
    secret = duel.secret if is_end or (is_shown and not duel.is_evil) else None
    choice = duel.choice(row) if row else None
    move = show_move(face, choice) if choice else None
    seen = rows(face, duel.turns[:row], duel.counts[1 : row + 1], None)
    return WatchedRow(
        table=show_game(face, game_id, version),
        row=row,
        last_row=len(duel.turns),
        rows=tuple(seen)[: max(MOST_ROWS, len(duel.turns))],
        headline=_headline(duel, row, is_end),
        reason=tuple(_reason(duel, row)),
        split=move.split if move else None,
        is_end=is_end,
        is_won=is_end and duel.outcome is Outcome.WON,
        is_evil=duel.is_evil,
        is_shown=is_shown,
        secret=face.pegs(secret) if secret else (),
        secret_words=face.code_words(secret) if secret else "",
        by=_players(setup),
        problem=problem,
        again=_again(duel),
    )


def _again(duel: Duel) -> tuple[tuple[str, str], ...]:
    setup = duel.setup
    return (
        ("game", duel.game.name),
        ("keys", setup.keys),
        ("strategy", setup.strategy),
        ("overlook", str(setup.overlook)),
        ("setter", "evil" if duel.is_evil else "fair"),
    )


def _players(setup: Setup) -> str:
    share = f", overlooking {setup.overlook} % of the answers" if setup.overlook else ""
    setter = "a fair setter" if setup.secret else "an evil setter"
    return f"{TOLD[setup.strategy].title}{share}, against {setter}"


def _headline(duel: Duel, row: int, is_end: bool) -> str:
    if not row:
        return "The start"
    if not is_end:
        return f"Row {row}"
    if duel.outcome is Outcome.WON:
        return f"Solved in {counted(row, 'guess', 'guesses')}"
    return f"Not found in {counted(row, 'guess', 'guesses')}"


def _reason(duel: Duel, row: int) -> Iterator[str]:
    if not row:
        yield from _start_words(duel)
        return
    choice, counts = duel.choice(row), duel.counts
    if choice:
        yield _known_words(choice, counts[row - 1])
        yield from show_move(duel.face, choice).sentences[1:]
    turn = duel.turns[row - 1]
    answer = duel.face.show(turn.feedback).words
    if turn.feedback == duel.game.feedbacks[duel.game.won]:
        yield f"The answer is {answer}: this is the code."
        return
    verb = "remains" if counts[row] == 1 else "remain"
    yield f"The answer is {answer}: {counted(counts[row], 'code')} {verb}."


def _start_words(duel: Duel) -> Iterator[str]:
    told = TOLD[duel.setup.strategy]
    yield f"{counted(duel.game.secret_count, 'code')} are possible."
    yield f"The breaker plays by “{told.title}”: {told.sentence}."
    if duel.setup.overlook:
        yield f"It overlooks each answer with a chance of {duel.setup.overlook} %."
    if duel.is_evil:
        yield "The setter chooses no code: each answer keeps as many codes as it can."


def _known_words(choice: Choice, before: int) -> str:
    believed = choice.split.total
    if believed != before:
        held = f"it still reckons with {counted(believed, 'code')}"
        return f"It has overlooked an answer: {held}, though all answers leave {before:,}."
    if before == 1:
        return "Only this code was left."
    could = (
        "The guess may be the code."
        if choice.can_be_code
        else "The guess can’t be the code; it is made for what its answer tells."
    )
    return f"{counted(before, 'code')} were possible. {could}"
