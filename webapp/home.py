"""The first page."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.samples import SAMPLE_NUMBERS, SAMPLE_PATH, SAMPLE_ROWS
from webapp.security import current_player
from webapp.store import store

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Show both games, each one click away, and the way back to an open one."""
    player = current_player()
    return render_template(
        "home.html",
        sample_rows=SAMPLE_ROWS,
        sample_path=SAMPLE_PATH,
        sample_numbers=SAMPLE_NUMBERS,
        open_mastermind=store().unfinished(player, "mastermind") if player else None,
        open_hidoku=store().unfinished(player, "hidoku") if player else None,
    )
