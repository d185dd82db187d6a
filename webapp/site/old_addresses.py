"""Addresses of version 1.0.0 and later: each redirects to its page's present one, for ever.

A link answers 301. What an old page posts to an old address is posted on (308), if the page it
leads to takes anything; otherwise that is shown (303).
"""

import re
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from flask import Flask, current_app, redirect, request
from flask.typing import ResponseReturnValue

_SEED: Final = "<level>/<seed>"

#: From each old address to the page's present one; what is between < > is kept.
MOVED: Final = MappingProxyType(
    {
        "/cards/contest/<game_id>.png": "/cards/group-challenge/<game_id>.png",
        "/contest/": "/friends/",
        "/contest/<path:rest>": "/group-challenge/<rest>",
        "/g/<game_id>/rows/<row>": "/g/<game_id>/review",
        f"/embed/exercise/must-be-so/{_SEED}": f"/embed/exercise/what-is-proved/{_SEED}",
        f"/embed/exercise/last-ten/{_SEED}": "/embed/lesson/hidoku/the-path/2",
        "/group-challenge/": "/friends/",
        "/group-challenge/boards": "/friends/boards",
        "/group-challenge/codes": "/friends/codes",
        "/group-challenge/codes/<keys>/<path:rules>": "/friends/codes/<keys>/<rules>",
        "/group-challenge/games": "/friends/games",
        "/embed/lesson/mastermind/the-answer/<step>": "/embed/lesson/mastermind/feedback/<step>",
        "/learn/mastermind/the-answer": "/learn/mastermind/feedback",
        "/learn/mastermind/the-answer/<path:rest>": "/learn/mastermind/feedback/<rest>",
        "/learn/exercises/last-ten/<path:rest>": "/learn/ideas/the-path",
        "/embed/exercise/best-split/<path:rest>": "/embed/lesson/mastermind/splitting/1",
        "/learn/exercises/best-split/<path:rest>": "/learn/ideas/splitting",
        "/learn/ideas/bits": "/learn/ideas/information",
        "/learn/ideas/colour_count": "/learn/ideas/cut",
        "/learn/ideas/parity": "/learn/ideas/area",
        "/learn/ideas/lone_area": "/learn/ideas/area",
        "/learn/ideas/corner": "/learn/ideas/enter-and-leave",
        "/learn/ideas/going-back": "/learn/ideas/depth-first",
        "/learn/ideas/hidden": "/learn/ideas/naked-pair",
        "/learn/ideas/naked": "/learn/ideas/hidden-pair",
        "/learn/ideas/passage": "/learn/ideas/corner-and-edge",
        "/learn/ideas/skill-and-luck": "/mastermind/rules",
        "/learn/ideas/worst-case": "/learn/ideas/minimax",
        "/learn/runs/bits": "/learn/runs/information",
        "/learn/runs/colour_count": "/learn/runs/cut",
        "/learn/runs/corner": "/learn/runs/enter-and-leave",
        "/learn/runs/hidden": "/learn/runs/naked-pair",
        "/learn/runs/naked": "/learn/runs/hidden-pair",
        "/learn/runs/passage": "/learn/runs/corner-and-edge",
        "/learn/runs/parity": "/learn/runs/area",
        "/learn/runs/worst-case": "/learn/runs/minimax",
        "/learn/exercises/must-be-so/<path:rest>": "/learn/exercises/what-is-proved/<rest>",
        "/learn/techniques/<name>": "/learn/ideas/<name>",
        "/learn/trainer": "/learn/runs/all",
        "/learn/trainer/next": "/learn/runs/all",
        "/learn/exercises/": "/learn",
        "/mastermind/measures/": "/learn/ideas/splitting",
        "/mastermind/review/<game_id>/rows/<row>": "/mastermind/review/<game_id>",
        "/mastermind/watch/": "/mastermind/setter/",
        "/mastermind/watch/<path:rest>": "/mastermind/setter/<rest>",
        "/hidoku/boards/daily/archive": "/daily/hidoku",
        "/hidoku/play/<game_id>/settings": "/hidoku/play/<game_id>",
        "/hidoku/solve/<path:rest>": "/hidoku/watch/<rest>",
        "/cards/step/<name>.png": "/cards/board/<name>.png",
        "/hidoku/solve/<name>/step.png": "/cards/board/<name>.png",
        "/mastermind/helper/": "/mastermind/analysis/",
        "/mastermind/helper/new": "/mastermind/analysis/",
        "/mastermind/helper/games": "/mastermind/analysis/games",
        "/mastermind/helper/<path:rest>": "/mastermind/analysis/games/<rest>",
    }
)


def init_moved(app: Flask) -> None:
    """Answer at every old address; a present page at the same address comes first."""
    for old_address in MOVED:
        app.add_url_rule(old_address, "moved", redirect_to_new, methods=["GET", "POST"])


def redirect_to_new(**parts: str) -> ResponseReturnValue:
    """Redirect to the present address, with the parts and the query of the old one."""
    new_address = MOVED[str(request.url_rule)]
    path = re.sub("<(.*?)>", lambda part: quote(parts[part[1]], safe="/"), new_address)
    query = request.query_string.decode("ascii", "replace")
    takes_posts = current_app.url_map.bind("").test(path, "POST")
    code = 301 if request.method != "POST" else 308 if takes_posts else 303
    return redirect(f"{path}?{query}" if query else path, code)
