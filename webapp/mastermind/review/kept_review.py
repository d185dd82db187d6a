"""Skill and luck of games that are over, worked out by the upkeep and kept in their rows.

A review is seldom needed at the moment at which a game ends, and may take a second on a large
board: so no player waits for it, and a page that only shows something writes nothing.
"""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from flask import Flask

from solver.deduction.explain.review import Review, review_turn
from solver.deduction.games import game_named
from solver.deduction.rules.game import Code
from webapp.mastermind.finished import KnownThen
from webapp.mastermind.review.finished_games import UnfinishedError, over_game
from webapp.storage.documents import DocumentError
from webapp.storage.games import Store, StoredGame
from webapp.storage.records.reviewed import find_unreviewed, keep_review
from webapp.work.admission import TooMuchError
from webapp.work.budgets import LONG_LIMIT
from webapp.work.door import LostError
from webapp.work.thoughts import ThinkingError, Thoughts

#: Games in one turn of the upkeep, and how many seconds are between two looks at one.
MOST: Final = 200
REST: Final = 0.2


class Figures(NamedTuple):
    """Skill and luck of a whole game, 0 to 100."""

    skill: int
    luck: int


_figures: Thoughts[Figures] = Thoughts(lambda _: 1, 1, LONG_LIMIT)


def figures_of(name: str, secret: Code, rows: tuple[KnownThen, ...]) -> Figures:
    """Return the figures of a game; by its name, since a game itself may hold much memory."""
    game = game_named(name)
    seen = Review(game, secret, tuple(review_turn(game, *row) for row in rows))
    return Figures(seen.skill, seen.luck)


def keep_reviews(app: Flask, store: Store, rest: float = REST) -> int:
    """Review games that wait for it, in a process of their own; return how many are done.

    One that can't be reviewed is not looked at again. Where there is too much to do, it goes on the
    next time.
    """
    done = 0
    with app.app_context():
        for stored in find_unreviewed(store, MOST):
            try:
                keep_review(store, stored, *_worked_out(stored, rest))
            except (DocumentError, UnfinishedError, LostError):
                keep_review(store, stored)
            except TooMuchError:
                break
            done += 1
    return done


def _worked_out(stored: StoredGame, rest: float) -> Figures:
    """Ask again and again: who waits in between keeps no page from waiting."""
    finished = over_game(stored).finished
    key = (finished.game.name, finished.secret, finished.judged)
    while True:
        try:
            return _figures.ask(key, figures_of, *key, patience=0)
        except ThinkingError:
            time.sleep(rest)
