"""The page of a technique, to which hints of Hidoku lead."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from solver.hidoku.logic.technique import technique_named
from webapp.learn.techniques.view import show_technique
from webapp.learn.way_back import left_game

blueprint = Blueprint("techniques", __name__, url_prefix="/learn/techniques")


@blueprint.get("/<technique>")
def technique(technique: str) -> ResponseReturnValue:
    """Show the lesson and three exercises of a technique."""
    try:
        found = technique_named(technique)
    except ValueError as error:
        abort(404, str(error))
    shown = show_technique(found, left_game())
    return render_template("learn/techniques/technique.html", shown=shown)
