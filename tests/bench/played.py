"""The list of a player with many games, what they add up to, and the totals of a day with many."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from solver.deduction.games import game_named
from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.rules.game import Play
from tests.bench.measure import Figure, p95, took
from tests.bench.visitor import UNLIMITED
from webapp.application import create_app
from webapp.config import read_settings
from webapp.hidoku.board_name import format_name
from webapp.hidoku.board_text import format_board
from webapp.hidoku.play.replays import format_play
from webapp.mastermind.breaker.game import format_guesses
from webapp.mastermind.new_game_form import draw_code
from webapp.mastermind.setup import Setup, format_setup
from webapp.storage.games import Store
from webapp.storage.records.dailies import LONGEST, STEP, daily_totals, totals_of

GAMES, PLAYERS, TIMES = 2000, 100_000, 60
LIST_MS, TOTALS_MS = 30, 20
PLAYER, DAY = "player", date(2026, 1, 1).isoformat()
PAGES = ("/you", "/you?page=9", "/you?game=hidoku", "/you/statistics")


def played_figures() -> Iterator[Figure]:
    """Yield the figures, on a database of their own."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(read_settings({"PEGS_DATA": folder, **UNLIMITED}))
        store: Store = app.extensions["store"]
        fill(store, GAMES)
        count_players(store, PLAYERS)
        client = visitor(app)
        for page in PAGES:
            what = f"{page} of a player with {GAMES:,} games, p95"
            yield Figure(what, slow(partial(client.get, page)), "ms", LIST_MS)
        with store.reading() as connection:
            taken = slow(lambda: totals_of(connection, DAY, "play"))
        yield Figure(f"Totals of a day with {PLAYERS:,} players, p95", taken, "ms", TOTALS_MS)
        app.extensions["generations"].close()
        store.close()


def slow(work: Callable[[], object]) -> float:
    return p95([took(work) for _ in range(TIMES)])


def visitor(app: Flask) -> FlaskClient:
    client = app.test_client()
    with client.session_transaction() as session:
        session["player"] = PLAYER
    return client


def fill(store: Store, count: int) -> None:
    """Store games of both kinds, over and open."""
    chance = random.Random(1)
    boards = [generate(BoardRequest(8, 8), seed) for seed in range(8)]
    for number in range(count):
        if number % 3:
            game = game_named(chance.choice(("classic", "classic", "mini", "super")))
            code = draw_code(game, chance)
            guesses = [draw_code(game, chance) for _ in range(chance.randrange(2, 6))]
            is_over = number % 13 != 0
            moves = format_guesses(game, [*guesses, code] if is_over else guesses)
            setup = format_setup(Setup(secret=game.format_code(code)))
            store.create(PLAYER, "breaker", game.name, setup, moves, finished=is_over)
        else:
            seed = number % len(boards)
            made = boards[seed]
            play = Play(made.grid)
            for place, cell in enumerate(made.path, 1):
                if cell not in made.grid.given and (number % 13 or place < 40):
                    play = play.place(cell, place)
            texts = format_board(made.grid), format_play(play)
            name = format_name(BoardRequest(8, 8), seed)
            store.create(PLAYER, "play", name, *texts, finished=play.is_solved)


def count_players(store: Store, count: int) -> None:
    """Store how so many players did on a day, in as many steps of time as there are."""
    chance = random.Random(2)
    times = Counter(min(chance.randrange(20, 9000) // STEP * STEP, LONGEST) for _ in range(count))
    rows = [
        {"day": DAY, "kind": "play", "result": "won", "amount": amount, "players": players}
        for amount, players in times.items()
    ]
    with store.changing() as connection:
        connection.execute(insert(daily_totals), rows)
