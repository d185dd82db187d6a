"""Two people: one sets a code and sends a link, the other breaks it on their own device.

A challenge is a stored game of the setter; its ``moves`` are a link to the game of the first player
to accept. What the address shows depends on the visitor: the setter sees the rows arrive, the guest
an invitation and then their own game, others a sentence.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.matches import MatchError, check_secret
from solver.deduction.rules.game import Code, Game
from webapp.contest.nicknames import parse_nickname
from webapp.http import errors, forms, security
from webapp.mastermind.breaker.game import KIND as BREAKER
from webapp.mastermind.challenge.game import KIND, STAGES, Challenge, ChallengeStage, open_challenge
from webapp.mastermind.challenge.view import show_guest, show_rematch, show_setter
from webapp.mastermind.feedback_sheet import parse_keys
from webapp.mastermind.finished import THE_BREAKER, Finished
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.role import NewGame, PlayedRole
from webapp.mastermind.setup import BreakerSetup, ChallengeSetup, StoredRole, setup_of
from webapp.storage.documents import format_link, parse_link
from webapp.storage.games import StaleGameError, StoredGame, store

TOO_LATE = {
    ChallengeStage.PLAYING: "Someone has started, so you can’t withdraw it now.",
    ChallengeStage.OVER: "This game is over.",
    ChallengeStage.WITHDRAWN: "You’ve already withdrawn it.",
}


class FriendsCode(PlayedRole[Challenge]):
    """The player sets a code for somebody else, whose rows are in the game that it links to."""

    name = KIND
    page = "challenge.challenge"
    title = "Challenge"
    sentence = "Set a code, send the link, watch the rows arrive"
    begin = "challenge.begin"
    is_offered = False  # friends have a page of theirs
    have_guests = True
    form_template = "mastermind/challenge/start.html"

    def start(self, form: Mapping[str, str], game: Game) -> NewGame:
        """Return the challenge of a form, which brings the code; if not, its page asks for it."""
        setup = ChallengeSetup(keys=parse_keys(form, game))
        return NewGame(game, with_code(setup, game) if {"code", "way"} & form.keys() else setup)

    def find(self, game_id: str) -> StoredGame:
        return forms.find_anybodys(game_id, self.name)

    def open(self, record: StoredGame) -> Challenge:
        return open_challenge(record)

    def show(self, open_game: Challenge, problem: Exception | None = None) -> ResponseReturnValue:
        words = str(problem or "")
        status = errors.status_of(problem)
        if is_mine(open_game):
            view = show_setter(open_game, request.values, words)
            return forms.render(
                "mastermind/challenge/setter.html",
                "mastermind/challenge/_setter.html",
                status,
                shown=view,
            )
        if is_guest(open_game):
            guest_id = parse_link(open_game.stored.moves)
            return redirect(url_for("breaker.game", game_id=guest_id), 303)
        return render_template(
            "mastermind/challenge/guest.html",
            shown=show_guest(open_game, words, is_invited=may_break(open_game)),
        ), status

    def how_far(self, record: StoredGame) -> str:
        return STAGES[open_challenge(record).stage]

    def ending(self, record: StoredGame) -> Finished | None:
        challenge = open_challenge(record)
        if challenge.stage is not ChallengeStage.OVER or challenge.match is None:
            return None
        match = challenge.match
        return Finished(
            game=match.game,
            display=challenge.setup.keys,
            secret=match.secret,
            turns=match.turns,
            hints=challenge.hints,
            voice=THE_BREAKER,
        )

    def codes(self, record: StoredGame) -> Sequence[Code]:
        return ()

    def own_text(self, record: StoredGame) -> Mapping[str, str]:
        return {"turns": "", "code": setup_of(record).secret}


def is_mine(challenge: Challenge) -> bool:
    return challenge.stored.player == security.current_player()


def is_guest(challenge: Challenge) -> bool:
    player = security.current_player()
    guest_game = parse_link(challenge.stored.moves)
    return bool(guest_game) and store().load(guest_game, player, BREAKER) is not None


def may_break(challenge: Challenge) -> bool:
    """Whether the code is for this visitor: that of a rematch is for the other of the two."""
    before = store().load_any(challenge.setup.link, KIND) if challenge.setup.link else None
    return before.player == security.current_player() if before else not is_mine(challenge)


def with_code(setup: ChallengeSetup, game: Game) -> ChallengeSetup:
    is_drawn = request.form.get("way") == "draw"
    secret = random_code(game) if is_drawn else game.parse_code(forms.submitted_row(request.form))
    check_secret(game, secret)
    name = parse_nickname(request.form.get("nickname", setup.name))
    return replace(setup, secret=game.format_code(secret), name=name)


CHALLENGE: Final = FriendsCode()

blueprint = Blueprint("challenge", __name__, url_prefix="/mastermind/challenge")
CHALLENGE.add_to(blueprint)


@blueprint.post("/<game_id>/code")
def code(game_id: str) -> ResponseReturnValue:
    challenge = load_own(game_id)
    if challenge.stage is not ChallengeStage.SETTING:
        raise MatchError(f"The {challenge.face.terms.code} is already set.")
    forms.check_version(challenge.stored)
    setup = with_code(challenge.setup, challenge.game)
    return CHALLENGE.change(replace(challenge, setup=setup), start=setup.write())


@blueprint.post("/<game_id>/withdrawal")
def withdraw(game_id: str) -> ResponseReturnValue:
    challenge = load_own(game_id)
    if challenge.stage in TOO_LATE:
        raise MatchError(TOO_LATE[challenge.stage])
    forms.check_version(challenge.stored)
    return CHALLENGE.change(challenge, finished=True)


@blueprint.post("/<game_id>/receipt")
def receive(game_id: str) -> ResponseReturnValue:
    """Remove a challenge from the list of open ones: its setter has seen the end."""
    challenge = load_own(game_id)
    if challenge.is_unseen:
        with suppress(StaleGameError):  # another tab has shown it at the same moment
            store().change(challenge.stored, finished=True)
    return forms.after_change(
        url_for(".challenge", game_id=game_id), lambda: make_response("", 204)
    )


@blueprint.post("/<game_id>/games")
def accept(game_id: str) -> ResponseReturnValue:
    """Start the guest's own game. If two accept at the same moment, one gets it."""
    challenge = CHALLENGE.load(game_id)
    if challenge.stage is not ChallengeStage.WAITING or not may_break(challenge):
        return redirect(url_for(".challenge", game_id=game_id), 303)
    forms.check_version(challenge.stored)
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
    player = security.player_for_a_new_game()
    guest_game = store().create_linked(challenge.stored, player, BREAKER, setup.write())
    return redirect(url_for("breaker.game", game_id=guest_game.id), 303)


@blueprint.get("/<game_id>/rematch")
def rematch(game_id: str) -> ResponseReturnValue:
    """Say how far the rematch is; 204 if a page shows that already."""
    if not forms.wants_fragment():
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
    guest_id = parse_link(challenge.stored.moves)
    next_game = store().create_linked(
        challenge.stored,
        challenge.guest,
        KIND,
        setup.write(),
        link_to=lambda rematch: format_link(guest_id, rematch),
    )
    return replace(challenge, rematch=next_game)


def load_own(game_id: str) -> Challenge:
    challenge = CHALLENGE.load(game_id)
    if not is_mine(challenge):
        abort(404)
    return challenge
