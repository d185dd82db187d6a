"""What a page shows of a board with pegs: rows, keys, palette. No secret before the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.deduction.games import game_named
from solver.deduction.matches.evil_setter import EvilMatch
from solver.deduction.matches.match import Match, Outcome
from solver.deduction.rules.game import Game, Turn
from solver.deduction.text.advice import terms_of
from solver.wording import counted
from webapp.mastermind.answer_sheet import counts_of
from webapp.mastermind.face import (
    KEYS,
    Face,
    Keys,
    Pegs,
    ShownAnswer,
    code_words,
    faces_of,
    pegs_of,
    repeats_words,
    show_answer,
    signs_of,
)
from webapp.mastermind.new_game_form import title_of
from webapp.mastermind.setup import Role, Setup
from webapp.storage.hint_log import hints_words, price_words

EMPTY = "_"
AnyMatch = Match[Game] | EvilMatch


@dataclass(frozen=True)
class Row:
    """One row of the board; ``state`` is played, current or empty."""

    number: int
    state: str
    pegs: Pegs
    answer: ShownAnswer | None = None
    left: int | None = None
    words: str = ""


@dataclass(frozen=True)
class Result:
    """How a finished game ended. Only here is the secret part of a page."""

    title: str
    sentence: str
    secret: Pegs
    code_words: str


@dataclass(frozen=True)
class Table:
    """What every page of a game shows of it."""

    id: str
    version: int
    name: str
    pegs: int
    title: str
    keys: Keys
    thing: str
    repeats: str
    signs: tuple[tuple[str, str], ...]
    palette: tuple[Face, ...]
    figures: bool
    example: str


def show_table(game: Game, game_id: str, version: int, keys: str) -> Table:
    """Return what a page shows of its game."""
    faces = faces_of(game)
    return Table(
        id=game_id,
        version=version,
        name=game.name,
        pegs=game.pegs,
        title=title_of(game),
        keys=KEYS[keys],
        thing=terms_of(game).colour,
        repeats=repeats_words(game),
        signs=signs_of(game),
        palette=faces,
        figures=faces[0].style == "figure",
        example="".join(game.format_code(game.code_at(game.code_count // 3)).split()),
    )


@dataclass(frozen=True)
class Board(Table):
    """Everything the board's fragment shows."""

    rows: tuple[Row, ...]
    again: tuple[tuple[str, str], ...]
    draft: str
    status: str
    problem: str
    typed: str
    result: Result | None
    is_won: bool
    hints_used: str
    note: str
    can_undo: bool

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def draft_with(self, face: Face) -> str:
        """Return the draft with a value in its first open hole (for pages without script)."""
        return self.draft.replace(EMPTY, face.symbol, 1)

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
) -> Board:
    """Return the board as its breaker may see it."""
    game, keys = match.game, KEYS[setup.keys]
    draft = tidy_draft(draft, game)
    left = counts_of(game, match.turns)
    is_over = match.outcome is not Outcome.PLAYING
    return Board(
        **vars(show_table(game, game_id, version, setup.keys)),
        rows=tuple(rows(game, match.turns, left, keys, draft=None if is_over else draft)),
        again=_again(game, setup),
        draft=draft,
        status=_status(match, setup, left),
        problem=problem,
        typed=typed,
        result=_result(match, setup, hints) if is_over else None,
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
    return "Practice: rows can be taken back, and the game does not count." * setup.practice


def tidy_draft(text: str, game: Game) -> str:
    """Return a row being built as one character a hole, ``_`` where it is open or unreadable.

    >>> from solver.deduction.games import game_named
    >>> tidy_draft("13x", game_named("classic"))
    '13__'
    """
    known = {face.symbol for face in faces_of(game)}
    pegs = (symbol if symbol in known else EMPTY for symbol in text[: game.pegs])
    return "".join(pegs).ljust(game.pegs, EMPTY)


def rows(
    game: Game, turns: Sequence[Turn], left: Sequence[int], keys: Keys, draft: str | None
) -> Iterator[Row]:
    """Yield the rows played, then the one being built (unless ``draft`` is None) and open ones."""
    for number, (turn, count) in enumerate(zip(turns, left, strict=True), 1):
        yield _played_row(game.name, keys, number, turn, count)
    empty: Pegs = (None,) * game.pegs
    for number in range(len(turns) + 1, game.rows + 1):
        is_current = number == len(turns) + 1 and draft is not None
        pegs = draft_pegs(game, draft) if is_current and draft else empty
        yield Row(number, "current" if is_current else "empty", pegs)


@lru_cache(maxsize=4096)  # each answer shows all rows before the one just played
def _played_row(name: str, keys: Keys, number: int, turn: Turn, count: int) -> Row:
    game = game_named(name)
    answer = show_answer(game, turn.feedback, keys)
    words = f"{code_words(game, turn.code)}. {answer.words}. {counted(count, 'code')} left."
    return Row(number, "played", pegs_of(game, turn.code), answer, count, words)


def draft_pegs(game: Game, draft: str) -> Pegs:
    """Return the faces of a row being built."""
    faces = {face.symbol: face for face in faces_of(game)}
    return tuple(faces.get(symbol) for symbol in draft)


def _status(match: AnyMatch, setup: Setup, left: tuple[int, ...]) -> str:
    if not match.turns:
        return f"{match.game.secret_count:,} codes are possible. Build your first row."
    answer = show_answer(match.game, match.turns[-1].feedback, KEYS[setup.keys])
    row = f"Row {len(match.turns)}: {answer.words}."
    if match.outcome is not Outcome.PLAYING:
        return row
    verb = "fits" if left[-1] == 1 else "fit"
    guesses = counted(match.guesses_left, "guess", "guesses")
    return f"{row} {counted(left[-1], 'code')} still {verb}. {guesses} left."


def _result(match: AnyMatch, setup: Setup, hints: str) -> Result:
    count = len(match.turns)
    won = match.outcome is Outcome.WON
    title = f"Solved in {counted(count, 'guess', 'guesses')}" if won else "Out of guesses"
    secret = match.secret or ()
    return Result(
        title,
        f"{_end(won, setup)} {price_words(hints)}{' Practice.' * setup.practice}",
        pegs_of(match.game, secret),
        code_words(match.game, secret),
    )


def _end(won: bool, setup: Setup) -> str:
    if setup.role is Role.EVIL:
        return (
            "You left the computer no other code." if won else "This code would still have fitted."
        )
    return "You found the code." if won else "This was the code."
