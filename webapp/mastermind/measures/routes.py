"""The page that explains the measures of guesses, and the scales of a review."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from solver.deduction.strategies.registry import OFFERED
from webapp.mastermind.measures.view import show_example

blueprint = Blueprint("measures", __name__, url_prefix="/mastermind/measures")


@blueprint.get("/")
def measures() -> ResponseReturnValue:
    return render_template(
        "mastermind/measures/measures.html", shown=show_example(), strategies=OFFERED
    )
