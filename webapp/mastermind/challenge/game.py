"""A challenge: the setter's stored game, and the game of the player who accepted it."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of
from solver.deduction.matches import Match, Outcome
from solver.deduction.rules.game import Game, Turn
from webapp.http.forms import Opened
from webapp.mastermind.breaker.game import KIND as BREAKER
from webapp.mastermind.breaker.game import parse_guesses
from webapp.mastermind.setup import BreakerSetup, ChallengeSetup, board_named
from webapp.storage.documents import parse_link, parse_rematch, refuse_damage
from webapp.storage.games import StoredGame, store

KIND: Final = "challenge"


class ChallengeStage(Enum):
    SETTING = "setting"  # the code isn’t set yet
    WAITING = "waiting"  # nobody has started yet
    PLAYING = "playing"
    OVER = "over"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, kw_only=True)
class Challenge(Opened):
    """A stored challenge, and the game of the player who accepted it, if any.

    ``guest`` is that player, with the name they gave, ``rematch`` the challenge in which the two
    swap roles.
    """

    game: Game
    setup: ChallengeSetup
    match: Match[Game] | None = None
    hints: str = ""
    guest: str = ""
    guest_name: str = ""
    rematch: StoredGame | None = None

    @property
    def face(self) -> Face:
        return face_of(self.game, self.setup.keys)

    @property
    def stage(self) -> ChallengeStage:
        if self.match:
            return (
                ChallengeStage.PLAYING
                if self.match.outcome is Outcome.PLAYING
                else ChallengeStage.OVER
            )
        if self.stored.finished:
            return ChallengeStage.WITHDRAWN
        return ChallengeStage.WAITING if self.setup.secret else ChallengeStage.SETTING

    @property
    def points(self) -> tuple[int, int]:
        """The points of the match: the setter's, and the breaker's.

        A setter gets one for each guess of the breaker. If the code isn't found, also by giving up,
        it is one for each row of the board, and one more.
        """
        points_won = len(self.turns) if self.stage is ChallengeStage.OVER else 0
        if self.match is not None and self.match.outcome is Outcome.LOST:
            points_won = self.game.rows + 1
        return self.setup.scored + points_won, self.setup.conceded

    @property
    def is_unseen(self) -> bool:
        """Whether it is over and still on its setter's list of open ones."""
        return self.stage is ChallengeStage.OVER and not self.stored.finished

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.match.turns if self.match else ()


def open_challenge(record: StoredGame) -> Challenge:
    game = board_named(record.rules)
    setup = ChallengeSetup.of(record)
    guest_id = parse_link(record.moves)
    guest = store().load_any(guest_id, BREAKER) if guest_id else None
    challenge = Challenge(stored=record, game=game, setup=setup)
    if guest is None:
        return challenge
    guesses = parse_guesses(game, guest.moves)
    with refuse_damage("the code of a challenge"):
        match = Match(game, game.parse_code(setup.secret), guesses, is_given_up=guest.finished)
    rematch_id = parse_rematch(record.moves)
    rematch = store().load_any(rematch_id, KIND) if rematch_id else None
    challenge = replace(challenge, match=match, hints=guest.hints, rematch=rematch)
    return replace(challenge, guest=guest.player, guest_name=BreakerSetup.of(guest).name)


STAGES: Final = {
    ChallengeStage.SETTING: "the code isn’t set yet",
    ChallengeStage.WAITING: "not started yet",
    ChallengeStage.PLAYING: "being broken",
    ChallengeStage.OVER: "over",
    ChallengeStage.WITHDRAWN: "withdrawn",
}
