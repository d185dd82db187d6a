"""The page of a technique, to which hints of Hidoku lead."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from solver.hidoku.logic.technique import technique_named
from webapp.learn.techniques.view import show_technique

blueprint = Blueprint("techniques", __name__, url_prefix="/learn/techniques")


@blueprint.get("/<technique>")
def technique(technique: str) -> ResponseReturnValue:
    """Show the lesson and three exercises of a technique, and the way back to a game."""
    try:
        found = technique_named(technique)
    except ValueError as error:
        abort(404, str(error))
    shown = show_technique(found, request.args.get("game", ""))
    return render_template("learn/techniques/technique.html", shown=shown)
