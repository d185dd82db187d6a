"""Finished games of every kind, as their review sees them: the secret, and who broke it.

A setter's game or an old analysis is reviewed only if its code is known: set here, or the only one
that the feedback leaves.

Skill and luck are worked out by the upkeep and kept in the games' rows. A review is seldom needed
the moment a game ends, and may take a second on a large board. So no player waits for it, and a
page that only shows something writes nothing.

A page may also wait for the rows of a game. On a large board a row may take a tenth of a second and
more, so they are tasks, one after another; a response shows those that are done and says
how many are waiting. Each row is cached under the game's name and the rows up to it, so that the
next response continues where this one stopped, and a finished review costs nothing to show again.
Rejected: a job, since the wait is a second or two in all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar

from flask import Flask, url_for

from solver.deduction.explain.review import Review, Reviewed, review_turn
from solver.deduction.games import game_named
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules.game import Code, Turn
from webapp.http.forms import find_game
from webapp.http.pending import result_or_none
from webapp.mastermind.finished import Finished, PastGuess
from webapp.mastermind.role import roles
from webapp.mastermind.setup import SMALL, BreakerSetup, has_at_most, setup_of
from webapp.storage.documents import DocumentError
from webapp.storage.games import Store, StoredGame
from webapp.storage.records.played import find_unreviewed, keep_review
from webapp.work import executor, limits, tasks

OWN: Final = "review"  # the room of reviews of your own games


class UnfinishedError(Exception):
    """A game can't be reviewed yet; ``page`` is the endpoint of the game's page."""

    def __init__(self, page: str) -> None:
        super().__init__(page)
        self.page = page


@dataclass(frozen=True)
class OverGame:
    """A stored game that is over, and what is reviewed of it.

    ``room`` is the blueprint with the addresses of its review, ``id`` its name in them.
    """

    stored: StoredGame
    setup: BreakerSetup
    finished: Finished
    room: str
    id: str

    @property
    def page(self) -> str:
        own_page = roles()[self.stored.kind].page
        return url_for(own_page if self.room == OWN else f"{self.room}.page", game_id=self.id)

    def attempt(self) -> BreakerSetup:
        """Return the setup of another attempt: the same code, or the same evil setter."""
        ending = self.finished
        secret = "" if ending.is_evil else ending.game.format_code(ending.secret)
        setup = self.setup.again(practice=True)
        return replace(setup, secret=secret, strategy=self.setup.strategy)


def over_game(record: StoredGame, room: str = OWN, known_as: str = "") -> OverGame:
    """Return a stored game with what is reviewed of it.

    Raises UnfinishedError for one that isn't over, or whose code nobody knows.
    """
    role = roles()[record.kind]
    ending = role.ending(record)
    if ending is None or not ending.turns:
        raise UnfinishedError(role.page)
    return OverGame(record, setup_of(record).as_breaker(), ending, room, known_as or record.id)


def find_over(game_id: str) -> OverGame:
    """Return this player's game of any kind; 404 for any other.

    Raises UnfinishedError for one that isn't over, or whose code nobody knows.
    """
    return over_game(find_game(game_id, *roles()))


#: Games reviewed in one turn of the upkeep.
MOST: Final = 200


def figures_of(
    name: str, secret: Code, rows: tuple[PastGuess, ...], rule: GuessRule
) -> tuple[int, int]:
    game = game_named(name)
    review = Review(game, secret, tuple(review_turn(game, *row, rule=rule) for row in rows))
    return review.skill, review.luck


def keep_reviews(app: Flask, store: Store) -> int:
    """Review games that wait for it, each in a separate process; return how many are done.

    One that can't be reviewed isn't tried again. If the server is busy, the rest waits for the next
    turn.
    """
    count = 0
    with app.app_context():
        for record in find_unreviewed(store, MOST):
            try:
                ending = over_game(record).finished
            except (DocumentError, UnfinishedError):
                keep_review(store, record)
            else:
                arguments = (ending.game.name, ending.secret, ending.judged, ending.rule)
                try:
                    keep_review(store, record, *tasks.run_elsewhere(figures_of, *arguments))
                except executor.LostError:
                    keep_review(store, record)
                except (tasks.PendingError, limits.TooMuchError):
                    break
            count += 1
    return count


Result = TypeVar("Result")


@tasks.task(tasks.never, 512)
def _all_reviewed(name: str, rows: tuple[PastGuess, ...], rule: GuessRule) -> tuple[Reviewed, ...]:
    return tuple(_reviewed(name, *row, rule) for row in rows)


@tasks.task(tasks.never, 4096)
def _reviewed(name: str, earlier: tuple[Turn, ...], turn: Turn, rule: GuessRule) -> Reviewed:
    """Review one row; by the game's name, since a game itself may hold much memory."""
    return review_turn(game_named(name), earlier, turn, rule=rule)


def in_time(works: Sequence[Callable[[], Result]]) -> tuple[Result, ...]:
    """Do one piece of work after another until one isn't done in time; return those that are."""
    results: list[Result] = []
    for work in works:
        result = result_or_none(work)
        if result is None:
            break
        results.append(result)
    return tuple(results)


def review_in_time(ending: Finished) -> Review:
    """Return the review as far as it is done in time: its first rows, or all.

    On a small board it is done in one piece: a row takes up to 30 ms, all of them 100 ms.
    """
    game = ending.game
    past_guesses = ending.judged
    if has_at_most(game.name, SMALL):
        rows = result_or_none(lambda: _all_reviewed(game.name, past_guesses, ending.rule))
        return Review(game, ending.secret, rows or ())
    works = [partial(_reviewed, game.name, *row, ending.rule) for row in past_guesses]
    return Review(game, ending.secret, in_time(works))
