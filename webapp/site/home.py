"""The first page."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.hidoku.boards.catalogue import FIRST, request_name
from webapp.hidoku.play.game import KIND
from webapp.hidoku.puzzles import daily_name, today
from webapp.http.game_access import find_unfinished
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.samples import SAMPLE_NUMBERS, SAMPLE_PATH, SAMPLE_ROWS

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Show both games, each one click away, and the way back to an open one."""
    return render_template(
        "site/home.html",
        sample_rows=SAMPLE_ROWS,
        sample_path=SAMPLE_PATH,
        sample_numbers=SAMPLE_NUMBERS,
        open_mastermind=find_unfinished(BREAKER.kind)[:1],
        open_hidoku=find_unfinished(KIND)[:1],
        hidoku_at_once=request_name(FIRST),
        daily_board=daily_name(today()),
    )
