"""A position and its address: the game's name, and each row as the game writes it.

``/mastermind/analysis/classic/1122:1,0/1344:0,2``. The name of your own board has a second part for
the number of its guesses, as in ``5x6/12``.

What the analysis has worked out: within the request if that is quick, else elsewhere.

Measured on one core, the first time: the start of the classic board 0.1 s, after a row 0.05 s,
after two 0.03 s; Bulls and Cows with nine digits 0.4 to 1 s; the largest boards 0.3 to 4 s.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from flask import url_for

from solver.deduction.explain.analysis import Ranking, TriedGuess, rank, try_guess
from solver.deduction.faces.face import Face
from solver.deduction.games import DISPLAYS, PRESETS, face_of, game_named
from solver.deduction.rules.game import Code, Game, RulesError, Turn
from solver.deduction.rules.words import ADDED
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.wording import InputError
from webapp.mastermind.feedback_sheet import MOST_ROWS, Sheet, parse_rows
from webapp.mastermind.setup import SMALL, has_at_most
from webapp.work.tasks import task


class PositionError(ValueError):
    """An address names no position: which game and rows were typed, and what is wrong with them."""

    def __init__(self, problem: str, name: str, rows: Sequence[str], status: int = 422) -> None:
        super().__init__(problem)
        self.name, self.rows, self.status = name, tuple(rows), status


@dataclass(frozen=True)
class OpenedPosition:
    """The rows of a page of analysis, and what else its address says: how it shows them.

    ``keys`` is the display of key pegs, "" for the board's own; ``measure`` orders the guesses.
    Codes are written in the signs of whoever wrote the rows. If an address's rows don't show which
    these are, it says so.
    """

    sheet: Sheet
    keys: str = ""
    measure: str = NEED.name

    @property
    def game(self) -> Game:
        return self.sheet.game

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.sheet.turns

    @property
    def face(self) -> Face:
        return face_of(self.game, self.keys)

    @property
    def choices(self) -> dict[str, str]:
        """What every link and form of the page carries along."""
        signs = signs_of(self.game)
        options = {"by": by_query(self.measure), "keys": self.keys, "signs": signs}
        return {name: value for name, value in options.items() if value}

    def address(self, turns: Sequence[Turn] | None = None, /, **query: str) -> str:
        """Return the address of the position, or of other turns shown in the same way."""
        turns = self.turns if turns is None else turns
        return address_of(self.game, turns, **query, **self.choices | {"signs": ""})


def open_position(sheet: Sheet, query: Mapping[str, str]) -> OpenedPosition:
    """Return a position as a query wants it shown; what it can't mean is ignored."""
    by = query.get("by", "")
    keys = query.get("keys", "")
    is_display = keys in DISPLAYS and keys != face_of(sheet.game).usual_display
    return OpenedPosition(sheet, keys if is_display else "", by if by in MEASURES else NEED.name)


def address_of(game: Game, turns: Sequence[Turn], **query: str) -> str:
    options = {**query, "signs": unclear_signs(game, turns)}
    arguments: dict[str, Any] = {key: value for key, value in options.items() if value}
    return url_for("analysis.position", position=format_position(game, turns), **arguments)


def signs_of(game: Game) -> str:
    """Return the signs in which a game is written, as an address has them; "" for its own.

    >>> signs_of(game_named("classic").with_alphabet(tuple("012345")))
    '012345'
    """
    return game.format_code(tuple(range(game.choices))) if game.alphabet else ""


def unclear_signs(game: Game, turns: Sequence[Turn]) -> str:
    """Return the signs in which a game is written, unless these rows show by themselves."""
    codes = [game.format_code(turn.code) for turn in turns]
    is_clear = game.with_alphabet(()).adapt(codes).alphabet == game.alphabet
    return "" if is_clear else signs_of(game)


def format_position(game: Game, turns: Sequence[Turn]) -> str:
    """Write the part of an address that names a position, the inverse of :func:`parse_position`.

    >>> format_position(game_named("mini"), [Turn((0, 0, 1), (1, 0))])
    'mini/112:1,0'
    """
    name = game.name.partition(ADDED)[0]  # the rows have the guesses that were added
    return "/".join([name, *map(game.format_turn, turns)])


def format_rows(game: Game, turns: Sequence[Turn]) -> str:
    return ";".join(map(game.format_turn, turns))


def by_query(measure: str) -> str:
    """Return a measure for an address: "" for the default."""
    return "" if measure == NEED.name else measure


def parse_position(text: str, signs: str = "") -> Sheet:
    parts = [part for part in text.split("/") if part]
    is_own = parts and parts[0] not in PRESETS
    board_parts = 2 if is_own and len(parts) > 1 and parts[1].isdecimal() else 1
    return read_position("/".join(parts[:board_parts]), parts[board_parts:], signs)


def read_position(name: str, rows: Sequence[str], signs: str = "") -> Sheet:
    """Parse the name of a game, and rows. Raises PositionError, which says what is wrong with them.

    The ``signs`` of an address count if the rows can be in them.

    >>> from solver.deduction.games import game_named
    >>> read_position("mini", ["112:1,0"]) == Sheet(game_named("mini"), (((0, 0, 1), (1, 0)),))
    True
    """
    try:
        game = game_named(name).adapt([signs])
    except RulesError as problem:
        raise PositionError(str(problem), "", rows, 404) from problem
    try:
        return parse_rows(game, ";".join(rows))
    except InputError as problem:
        raise PositionError(str(problem), name, rows[:MOST_ROWS]) from problem


TINY: Final = 100
FEW_ROWS: Final = 2  # after these, small boards have few codes left


@task(lambda name, turns, _: has_at_most(name, SMALL if len(turns) >= FEW_ROWS else TINY), 256)
def ranking_of(name: str, turns: tuple[Turn, ...], measure: str) -> Ranking:
    """Return the best guesses; by the game's name, since the cache mustn't hold large boards."""
    return rank(game_named(name), turns, measure)


@lru_cache(maxsize=256)
def tried_of(name: str, turns: tuple[Turn, ...], guess: Code) -> TriedGuess:
    return try_guess(game_named(name), turns, guess)
