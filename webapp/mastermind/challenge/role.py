"""The role of somebody who sets a code for another person."""

from __future__ import annotations

from typing import Final

from solver.deduction.games import title_of
from webapp.mastermind.challenge.game import KIND, ChallengeStage, open_challenge
from webapp.mastermind.finished import BREAKER, Finished
from webapp.mastermind.records import RoleEntry, role_kind
from webapp.mastermind.setup import Setup, setup_of
from webapp.storage.games import StoredGame

STAGES: Final = {
    ChallengeStage.SETTING: "the code isn’t set yet",
    ChallengeStage.WAITING: "not started yet",
    ChallengeStage.PLAYING: "being broken",
    ChallengeStage.OVER: "over",
    ChallengeStage.WITHDRAWN: "withdrawn",
}


def how_far(stored: StoredGame) -> str:
    challenge = open_challenge(stored)
    return f"{title_of(challenge.game)}, {STAGES[challenge.stage]}"


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    found = open_challenge(stored)
    if found.stage is not ChallengeStage.OVER or found.match is None:
        return None
    match = found.match
    return Finished(match.game, setup.keys, match.secret, match.turns, found.hints, BREAKER)


CHALLENGE: Final = RoleEntry(
    "challenge",
    "Two people",
    "Set a code, send the link, watch the rows arrive",
    begin="challenge.begin",
    kind=KIND,
    page="challenge.challenge",
    how_far=how_far,
    ending=ending,
)
#: Its rows are in the guest's game, which it links to.
CHALLENGE_KIND: Final = role_kind(
    CHALLENGE,
    codes=lambda stored: (),
    text=lambda stored: {"turns": "", "code": setup_of(stored).secret},
    has_guests=True,
)
