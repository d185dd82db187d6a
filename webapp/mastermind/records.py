"""What other rooms ask of a game of Mastermind: the code of the day, its facts, text and picture.

The code of the day is the same for everybody, and known to nobody before. It is drawn from the
server's key and the date, and stored when it is first asked for: also another key, or another
week, then leaves it as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Final, NamedTuple

from flask import current_app

from solver.deduction.faces.face import Pegs
from solver.deduction.games import DAILY_WEEK, face_of, game_named
from solver.deduction.rules.game import Code, Game, Turn
from webapp.mastermind.answer_sheet import parse_sheet
from webapp.mastermind.breaker.game import open_match, parse_guesses
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.challenge.role import CHALLENGE
from webapp.mastermind.finished import Finished
from webapp.mastermind.new_game_form import draw_code
from webapp.mastermind.roles import REVIEWED
from webapp.mastermind.setter.role import SETTER
from webapp.mastermind.setup import Role, setup_of
from webapp.mastermind.watch.role import WATCH
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import parse_hints, shows_move
from webapp.storage.records.dailies import day_seed, find_code, keep_code
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: The first day that had a code.
FIRST_DAY: Final = date(2026, 11, 22)
#: What is played from Monday on.
WEEK: Final = DAILY_WEEK


class DailyCode(NamedTuple):
    """A day's game and its code, as the game writes codes."""

    game: Game
    code: str


def game_of_day(day: date) -> Game:
    """Return what is played on a day; a day that has its code already may have another game."""
    return game_named(WEEK[day.weekday()])


def code_of_day(day: date) -> DailyCode:
    """Return a day's game and code, drawn and stored if need be."""
    with store().reading() as connection:
        known = find_code(connection, day.isoformat())
    if known is None:
        game = game_of_day(day)
        seed = day_seed(current_app.config["SECRET_KEY"], "code", day)
        code = game.format_code(draw_code(game, Random(seed)))  # noqa: S311 (the seed is secret)
        with store().changing() as connection:
            known = keep_code(connection, day.isoformat(), game.name, code)
    return DailyCode(game_named(known[0]), known[1])


# What lists say of a game of Mastermind: its board, and how it ended.


#: Whose games count: an evil setter has no code, so that its games are harder than others.
COUNTED = frozenset({Role.BREAKER, Role.GUEST})


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game. Raises DocumentError.

    A watched game is over as soon as it begins, and is not played to its end for this.
    """
    if not stored.finished:
        return GameFacts(stored.rules)
    if stored.kind == WATCH.kind:
        return GameFacts(stored.rules, Result(GameEnd.OVER))
    setup, role = setup_of(stored), REVIEWED[stored.kind]
    finished = role.ending(stored, setup) if role.ending else None
    if stored.kind == BREAKER.kind and finished:
        is_counted = setup.role in COUNTED and not setup.practice
        return GameFacts(stored.rules, _result_of_breaker(stored, finished, is_counted=is_counted))
    return GameFacts(stored.rules, Result(GameEnd.OVER, len(finished.turns) if finished else 0))


def _result_of_breaker(stored: StoredGame, finished: Finished, *, is_counted: bool) -> Result:
    return Result(
        GameEnd.WON if finished.is_won else GameEnd.LOST,
        len(finished.turns),
        len(parse_hints(stored.hints)),
        counts=is_counted and not shows_move(stored.hints),
    )


# A game of Mastermind as text that the command line reads: its turns, and its code once over.


class GameText(NamedTuple):
    """The turns of a game as ``mastermind candidates`` takes them, and the code, or nothing."""

    turns: str
    code: str


def text_of(stored: StoredGame) -> GameText:
    """Return a stored game as text; a code that its player has still to find is not in it.

    Raises DocumentError.
    """
    game, setup = game_named(stored.rules), setup_of(stored)
    if stored.kind == CHALLENGE.kind:  # its rows are in the game of whoever broke the code
        return GameText("", setup.secret)
    turns: Sequence[Turn]
    if stored.kind == BREAKER.kind:
        match = open_match(stored).match
        turns = match.turns
        secret = match.secret if stored.finished else None
        code = game.format_code(secret) if secret is not None else ""
    else:
        turns = parse_sheet(game, stored.moves).turns
        code = setup.secret if stored.finished or stored.kind == SETTER.kind else ""
    return GameText(" ".join(game.format_turn(turn) for turn in turns), code)


# A small picture of a game: its last rows, as far as its player has seen them.


#: Rows in a picture.
MOST: Final = 4


@dataclass(frozen=True)
class GamePicture:
    """The last rows of a game, and how many pegs each has."""

    rows: tuple[Pegs, ...]
    pegs: int


def picture_of(stored: StoredGame) -> GamePicture:
    """Return the picture of a stored game. Raises DocumentError."""
    game = game_named(stored.rules)
    codes = _codes(stored)[-MOST:]
    return GamePicture(tuple(face_of(game).pegs(code) for code in codes), game.pegs)


def _codes(stored: StoredGame) -> Sequence[Code]:
    game = game_named(stored.rules)
    if stored.kind == BREAKER.kind:
        return parse_guesses(game, stored.moves)
    if stored.kind == CHALLENGE.kind:  # its rows are in the game of whoever broke the code
        return ()
    return [turn.code for turn in parse_sheet(game, stored.moves).turns]
