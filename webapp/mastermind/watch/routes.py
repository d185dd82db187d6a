"""Watching the computer play against itself: each row of the game has its own address.

Looking at a row plays up to it and stores nothing; the page posts the new rows to have them stored.
Such a game counts as finished from the start: nobody has to continue it, since its setup determines
it to the end.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, make_response, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.matches import MatchError
from solver.deduction.rules.game import Game
from webapp.http.errors import status_of
from webapp.http.forms import FormError, Opened, after_change, parse_step, render
from webapp.mastermind.analysis.position import format_rows
from webapp.mastermind.answer_sheet import parse_keys
from webapp.mastermind.breaker.game import BREAKER, format_guesses
from webapp.mastermind.finished import parse_overlook, parse_strategy
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.role_pages import NewGame, RolePages, begin_game
from webapp.mastermind.setup import Role, Setup, board_named, setup_of
from webapp.mastermind.watch.game import WATCH, Duel, begun, format_duel, parse_duel, played_beyond
from webapp.mastermind.watch.view import show_frame
from webapp.storage.games import StaleGameError, StoredGame, store

SETTERS = ("fair", "evil")


@dataclass(frozen=True)
class OpenDuel(Opened):
    """A stored game, opened; unless it ``is_kept`` it has more rows than are stored."""

    duel: Duel
    is_kept: bool


def start(form: Mapping[str, str], game: Game) -> NewGame:
    """Return the game of a form, with its first rows; FormError for what isn't on offer."""
    setter = form.get("setter", "fair")
    if setter not in SETTERS:
        raise FormError("Choose a fair or an evil setter.")
    setup = Setup(
        role=Role.WATCH,
        keys=parse_keys(form, game),
        secret=game.format_code(random_code(game)) if setter == "fair" else "",
        strategy=parse_strategy(form),
        overlook=parse_overlook(form),
        seed=secrets.randbelow(2**32),
    )
    return NewGame(game, setup, format_duel(begun(game, setup)), finished=True)


def open_duel(stored: StoredGame) -> OpenDuel:
    kept = parse_duel(board_named(stored.rules), setup_of(stored), stored.moves)
    duel = played_beyond(kept, row_asked_for(kept.game.rows))
    return OpenDuel(stored, duel, duel.turns == kept.turns)


def row_asked_for(most: int) -> int:
    """Return which row the address or the form asks for, up to the last possible one."""
    return parse_step(request.values.get("row"), most)


def shown_row(duel: Duel) -> int:
    """Return which row is shown: the one asked for, or the last one played."""
    return row_asked_for(len(duel.turns))


def show(opened: OpenDuel, problem: Exception | None = None) -> ResponseReturnValue:
    """Render the game after ``?row=3``, as a page or a fragment.

    ``code=shown`` shows the code before the end.
    """
    row = shown_row(opened.duel)
    shown = show_frame(
        opened.duel,
        opened.stored.id,
        opened.stored.version,
        row,
        is_shown=request.values.get("code") == "shown",
        problem=str(problem or ""),
    )
    return render(
        "mastermind/watch/frame.html",
        "mastermind/watch/_frame.html",
        status_of(problem) if problem else 200,
        frame=shown,
        is_kept=opened.is_kept,
        board=shown["table"],
        known_rows=format_rows(opened.duel.game, opened.duel.turns[:row]),
    )


PAGES = RolePages(WATCH, "mastermind/watch/start.html", start, open_duel, show)

blueprint = Blueprint("watch", __name__, url_prefix="/mastermind/watch")
PAGES.add_to(blueprint)


@blueprint.post("/<game_id>/rows")
def keep(game_id: str) -> ResponseReturnValue:
    opened = PAGES.load(game_id)
    if not opened.is_kept:
        with suppress(StaleGameError):  # another tab's rows are the same
            store().change(opened.stored, moves=format_duel(opened.duel), finished=True)
    return after_change(url_for(".frame", game_id=game_id), lambda: make_response("", 204))


@blueprint.post("/<game_id>/games")
def take_over(game_id: str) -> ResponseReturnValue:
    """Start a practice game of the visitor's own from the row shown."""
    duel = PAGES.load(game_id).duel
    turns = duel.turns[: shown_row(duel)]
    if duel.is_over and len(turns) == len(duel.turns):
        raise MatchError("This game is over. Go back a row to take it over.")
    setup = Setup(
        role=Role.EVIL if duel.is_evil else Role.BREAKER,
        keys=duel.setup.keys,
        secret=duel.setup.secret,
        practice=True,
        seed=duel.setup.seed,
    )
    moves = format_guesses(duel.game, [turn.code for turn in turns])
    return begin_game(BREAKER, NewGame(duel.game, setup, moves))
