"""Watching the computer play against itself: each row of the game has its own address.

To look at a row plays up to it and stores nothing; the page posts what was played to be kept. Such
a game counts as finished from its beginning: nobody has to go on with it, since its setup decides
it to the end.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import game_named
from solver.deduction.matches.match import MatchError
from solver.deduction.rules.game import Game, RulesError
from webapp.http.errors import status_of
from webapp.http.forms import FormError, parse_step
from webapp.http.fragments import after_change, render
from webapp.http.game_access import find_game
from webapp.http.security import player_for_a_new_game
from webapp.http.unfinished import patient
from webapp.mastermind.answer_sheet import parse_keys
from webapp.mastermind.breaker.game import format_guesses
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.new_game_form import parse_game, random_code
from webapp.mastermind.new_game_page import add_ways_back, show_form
from webapp.mastermind.opponent import parse_overlook, parse_strategy
from webapp.mastermind.setup import Role, Setup, format_setup, setup_of
from webapp.mastermind.watch.game import Duel, format_duel, parse_duel, show_frame
from webapp.mastermind.watch.role import WATCH
from webapp.mastermind.watch.rows import begun, played_beyond
from webapp.storage.games import StaleGameError, StoredGame, store
from webapp.work.thoughts import ThinkingError

SETTERS = ("fair", "evil")

blueprint = Blueprint("watch", __name__, url_prefix="/mastermind/watch")
add_ways_back(blueprint, "frame")


@dataclass(frozen=True)
class OpenDuel:
    """A stored game and the game it is, which may have more rows than are stored (``is_kept``).

    Its next row may still be thought about.
    """

    stored: StoredGame
    duel: Duel
    is_kept: bool
    is_thinking: bool


@blueprint.get("/")
def begin() -> ResponseReturnValue:
    """Show the form: which game, who plays."""
    return show_start()


def show_start(problem: str = "") -> ResponseReturnValue:
    """Render the form, as it was sent if something is wrong with it."""
    return show_form(WATCH, "mastermind/watch/start.html", problem)


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    """Let the computer play a game, and lead to its start."""
    game = parse_game(request.form, WATCH.name)
    setup = parse_players(game)
    start, moves = format_setup(setup), format_duel(begun(game, setup))
    player = player_for_a_new_game()
    stored = store().create(player, WATCH.kind, game.name, start, moves, finished=True)
    return redirect(url_for(".frame", game_id=stored.id), 303)


def parse_players(game: Game) -> Setup:
    """Return who plays, from the form; FormError for what is not on offer."""
    setter = request.form.get("setter", "fair")
    if setter not in SETTERS:
        raise FormError("The setter is fair or evil.")
    return Setup(
        role=Role.WATCH,
        keys=parse_keys(request.form, game),
        secret=game.format_code(random_code(game)) if setter == "fair" else "",
        strategy=parse_strategy(request.form),
        overlook=parse_overlook(request.form),
        seed=secrets.randbelow(2**32),
    )


@blueprint.get("/<game_id>")
def frame(game_id: str) -> ResponseReturnValue:
    """Show the game after ``?row=3``; ``code=shown`` shows the code before its end.

    While no row can be played yet, the page of its last row says so and asks again.
    """
    opened = load(game_id)
    if opened.is_thinking and shown_row(opened.duel) == len(opened.duel.turns):
        raise ThinkingError
    return show(opened)


@blueprint.post("/<game_id>/rows")
def keep(game_id: str) -> ResponseReturnValue:
    """Store the rows that were played since the game was stored."""
    opened = load(game_id)
    if not opened.is_kept:
        with suppress(StaleGameError):  # another tab's rows are the same
            store().change(opened.stored, moves=format_duel(opened.duel), finished=True)
    return after_change(url_for(".frame", game_id=game_id), lambda: make_response("", 204))


@blueprint.post("/<game_id>/games")
def take_over(game_id: str) -> ResponseReturnValue:
    """Start a practice game of the visitor's own from the row shown."""
    duel = load(game_id).duel
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
    player = player_for_a_new_game()
    moves = format_guesses(duel.game, (turn.code for turn in turns))
    made = store().create(player, BREAKER.kind, duel.game.name, format_setup(setup), moves)
    return redirect(url_for("breaker.game", game_id=made.id), 303)


@blueprint.errorhandler(RulesError)
@blueprint.errorhandler(FormError)
@blueprint.errorhandler(MatchError)
@patient
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the page again with the reason why something was not done."""
    game_id = (request.view_args or {}).get("game_id", "")
    return show(load(game_id), problem) if game_id else show_start(str(problem))


def load(game_id: str) -> OpenDuel:
    """Return this player's game with the row asked for and the next; 404 for any other."""
    stored = find_game(game_id, WATCH.kind)
    kept = parse_duel(game_named(stored.rules), setup_of(stored), stored.moves)
    duel, is_thinking = played_beyond(kept, row_asked_for(kept.game.rows))
    return OpenDuel(stored, duel, duel.turns == kept.turns, is_thinking)


def row_asked_for(most: int) -> int:
    """Return which row the address or the form asks for, up to the last there can be."""
    return parse_step(request.values.get("row"), most)


def shown_row(duel: Duel) -> int:
    """Return which row is shown: the one asked for, within those played."""
    return row_asked_for(len(duel.turns))


def show(opened: OpenDuel, problem: Exception | None = None) -> ResponseReturnValue:
    """Render one row of the game, as a page or as a fragment."""
    shown = show_frame(
        opened.duel,
        opened.stored.id,
        opened.stored.version,
        shown_row(opened.duel),
        is_shown=request.values.get("code") == "shown",
        problem=str(problem) if problem else "",
    )
    return render(
        "mastermind/watch/frame.html",
        "mastermind/watch/_frame.html",
        status_of(problem) if problem else 200,
        frame=shown,
        is_kept=opened.is_kept,
    )
