"""What the pages of a challenge show to its setter, and to others with the link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Code
from solver.wording import plural
from webapp.mastermind import board_view, candidates_view, new_game_form
from webapp.mastermind.challenge.game import Challenge, ChallengeStage, open_challenge
from webapp.storage.hint_log import hints_words

OTHER: Final = "The other player"
#: The stage of a rematch in words with the other player's name, and what its breaker can do.
TO_BREAK: Final = {
    ChallengeStage.SETTING: ("Waiting for {name}’s {code}.", "Go to the rematch"),
    ChallengeStage.WAITING: ("{name} has set a {code} for you.", "Break it"),
    ChallengeStage.PLAYING: ("You’ve started the rematch.", "Continue"),
    ChallengeStage.OVER: ("The rematch is over.", "See it"),
    ChallengeStage.WITHDRAWN: ("{name} has withdrawn the {code}.", "See it"),
}
#: The same for its setter.
TO_SET: Final = {
    ChallengeStage.SETTING: (
        "The rematch is on: it’s your turn to set a {code}.",
        "Set your {code}",
    ),
    ChallengeStage.WAITING: ("Waiting for {name} to start on your {code}.", "Go to the rematch"),
    ChallengeStage.PLAYING: ("{name} is breaking your {code}.", "Watch"),
    ChallengeStage.OVER: ("The rematch is over.", "See it"),
    ChallengeStage.WITHDRAWN: ("You’ve withdrawn your {code}.", "See it"),
}


@dataclass(frozen=True, kw_only=True)
class ShownRematch:
    """What follows a game, as one of the two sees it: the rematch, if any, and the score.

    ``news`` says what they can do now, for the tab's title. It ``is_awaited`` while the other
    player may still ask for it, set its code or start on it.
    """

    game: str
    is_setter: bool
    score: str
    id: str
    stage: str
    words: str
    do: str
    news: str
    is_awaited: bool


@dataclass(frozen=True, kw_only=True)
class ShownChallenge(board_view.ShownBoard):
    challenge: Challenge
    secret: Code
    hints: str
    who: str
    awaited: str
    rematch: ShownRematch | None


@dataclass(frozen=True, kw_only=True)
class ShownInvitation:
    table: board_view.ShownGame
    challenge: Challenge
    problem: str
    is_invited: bool
    who: str
    score: str


def show_setter(challenge: Challenge, form: Mapping[str, str], problem: str = "") -> ShownChallenge:
    game = challenge.game
    face = challenge.face
    turns = challenge.turns
    counts = candidates_view.counts_of(game, turns)
    secret = game.parse_code(challenge.setup.secret) if challenge.setup.secret else ()
    draft = board_view.draft_of(face, form.get("draft", "") or form.get("code", ""))
    is_over = challenge.stage is ChallengeStage.OVER
    return ShownChallenge(
        table=board_view.ShownGame(challenge.face, challenge.stored.id, challenge.stored.version),
        challenge=challenge,
        rows=board_view.every_row(face, turns, counts)[: len(turns) if is_over else None],
        secret=secret,
        status=_status(challenge, counts),
        hints=hints_words(challenge.hints),
        problem=problem,
        draft=draft,
        typed=form.get("typed", "")[:20] if problem else "",
        who=challenge.guest_name or challenge.setup.rival or "Someone",
        awaited=(challenge.setup.rival or OTHER.lower()) if challenge.setup.link else "",
        rematch=show_rematch(challenge) if is_over else None,
    )


def show_guest(
    challenge: Challenge, problem: str = "", *, is_invited: bool = True
) -> ShownInvitation:
    """Return the page; somebody for whom a rematch isn't sees neither its board nor its score."""
    setup = challenge.setup
    return ShownInvitation(
        table=board_view.ShownGame(challenge.face, challenge.stored.id, challenge.stored.version),
        challenge=challenge,
        problem=problem,
        is_invited=is_invited,
        who=setup.name or "Someone",
        score=_score(setup.conceded, setup.scored, setup.name) if is_invited else "",
    )


def show_rematch(challenge: Challenge, *, is_setter: bool = True) -> ShownRematch:
    points = challenge.points if is_setter else challenge.points[::-1]
    name = challenge.guest_name if is_setter else challenge.setup.name
    score = _score(*points, name)
    next_game = challenge.rematch
    stage = None
    words = ""
    do = ""
    if next_game is not None:
        stage = open_challenge(next_game).stage
        words, do = (TO_BREAK if is_setter else TO_SET)[stage]
        name = name or (OTHER if words.startswith("{name}") else OTHER.lower())
        code = challenge.face.terms.code
        words = words.format(name=name, code=code)
        do = do.format(code=code)
    turn = ChallengeStage.WAITING if is_setter else ChallengeStage.SETTING
    return ShownRematch(
        game=challenge.stored.id,
        is_setter=is_setter,
        score=score,
        id=next_game.id if next_game else "",
        stage=stage.value if stage else "",
        words=words,
        do=do,
        news=words if stage is turn else "",
        is_awaited=stage in (None, ChallengeStage.SETTING, ChallengeStage.WAITING),
    )


def _score(own_points: int, rival: int, name: str) -> str:
    rival_name = name or OTHER.lower()
    return f"Match: you {own_points}, {rival_name} {rival}." if own_points or rival else ""


def _status(challenge: Challenge, counts: tuple[int, ...]) -> str:
    code = challenge.face.terms.code
    match challenge.stage:
        case ChallengeStage.SETTING:
            return new_game_form.setting_words(challenge.face)
        case ChallengeStage.WAITING:
            rival = challenge.setup.rival or (challenge.setup.link and OTHER)
            subject = f"{rival} hasn’t" if rival else "Nobody has"
            return f"{subject} started yet. Rows appear here as they’re played."
        case ChallengeStage.WITHDRAWN:
            return f"You withdrew this {code}, so the link no longer leads to a game."
        case ChallengeStage.PLAYING:
            return _playing_words(challenge, counts)
        case ChallengeStage.OVER:
            count = plural(len(challenge.turns), "guess", "guesses")
            if challenge.match and challenge.match.outcome is Outcome.WON:
                return f"Your {code} was found in {count}."
            return f"Your {code} wasn’t found in {count}. You win!"


def _playing_words(challenge: Challenge, counts: tuple[int, ...]) -> str:
    if not counts:
        return "The first row isn’t in yet."
    turn = challenge.turns[-1]
    row = len(counts)
    feedback = challenge.face.show(turn.feedback).words
    codes = plural(counts[-1], challenge.face.terms.code)
    fit = "fits" if counts[-1] == 1 else "fit"
    return f"Row {row} of {challenge.game.rows}: {feedback}. {codes} still {fit}."
