"""What the pages of a challenge show to its setter, and to others with the link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solver.deduction.faces.face import Pegs
from solver.deduction.matches import Outcome
from solver.wording import counted
from webapp.mastermind.answer_sheet import counts_of
from webapp.mastermind.board_view import (
    BoardRow,
    RowDraft,
    ShownGame,
    draft_of,
    draft_pegs,
    every_row,
    show_game,
)
from webapp.mastermind.challenge.game import Challenge, ChallengeStage, open_challenge
from webapp.storage.hint_log import hints_words

#: The stage of a rematch in words, and what its breaker can do.
REMATCHES: Final = {
    ChallengeStage.SETTING: ("Waiting for the other player’s code.", "Refresh"),
    ChallengeStage.WAITING: ("The other player has set a code for you.", "Break it"),
    ChallengeStage.PLAYING: ("The game has started.", "Go on"),
    ChallengeStage.OVER: ("The game is over.", "See it"),
    ChallengeStage.WITHDRAWN: ("The other player has withdrawn the code.", "See it"),
}


@dataclass(frozen=True)
class ShownRematch:
    """The challenge in which the other player sets the code: id, stage, what can be done."""

    id: str
    words: str
    do: str


@dataclass(frozen=True)
class SetterPage:
    """What the setter sees."""

    table: ShownGame
    stage: str
    is_unseen: bool
    rows: tuple[BoardRow, ...]
    newest: int
    secret: Pegs
    secret_words: str
    status: str
    hints: str
    problem: str
    draft: RowDraft
    draft_pegs: Pegs
    typed: str
    again: tuple[tuple[str, str], ...]
    rematch: ShownRematch | None

    @property
    def is_on(self) -> bool:
        """Whether the other player may still do something."""
        return self.stage in (ChallengeStage.WAITING.value, ChallengeStage.PLAYING.value)


@dataclass(frozen=True)
class GuestPage:
    """What somebody with the link sees before starting a game; it doesn't contain the code."""

    table: ShownGame
    stage: str
    rows: int
    problem: str


def show_setter(challenge: Challenge, form: Mapping[str, str], problem: str = "") -> SetterPage:
    """Return the setter's page; ``form`` holds the code being built."""
    game, face = challenge.game, challenge.face
    turns = challenge.turns
    left = counts_of(game, turns)
    secret = game.parse_code(challenge.setup.secret) if challenge.setup.secret else ()
    draft = draft_of(face, form.get("draft", "") or form.get("code", ""))
    return SetterPage(
        table=_table(challenge),
        stage=challenge.stage.value,
        is_unseen=challenge.is_unseen,
        rows=every_row(face, turns, left),
        newest=len(turns),
        secret=face.pegs(secret),
        secret_words=face.code_words(secret),
        status=_status(challenge, left),
        hints=hints_words(challenge.hints),
        problem=problem,
        draft=draft,
        draft_pegs=draft_pegs(face, draft.text),
        typed=form.get("typed", "")[:20] if problem else "",
        again=(("game", game.name), ("keys", challenge.setup.keys)),
        rematch=_rematch(challenge),
    )


def show_guest(challenge: Challenge, problem: str = "") -> GuestPage:
    """Return the page of somebody with the link."""
    return GuestPage(_table(challenge), challenge.stage.value, challenge.game.rows, problem)


def _rematch(challenge: Challenge) -> ShownRematch | None:
    """Return the rematch as the setter of the first code sees it."""
    if challenge.rematch is None:
        return None
    stage = open_challenge(challenge.rematch).stage
    return ShownRematch(challenge.rematch.id, *REMATCHES[stage])


def _table(challenge: Challenge) -> ShownGame:
    stored = challenge.stored
    return show_game(challenge.face, stored.id, stored.version)


def _status(challenge: Challenge, left: tuple[int, ...]) -> str:
    match challenge.stage:
        case ChallengeStage.SETTING:
            return f"{counted(challenge.game.secret_count, 'possible code')}. Set yours."
        case ChallengeStage.WAITING:
            return "Nobody has started yet. Rows appear here as they’re played."
        case ChallengeStage.WITHDRAWN:
            return "You withdrew this code, so the link no longer leads to a game."
        case ChallengeStage.PLAYING:
            return _playing_words(challenge, left)
        case ChallengeStage.OVER:
            return _end_words(challenge)


def _playing_words(challenge: Challenge, left: tuple[int, ...]) -> str:
    if not left:
        return "Someone is breaking your code. The first row isn’t in yet."
    turn, row = challenge.turns[-1], len(left)
    answer = challenge.face.show(turn.feedback).words
    fits = f"{counted(left[-1], 'code')} still {'fits' if left[-1] == 1 else 'fit'}"
    return f"Row {row} of {challenge.game.rows}: {answer}. {fits}."


def _end_words(challenge: Challenge) -> str:
    count = counted(len(challenge.turns), "guess", "guesses")
    if challenge.match and challenge.match.outcome is Outcome.WON:
        return f"Your code was found in {count}."
    return f"Your code wasn’t found in {count}. You win!"
