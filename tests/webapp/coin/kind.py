"""A coin lies under a cup: which side is up? All that other rooms may ask of such a game."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import counted
from webapp.cards import Card
from webapp.http.forms import find_game
from webapp.http.security import player_for_a_new_game
from webapp.kind import ContestKind, DailyGame, GameLine, Kind, SharedKind, ShownEnding
from webapp.storage.games import StoredGame, store
from webapp.storage.records.contest_entries import contest_of_game
from webapp.storage.records.results import GameEnd, GameFacts, Result

KIND, HEADS = "coin", "H"

blueprint = Blueprint("coin", __name__, url_prefix="/coin", template_folder="templates")


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    return begin("")


@blueprint.get("/<game_id>")
def game(game_id: str) -> ResponseReturnValue:
    return f"Tossed: {find_game(game_id, KIND).moves}"


@blueprint.post("/<game_id>/guesses")
def guess(game_id: str) -> ResponseReturnValue:
    stored, side = find_game(game_id, KIND), request.form["side"]
    store().change(stored, moves=stored.moves + side, finished=side == stored.start)
    return redirect(url_for(".game", game_id=game_id), 303)


def begin(day: str) -> ResponseReturnValue:
    made = store().create(player_for_a_new_game(), KIND, "penny", HEADS, day=day)
    return redirect(url_for("coin.game", game_id=made.id), 303)


def tries(stored: StoredGame) -> str:
    return counted(len(stored.moves), "try", "tries")


def facts(stored: StoredGame) -> GameFacts:
    won = Result(GameEnd.WON, len(stored.moves), counts=True)
    return GameFacts("penny", won if stored.finished else None)


def show(stored: StoredGame, is_over: bool) -> GameLine:
    return GameLine(
        title="A penny",
        role="Coin",
        state=f"Seen in {tries(stored)}" if is_over else "Under its cup",
        template="coin/_picture.html",
        picture=stored.moves,
    )


def ending(stored: StoredGame, step: int | None) -> ShownEnding:
    sides = stored.moves[:step] if step else ""
    last = len(stored.moves)
    more = {"sides": sides}
    return ShownEnding(
        title="A penny",
        heading=f"Seen in {tries(stored)}",
        about="A coin",
        step=step or last,
        last=last,
        is_open=step is not None,
        more=more,
    )


SHARED = SharedKind(
    template="coin/_shared.html",
    styles=("shared",),
    page="coin.game",
    text=lambda stored, link: f"A penny in {tries(stored)}\n{link}",
    card=lambda stored: Card("A penny", (tries(stored),)),
    show=ending,
    part=lambda stored: stored.start,
    is_same=lambda one, other: one.start == other.start,
    is_held_back=lambda stored: bool(contest_of_game(store(), stored.id)),
    why_held_back="Others may still be guessing.",
    begin=lambda stored, is_seen: begin(""),
    step_word="try",
    last_step=lambda stored: len(stored.moves),
)
CONTEST = ContestKind(
    page="coin.game",
    game="Coin",
    thing="coin",
    do="Guess",
    styles=("contest",),
    start="coin/_start.html",
    sent=lambda stored: stored if stored.finished else None,
    title=lambda contest: "A penny",
    about=lambda contest: "Two sides.",
    card=lambda contest: Card("One coin for many"),
    card_words="A cup",
    more=lambda contest: {"promise": "The link shows no side."},
    result=lambda entry: f"{entry.guesses} tries",
    figure=lambda entry: str(entry.guesses),
    heading="Tries",
    order=lambda entry: (entry.guesses,),
    sorted_by="by tries",
    progress=lambda stored: (len(stored.moves), 2),
    units="tries",
    new=lambda player: ("penny", HEADS),
    again=lambda contest: ("penny", HEADS),
)
DAILY = DailyGame(
    name="coin",
    kind=KIND,
    page="coin.game",
    title="Daily coin",
    tab="Coin",
    first_day=date(2026, 1, 1),
    board=lambda day: "A penny.",
    board_title=lambda day: "A penny",
    best=lambda day: Fraction(3, 2),
    begin=lambda day: begin(day.isoformat()),
    amount=str,
    words=lambda number: counted(number, "try", "tries"),
    lost="not seen",
    card=lambda day: Card("Daily coin"),
    template="coin/_picture.html",
    picture=lambda day: "",
)
COIN = Kind(
    name=KIND,
    game="coin",
    page="coin.game",
    facts=facts,
    show=show,
    text=lambda stored: {"sides": stored.moves},
    title=lambda board: "A penny" if board == "penny" else board,
    best=lambda board: Fraction(3, 2),
    teaches=True,
    shared=SHARED,
    contest=CONTEST,
    daily=DAILY,
)
