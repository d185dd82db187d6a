"""Boards brought along: pasted, uploaded, or in the address."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

blueprint = Blueprint("importing", __name__, url_prefix="/hidoku")


@blueprint.get("/import")
def start() -> ResponseReturnValue:
    """Show where a board is pasted or uploaded."""
    return render_template("importing/start.html")
