"""Showing a finished game to others, withdrawing it, and playing the same."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.cards.routes import blueprint as cards
from webapp.cards.routes import sent
from webapp.http.errors import message
from webapp.http.forms import parse_step
from webapp.http.fragments import wants_fragment
from webapp.http.game_access import find_game
from webapp.kind import ShownEnding
from webapp.shared.access import (
    PlayedOnError,
    SharedGame,
    WithdrawnError,
    find_shared,
    shared_kinds,
)
from webapp.storage.games import store
from webapp.storage.records import shares

blueprint = Blueprint("shared", __name__, url_prefix="/g")


@dataclass(frozen=True)
class Sent:
    """What a player sends: the text with the link in it, and the link itself.

    ``is_held_back`` says that not everyone with the link sees the solution.
    """

    text: str
    url: str
    withdrawal: str
    is_held_back: bool


@blueprint.get("/")
def redirect_home() -> ResponseReturnValue:
    """Redirect to the home page: there is no list of shown games."""
    return redirect(url_for("home.index"), 303)


@blueprint.post("/")
def create() -> ResponseReturnValue:
    """Start showing one of the player's finished games, and return the text to send."""
    stored = find_game(request.form.get("game", ""), *shared_kinds())
    if not stored.finished:
        sentence = "You can share a game when it’s finished."
        return message(422, "Game not finished", sentence)
    share_id = shares.share(store(), stored)
    url = url_for(".page", game_id=share_id)
    if not wants_fragment():
        return redirect(url, 303)
    return render_template("shared/_sent.html", sent=sent_of(find_shared(share_id)), is_new=True)


def sent_of(shared: SharedGame) -> Sent:
    address = url_for(".page", game_id=shared.id, _external=True)
    text = shared.kind.text(shared.stored, address)
    held_back = shared.kind.is_held_back(shared.stored)
    return Sent(text, address, url_for(".withdraw", game_id=shared.id), held_back)


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a finished game; the solution appears unasked only to those who have played the same."""
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
    """Return how a game ended, in a line that reveals nothing of its solution."""
    return f"{shown.title}: {shown.heading[0].lower()}{shown.heading[1:]}"


@blueprint.post("/<game_id>/withdrawals")
def withdraw(game_id: str) -> ResponseReturnValue:
    if not find_shared(game_id).is_own:
        abort(404)
    shares.withdraw(store(), game_id)
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/games")
def play_same(game_id: str) -> ResponseReturnValue:
    shared = find_shared(game_id)
    has_looked = shared.may_see and "seen" in request.form
    return shared.kind.begin(shared.stored, shared.has_seen or has_looked)


@blueprint.get("/<game_id>/<what>")
def redirect_to_page(game_id: str, what: str) -> ResponseReturnValue:
    return redirect(url_for(".page", game_id=game_id), 303)


@cards.get("/game/<game_id>.png", endpoint="game")
def card(game_id: str) -> ResponseReturnValue:
    """Send the card of a game that is shown; 404 if it isn't, for now or any longer."""
    try:
        shared = find_shared(game_id)
    except (WithdrawnError, PlayedOnError):
        abort(404)
    return sent(shared.kind.card(shared.stored))


@blueprint.errorhandler(WithdrawnError)
def withdrawn(problem: Exception) -> ResponseReturnValue:
    return message(410, "No longer shared", str(problem))


@blueprint.errorhandler(PlayedOnError)
def played_on(problem: Exception) -> ResponseReturnValue:
    return message(404, "Game not finished", str(problem))
