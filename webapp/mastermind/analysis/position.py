"""A position and its address: the game's name, and each row as the game writes it.

``/mastermind/analysis/classic/1122:1,0/1344:0,2``. The name of your own board has a second part for
the number of its guesses, as in ``5x6/12``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from flask import url_for

from solver.deduction.explain.analysis import Ranking, TriedGuess, rank, try_guess
from solver.deduction.games import PRESETS, game_named
from solver.deduction.rules.game import Code, CodeError, FeedbackError, Game, RulesError, Turn
from solver.deduction.strategies.measures import NEED
from solver.wording import shown
from webapp.mastermind.answer_sheet import MOST_ROWS, Sheet
from webapp.mastermind.setup import SMALL, has_at_most
from webapp.work.tasks import task

LONGEST_NAME: Final = 20


class PositionError(ValueError):
    """An address names no position: which game and rows were typed, and what is wrong with them."""

    def __init__(self, problem: str, name: str, rows: Sequence[str], status: int = 422) -> None:
        super().__init__(problem)
        self.name, self.rows, self.status = name, tuple(rows), status


def address_of(game: Game, turns: Sequence[Turn], **query: str) -> str:
    asked: dict[str, Any] = {key: value for key, value in query.items() if value}
    return url_for("analysis.position", position=format_position(game, turns), **asked)


def format_position(game: Game, turns: Sequence[Turn]) -> str:
    """Write the part of an address that names a position, the inverse of :func:`parse_position`.

    >>> format_position(game_named("mini"), [Turn((0, 0, 1), (1, 0))])
    'mini/112:1,0'
    """
    return "/".join([game.name, *map(game.format_turn, turns)])


def format_rows(game: Game, turns: Sequence[Turn]) -> str:
    return ";".join(map(game.format_turn, turns))


def by_query(measure: str) -> str:
    """Return a measure for an address: "" for the default."""
    return "" if measure == NEED.name else measure


def parse_position(text: str) -> Sheet:
    parts = [part for part in text.split("/") if part]
    is_own = parts and parts[0] not in PRESETS
    own = 2 if is_own and len(parts) > 1 and parts[1].isdecimal() else 1
    return read_position("/".join(parts[:own]), parts[own:])


def read_position(name: str, rows: Sequence[str]) -> Sheet:
    """Parse the name of a game, and rows. Raises PositionError, which says what is wrong with them.

    >>> from solver.deduction.games import game_named
    >>> read_position("mini", ["112:1,0"]) == Sheet(game_named("mini"), (((0, 0, 1), (1, 0)),))
    True
    """
    if len(name) > LONGEST_NAME:
        raise PositionError(f"There’s no board called “{shown(name)}”.", "", rows, 404)
    try:
        game = game_named(name)
    except RulesError as problem:
        raise PositionError(str(problem), "", rows, 404) from problem
    if len(rows) > MOST_ROWS:
        many = f"There is room for {MOST_ROWS} rows; these are {len(rows)}."
        raise PositionError(many, name, rows[:MOST_ROWS])
    turns = []
    for number, row in enumerate(rows, 1):
        try:
            turns.append(game.parse_turn(row.strip()))
        except (CodeError, FeedbackError) as problem:
            raise PositionError(f"Row {number}: {problem}", name, rows) from problem
    return Sheet(game, tuple(turns))


# What the analysis has worked out: within the request if that is quick, else elsewhere.
#
# Measured on one core, the first time: the start of the classic board 0.1 s, after a row 0.05 s,
# after two 0.03 s; Bulls and Cows with nine digits 0.4 to 1 s; the largest boards 0.3 to 4 s.


TINY: Final = 100
FEW_ROWS: Final = 2  # after these, small boards have few codes left


@task(lambda name, turns, _: has_at_most(name, SMALL if len(turns) >= FEW_ROWS else TINY), 256)
def ranking_of(name: str, turns: tuple[Turn, ...], measure: str) -> Ranking:
    """Return the best guesses; by the game's name, since the cache mustn't hold large boards."""
    return rank(game_named(name), turns, measure)


@lru_cache(maxsize=256)
def tried_of(name: str, turns: tuple[Turn, ...], guess: Code) -> TriedGuess:
    return try_guess(game_named(name), turns, guess)
