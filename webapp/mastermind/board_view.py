"""What a page shows of a board with pegs: rows, key pegs, palette. No secret before the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, repeat
from typing import Final

from solver.deduction.faces.face import Explained, Face, Pegs, ShownAnswer, Value
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.matches import EvilMatch, Match, Outcome
from solver.deduction.rules.game import Game, Terms, Turn
from solver.deduction.text.facts import rows_words
from solver.wording import capitalised, counted, day_words, spelled
from webapp.mastermind.analysis.position import address_of
from webapp.mastermind.answer_sheet import counts_of
from webapp.mastermind.setup import Role, Setup
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import hints_words, price_words

EMPTY = "_"
MOST_NAMED: Final = 4  # rows that a sentence names one by one
AnyMatch = Match[Game] | EvilMatch


OF_ONE: Final = "Whoever set this code for you sees your rows and hints."
OF_MANY: Final = "This is a group challenge. You see everyone’s results afterwards."
AFTER_MANY: Final = "This was a group challenge."
#: What is said about an evil setter: the goal, and the end of a game that was won or lost.
NO_CODE: Final = "Evil setter: each time you’re left with the largest group. Narrow it to one."
BY_NONE: Final = "The computer had no other code left."
BY_ONE: Final = "This code was still possible."


@dataclass(frozen=True)
class BoardRow:
    """One row; ``state`` is played, current, empty or covered, ``draft`` its code as a form sends
    it.
    """

    number: int
    state: str
    pegs: Pegs
    answer: ShownAnswer | None = None
    left: int | None = None
    words: str = ""
    draft: str = ""


@dataclass(frozen=True)
class MatchResult:
    """How a finished game ended. Nothing else on a page contains the secret."""

    title: str
    about: str
    sentence: str
    lid: str
    secret: Pegs
    code_words: str


@dataclass(frozen=True)
class RowDraft:
    """A row being built: one character per hole, ``_`` where it is empty."""

    text: str

    def draft_with(self, value: Value) -> str:
        """Return the draft with a value in its first empty hole (for pages without script)."""
        return self.text.replace(EMPTY, value.symbol, 1)

    @property
    def draft_without_last(self) -> str:
        """Return the draft without its last peg."""
        return self.text.rstrip(EMPTY)[:-1].ljust(len(self.text), EMPTY)


def draft_of(face: Face, text: str) -> RowDraft:
    """Return a row being built, from any text."""
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
    goal: str
    repeats: str
    palette: tuple[Value, ...]
    digits_give: str
    example: str
    keyboard: str


def show_game(face: Face, game_id: str, version: int) -> ShownGame:
    """Return what a page shows of its game."""
    return replace(_any_game(face.game.name, face.display), id=game_id, version=version)


@lru_cache(maxsize=256)  # the same for all games of a kind
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
        goal=face.goal,
        repeats=face.repeats,
        palette=face.palette,
        digits_give=face.digits_give,
        example=face.example,
        keyboard=face.keyboard,
    )


@dataclass(frozen=True)
class ShownMatch:
    """Everything the board's fragment shows; ``result`` is None until the game is over."""

    table: ShownGame
    rows: tuple[BoardRow, ...]
    goal: str
    spare: int
    spare_words: str
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


def show_board(
    stored: StoredGame,
    match: AnyMatch,
    setup: Setup,
    *,
    is_counted: bool = True,
    draft: str = "",
    problem: str = "",
    typed: str = "",
) -> ShownMatch:
    """Return the board as its breaker may see it, with the possible codes if ``is_counted``."""
    game, face = match.game, face_of(match.game, setup.keys)
    table = show_game(face, stored.id, stored.version)
    built = draft_of(face, draft)
    left = counts_of(game, match.turns)
    is_over = match.outcome is not Outcome.PLAYING
    played = played_rows(face, match.turns, left if is_counted else (None,) * len(left))
    spare = game.rows - len(played) - (not is_over)
    more = f"{counted(spare, 'more guess', 'more guesses')} after this"
    return ShownMatch(
        table=table,
        rows=played if is_over else (*played, open_row(face, len(played) + 1, built.text)),
        goal=NO_CODE if setup.role is Role.EVIL else table.goal,
        spare=spare,
        spare_words=more if spare else "This is the last guess",
        again=_again(game, setup),
        draft=built,
        status=_status(match, left, played),
        problem=problem,
        typed=typed,
        result=_result(match, face, setup, stored.hints, left) if is_over else None,
        is_won=match.outcome is Outcome.WON,
        hints_used=hints_words(stored.hints),
        note=_note(setup, stored.day, is_over=is_over),
        day=stored.day,
        can_undo=setup.practice and bool(match.turns) and not is_over,
        analysis=_analysis(match, is_over) if is_over or setup.practice else "",
    )


def _analysis(match: AnyMatch, is_over: bool) -> str:
    """Return the address of the position in the analysis.

    For a finished game, that is the position before its last guess, with that guess being tried.
    """
    if is_over:
        *earlier, last = match.turns
        return address_of(match.game, earlier, guess=match.game.format_code(last.code))
    return address_of(match.game, match.turns)


def _again(game: Game, setup: Setup) -> tuple[tuple[str, str], ...]:
    """Return the form of another game like this; after a friend's code the computer sets one."""
    role = Role.EVIL if setup.role is Role.EVIL else Role.BREAKER
    practice = (("practice", "1"),) if setup.practice else ()
    strategy = (("strategy", setup.strategy),) if setup.strategy != Setup.strategy else ()
    return (("game", game.name), ("role", role.value), ("keys", setup.keys), *practice, *strategy)


def _note(setup: Setup, day: str, *, is_over: bool) -> str:
    if day:
        return f"Daily Mastermind, {day_words(day)}. Everyone has the same code."
    if setup.role is Role.GUEST:
        return OF_ONE if setup.link else AFTER_MANY if is_over else OF_MANY
    return "Practice: you can undo guesses." * setup.practice


def tidy_draft(text: str, face: Face) -> str:
    """Return a row being built with one character per hole, ``_`` if it is empty or unreadable.

    >>> [tidy_draft(text, face_of(game_named("classic"))) for text in ("13x", "RyYr")]
    ['13__', '1331']
    """
    pegs = face.game.pegs
    if not text:
        return EMPTY * pegs
    signs = {sign: value.symbol for value in face.values for sign in (value.letter, value.symbol)}
    tidied = (signs.get(sign.upper(), EMPTY) for sign in text[:pegs])
    return "".join(tidied).ljust(pegs, EMPTY)


def played_rows(
    face: Face, turns: Sequence[Turn], left: Sequence[int | None]
) -> tuple[BoardRow, ...]:
    """Return the answered rows, each with the number of codes it left."""
    of_game = repeat(face.game.name), repeat(face.display)
    return tuple(map(_played_row, *of_game, count(1), turns, left))


def open_row(face: Face, number: int, draft: str | None = None) -> BoardRow:
    """Return the row being built, or an empty one if there is no draft."""
    pegs = draft_pegs(face, draft) if draft and draft.strip(EMPTY) else (None,) * face.game.pegs
    return BoardRow(number, "empty" if draft is None else "current", pegs)


def every_row(
    face: Face, turns: Sequence[Turn], left: Sequence[int], draft: str | None = None
) -> tuple[BoardRow, ...]:
    """Return the answered rows, the one being built if there is a draft, and empty ones."""
    first = len(turns) + 1
    rest = range(first, face.game.rows + 1)
    free = (open_row(face, number, draft if number == first else None) for number in rest)
    return (*played_rows(face, turns, left), *free)


@lru_cache(maxsize=4096)  # each response shows all rows before the one just played
def _played_row(name: str, display: str, number: int, turn: Turn, left: int | None) -> BoardRow:
    game = game_named(name)
    face = face_of(game, display)
    answer, pegs = face.show(turn.feedback), face.answered_pegs(turn)
    words, draft = f"{face.code_words(turn.code)}. {answer.words}.", face.draft_of(turn.code)
    is_found = left and turn.feedback == game.feedbacks[game.won]  # no code is left to find
    if is_found or left is None:
        return BoardRow(number, "played", pegs, answer, None, words, draft)
    words = f"{words} {counted(left, 'code')} left."
    return BoardRow(number, "played", pegs, answer, left, words, draft)


def draft_pegs(face: Face, draft: str) -> Pegs:
    """Return the values of a row being built."""
    values = {value.symbol: value for value in face.values}
    return tuple(values.get(symbol) for symbol in draft)


def _status(match: AnyMatch, left: Sequence[int], played: Sequence[BoardRow]) -> str:
    if not played:
        return f"{match.game.secret_count:,} possible codes. Build your first row."
    answer = played[-1].answer
    row = f"Row {len(played)}: {answer.words if answer else ''}."
    if match.outcome is not Outcome.PLAYING:
        return row
    guesses = counted(match.guesses_left, "guess", "guesses")
    codes = "" if played[-1].left is None else f" {counted(left[-1], 'possible code')}."
    return f"{row}{codes} {guesses} left."


def _result(
    match: AnyMatch, face: Face, setup: Setup, hints: str, left: Sequence[int]
) -> MatchResult:
    game, won, is_evil = match.game, match.outcome is Outcome.WON, setup.role is Role.EVIL
    guesses = len(match.turns)
    secret = match.secret or ()
    about = (title_of(game), price_words(hints).rstrip("."), *["practice"] * setup.practice)
    if won:
        title = f"Found in {counted(guesses, 'guess', 'guesses')}. {_praise(guesses, game.rows)}"
        before = (game.secret_count, *left)[guesses - 1]
        sentence = BY_NONE if is_evil else _found_words(before)
    else:
        title, sentence = "Not found this time", BY_ONE if is_evil else _comfort(match, left)
    return MatchResult(
        title,
        " · ".join(about),
        sentence,
        "You found it." if won else "This was the code.",
        face.pegs(secret),
        face.code_words(secret),
    )


def _praise(guesses: int, rows: int) -> str:
    """Praise who found the code, the sooner the more.

    >>> [_praise(guesses, 10) for guesses in (1, 4, 5, 10)]
    ['What luck!', 'Lovely!', 'Well done!', 'Just in time!']
    """
    if guesses == 1:
        return "What luck!"
    if guesses == rows:
        return "Just in time!"
    return "Lovely!" if 5 * guesses <= 2 * rows else "Well done!"


def _found_words(before: int) -> str:
    """Say how many codes were possible before the guess that won.

    >>> _found_words(1), _found_words(4)
    ('You narrowed it down to one code.', 'Four codes were possible, and you picked the right one.')
    """
    if before == 1:
        return "You narrowed it down to one code."
    return f"{capitalised(spelled(before))} codes were possible, and you picked the right one."


def _comfort(match: AnyMatch, left: Sequence[int]) -> str:
    """Say one thing to learn from a game that was lost: from which row on the code was known."""
    rows = len(match.turns)
    known = next((row for row, count in enumerate(left, 1) if count == 1), rows)
    if known == rows:
        codes = counted(left[-1], "code")
        return f"It happens. {codes} {'was' if left[-1] == 1 else 'were'} still possible."
    said = f"It happens. After row {known}, only one code was possible."
    against = contradicted(match.game, match.turns[-1].code, match.turns[:-1])
    if not against:
        return said
    is_listed = len(against) <= MOST_NAMED
    named = rows_words(against) if is_listed else f"{spelled(len(against))} earlier rows"
    return f"{said} Check each guess against every row: row {rows} didn’t fit {named}."
