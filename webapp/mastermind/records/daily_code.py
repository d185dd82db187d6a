"""The code of the day: the same for everybody, and known to nobody before.

It is drawn from the server's key and the date, and stored when it is first asked for: also another
key, or another week, then leaves it as it was.
"""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Final, NamedTuple

from flask import current_app

from solver.deduction.games import DAILY_WEEK, game_named
from solver.deduction.rules.game import Game
from webapp.mastermind.new_game_form import draw_code
from webapp.storage.games import store
from webapp.storage.records.dailies import day_seed, find_code, keep_code

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
