"""What other rooms may ask about a game in which a code is broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of, title_of
from solver.deduction.rules.game import Code
from solver.wording import counted
from webapp.kind import DailyGame, GameLine
from webapp.lab.findings import perfect_mean
from webapp.mastermind.breaker.contest import MANY_CODES
from webapp.mastermind.breaker.game import BREAKER, ending, open_match, parse_guesses
from webapp.mastermind.breaker.shared import BROKEN_CODE
from webapp.mastermind.breaker.view import LOST
from webapp.mastermind.cards import day_card
from webapp.mastermind.records import (
    code_of_day,
    game_of_day,
    game_text,
    role_facts,
    role_kind,
    show_listed,
)
from webapp.mastermind.role_pages import NewGame, begin_game
from webapp.mastermind.setup import Role, Setup, board_named, setup_of
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import hint_count, shows_move
from webapp.storage.records.dailies import FIRST_DAY
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: The roles whose games count: an evil setter has no code, so its games are harder.
COUNTED: Final = frozenset({Role.BREAKER, Role.GUEST})


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game. Raises DocumentError.

    Practice games don't count, nor do games in which a hint showed the move.
    """
    setup = setup_of(stored)
    finished = ending(stored, setup) if stored.finished else None
    if finished is None:
        return role_facts(BREAKER, stored)
    result = Result(
        GameEnd.WON if finished.is_won else GameEnd.LOST,
        len(finished.turns),
        hint_count(stored.hints),
        counts=setup.role in COUNTED and not setup.practice and not shows_move(stored.hints),
    )
    return GameFacts(stored.rules, result)


def text_of(stored: StoredGame) -> Mapping[str, str]:
    """Return a game as text, without the code if its player has still to find it."""
    match = open_match(stored).match
    secret = match.secret if stored.finished else None
    code = match.game.format_code(secret) if secret is not None else ""
    return game_text(match.game, match.turns, code)


def codes_of(stored: StoredGame) -> Sequence[Code]:
    return parse_guesses(board_named(stored.rules), stored.moves)


def show(stored: StoredGame, is_over: bool) -> GameLine:
    return show_listed(BREAKER, codes_of, "", stored, is_over)


def begin_daily(day: date) -> ResponseReturnValue:
    game, code = code_of_day(day)
    return begin_game(BREAKER, NewGame(game, Setup(secret=code), day=day.isoformat()))


def board_of_day(day: date) -> str:
    game = game_of_day(day)
    return f"{title_of(game)}: {face_of(game).goal}"


DAILY_CODE: Final = DailyGame(
    name="mastermind",
    kind=BREAKER.kind,
    page=BREAKER.page,
    title="Daily Mastermind",
    tab="Mastermind",
    first_day=FIRST_DAY,
    board=board_of_day,
    board_title=lambda day: title_of(game_of_day(day)),
    best=lambda day: perfect_mean(game_of_day(day).name),
    begin=begin_daily,
    amount=str,
    words=lambda guesses: counted(guesses, "guess", "guesses"),
    lost=LOST,
    card=lambda day: day_card(day, game_of_day(day)),
    template="mastermind/_rows_picture.html",
    picture=lambda day: {"rows": (), "pegs": game_of_day(day).pegs},
    review="review.review",
)
BREAKER_KIND: Final = replace(
    role_kind(BREAKER, facts=facts_of, codes=codes_of, text=text_of),
    show=show,
    best=perfect_mean,
    teaches=True,
    shared=BROKEN_CODE,
    contest=MANY_CODES,
    daily=DAILY_CODE,
)
