"""Boards by wish, the daily board, and the page that every board has."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from webapp.pictures import draw
from webapp.puzzles import daily_name, load_puzzle, today

blueprint = Blueprint("making", __name__, url_prefix="/hidoku")


@blueprint.get("/daily")
def daily() -> ResponseReturnValue:
    """Lead to the board of the day."""
    return redirect(url_for(".board", name=daily_name(today())), 302)


@blueprint.get("/boards/<name>")
def board(name: str) -> ResponseReturnValue:
    """Show a board, and what can be done with it."""
    puzzle = load_puzzle(name)
    picture = draw(puzzle.grid, puzzle.grid.given)
    return render_template("making/board.html", puzzle=puzzle, board=picture)
