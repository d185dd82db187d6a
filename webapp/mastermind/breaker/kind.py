"""The breaker's games, as other rooms ask about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any, Final

from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of, title_of
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Code, Game
from solver.wording import counted
from webapp.cards import Card
from webapp.daily.start_view import DailyOffer, show_offer
from webapp.game_type import Daily
from webapp.http.security import current_player
from webapp.lab.findings import perfect_mean
from webapp.mastermind.breaker.contest import CodeForMany
from webapp.mastermind.breaker.game import (
    KIND,
    OpenMatch,
    check_allowed,
    format_guesses,
    open_match,
    parse_guesses,
)
from webapp.mastermind.breaker.page import show_match
from webapp.mastermind.breaker.shared import SharedCode
from webapp.mastermind.breaker.view import LOST
from webapp.mastermind.cards import day_card
from webapp.mastermind.days import code_of_day, game_of_day
from webapp.mastermind.feedback_sheet import parse_keys
from webapp.mastermind.finished import Finished
from webapp.mastermind.new_game_form import (
    USUAL,
    board_card,
    board_cards,
    parse_setup_form,
    random_code,
)
from webapp.mastermind.role import NewGame, Role, game_text, roles
from webapp.mastermind.setup import BreakerSetup, StoredRole, board_named
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hint_count, shows_move
from webapp.storage.records.dailies import FIRST_DAY
from webapp.storage.records.played import fewest_guesses
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: The roles whose games count: an evil setter has no code, so its games are harder.
COUNTED: Final = frozenset({StoredRole.BREAKER, StoredRole.GUEST})


class Breaker(SharedCode, CodeForMany, Daily):
    """The player breaks a code that the computer, or somebody else, has set."""

    name = KIND
    page = "breaker.game"
    title = "Break a code"
    sentence = "The computer hides a code, and you find it"
    begin = "mastermind.start"
    is_offered = False
    teaches = True
    form_template = "mastermind/start/start.html"

    daily = "mastermind"
    daily_title = "Daily Mastermind"
    daily_tab = "Mastermind"
    daily_template = "mastermind/_rows_picture.html"
    daily_review = "review.review"
    first_day = FIRST_DAY
    lost_words = LOST

    def start(self, form: Mapping[str, str], game: Game) -> NewGame:
        """Return the game of a form: the computer hides a random code, or none if it is evil.

        A form may bring the first row along, so a game can be over at once.
        """
        setup = parse_setup_form(form, game)
        if setup.role is StoredRole.BREAKER:
            setup = replace(setup, secret=game.format_code(random_code(game)))
        if not form.get("code"):
            return NewGame(game, setup)
        first = game.parse_code(form["code"])
        check_allowed(game, setup, (), first)
        finished = game.rows == 1 or game.format_code(first) == setup.secret
        return NewGame(game, setup, format_guesses(game, [first]), finished)

    def form(self) -> Mapping[str, object]:
        return {
            "roles": offered_roles,
            "cards": board_cards(),
            "usual_card": board_card(USUAL),
            "day": show_day,
            "fewest": fewest,
        }

    def open(self, stored: StoredGame) -> OpenMatch:
        return open_match(stored)

    def show(self, opened: OpenMatch, problem: Exception | None = None) -> ResponseReturnValue:
        return show_match(opened, problem)

    def facts(self, stored: StoredGame) -> GameFacts:
        """Return what is known of a game. Raises DocumentError.

        Practice games don't count, nor do games in which a hint showed the move.
        """
        finished = self.ending(stored) if stored.finished else None
        if finished is None:
            return super().facts(stored)
        chosen = BreakerSetup.of(stored)
        result = Result(
            GameEnd.WON if finished.is_won else GameEnd.LOST,
            len(finished.turns),
            hint_count(stored.hints),
            counts=chosen.role in COUNTED and not chosen.practice and not shows_move(stored.hints),
        )
        return GameFacts(stored.rules, result)

    def how_far(self, stored: StoredGame) -> str:
        rows = len(self.codes(stored))
        return f"{counted(rows, 'row')} played" if rows else "not started"

    def ending(self, stored: StoredGame) -> Finished | None:
        """Return a finished game in which the player broke a code, or None."""
        opened = open_match(stored)
        match = opened.match
        if match.outcome is Outcome.PLAYING or match.secret is None:
            return None
        return Finished(
            game=match.game,
            display=opened.setup.keys,
            secret=match.secret,
            turns=match.turns,
            hints=stored.hints,
            is_evil=opened.setup.role is StoredRole.EVIL,
            rule=opened.setup.rule,
        )

    def codes(self, stored: StoredGame) -> Sequence[Code]:
        return parse_guesses(board_named(stored.rules), stored.moves)

    def own_text(self, stored: StoredGame) -> Mapping[str, str]:
        match = open_match(stored).match
        secret = match.secret if stored.finished else None
        code = match.game.format_code(secret) if secret is not None else ""
        return game_text(match.game, match.turns, code)

    def best_mean(self, board: str) -> Fraction | None:
        return perfect_mean(board)

    def day_title(self, day: date) -> str:
        return title_of(game_of_day(day))

    def day_about(self, day: date) -> str:
        game = game_of_day(day)
        return f"{title_of(game)}: {face_of(game).goal}"

    def day_card(self, day: date) -> Card:
        return day_card(day, game_of_day(day))

    def day_picture(self, day: date) -> Mapping[str, Any]:
        return {"rows": (), "pegs": game_of_day(day).pegs}

    def day_mean(self, day: date) -> Fraction | None:
        return perfect_mean(game_of_day(day).name)

    def begin_day(self, day: date) -> ResponseReturnValue:
        game, code = code_of_day(day)
        setup = BreakerSetup(keys=parse_keys({}, game), secret=code)
        return self.begin_game(NewGame(game, setup, day=day.isoformat()))

    def amount_words(self, amount: int) -> str:
        return counted(amount, "guess", "guesses")

    def amount_figure(self, amount: int) -> str:
        return str(amount)


def fewest() -> Mapping[str, int]:
    """Return how few guesses the visitor has needed on each board so far."""
    player = current_player()
    return fewest_guesses(store(), player, KIND) if player else {}


def offered_roles() -> list[Role]:
    return [role for role in roles().values() if role.is_offered]


def show_day() -> DailyOffer:
    return show_offer("mastermind", current_player())


BREAKER: Final = Breaker()
