"""A coin lies under a cup: which side is up? All that other rooms may ask of such a game."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import plural
from webapp.cards import Card
from webapp.game_type import Contestable, Daily, GameLine, Shareable, ShownEnding
from webapp.http.forms import find_game
from webapp.http.security import player_for_a_new_game
from webapp.storage.games import StoredGame, store
from webapp.storage.records.contests import Contest, ContestEntry, contest_of_game
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
    record, side = find_game(game_id, KIND), request.form["side"]
    store().change(record, moves=record.moves + side, finished=side == record.start)
    return redirect(url_for(".game", game_id=game_id), 303)


def begin(day: str) -> ResponseReturnValue:
    record = store().create(player_for_a_new_game(), KIND, "penny", HEADS, day=day)
    return redirect(url_for("coin.game", game_id=record.id), 303)


def tries(record: StoredGame) -> str:
    return plural(len(record.moves), "try", "tries")


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

    def facts(self, record: StoredGame) -> GameFacts:
        won = Result(GameEnd.WON, len(record.moves), counts=True)
        return GameFacts("penny", won if record.finished else None)

    def line(self, record: StoredGame, *, is_over: bool) -> GameLine:
        return GameLine(
            title="A penny",
            role="Coin",
            state=f"Seen in {tries(record)}" if is_over else "Under its cup",
            template="coin/_picture.html",
            picture=record.moves,
        )

    def text(self, record: StoredGame) -> Mapping[str, str]:
        return {"sides": record.moves}

    def board_title(self, board: str) -> str:
        return "A penny" if board == "penny" else board

    def best_mean(self, board: str) -> Fraction:
        return Fraction(3, 2)

    def share_line(self, record: StoredGame) -> str:
        return f"A penny in {tries(record)}"

    def share_text(self, record: StoredGame, link: str) -> str:
        return f"A penny in {tries(record)}\n{link}"

    def share_card(self, record: StoredGame) -> Card:
        return Card("A penny", (tries(record),))

    def last_step(self, record: StoredGame) -> int:
        return len(record.moves)

    def show_ending(self, record: StoredGame, step: int | None) -> ShownEnding:
        last = len(record.moves)
        return ShownEnding(
            title="A penny",
            result=f"seen in {tries(record)}",
            about="A coin",
            step=step or last,
            last=last,
            is_open=step is not None,
            more={"sides": record.moves[:step] if step else ""},
        )

    def is_same(self, record: StoredGame, second: StoredGame) -> bool:
        return record.start == second.start

    def is_held_back(self, record: StoredGame) -> bool:
        return bool(contest_of_game(store(), record.id))

    def begin_same(self, record: StoredGame, *, is_seen: bool) -> ResponseReturnValue:
        return begin("")

    def as_sent(self, record: StoredGame) -> StoredGame | None:
        return record if record.finished else None

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

    def progress(self, record: StoredGame) -> tuple[int, int]:
        return len(record.moves), 2

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
        return plural(amount, "try", "tries")
