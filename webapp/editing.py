"""The editor: a board drawn by a player, with what is to be said of it at once."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

blueprint = Blueprint("editing", __name__, url_prefix="/hidoku")


@blueprint.get("/editor")
def editor() -> ResponseReturnValue:
    """Show the editor; ``board`` in the address names the board to begin with."""
    return render_template("editing/editor.html")
