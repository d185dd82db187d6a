"""The analysis board: any position by its address. Nothing is stored, and nothing but looked at."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from solver.deduction.rules.game import Code, CodeError
from solver.deduction.strategies.measures import MEASURES, NEED
from webapp.http.fragments import render
from webapp.mastermind.analysis.position import (
    PositionError,
    address_of,
    parse_position,
    read_position,
)
from webapp.mastermind.analysis.view import show_analysis
from webapp.mastermind.answer_sheet import Sheet
from webapp.mastermind.board_view import EMPTY
from webapp.mastermind.new_game_form import USUAL, offered_for
from webapp.mastermind.offer.board_cards import board_cards

blueprint = Blueprint("analysis", __name__, url_prefix="/mastermind/analysis")


@blueprint.get("/")
def begin() -> ResponseReturnValue:
    """Let a board be chosen; a form that names a board and rows leads to their position."""
    name = request.args.get("game", "")
    if not name:
        return show_boards()
    rows = request.args.get("rows", "").replace(";", "\n").split("\n")
    sheet = read_position(name, [row.strip() for row in rows if row.strip()])
    return redirect(address_of(sheet.game, sheet.turns), 303)


@blueprint.get("/<path:position>")
def position(position: str) -> ResponseReturnValue:
    """Show a position; ``?guess=`` tries a guess, ``?by=`` says what the best are chosen by."""
    sheet = parse_position(position)
    by = request.args.get("by", "")
    measure = by if by in MEASURES else NEED.name
    typed = request.args.get("typed", "").strip() or request.args.get("guess", "")
    guess: Code | None = None
    problem = ""
    try:
        guess = parse_guess(sheet, typed)
    except CodeError as error:
        problem = str(error)
    draft = request.args.get("draft", "") or "".join(typed.split())
    shown = show_analysis(sheet, measure, guess, draft, problem)
    return render(
        "mastermind/analysis/position.html",
        "mastermind/analysis/_position.html",
        422 if problem else 200,
        shown=shown,
        board=shown.table,
    )


def parse_guess(sheet: Sheet, text: str) -> Code | None:
    """Return the guess that an address tries, None if it tries none. Raises CodeError."""
    return sheet.game.parse_code(text) if text.replace(EMPTY, "") else None


@blueprint.errorhandler(PositionError)
def refuse(problem: PositionError) -> ResponseReturnValue:
    """Say why an address names no position; what was typed is kept."""
    return show_boards(problem)


def show_boards(problem: PositionError | None = None) -> ResponseReturnValue:
    """Render the choice of a board, with a position that was refused."""
    page = render_template(
        "mastermind/analysis/start.html",
        cards=board_cards(),
        offered=offered_for("analysis"),
        problem=str(problem or ""),
        game=problem.name if problem else USUAL,
        rows="\n".join(problem.rows)[:1000] if problem else "",
    )
    return make_response(page, problem.status if problem else 200)
