"""The page of Mastermind that other sites may frame: a position, to be analysed here."""

from __future__ import annotations

from flask import url_for
from flask.typing import ResponseReturnValue

from solver.deduction.strategies.measures import NEED
from webapp.embed import blueprint, not_found, shown
from webapp.mastermind.analysis.position import PositionError, parse_position
from webapp.mastermind.analysis.routes import show_analysis

blueprint.register_error_handler(PositionError, not_found)


@blueprint.get("/analysis/<path:position>")
def analysis(position: str) -> ResponseReturnValue:
    sheet = parse_position(position)
    page = url_for("analysis.position", position=position, _external=True)
    table = show_analysis(sheet, NEED.name, None, "")
    return shown("analysis", shown=table, board=table["table"], page=page)
