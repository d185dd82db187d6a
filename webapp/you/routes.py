"""The visitor's games, open ones first: to continue, look at again, or delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import date_words, day_words, plural
from webapp.game_type import GameLine, playables
from webapp.http.forms import ID, find_game, parse_step, readable
from webapp.http.security import current_player
from webapp.storage.games import StoredGame, in_utc, store
from webapp.storage.records import played
from webapp.storage.records.dailies import today
from webapp.storage.records.results import GameEnd


def kinds_by_game() -> Mapping[str, tuple[str, ...]]:
    """Return the listed kinds by game, as addresses name it."""
    by_game: dict[str, tuple[str, ...]] = {}
    for name, playable in playables().items():
        by_game[playable.game] = (*by_game.get(playable.game, ()), name)
    return by_game


def show_games(records: Sequence[StoredGame]) -> tuple[GameInList, ...]:
    """Return games as a list shows them, leaving out damaged ones."""
    return tuple(line for line in readable(_show_line, records) if line)


@dataclass(frozen=True, kw_only=True)
class GameInList:
    """A game in the list: its line by its kind, and its addresses and dates."""

    id: str
    line: GameLine
    state: str
    is_over: bool
    day: str
    changed: datetime
    url: str


def _show_line(record: StoredGame) -> GameInList | None:
    playable = playables().get(record.kind)
    if playable is None:
        return None
    is_over = record.finished or record.result in played.ENDS
    line = playable.line(record, is_over=is_over)
    hints = f", {plural(record.hints_used, 'hint')}" if record.hints_used else ""
    return GameInList(
        id=record.id,
        line=line,
        state=line.state + hints,
        is_over=is_over,
        day=record.day,
        changed=in_utc(record.changed),
        url=url_for(playable.page, game_id=record.id),
    )


PAGE: Final = 30
#: The results to filter by: title, whether such a game is open, and how it ended.
RESULTS: Final[Mapping[str, tuple[str, bool | None, tuple[str, ...]]]] = {
    "": ("Any", None, ()),
    "open": ("In progress", True, ()),
    "won": ("Won", None, (GameEnd.WON.value,)),
    "lost": ("Lost", None, (GameEnd.LOST.value,)),
    "over": ("All finished", False, ()),
}

blueprint = Blueprint("you", __name__, url_prefix="/you")


@blueprint.get("")
def games() -> ResponseReturnValue:
    return show()


@blueprint.post("/games/<game_id>/deletion")
def delete(game_id: str) -> ResponseReturnValue:
    """Delete a game; for a day it can be restored."""
    record = find_game(game_id, *playables())
    if record.day == today().isoformat():
        return show("You can’t delete today’s daily, because there’s only one a day.", 409)
    played.delete_game(store(), record)
    return redirect(read_filter().url(deleted=game_id), 303)


@blueprint.post("/games/<game_id>/return")
def restore_game(game_id: str) -> ResponseReturnValue:
    player = current_player()
    if not (player and ID.fullmatch(game_id) and played.return_game(store(), game_id, player)):
        return show("That game can’t be restored. We keep deleted games for a day.", 404)
    return redirect(read_filter().url(), 303)


@dataclass(frozen=True)
class GameFilter:
    """What the address asks for: games of one game, and of one result."""

    game: str = ""
    result: str = ""

    def url(self, endpoint: str = "you.games", **query: Any) -> str:
        return url_for(endpoint, **query, game=self.game or None, result=self.result or None)

    @property
    def is_narrow(self) -> bool:
        return bool(self.game or self.result)

    @property
    def query(self) -> played.GameQuery:
        _, is_open, ends = RESULTS[self.result]
        return played.GameQuery(kinds_by_game().get(self.game, tuple(playables())), ends, is_open)


def read_filter() -> GameFilter:
    """Return what the address asks for, ignoring what isn't understood."""
    game = request.args.get("game", "")
    result = request.args.get("result", "")
    return GameFilter(game if game in kinds_by_game() else "", result if result in RESULTS else "")


@dataclass(frozen=True, kw_only=True)
class ShownGames:
    """A page of the list; ``deleted`` is a game that can be restored."""

    results: ClassVar = [(value, words) for value, (words, *_) in RESULTS.items()]

    games: tuple[GameInList, ...]
    count: int
    number: int
    game_names: tuple[tuple[str, str], ...]
    chosen: GameFilter
    deleted: str
    today: str

    @property
    def pages(self) -> int:
        return max(1, -(-self.count // PAGE))


def show(problem: str = "", status: int = 200) -> ResponseReturnValue:
    player = current_player()
    game_filter = read_filter()
    number = parse_step(request.args.get("page", "1"), 99_999) or abort(404)
    start = (number - 1) * PAGE
    records = played.find_played(store(), player, game_filter.query, start, PAGE) if player else ()
    if number > 1 and not records:
        abort(404, "Your list doesn’t have this page.")
    deleted_id = request.args.get("deleted", "")[:32]
    page = ShownGames(
        games=show_games(records),
        count=played.count_played(store(), player, game_filter.query) if player else 0,
        number=number,
        game_names=(("", "Both"), *((name, name.capitalize()) for name in kinds_by_game())),
        chosen=game_filter,
        deleted=deleted_id if player and played.is_deleted(store(), deleted_id, player) else "",
        today=today().isoformat(),
    )
    words = {"date_words": date_words, "day_words": day_words}
    return render_template("you/games.html", shown=page, problem=problem, **words), status
