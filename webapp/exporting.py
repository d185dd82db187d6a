"""Boards taken away: as text, JSON or a picture, and on paper."""

from __future__ import annotations

from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from solver.hidoku.exchange import format_json
from solver.hidoku.notation import format_grid
from webapp.puzzles import load_puzzle

FORMS = {"json": format_json, "txt": format_grid}

blueprint = Blueprint("exporting", __name__, url_prefix="/hidoku")


@blueprint.get("/boards/<name>/board.<form>")
def download(name: str, form: str) -> ResponseReturnValue:
    """Send a board as a file."""
    write = FORMS.get(form)
    if write is None:
        abort(404)
    return Response(write(load_puzzle(name).grid), content_type="text/plain; charset=utf-8")
