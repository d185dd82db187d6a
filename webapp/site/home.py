"""The first page: a board of each game, ready. Nothing is stored before the first move."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.daily.home_view import show_dailies
from webapp.hidoku.home_view import show_small_board
from webapp.hidoku.play.game import KIND
from webapp.http.game_access import find_unfinished
from webapp.http.security import current_player
from webapp.mastermind.breaker.routes import PAGES
from webapp.mastermind.new_game_form import show_empty_board

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Show both games, and the way back to an open one; the address may carry a row being built."""
    return render_template(
        "site/home.html",
        board=show_empty_board(request.args.get("draft", "")),
        small=show_small_board(),
        open_mastermind=PAGES.open_games()[:1],
        open_hidoku=find_unfinished(KIND)[:1],
        dailies=show_dailies(current_player()),
    )
