"""What a page shows of a board with pegs: rows, keys, palette. No secret before the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.deduction.faces.face import Explained, Face, Pegs, ShownAnswer, Value
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.matches.evil_setter import EvilMatch
from solver.deduction.matches.match import Match, Outcome
from solver.deduction.rules.game import Game, Terms, Turn
from solver.wording import counted
from webapp.mastermind.answer_sheet import counts_of
from webapp.mastermind.setup import Role, Setup
from webapp.storage.hint_log import hints_words, price_words

EMPTY = "_"
AnyMatch = Match[Game] | EvilMatch


@dataclass(frozen=True)
class BoardRow:
    """One row of the board; ``state`` is played, current or empty."""

    number: int
    state: str
    pegs: Pegs
    answer: ShownAnswer | None = None
    left: int | None = None
    words: str = ""


@dataclass(frozen=True)
class MatchResult:
    """How a finished game ended. Only here is the secret part of a page."""

    title: str
    sentence: str
    secret: Pegs
    code_words: str


@dataclass(frozen=True)
class ShownGame:
    """What every page of a game shows of it."""

    id: str
    version: int
    name: str
    pegs: int
    title: str
    terms: Terms
    legend: tuple[Explained, ...]
    help: tuple[Explained, ...]
    repeats: str
    palette: tuple[Value, ...]
    figures: bool
    digits_give: str
    example: str
    keyboard: str


def show_game(face: Face, game_id: str, version: int) -> ShownGame:
    """Return what a page shows of its game; ``figures`` are values that are typed as they look."""
    game, values = face.game, face.values
    return ShownGame(
        id=game_id,
        version=version,
        name=game.name,
        pegs=game.pegs,
        title=title_of(game),
        terms=face.terms,
        legend=face.legend,
        help=face.help,
        repeats=face.repeats,
        palette=values,
        figures=all(value.symbol == value.letter for value in values),
        digits_give=face.digits_give,
        example=face.example,
        keyboard=face.keyboard,
    )


@dataclass(frozen=True)
class ShownMatch(ShownGame):
    """Everything the board's fragment shows."""

    rows: tuple[BoardRow, ...]
    again: tuple[tuple[str, str], ...]
    draft: str
    status: str
    problem: str
    typed: str
    result: MatchResult | None
    is_won: bool
    hints_used: str
    note: str
    can_undo: bool

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def draft_with(self, value: Value) -> str:
        """Return the draft with a value in its first open hole (for pages without script)."""
        return self.draft.replace(EMPTY, value.symbol, 1)

    @property
    def draft_without_last(self) -> str:
        """Return the draft without its last peg."""
        pegs = self.draft.rstrip(EMPTY)
        return pegs[:-1].ljust(self.pegs, EMPTY)


def show_board(
    game_id: str,
    version: int,
    match: AnyMatch,
    setup: Setup,
    hints: str,
    *,
    draft: str = "",
    problem: str = "",
    typed: str = "",
) -> ShownMatch:
    """Return the board as its breaker may see it."""
    game, face = match.game, face_of(match.game, setup.keys)
    draft = tidy_draft(draft, face)
    left = counts_of(game, match.turns)
    is_over = match.outcome is not Outcome.PLAYING
    return ShownMatch(
        **vars(show_game(face, game_id, version)),
        rows=tuple(rows(face, match.turns, left, draft=None if is_over else draft)),
        again=_again(game, setup),
        draft=draft,
        status=_status(match, face, left),
        problem=problem,
        typed=typed,
        result=_result(match, face, setup, hints) if is_over else None,
        is_won=match.outcome is Outcome.WON,
        hints_used=hints_words(hints),
        note=_note(setup),
        can_undo=setup.practice and bool(match.turns) and not is_over,
    )


def _again(game: Game, setup: Setup) -> tuple[tuple[str, str], ...]:
    """Return the form of another game like this; after a friend's code the computer sets one."""
    role = Role.EVIL if setup.role is Role.EVIL else Role.BREAKER
    practice = (("practice", "1"),) if setup.practice else ()
    strategy = (("strategy", setup.strategy),) if setup.strategy != Setup.strategy else ()
    return (("game", game.name), ("role", role.value), ("keys", setup.keys), *practice, *strategy)


def _note(setup: Setup) -> str:
    if setup.role is Role.GUEST:
        return "Somebody set this code for you, and sees your rows and your hints."
    return "Practice: rows can be taken back." * setup.practice


def tidy_draft(text: str, face: Face) -> str:
    """Return a row being built as one character a hole, ``_`` where it is open or unreadable.

    >>> [tidy_draft(text, face_of(game_named("classic"))) for text in ("13x", "RyYr")]
    ['13__', '1331']
    """
    signs = {sign: value.symbol for value in face.values for sign in (value.letter, value.symbol)}
    pegs = face.game.pegs
    tidied = (signs.get(sign.upper(), EMPTY) for sign in text[:pegs])
    return "".join(tidied).ljust(pegs, EMPTY)


def rows(
    face: Face, turns: Sequence[Turn], left: Sequence[int], draft: str | None
) -> Iterator[BoardRow]:
    """Yield the rows played, then the one being built (unless ``draft`` is None) and open ones."""
    game = face.game
    for number, (turn, count) in enumerate(zip(turns, left, strict=True), 1):
        yield _played_row(game.name, face.display, number, turn, count)
    empty: Pegs = (None,) * game.pegs
    for number in range(len(turns) + 1, game.rows + 1):
        is_current = number == len(turns) + 1 and draft is not None
        pegs = draft_pegs(face, draft) if is_current and draft else empty
        yield BoardRow(number, "current" if is_current else "empty", pegs)


@lru_cache(maxsize=4096)  # each answer shows all rows before the one just played
def _played_row(name: str, display: str, number: int, turn: Turn, count: int) -> BoardRow:
    game = game_named(name)
    face = face_of(game, display)
    answer, pegs = face.show(turn.feedback), face.answered_pegs(turn)
    words = f"{face.code_words(turn.code)}. {answer.words}."
    if count and turn.feedback == game.feedbacks[game.won]:  # found: none is left to be found
        return BoardRow(number, "played", pegs, answer, None, words)
    words = f"{words} {counted(count, 'code')} left."
    return BoardRow(number, "played", pegs, answer, count, words)


def draft_pegs(face: Face, draft: str) -> Pegs:
    """Return the values of a row being built."""
    values = {value.symbol: value for value in face.values}
    return tuple(values.get(symbol) for symbol in draft)


def _status(match: AnyMatch, face: Face, left: tuple[int, ...]) -> str:
    if not match.turns:
        return f"{match.game.secret_count:,} codes are possible. Build your first row."
    answer = face.show(match.turns[-1].feedback)
    row = f"Row {len(match.turns)}: {answer.words}."
    if match.outcome is not Outcome.PLAYING:
        return row
    verb = "fits" if left[-1] == 1 else "fit"
    guesses = counted(match.guesses_left, "guess", "guesses")
    return f"{row} {counted(left[-1], 'code')} still {verb}. {guesses} left."


def _result(match: AnyMatch, face: Face, setup: Setup, hints: str) -> MatchResult:
    count = len(match.turns)
    won = match.outcome is Outcome.WON
    title = f"Solved in {counted(count, 'guess', 'guesses')}" if won else "Out of guesses"
    secret = match.secret or ()
    return MatchResult(
        title,
        f"{_end(won, setup)} {price_words(hints)}{' Practice.' * setup.practice}",
        face.pegs(secret),
        face.code_words(secret),
    )


def _end(won: bool, setup: Setup) -> str:
    if setup.role is Role.EVIL:
        return (
            "You left the computer no other code." if won else "This code would still have fitted."
        )
    return "You found the code." if won else "This was the code."
