"""The addresses of the cards. What one shows follows from its address, so that it may be kept.

A card is painted in a process of its own; one that was painted lately is sent again as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from solver.deduction.trees.studies import parse_study
from webapp.cards.canvas import Card, paint
from webapp.cards.hidoku_cards import board_card, many_boards_card, solved_card, step_card
from webapp.cards.lab_cards import study_card
from webapp.cards.mastermind_cards import (
    broken_card,
    challenge_card,
    home_card,
    many_codes_card,
    position_card,
)
from webapp.contest.view import find_seen
from webapp.hidoku.play.game import KIND
from webapp.hidoku.puzzles import NotMadeError, load_puzzle
from webapp.hidoku.solve.traces import WAY_BY, WAYS, trace_of
from webapp.http.forms import parse_step
from webapp.http.game_access import find_anybodys
from webapp.lab.findings import known_findings, parse_summary
from webapp.lab.routes import load
from webapp.mastermind.analysis.position import PositionError, parse_position
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.challenge.role import CHALLENGE
from webapp.shared.access import PlayedOnError, WithdrawnError, find_shared
from webapp.storage.games import StoredGame
from webapp.storage.records.contests import Contest
from webapp.storage.tasks import TaskState
from webapp.work.limits import BRIEF_LIMIT
from webapp.work.tasks import Tasks, patience

MOST_KEPT: Final = 20_000_000  # bytes of all cards
PATIENCE: Final = 4.0  # seconds: messengers ask once, and wait longer than a player does
AN_HOUR: Final = "public, max-age=3600"  # a finished game may be withdrawn, a daily day ends
FOR_NOW: Final = "no-store"  # the card that is meant is still to come

blueprint = Blueprint("cards", __name__, url_prefix="/cards")

_painted: Tasks[bytes] = Tasks(MOST_KEPT, BRIEF_LIMIT, len)

#: The cards of games that are shown, by what these are stored as.
SHOWN: Final[dict[str, Callable[[StoredGame], Card]]] = {
    BREAKER.kind: broken_card,
    KIND: solved_card,
}


#: The same of those that many play.
CONTESTS: Final[dict[str, Callable[[Contest], Card]]] = {
    BREAKER.kind: many_codes_card,
    KIND: many_boards_card,
}


def sent(card: Card, kept: str = AN_HOUR) -> ResponseReturnValue:
    """Send a card as a picture; 503 if that takes longer than usual."""
    content = _painted.ask(card, paint, card, wait=max(patience(), PATIENCE))
    response = Response(content, content_type="image/png")
    response.headers["Cache-Control"] = kept
    response.add_etag()
    return response.make_conditional(request)


@blueprint.get("/home.png")
def home() -> ResponseReturnValue:
    """Send the card of the house, which every page has that has none of its own."""
    return sent(home_card())


@blueprint.get("/board/<name>.png")
def board(name: str) -> ResponseReturnValue:
    """Send the card of a board; that of the house for one that is still to be made."""
    try:
        return sent(board_card(load_puzzle(name)))
    except NotMadeError:
        return sent(home_card(), FOR_NOW)


@blueprint.get("/step/<name>.png")
def step(name: str) -> ResponseReturnValue:
    """Send the card of a step of a solve."""
    by = request.args.get("by", WAYS[0].by)
    if by not in WAY_BY:
        abort(404)
    try:
        puzzle = load_puzzle(name)
        solve = trace_of(puzzle, by)
    except NotMadeError:
        return sent(home_card(), FOR_NOW)
    return sent(step_card(puzzle, solve, parse_step(request.args.get("step"), len(solve) - 1)))


@blueprint.get("/game/<game_id>.png")
def game(game_id: str) -> ResponseReturnValue:
    """Send the card of a finished game that its player shows; 404 for one that is not shown."""
    try:
        stored = find_shared(game_id).stored
    except (WithdrawnError, PlayedOnError):
        abort(404)
    return sent(SHOWN[stored.kind](stored))


@blueprint.get("/challenge/<game_id>.png")
def challenge(game_id: str) -> ResponseReturnValue:
    """Send the card of a code that somebody has set."""
    return sent(challenge_card(find_anybodys(game_id, CHALLENGE.kind)))


@blueprint.get("/contest/<game_id>.png")
def contest(game_id: str) -> ResponseReturnValue:
    """Send the card of a code or a board that was sent to many."""
    found = find_seen(game_id).contest
    return sent(CONTESTS[found.kind](found))


@blueprint.get("/position/<path:position>.png")
def position(position: str) -> ResponseReturnValue:
    """Send the card of a position of the analysis."""
    try:
        return sent(position_card(parse_position(position)))
    except PositionError:
        abort(404)


@blueprint.get("/job/<job_id>.png")
def job(job_id: str) -> ResponseReturnValue:
    """Send the card of a job of the lab, and of the tree that it has found."""
    found = load(job_id)
    is_done = found.state is TaskState.DONE
    summary = parse_summary(found.summary) if is_done else None
    return sent(study_card(parse_study(found.study), summary), AN_HOUR if is_done else FOR_NOW)


@blueprint.get("/study/<path:study>.png")
def study(study: str) -> ResponseReturnValue:
    """Send the card of a study that came with the program."""
    found = known_findings().get(study.replace("/", " "))
    if found is None:
        abort(404)
    return sent(study_card(parse_study(found.study), found.summary))
