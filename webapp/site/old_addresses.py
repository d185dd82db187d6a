"""Addresses that pages once had: each redirects to its page's present one, as long as links exist.

A link answers 301. What an old page posts to an old address is posted on: 308.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from flask import Flask, redirect, request
from flask.typing import ResponseReturnValue

_GAME: Final = "<string(length=22):game_id>"

#: From each old address to the page's present one; what is between < > is kept.
MOVED: Final = MappingProxyType(
    {
        "/about/origins": "/about",
        "/cards/contest/<game_id>.png": "/cards/group-challenge/<game_id>.png",
        "/contest/": "/friends/",
        "/contest/<path:rest>": "/group-challenge/<rest>",
        "/g/<game_id>/rows/<row>": "/g/<game_id>/review",
        "/group-challenge/": "/friends/",
        "/group-challenge/boards": "/friends/boards",
        "/group-challenge/codes": "/friends/codes",
        "/group-challenge/codes/<keys>/<path:rules>": "/friends/codes/<keys>/<rules>",
        "/group-challenge/games": "/friends/games",
        "/embed/lesson/mastermind/the-answer/<step>": "/embed/lesson/mastermind/feedback/<step>",
        "/learn/mastermind/the-answer": "/learn/mastermind/feedback",
        "/learn/mastermind/the-answer/<path:rest>": "/learn/mastermind/feedback/<rest>",
        "/learn/techniques/<name>": "/learn/ideas/<name>",
        "/learn/trainer": "/learn",
        "/learn/exercises/": "/learn",
        "/mastermind/measures/": "/learn/ideas/splitting",
        "/mastermind/games": "/mastermind/breaker/games",
        f"/mastermind/{_GAME}": "/mastermind/breaker/<game_id>",
        f"/mastermind/{_GAME}/<path:rest>": "/mastermind/breaker/<game_id>/<rest>",
        f"/mastermind/{_GAME}/review": "/mastermind/review/<game_id>",
        f"/mastermind/{_GAME}/review/rows/<row>": "/mastermind/review/<game_id>",
        "/mastermind/review/<game_id>/rows/<row>": "/mastermind/review/<game_id>",
        f"/mastermind/{_GAME}/attempts": "/mastermind/review/<game_id>/attempts",
        "/mastermind/setting/": "/mastermind/setter/",
        "/mastermind/setting/<path:rest>": "/mastermind/setter/<rest>",
        "/mastermind/watch/": "/mastermind/setter/",
        "/mastermind/watch/<path:rest>": "/mastermind/setter/<rest>",
        "/mastermind/watching/": "/mastermind/setter/",
        "/mastermind/watching/<path:rest>": "/mastermind/setter/<rest>",
        "/mastermind/challenges/": "/mastermind/challenge/",
        "/mastermind/challenges/<path:rest>": "/mastermind/challenge/<rest>",
        "/hidoku/games": "/hidoku/play/games",
        f"/hidoku/{_GAME}": "/hidoku/play/<game_id>",
        f"/hidoku/{_GAME}/<path:rest>": "/hidoku/play/<game_id>/<rest>",
        f"/hidoku/{_GAME}/board.<form>": "/hidoku/exchange/games/<game_id>/board.<form>",
        "/hidoku/daily": "/hidoku/boards/daily",
        "/hidoku/daily/archive": "/daily/hidoku",
        "/hidoku/boards/daily/archive": "/daily/hidoku",
        "/hidoku/gallery": "/hidoku/boards/gallery",
        "/hidoku/boards/<name>/watch": "/hidoku/watch/<name>",
        "/hidoku/boards/<name>/watch/games": "/hidoku/watch/<name>/games",
        "/hidoku/boards/<name>/solutions": "/hidoku/watch/<name>/solutions",
        "/hidoku/boards/<name>/board.<form>": "/hidoku/exchange/boards/<name>/board.<form>",
        "/hidoku/solve/<path:rest>": "/hidoku/watch/<rest>",
        "/hidoku/solve/<name>/step.png": "/cards/step/<name>.png",
        "/hidoku/boards/games/<name>": "/hidoku/watch/games/<name>",
        "/hidoku/import": "/hidoku/exchange/import",
        "/hidoku/print": "/hidoku/exchange/print",
    }
    | {
        f"/mastermind/{helper}/{page}": f"/mastermind/analysis/{new}"
        for helper in ("helping", "helper")
        for page, new in {
            "": "",
            "new": "",
            "games": "games",
            "<path:rest>": "games/<rest>",
        }.items()
    }
)

#: The same for addresses that only take posts; a reload there is redirected to the game as usual.
POSTED: Final = MappingProxyType(
    {f"/mastermind/setter/{_GAME}/mends": "/mastermind/setter/<game_id>/corrections"}
)


def init_moved(app: Flask) -> None:
    """Answer at every old address; a present page at the same address comes first."""
    for old in MOVED:
        app.add_url_rule(old, "moved", redirect_to_new, methods=["GET", "POST"])
    for old in POSTED:
        app.add_url_rule(old, "moved", redirect_to_new, methods=["POST"])


def redirect_to_new(**parts: str) -> ResponseReturnValue:
    """Redirect to the present address, with the parts and the query of the old one."""
    new = (MOVED | POSTED)[str(request.url_rule)]
    path = re.sub("<(.*?)>", lambda part: quote(parts[part[1]], safe="/"), new)
    query = request.query_string.decode("ascii", "replace")
    code = 308 if request.method == "POST" else 301
    return redirect(f"{path}?{query}" if query else path, code)
