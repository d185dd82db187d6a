"""Boards taken away: as text, JSON or a picture, and on paper."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response as AnyResponse

from solver.hidoku.rules.grid import Board, Grid
from solver.hidoku.search.solve import board_of
from webapp.hidoku.exchange.formats import DOWNLOADS
from webapp.hidoku.exchange.print_view import MOST_BOARDS, chosen_boards, parse_per, sheets_of
from webapp.hidoku.play.game import load
from webapp.hidoku.play.known_solutions import solution_to_take
from webapp.hidoku.puzzles import load_puzzle
from webapp.http.forms import FormError
from webapp.http.unfinished import NOT_YET, SOON, later, thinking
from webapp.work.thoughts import ThinkingError

KEPT = "private, max-age=86400"  # boards never change, but how they are drawn may

blueprint = Blueprint("exports", __name__, url_prefix="/hidoku/exchange")


@blueprint.get("/boards/<name>/board.<form>")
def download(name: str, form: str) -> ResponseReturnValue:
    """Send a board as a file, solved on request; 503 if that takes a moment."""
    grid = load_puzzle(name).grid
    is_solved = "solution" in request.args
    board = _solution(grid) if is_solved else grid.given
    response = _file(grid, board, form, f"hidoku-{name}{'-solution' * is_solved}")
    response.headers["Cache-Control"] = KEPT
    response.add_etag()
    return response.make_conditional(request)


@blueprint.get("/games/<game_id>/board.<form>")
def download_position(game_id: str, form: str) -> ResponseReturnValue:
    """Send the board as it stands in one's own game as a file; 503 if that takes a moment."""
    play = load(game_id).play
    return _file(play.grid, play.board, form, f"hidoku-{game_id}")


def _solution(grid: Grid) -> Board:
    """Return the first solution; 404 if none is found in time."""
    found = solution_to_take(grid)
    return board_of(found) if found else abort(404)


def _file(grid: Grid, board: Board, form: str, name: str) -> AnyResponse:
    written = DOWNLOADS.get(form)
    if written is None:
        abort(404)
    response = Response(written.write(grid, board), content_type=written.content_type)
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.{form}")
    return response


@blueprint.errorhandler(ThinkingError)
def ask_again(problem: Exception) -> ResponseReturnValue:
    """Say that it is being worked out: a page by itself, a file by a status, as it is no page."""
    if request.endpoint == "exports.print_page":
        return thinking(problem)
    return later(ServiceUnavailable(NOT_YET), SOON)


@blueprint.get("/print")
def print_page() -> ResponseReturnValue:
    """Show boards as they come out of a printer, and a form that says how."""
    problem = ""
    try:
        names = chosen_boards(request.args)
    except FormError as error:
        names, problem = request.args.getlist("board"), str(error)
    per, solutions = parse_per(request.args), "solutions" in request.args
    paper = sheets_of(names[:MOST_BOARDS], per, solutions)
    page = render_template("hidoku/exchange/print.html", per=per, problem=problem, paper=paper)
    return page, 422 if problem else 200
