"""Two people: one sets a code and sends a link, the other breaks it on their own device.

A challenge is a stored game of the setter; its ``moves`` are a link to the game of the first player
to accept. What the address shows depends on the visitor: the setter sees the rows arrive, the guest
an invitation and then their own game, others a sentence.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.matches import MatchError
from webapp.contest.nicknames import parse_nickname
from webapp.http.forms import after_change, check_version, wants_fragment
from webapp.http.security import player_for_a_new_game
from webapp.mastermind.breaker.game import KIND as BREAKER
from webapp.mastermind.challenge.game import KIND, Challenge, ChallengeStage
from webapp.mastermind.challenge.kind import CHALLENGE, is_guest, is_mine, may_break, with_code
from webapp.mastermind.challenge.view import show_rematch
from webapp.mastermind.setup import BreakerSetup, ChallengeSetup, StoredRole
from webapp.storage.documents import format_link, parse_link
from webapp.storage.games import StaleGameError, store

TOO_LATE = {
    ChallengeStage.PLAYING: "Someone has started, so you can’t withdraw it now.",
    ChallengeStage.OVER: "This game is over.",
    ChallengeStage.WITHDRAWN: "You’ve already withdrawn it.",
}


blueprint = Blueprint("challenge", __name__, url_prefix="/mastermind/challenge")
CHALLENGE.add_to(blueprint)


@blueprint.post("/<game_id>/code")
def code(game_id: str) -> ResponseReturnValue:
    challenge = load_own(game_id)
    if challenge.stage is not ChallengeStage.SETTING:
        raise MatchError(f"The {challenge.face.terms.code} is already set.")
    check_version(challenge.stored)
    setup = with_code(challenge.setup, challenge.game)
    return CHALLENGE.change(replace(challenge, setup=setup), start=setup.write())


@blueprint.post("/<game_id>/withdrawal")
def withdraw(game_id: str) -> ResponseReturnValue:
    challenge = load_own(game_id)
    if challenge.stage in TOO_LATE:
        raise MatchError(TOO_LATE[challenge.stage])
    check_version(challenge.stored)
    return CHALLENGE.change(challenge, finished=True)


@blueprint.post("/<game_id>/receipt")
def receive(game_id: str) -> ResponseReturnValue:
    """Remove a challenge from the list of open ones: its setter has seen the end."""
    challenge = load_own(game_id)
    if challenge.is_unseen:
        with suppress(StaleGameError):  # another tab has shown it at the same moment
            store().change(challenge.stored, finished=True)
    return after_change(url_for(".challenge", game_id=game_id), lambda: make_response("", 204))


@blueprint.post("/<game_id>/games")
def accept(game_id: str) -> ResponseReturnValue:
    """Start the guest's own game. If two accept at the same moment, one gets it."""
    challenge = CHALLENGE.load(game_id)
    if challenge.stage is not ChallengeStage.WAITING or not may_break(challenge):
        return redirect(url_for(".challenge", game_id=game_id), 303)
    check_version(challenge.stored)
    name = parse_nickname(request.form.get("nickname", challenge.setup.rival))
    keys = challenge.setup.keys
    secret = challenge.setup.secret
    setup = BreakerSetup(
        StoredRole.GUEST,
        keys=keys,
        secret=secret,
        link=game_id,
        name=name,
        rival=challenge.setup.name,
    )
    player = player_for_a_new_game()
    guest_game = store().create_linked(challenge.stored, player, BREAKER, setup.write())
    return redirect(url_for("breaker.game", game_id=guest_game.id), 303)


@blueprint.get("/<game_id>/rematch")
def rematch(game_id: str) -> ResponseReturnValue:
    """Say how far the rematch is; 204 if a page shows that already."""
    if not wants_fragment():
        return redirect(url_for(".challenge", game_id=game_id), 303)
    challenge = CHALLENGE.load(game_id)
    is_player = is_mine(challenge) or is_guest(challenge)
    if challenge.stage is not ChallengeStage.OVER or not is_player:
        abort(404)
    view = show_rematch(challenge, is_setter=is_mine(challenge))
    if request.args.get("seen") == f"{view.stage}.":
        return make_response("", 204)
    return render_template("mastermind/challenge/_rematch.html", rematch=view, is_part=True)


@blueprint.post("/<game_id>/rematch")
def begin_rematch(game_id: str) -> ResponseReturnValue:
    """Start the challenge in which the guest sets the code, or redirect to it if there is one."""
    challenge = CHALLENGE.load(game_id)
    if not (is_mine(challenge) or is_guest(challenge)):
        abort(404)
    if challenge.stage is not ChallengeStage.OVER:
        raise MatchError("You can start the rematch when this game is over.")
    with suppress(StaleGameError):  # the other player was faster
        challenge = challenge if challenge.rematch else _with_rematch(challenge)
    next_game = challenge.rematch or CHALLENGE.load(game_id).rematch or abort(404)
    return redirect(url_for(".challenge", game_id=next_game.id), 303)


def _with_rematch(challenge: Challenge) -> Challenge:
    setter, breaker = challenge.points
    setup = ChallengeSetup(
        keys=challenge.setup.keys,
        link=challenge.stored.id,
        name=challenge.guest_name,
        rival=challenge.setup.name,
        scored=breaker,
        conceded=setter,
    )
    linked = parse_link(challenge.stored.moves)
    next_game = store().create_linked(
        challenge.stored,
        challenge.guest,
        KIND,
        setup.write(),
        link_to=lambda rematch: format_link(linked, rematch),
    )
    return replace(challenge, rematch=next_game)


def load_own(game_id: str) -> Challenge:
    challenge = CHALLENGE.load(game_id)
    if not is_mine(challenge):
        abort(404)
    return challenge
