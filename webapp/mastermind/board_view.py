"""What a page shows of a board with pegs: rows, keys, palette. No secret before the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from solver.deduction.faces.face import Explained, Face, Pegs, ShownAnswer, Value
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.matches import EvilMatch, Match, Outcome
from solver.deduction.rules.game import Game, Terms, Turn
from solver.wording import counted, day_words
from webapp.mastermind.analysis.position import address_of
from webapp.mastermind.answer_sheet import counts_of
from webapp.mastermind.setup import Role, Setup
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import hints_words, price_words

EMPTY = "_"
AnyMatch = Match[Game] | EvilMatch


OF_ONE: Final = "Somebody set this code for you, and sees your rows and your hints."
OF_MANY: Final = "Many play this code. When you have finished, you see how all did."


@dataclass(frozen=True)
class BoardRow:
    """One row of the board; ``state`` is played, current or empty, ``draft`` is one played."""

    number: int
    state: str
    pegs: Pegs
    answer: ShownAnswer | None = None
    left: int | None = None
    words: str = ""
    draft: str = ""


@dataclass(frozen=True)
class MatchResult:
    """How a finished game ended. Only here is the secret part of a page."""

    title: str
    about: str
    sentence: str
    lid: str
    secret: Pegs
    code_words: str


@dataclass(frozen=True)
class RowDraft:
    """A row being built: one character a hole, ``_`` where it is open."""

    text: str

    def draft_with(self, value: Value) -> str:
        """Return the draft with a value in its first open hole (for pages without script)."""
        return self.text.replace(EMPTY, value.symbol, 1)

    @property
    def draft_without_last(self) -> str:
        """Return the draft without its last peg."""
        return self.text.rstrip(EMPTY)[:-1].ljust(len(self.text), EMPTY)


def draft_of(face: Face, text: str) -> RowDraft:
    """Return a row being built from text of any kind."""
    return RowDraft(tidy_draft(text, face))


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
    digits_give: str
    example: str
    keyboard: str


def show_game(face: Face, game_id: str, version: int) -> ShownGame:
    """Return what a page shows of its game."""
    return replace(_any_game(face.game.name, face.display), id=game_id, version=version)


@lru_cache(maxsize=256)  # of one kind all look the same
def _any_game(name: str, display: str) -> ShownGame:
    game = game_named(name)
    face = face_of(game, display)
    return ShownGame(
        id="",
        version=0,
        name=name,
        pegs=game.pegs,
        title=title_of(game),
        terms=face.terms,
        legend=face.legend,
        help=face.help,
        repeats=face.repeats,
        palette=face.palette,
        digits_give=face.digits_give,
        example=face.example,
        keyboard=face.keyboard,
    )


@dataclass(frozen=True)
class ShownMatch:
    """Everything the board's fragment shows; ``result`` is None as long as it is played."""

    table: ShownGame
    rows: tuple[BoardRow, ...]
    goal: str
    spare: int
    again: tuple[tuple[str, str], ...]
    draft: RowDraft
    status: str
    problem: str
    typed: str
    result: MatchResult | None
    is_won: bool
    hints_used: str
    note: str
    can_undo: bool
    day: str = ""
    analysis: str = ""

    @property
    def spare_words(self) -> str:
        """How many rows there are after the one being built."""
        if not self.spare:
            return "This is the last guess"
        return f"{counted(self.spare, 'more guess', 'more guesses')} after this"


def show_board(
    stored: StoredGame,
    match: AnyMatch,
    setup: Setup,
    *,
    draft: str = "",
    problem: str = "",
    typed: str = "",
) -> ShownMatch:
    """Return the board as its breaker may see it."""
    game, face = match.game, face_of(match.game, setup.keys)
    built = draft_of(face, draft)
    left = counts_of(game, match.turns)
    is_over = match.outcome is not Outcome.PLAYING
    every = tuple(rows(face, match.turns, left, draft=None if is_over else built.text))
    shown = tuple(row for row in every if row.state != "empty")
    return ShownMatch(
        table=show_game(face, stored.id, stored.version),
        rows=shown,
        goal=_goal(face, setup),
        spare=len(every) - len(shown),
        again=_again(game, setup),
        draft=built,
        status=_status(match, face, left),
        problem=problem,
        typed=typed,
        result=_result(match, face, setup, stored.hints) if is_over else None,
        is_won=match.outcome is Outcome.WON,
        hints_used=hints_words(stored.hints),
        note=_note(setup, stored.day),
        day=stored.day,
        can_undo=setup.practice and bool(match.turns) and not is_over,
        analysis=_analysis(match, setup, is_over),
    )


def _analysis(match: AnyMatch, setup: Setup, is_over: bool) -> str:
    """Return the address of the position in the analysis: none while a game counts and is played.

    Of a game that is over it is the one before its last guess, which is tried there.
    """
    if is_over:
        *earlier, last = match.turns
        return address_of(match.game, earlier, guess=match.game.format_code(last.code))
    return address_of(match.game, match.turns) if setup.practice else ""


def _goal(face: Face, setup: Setup) -> str:
    """Say in a line what is to be done."""
    if setup.role is Role.EVIL:
        return "No code is chosen: each answer keeps as many as it can. Leave it only one."
    return face.goal


def _again(game: Game, setup: Setup) -> tuple[tuple[str, str], ...]:
    """Return the form of another game like this; after a friend's code the computer sets one."""
    role = Role.EVIL if setup.role is Role.EVIL else Role.BREAKER
    practice = (("practice", "1"),) if setup.practice else ()
    strategy = (("strategy", setup.strategy),) if setup.strategy != Setup.strategy else ()
    return (("game", game.name), ("role", role.value), ("keys", setup.keys), *practice, *strategy)


def _note(setup: Setup, day: str) -> str:
    if day:
        return f"The daily code of {day_words(day)}. Everybody has the same."
    if setup.role is Role.GUEST:
        return OF_ONE if setup.link else OF_MANY
    return "Practice: rows can be taken back." * setup.practice


def tidy_draft(text: str, face: Face) -> str:
    """Return a row being built as one character a hole, ``_`` where it is open or unreadable.

    >>> [tidy_draft(text, face_of(game_named("classic"))) for text in ("13x", "RyYr")]
    ['13__', '1331']
    """
    pegs = face.game.pegs
    if not text:
        return EMPTY * pegs
    signs = {sign: value.symbol for value in face.values for sign in (value.letter, value.symbol)}
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
    built = draft_pegs(face, draft) if draft and draft.strip(EMPTY) else empty
    for number in range(len(turns) + 1, game.rows + 1):
        is_current = number == len(turns) + 1 and draft is not None
        pegs = built if is_current else empty
        yield BoardRow(number, "current" if is_current else "empty", pegs)


@lru_cache(maxsize=4096)  # each answer shows all rows before the one just played
def _played_row(name: str, display: str, number: int, turn: Turn, count: int) -> BoardRow:
    game = game_named(name)
    face = face_of(game, display)
    answer, pegs = face.show(turn.feedback), face.answered_pegs(turn)
    words, draft = f"{face.code_words(turn.code)}. {answer.words}.", face.draft_of(turn.code)
    if count and turn.feedback == game.feedbacks[game.won]:  # found: none is left to be found
        return BoardRow(number, "played", pegs, answer, None, words, draft)
    words = f"{words} {counted(count, 'code')} left."
    return BoardRow(number, "played", pegs, answer, count, words, draft)


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
    title = f"Found in {counted(count, 'guess', 'guesses')}" if won else "Out of guesses"
    secret = match.secret or ()
    about = (title_of(match.game), price_words(hints).rstrip("."), *["practice"] * setup.practice)
    return MatchResult(
        title,
        " · ".join(about),
        _end(won, setup),
        "You found it." if won else "This was the code.",
        face.pegs(secret),
        face.code_words(secret),
    )


def _end(won: bool, setup: Setup) -> str:
    if setup.role is Role.EVIL:
        return (
            "You left the computer no other code." if won else "This code would still have fitted."
        )
    return ""
