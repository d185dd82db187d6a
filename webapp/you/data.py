"""What is kept about the visitor: downloaded as a file, moved to another browser, or erased."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from solver.wording import counted, date_words
from webapp.game_type import playables
from webapp.http.security import current_player, play_as, player_for_a_new_game
from webapp.storage.games import store
from webapp.storage.records.devices import (
    devices_of,
    end_device,
    erase_player,
    first_key,
    join_device,
    move_games,
)
from webapp.storage.records.played import GameQuery, count_played
from webapp.storage.records.players import ROW
from webapp.you.export import export
from webapp.you.join_codes import LONGEST, is_first_use, make_code, may_try, player_of

NO_CODE = "That code doesn’t work. It may be mistyped, used or expired."
ENDED = {
    "own": "This browser is disconnected. Your games stay in the other joined browsers.",
    "other": "That browser is disconnected and no longer has your games. They’re still here.",
}
TOO_OFTEN = "Too many codes were tried. Wait ten minutes, then make a new one."

blueprint = Blueprint("data", __name__, url_prefix="/you/data")


@blueprint.get("")
def data() -> ResponseReturnValue:
    return show()


@blueprint.get("/games.json")
def games_file() -> ResponseReturnValue:
    text = "".join(export(store(), current_player() or ""))
    headers = {"Content-Disposition": "attachment; filename=pegs-and-paths.json"}
    return Response(text, mimetype="application/json", headers=headers)


@blueprint.post("/codes")
def new_code() -> ResponseReturnValue:
    """Make a code that joins another browser to this one; nothing is stored until it is used."""
    store().admit(ROW)
    player = player_for_a_new_game()
    if "device" not in session:  # so that another browser can disconnect this one too
        play_as(player, first_key(player))
    return show(code=make_code(player))


@blueprint.get("/join")
def join_form() -> ResponseReturnValue:
    """Show the form for a code; the address may carry it."""
    return show(typed=request.args.get("code", "")[:LONGEST])


@blueprint.post("/join")
def join() -> ResponseReturnValue:
    """Join this browser to the one that made a code, moving its games there."""
    typed = request.form.get("code", "")[:LONGEST]
    if not may_try():
        return show(TOO_OFTEN, 429, typed=typed)
    before = current_player()
    player = player_of(typed)
    if player is None:
        return show(NO_CODE, 422, typed=typed)
    store().admit(ROW)
    if not is_first_use(typed):
        return show(NO_CODE, 422, typed=typed)
    if before and before != player:
        move_games(store(), before, player)
    if before != player:
        play_as(player, join_device(store(), player))
    return redirect(url_for(".data", joined=1), 303)


@blueprint.post("/devices/<key>/end")
def end(key: str) -> ResponseReturnValue:
    """Disconnect a joined browser: from then on it is a new visitor's."""
    player = current_player()
    if not (player and end_device(store(), key, player)):
        return show("That browser isn’t joined (any more).", 404)
    is_own = key == session.get("device")
    return redirect(url_for(".data", ended="own" if is_own else "other"), 303)


@blueprint.post("/erasure")
def erase() -> ResponseReturnValue:
    """Erase everything that is kept about the visitor, if they have ticked the box to confirm."""
    player = current_player()
    if request.form.get("sure") != "1":
        return show("Tick the box to confirm. You can’t undo this.", 422)
    count = erase_player(store(), player) if player else 0
    session.clear()
    return show(message=f"{counted(count, 'game')} erased, and everything else we kept about you.")


def _done_words() -> str:
    """Return a message about what was done before the redirect, as the address says."""
    if request.args.get("joined"):
        return "This browser is joined."
    return ENDED.get(request.args.get("ended", ""), "")


def show(
    problem: str = "", status: int = 200, *, code: str = "", typed: str = "", message: str = ""
) -> ResponseReturnValue:
    player = current_player()
    count = count_played(store(), player, GameQuery(tuple(playables()))) if player else 0
    page = render_template(
        "you/data/data.html",
        count=count,
        devices=devices_of(store(), player) if player else (),
        own=session.get("device"),
        code=code,
        link=url_for(".join_form", code=code.replace(" ", ""), _external=True) if code else "",
        longest=LONGEST,
        typed=typed,
        message=message or _done_words(),
        problem=problem,
        date_words=date_words,
    )
    return page, status
