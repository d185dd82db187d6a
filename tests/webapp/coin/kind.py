"""A coin lies under a cup: which side is up? All that other rooms may ask of such a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import counted
from webapp.cards import Card
from webapp.game_type import Contestable, Daily, GameLine, Shareable, ShownEnding
from webapp.http.forms import find_game
from webapp.http.security import player_for_a_new_game
from webapp.storage.games import StoredGame, store
from webapp.storage.records.contest_entries import ContestEntry, contest_of_game
from webapp.storage.records.contests import Contest
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


class Coin(Shareable, Contestable, Daily):
    """Each answer that is abstract, and those that have a default where it makes a difference."""

    name = KIND
    game = "coin"
    page = "coin.game"
    teaches = True

    shared_template = "coin/_shared.html"
    shared_styles = ("shared",)
    why_held_back = "Others may still be guessing."
    step_word = "try"

    contest_game = "Coin"
    thing = "coin"
    call = "Guess"
    contest_start = "coin/_start.html"
    contest_styles = ("contest",)
    contest_card_words = "A cup"
    result_heading = "Tries"
    sorted_by = "by tries"
    units = "tries"

    daily = "coin"
    daily_title = "Daily coin"
    daily_tab = "Coin"
    daily_template = "coin/_picture.html"
    first_day = date(2026, 1, 1)
    lost_words = "not seen"

    def facts(self, stored: StoredGame) -> GameFacts:
        won = Result(GameEnd.WON, len(stored.moves), counts=True)
        return GameFacts("penny", won if stored.finished else None)

    def line(self, stored: StoredGame, *, is_over: bool) -> GameLine:
        return GameLine(
            title="A penny",
            role="Coin",
            state=f"Seen in {tries(stored)}" if is_over else "Under its cup",
            template="coin/_picture.html",
            picture=stored.moves,
        )

    def text(self, stored: StoredGame) -> Mapping[str, str]:
        return {"sides": stored.moves}

    def board_title(self, board: str) -> str:
        return "A penny" if board == "penny" else board

    def best_mean(self, board: str) -> Fraction:
        return Fraction(3, 2)

    def share_line(self, stored: StoredGame) -> str:
        return f"A penny in {tries(stored)}"

    def share_text(self, stored: StoredGame, link: str) -> str:
        return f"A penny in {tries(stored)}\n{link}"

    def share_card(self, stored: StoredGame) -> Card:
        return Card("A penny", (tries(stored),))

    def last_step(self, stored: StoredGame) -> int:
        return len(stored.moves)

    def show_ending(self, stored: StoredGame, step: int | None) -> ShownEnding:
        last = len(stored.moves)
        return ShownEnding(
            title="A penny",
            result=f"seen in {tries(stored)}",
            about="A coin",
            step=step or last,
            last=last,
            is_open=step is not None,
            more={"sides": stored.moves[:step] if step else ""},
        )

    def is_same(self, stored: StoredGame, other: StoredGame) -> bool:
        return stored.start == other.start

    def is_held_back(self, stored: StoredGame) -> bool:
        return bool(contest_of_game(store(), stored.id))

    def begin_same(self, stored: StoredGame, *, is_seen: bool) -> ResponseReturnValue:
        return begin("")

    def as_sent(self, stored: StoredGame) -> StoredGame | None:
        return stored if stored.finished else None

    def new_contest(self, player: str) -> tuple[str, str]:
        return "penny", HEADS

    def next_contest(self, contest: Contest) -> tuple[str, str]:
        return "penny", HEADS

    def contest_title(self, contest: Contest) -> str:
        return "A penny"

    def contest_about(self, contest: Contest) -> str:
        return "Two sides."

    def contest_card(self, contest: Contest) -> Card:
        return Card("One coin for many")

    def contest_more(self, contest: Contest) -> Mapping[str, str]:
        return {"promise": "The link shows no side."}

    def result(self, entry: ContestEntry) -> str:
        return f"{entry.guesses} tries"

    def result_figure(self, entry: ContestEntry) -> str:
        return str(entry.guesses)

    def result_order(self, entry: ContestEntry) -> tuple[float, ...]:
        return (entry.guesses,)

    def progress(self, stored: StoredGame) -> tuple[int, int]:
        return len(stored.moves), 2

    def day_title(self, day: date) -> str:
        return "A penny"

    def day_card(self, day: date) -> Card:
        return Card("Daily coin")

    def day_picture(self, day: date) -> str:
        return ""

    def day_mean(self, day: date) -> Fraction:
        return Fraction(3, 2)

    def begin_day(self, day: date) -> ResponseReturnValue:
        return begin(day.isoformat())

    def amount_words(self, amount: int) -> str:
        return counted(amount, "try", "tries")
