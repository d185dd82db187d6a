"""Two people: one sets a code and sends a link, the other breaks it on a device of their own.

A challenge is a stored game of the setter; its ``moves`` are a link to the game of the first who
accepted. Whoever has the address gets the page that is theirs: the setter the rows as they arrive,
the guest an invitation and then the own game, others a sentence.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.matches.match import MatchError, check_secret
from solver.deduction.rules.game import CodeError, RulesError
from webapp.http.errors import status_of
from webapp.http.forms import FormError, submitted_row
from webapp.http.fragments import after_change, render
from webapp.http.game_access import ID, newest
from webapp.http.security import current_player, player_for_a_new_game
from webapp.http.unfinished import patient
from webapp.mastermind.answer_sheet import parse_keys
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.challenge.game import Challenge, ChallengeStage, opened
from webapp.mastermind.challenge.role import CHALLENGE
from webapp.mastermind.challenge.view import show_guest, show_setter
from webapp.mastermind.new_game_form import parse_game, random_code
from webapp.mastermind.new_game_page import add_ways_back, show_form
from webapp.mastermind.setup import Role, Setup, format_setup
from webapp.storage.games import StaleGameError, store
from webapp.storage.link import parse_link

TOO_LATE = {
    ChallengeStage.PLAYING: "Somebody has begun: this code can’t be withdrawn any more.",
    ChallengeStage.OVER: "This game is over.",
    ChallengeStage.WITHDRAWN: "You have withdrawn this code already.",
}

blueprint = Blueprint("challenge", __name__, url_prefix="/mastermind/challenge")
add_ways_back(blueprint, "challenge")


@blueprint.get("/")
def begin() -> ResponseReturnValue:
    """Show the form of a new challenge, and those that go on."""
    return show_start()


def show_start(problem: str = "") -> ResponseReturnValue:
    """Render the form, as it was sent if something is wrong with it."""
    return show_form(CHALLENGE, "mastermind/challenge/start.html", problem)


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    """Start a challenge on a board; its page asks for the code."""
    game = parse_game(request.form, CHALLENGE.name)
    setup = Setup(role=Role.FRIEND, keys=parse_keys(request.form, game))
    stored = store().create(player_for_a_new_game(), CHALLENGE.kind, game.name, format_setup(setup))
    return redirect(url_for(".challenge", game_id=stored.id), 303)


@blueprint.get("/<game_id>")
def challenge(game_id: str) -> ResponseReturnValue:
    """Show the challenge to whoever has its address."""
    return show(load(game_id))


@blueprint.post("/<game_id>/code")
def code(game_id: str) -> ResponseReturnValue:
    """Set the code: built, typed, or drawn by lot. From then on the link leads to a game."""
    found = load_own(game_id)
    if found.stage is not ChallengeStage.SETTING:
        raise MatchError("The code is set already.")
    newest(found)
    setup = replace(found.setup, secret=_submitted_code(found))
    stored = store().change(found.stored, start=format_setup(setup))
    return changed(replace(found, stored=stored, setup=setup))


def _submitted_code(found: Challenge) -> str:
    game = found.game
    if request.form.get("way") == "draw":
        return game.format_code(random_code(game))
    made = game.parse_code(submitted_row(request.form))
    check_secret(game, made)
    return game.format_code(made)


@blueprint.post("/<game_id>/withdrawal")
def withdraw(game_id: str) -> ResponseReturnValue:
    """Take a challenge back that nobody has accepted."""
    found = load_own(game_id)
    if found.stage in TOO_LATE:
        raise MatchError(TOO_LATE[found.stage])
    newest(found)
    return changed(replace(found, stored=store().change(found.stored, finished=True)))


@blueprint.post("/<game_id>/receipt")
def receive(game_id: str) -> ResponseReturnValue:
    """Take a challenge off the list of those that go on: its setter has seen the end."""
    found = load_own(game_id)
    if found.is_unseen:
        with suppress(StaleGameError):  # another tab has seen it at the same moment
            store().change(found.stored, finished=True)
    return after_change(url_for(".challenge", game_id=game_id), lambda: make_response("", 204))


@blueprint.post("/<game_id>/games")
def accept(game_id: str) -> ResponseReturnValue:
    """Start the guest's own game. Of two who accept at the same moment one gets it."""
    found = load(game_id)
    if is_mine(found) or found.stage is not ChallengeStage.WAITING:
        return redirect(url_for(".challenge", game_id=game_id), 303)
    newest(found)
    setup = replace(found.setup, role=Role.GUEST, link=game_id)
    player = player_for_a_new_game()
    made = store().create_linked(found.stored, player, BREAKER.kind, format_setup(setup))
    return redirect(url_for("breaker.game", game_id=made.id), 303)


@blueprint.errorhandler(RulesError)
@blueprint.errorhandler(CodeError)
@blueprint.errorhandler(MatchError)
@blueprint.errorhandler(FormError)
@blueprint.errorhandler(StaleGameError)
@patient
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the page again with the reason why something was not done."""
    game_id = (request.view_args or {}).get("game_id", "")
    return show(load(game_id), problem) if game_id else show_start(str(problem))


def load(game_id: str) -> Challenge:
    """Return a challenge, whoever set it; 404 if there is none."""
    stored = store().load_any(game_id, CHALLENGE.kind) if ID.fullmatch(game_id) else None
    if stored is None:
        abort(404)
    return opened(stored)


def load_own(game_id: str) -> Challenge:
    """Return the visitor's own challenge for a change; 404 for another's."""
    found = load(game_id)
    if not is_mine(found):
        abort(404)
    return found


def is_mine(found: Challenge) -> bool:
    """Say whether the visitor set this code."""
    return found.stored.player == current_player()


def changed(found: Challenge) -> ResponseReturnValue:
    """Show a challenge that its setter changed, or lead to it."""
    url = url_for(".challenge", game_id=found.stored.id)
    return after_change(url, lambda: show(found))


def show(found: Challenge, problem: Exception | None = None) -> ResponseReturnValue:
    """Render the page that the visitor is to see."""
    words, status = (str(problem), status_of(problem)) if problem else ("", 200)
    if is_mine(found):
        shown = show_setter(found, request.values, words)
        return render(
            "mastermind/challenge/setter.html",
            "mastermind/challenge/_setter.html",
            status,
            shown=shown,
        )
    if is_guest(found):
        return redirect(url_for("breaker.game", game_id=parse_link(found.stored.moves)), 303)
    return render_template(
        "mastermind/challenge/guest.html", shown=show_guest(found, words)
    ), status


def is_guest(found: Challenge) -> bool:
    """Say whether the visitor is the one who accepted."""
    player, made = current_player(), parse_link(found.stored.moves)
    return bool(made) and store().load(made, player, BREAKER.kind) is not None
