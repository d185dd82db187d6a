"""The visitor's games, open ones first: to continue, look at again, or delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import date_words, day_words
from webapp.http.forms import ID, find_game
from webapp.http.security import current_player
from webapp.kind import kinds
from webapp.storage.games import store
from webapp.storage.records.dailies import today
from webapp.storage.records.played import (
    GameQuery,
    boards_played,
    count_played,
    delete_game,
    find_played,
    is_deleted,
    return_game,
)
from webapp.storage.records.results import GameEnd
from webapp.you.game_view import kinds_by_game, kinds_in_lists, show_games

PAGE: Final = 30
#: The results to filter by: title, whether such a game is open, and how it ended.
RESULTS: Final[Mapping[str, tuple[str, bool | None, tuple[str, ...]]]] = {
    "open": ("In progress", True, ()),
    "won": ("Won", None, (GameEnd.WON.value,)),
    "lost": ("Lost", None, (GameEnd.LOST.value,)),
    "over": ("All finished", False, ()),
}

blueprint = Blueprint("you", __name__, url_prefix="/you")


@blueprint.get("")
def games() -> ResponseReturnValue:
    """Show the games that the address asks for, a page at a time."""
    return show()


@blueprint.post("/games/<game_id>/deletion")
def delete(game_id: str) -> ResponseReturnValue:
    """Delete a game; for a day it can be restored."""
    stored = find_game(game_id, *kinds_in_lists())
    if stored.day == today().isoformat():
        return show("You can’t delete today’s daily, because there’s only one a day.", 409)
    delete_game(store(), stored)
    return redirect(_address(deleted=game_id), 303)


@blueprint.post("/games/<game_id>/return")
def restore_game(game_id: str) -> ResponseReturnValue:
    player = current_player()
    if not (player and ID.fullmatch(game_id) and return_game(store(), game_id, player)):
        return show("That game can’t be restored. We keep deleted games for a day.", 404)
    return redirect(_address(), 303)


def show(problem: str = "", status: int = 200) -> ResponseReturnValue:
    player = current_player()
    chosen = _read_filters()
    wanted = _make_query(chosen)
    number = _page_number()
    stored = find_played(store(), player, wanted, (number - 1) * PAGE, PAGE) if player else ()
    count = count_played(store(), player, wanted) if player else 0
    if number > 1 and not stored:
        abort(404, "Your list doesn’t have this page.")
    page = render_template(
        "you/games.html",
        games=show_games(stored),
        count=count,
        number=number,
        pages=max(1, -(-count // PAGE)),
        chosen=chosen,
        boards=_add_titles(boards_played(store(), player, wanted) if player else ()),
        date_words=date_words,
        day_words=day_words,
        results=RESULTS,
        known=tuple(kinds_by_game()),
        deleted=_find_deleted(player),
        problem=problem,
        today=today().isoformat(),
    )
    return page, status


def _find_deleted(player: str | None) -> str:
    """Return the deleted game that the address names; "" if it can't be restored."""
    named = request.args.get("deleted", "")
    can_return = player and ID.fullmatch(named) and is_deleted(store(), named, player)
    return named if can_return else ""


def _add_titles(boards: Sequence[str]) -> list[tuple[str, str]]:
    """Return the boards with their titles; only some kinds store them by name."""
    titles = {kind.title for kind in kinds().values()}
    return [(name, next((t for of in titles if (t := of(name)) != name), name)) for name in boards]


def _address(**more: Any) -> str:
    return url_for(".games", **more, **_read_filters())


def _read_filters() -> dict[str, Any]:
    """Return what the address asks for, ignoring what isn't understood."""
    fields: Mapping[str, Mapping[str, object] | None] = {
        "game": kinds_by_game(),
        "result": RESULTS,
        "board": None,
    }
    texts = {name: request.args.get(name, "")[:120] for name in fields}
    return {
        name: texts[name]
        for name, values in fields.items()
        if texts[name] and (values is None or texts[name] in values)
    }


def _make_query(chosen: Mapping[str, str]) -> GameQuery:
    wanted_kinds = kinds_by_game().get(chosen.get("game", ""), kinds_in_lists())
    _, is_open, ends = RESULTS.get(chosen.get("result", ""), ("", None, ()))
    return GameQuery(wanted_kinds, chosen.get("board", ""), ends, is_open)


def _page_number() -> int:
    text = request.args.get("page", "1")
    is_number = text.isascii() and text.isdecimal() and len(text) < 6 and int(text) > 0
    return int(text) if is_number else abort(404)
