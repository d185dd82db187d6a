"""What is kept about the visitor: downloaded as a file, moved to another browser, or erased."""

import hashlib
import hmac
import re
import time
from base64 import b32decode, b32encode, urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from flask import (
    Blueprint,
    Response,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from solver.wording import date_words, plural
from webapp.game_type import playables
from webapp.http.security import current_player, play_as, player_for_a_new_game
from webapp.http.server.requests import client_network
from webapp.storage.games import store
from webapp.storage.records import players
from webapp.storage.records.played import GameQuery, count_played
from webapp.you.export import export

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
    store().admit(players.ROW)
    player = player_for_a_new_game()
    if "device" not in session:  # so that another browser can disconnect this one too
        play_as(player, players.first_key(player))
    return show(code=make_code(player))


@blueprint.get("/join")
def join_form() -> ResponseReturnValue:
    """Show the form for a code; the address may carry it."""
    return show(code_text=request.args.get("code", "")[:LONGEST])


@blueprint.post("/join")
def join() -> ResponseReturnValue:
    """Join this browser to the one that made a code, moving its games there."""
    code_text = request.form.get("code", "")[:LONGEST]
    limiter: FixedWindowRateLimiter = current_app.extensions["tries"]
    if not limiter.hit(TRIES, "join", client_network()):
        return show(TOO_OFTEN, 429, code_text=code_text)
    before = current_player()
    player = player_of(code_text)
    if player is None:
        return show(NO_CODE, 422, code_text=code_text)
    store().admit(players.ROW)
    if not limiter.hit(ONCE, hashlib.sha256(_plain(code_text).encode()).hexdigest()):
        return show(NO_CODE, 422, code_text=code_text)
    if before and before != player:
        players.move_games(store(), before, player)
    if before != player:
        play_as(player, players.join_device(store(), player))
    return redirect(url_for(".data", joined=1), 303)


@blueprint.post("/devices/<key>/end")
def end(key: str) -> ResponseReturnValue:
    """Disconnect a joined browser: from then on it is a new visitor's."""
    player = current_player()
    if not (player and players.end_device(store(), key, player)):
        return show("That browser isn’t joined (any more).", 404)
    is_own = key == session.get("device")
    return redirect(url_for(".data", ended="own" if is_own else "other"), 303)


@blueprint.post("/erasure")
def erase() -> ResponseReturnValue:
    """Erase everything that is kept about the visitor, if they have ticked the box to confirm."""
    player = current_player()
    if request.form.get("sure") != "1":
        return show("Tick the box to confirm. You can’t undo this.", 422)
    count = players.erase_player(store(), player) if player else 0
    session.clear()
    return show(message=f"{plural(count, 'game')} erased, and everything else we kept about you.")


def show(
    problem: str = "", status: int = 200, *, code: str = "", code_text: str = "", message: str = ""
) -> ResponseReturnValue:
    player = current_player()
    count = count_played(store(), player, GameQuery(tuple(playables()))) if player else 0
    # what was done before the redirect, as the address says
    done_words = "This browser is joined." if request.args.get("joined") else ""
    done_words = done_words or ENDED.get(request.args.get("ended", ""), "")
    page = render_template(
        "you/data/data.html",
        count=count,
        devices=players.devices_of(store(), player) if player else (),
        own=session.get("device"),
        code=code,
        link=url_for(".join_form", code=code.replace(" ", ""), _external=True) if code else "",
        longest=LONGEST,
        typed=code_text,
        message=message or done_words,
        problem=problem,
        date_words=date_words,
    )
    return page, status


# Codes that join another browser to this one: signed, and stored nowhere.
#
# A code says whose it is and when it was made, sealed. To guess one, somebody has to guess a
# player's id, 128 random bits that no page shows, and 56 bits of the seal: so no limit is needed on
# the attempts of all networks together. That it works only once is ensured by a count that begins
# when it is used.
#
# Rejected: a row for each code that is made. A client that throws its cookies away made 200 of them
# a second, and shorter codes can be guessed.

GOOD_FOR: Final = 600  # seconds
SKEW: Final = 60  # seconds by which another server's clock may be ahead
#: No letters or digits that look alike, in place of Base32's; 40 of them are 200 bits.
SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_BASE32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_PLAYER, _STAMP, _SEAL = 16, 2, 7  # bytes
_SPAN: Final = 1 << 8 * _STAMP  # seconds until stamps repeat
LENGTH: Final = (_PLAYER + _STAMP + _SEAL) * 8 // 5
LONGEST: Final = 2 * LENGTH  # as somebody types it

#: How often one network may try codes in ten minutes, and how often a right one may be used.
TRIES: Final = RateLimitItemPerMinute(10, 10, namespace="tries")
ONCE: Final = RateLimitItemPerMinute(1, 12, namespace="used")  # longer than a code is valid


def make_code(player: str) -> str:
    """Return a code of a player's, in groups for reading out."""
    moment = int(time.time())
    payload = urlsafe_b64decode(f"{player}==") + (moment % _SPAN).to_bytes(_STAMP)
    text = b32encode(payload + _signature(player, moment)).decode()
    code = text.translate(str.maketrans(_BASE32, SIGNS))
    return " ".join(re.findall(".{5}", code))


def player_of(code_text: str) -> str | None:
    """Return whose code was typed; None if it is wrong, or older than ten minutes."""
    text = _plain(code_text).translate(str.maketrans(SIGNS, _BASE32))
    if len(text) != LENGTH:
        return None
    payload = b32decode(text)
    player = urlsafe_b64encode(payload[:_PLAYER]).decode().rstrip("=")
    now = int(time.time())
    stamp = int.from_bytes(payload[_PLAYER : _PLAYER + _STAMP])
    age = (now - stamp + SKEW) % _SPAN - SKEW
    is_ours = hmac.compare_digest(payload[_PLAYER + _STAMP :], _signature(player, now - age))
    return player if is_ours and age <= GOOD_FOR else None


def _signature(player: str, moment: int) -> bytes:
    """Return what only this server can write; it covers the full time, not just the stamp."""
    key = str(current_app.secret_key).encode()
    seal: bytes = hmac.digest(key, f"joins:{player}:{moment}".encode(), "sha256")
    return seal[:_SEAL]


def _plain(code_text: str) -> str:
    """Return the characters of a code, however it is typed.

    >>> _plain(" abcde-23456")
    'ABCDE23456'
    """
    return "".join(sign for sign in code_text.upper() if sign in SIGNS)
