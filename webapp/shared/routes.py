"""Showing a finished game to others, withdrawing it, and what they do with it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.http.errors import message
from webapp.http.forms import FormError, parse_step
from webapp.http.fragments import wants_fragment
from webapp.http.game_access import find_game
from webapp.mastermind.finished_games import OverGame, over_game
from webapp.mastermind.review import routes as review_routes
from webapp.shared.access import KINDS, PlayedOnError, SharedGame, WithdrawnError, find_shared
from webapp.shared.kind import ShownEnding
from webapp.storage.games import store
from webapp.storage.records import shares

ROOM = "shared"

blueprint = Blueprint(ROOM, __name__, url_prefix="/g")


@dataclass(frozen=True)
class Sent:
    """What a player sends: the text, which has the link in it, and where the link leads.

    ``is_held_back`` says that not everybody with the link sees the solution.
    """

    text: str
    url: str
    withdrawal: str
    is_held_back: bool


@blueprint.get("/")
def way_home() -> ResponseReturnValue:
    """Lead to the first page: there is no list of games that are shown."""
    return redirect(url_for("home.index"), 303)


@blueprint.post("/")
def create() -> ResponseReturnValue:
    """Show one of the player's finished games from now on, and give the text to send."""
    stored = find_game(request.form.get("game", ""), *KINDS)
    if not stored.finished:
        sentence = "You can share a game when it’s finished."
        return message(422, "Game not finished", sentence)
    share_id = shares.share(store(), stored)
    url = url_for(".page", game_id=share_id)
    if not wants_fragment():
        return redirect(url, 303)
    return render_template("shared/_sent.html", sent=sent_of(find_shared(share_id)), is_new=True)


def sent_of(shared: SharedGame) -> Sent:
    """Return what a player sends of a game that is shown."""
    address = url_for(".page", game_id=shared.id, _external=True)
    text = shared.kind.text(shared.stored, address)
    held_back = shared.kind.is_held_back(shared.stored)
    return Sent(text, address, url_for(".withdraw", game_id=shared.id), held_back)


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a finished game: to who has not played the same, nothing of its solution unasked."""
    shared = find_shared(game_id)
    kind, stored = shared.kind, shared.stored
    last = kind.last_step(stored)
    is_open = shared.may_see and ("step" in request.args or shared.has_seen)
    step = parse_step(request.args.get("step", str(last)), last) if is_open else None
    mine = kind.show(shared.mine, kind.last_step(shared.mine)) if shared.mine else None
    return render_template(
        "shared/page.html",
        shared=shared,
        shown=kind.show(stored, step),
        mine=mine,
        sent=sent_of(shared) if shared.is_own else None,
        headline=headline(kind.show(stored, None)),
    )


def headline(shown: ShownEnding) -> str:
    """Return how a game ended, in a line that tells nothing of its solution."""
    return f"{shown.title}: {shown.heading[0].lower()}{shown.heading[1:]}"


@blueprint.post("/<game_id>/withdrawals")
def withdraw(game_id: str) -> ResponseReturnValue:
    """Show the player's own game no more; the link then says so."""
    if not find_shared(game_id).is_own:
        abort(404)
    shares.withdraw(store(), game_id)
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/games")
def play_same(game_id: str) -> ResponseReturnValue:
    """Begin the visitor's own game of the same code or board."""
    shared = find_shared(game_id)
    has_looked = shared.may_see and "seen" in request.form
    begun: ResponseReturnValue = shared.kind.begin(shared.stored, shared.has_seen or has_looked)
    return begun


@blueprint.get("/<game_id>/review")
def review(game_id: str) -> ResponseReturnValue:
    """Show the review of a game of Mastermind to who may see its code."""
    return review_routes.show(over_of(game_id))


@blueprint.get("/<game_id>/sum", endpoint="sum")
def sum_(game_id: str) -> ResponseReturnValue:
    """Show where the guesses went, as a part of a page; as a page, lead to the review."""
    return review_routes.show_part_sum(over_of(game_id))


@blueprint.get("/<game_id>/rows/<int:row>")
def row(game_id: str, row: int) -> ResponseReturnValue:
    """Show what each strategy would have played in a row."""
    return review_routes.show_row(over_of(game_id), row)


@blueprint.post("/<game_id>/attempts")
def attempt(game_id: str) -> ResponseReturnValue:
    """Begin the visitor's own game, for practice, that stands as this one did before a row."""
    return review_routes.begin_attempt(over_of(game_id))


@blueprint.get("/<game_id>/<what>")
def way_back(game_id: str, what: str) -> ResponseReturnValue:
    """Lead from the address of a change to the page of the game."""
    return redirect(url_for(".page", game_id=game_id), 303)


def over_of(game_id: str) -> OverGame:
    """Return what is reviewed of a game that is shown; 404 for who may not see its code."""
    shared = find_shared(game_id)
    if not (shared.kind.has_review and shared.may_see):
        abort(404)
    return over_game(shared.stored, ROOM, game_id)


@blueprint.errorhandler(FormError)
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the review again with the reason why there is no such attempt."""
    over = over_of((request.view_args or {})["game_id"])
    return review_routes.show(over, problem=str(problem))


@blueprint.errorhandler(WithdrawnError)
def withdrawn(problem: Exception) -> ResponseReturnValue:
    """Say what became of a game that was shown."""
    return message(410, "No longer shared", str(problem))


@blueprint.errorhandler(PlayedOnError)
def played_on(problem: Exception) -> ResponseReturnValue:
    """Say why a game is not shown just now."""
    return message(404, "Game not finished", str(problem))
