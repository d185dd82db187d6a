"""The code of each day: the same for everyone, and nobody knows it in advance.

It is drawn from the server's key and the date, and stored when first needed: changing the key or
the week afterwards leaves it as it is.
"""

from __future__ import annotations

from datetime import date
from random import Random

from flask import current_app

from solver.deduction.games import DAILY_WEEK, game_named
from solver.deduction.rules.game import Game
from webapp.mastermind.new_game_form import draw_code
from webapp.storage.games import store
from webapp.storage.records.dailies import day_seed, find_code, keep_code


def game_of_day(day: date) -> Game:
    """Return the board planned for a day; a day whose code is already stored may have another."""
    return game_named(DAILY_WEEK[day.weekday()])


def code_of_day(day: date) -> tuple[Game, str]:
    """Return a day's board and code, drawn and stored if need be."""
    with store().reading() as connection:
        stored_code = find_code(connection, day.isoformat())
    if stored_code is None:
        game = game_of_day(day)
        seed = day_seed(current_app.config["SECRET_KEY"], "code", day)
        code = game.format_code(draw_code(game, Random(seed)))  # noqa: S311 (the seed is secret)
        with store().changing() as connection:
            stored_code = keep_code(connection, day.isoformat(), game.name, code)
    return game_named(stored_code[0]), stored_code[1]
