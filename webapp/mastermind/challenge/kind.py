"""The setter's side of a challenge: how one begins, is shown, and what other rooms ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.matches import check_secret
from solver.deduction.rules.game import Code, Game
from webapp.contest.nicknames import LONGEST, parse_nickname
from webapp.http.errors import status_of
from webapp.http.forms import find_anybodys, render, submitted_row
from webapp.http.security import current_player
from webapp.mastermind.breaker.game import KIND as BREAKER
from webapp.mastermind.challenge.game import KIND, STAGES, Challenge, ChallengeStage, open_challenge
from webapp.mastermind.challenge.view import show_guest, show_setter
from webapp.mastermind.feedback_sheet import parse_keys
from webapp.mastermind.finished import THE_BREAKER, Finished
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.role import NewGame, PlayedRole
from webapp.mastermind.setup import ChallengeSetup, setup_of
from webapp.storage.documents import parse_link
from webapp.storage.games import StoredGame, store


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

    def form(self) -> Mapping[str, object]:
        return {"longest": LONGEST}

    def find(self, game_id: str) -> StoredGame:
        return find_anybodys(game_id, self.name)

    def open(self, stored: StoredGame) -> Challenge:
        return open_challenge(stored)

    def show(self, opened: Challenge, problem: Exception | None = None) -> ResponseReturnValue:
        words = str(problem or "")
        status = status_of(problem) if problem else 200
        if is_mine(opened):
            view = show_setter(opened, request.values, words)
            return render(
                "mastermind/challenge/setter.html",
                "mastermind/challenge/_setter.html",
                status,
                shown=view,
            )
        if is_guest(opened):
            return redirect(url_for("breaker.game", game_id=parse_link(opened.stored.moves)), 303)
        return render_template(
            "mastermind/challenge/guest.html",
            shown=show_guest(opened, words, is_invited=may_break(opened)),
        ), status

    def how_far(self, stored: StoredGame) -> str:
        return STAGES[open_challenge(stored).stage]

    def ending(self, stored: StoredGame) -> Finished | None:
        challenge = open_challenge(stored)
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

    def codes(self, stored: StoredGame) -> Sequence[Code]:
        return ()

    def own_text(self, stored: StoredGame) -> Mapping[str, str]:
        return {"turns": "", "code": setup_of(stored).secret}


def is_mine(challenge: Challenge) -> bool:
    return challenge.stored.player == current_player()


def is_guest(challenge: Challenge) -> bool:
    player = current_player()
    guest_game = parse_link(challenge.stored.moves)
    return bool(guest_game) and store().load(guest_game, player, BREAKER) is not None


def may_break(challenge: Challenge) -> bool:
    """Whether the code is for this visitor: that of a rematch is for the other of the two."""
    before = store().load_any(challenge.setup.link, KIND) if challenge.setup.link else None
    return before.player == current_player() if before else not is_mine(challenge)


def with_code(setup: ChallengeSetup, game: Game) -> ChallengeSetup:
    is_drawn = request.form.get("way") == "draw"
    secret = random_code(game) if is_drawn else game.parse_code(submitted_row(request.form))
    check_secret(game, secret)
    name = parse_nickname(request.form.get("nickname", setup.name))
    return replace(setup, secret=game.format_code(secret), name=name)


CHALLENGE: Final = FriendsCode()
