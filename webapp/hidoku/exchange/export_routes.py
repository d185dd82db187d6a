"""Boards exported: as text, JSON or a picture, and on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from solver.hidoku.notations.notation import Notation
from solver.hidoku.notations.registry import WRITTEN
from solver.hidoku.rules.grid import Board, Grid, GridError
from solver.hidoku.search.solve import board_of
from webapp.hidoku.exchange.print_view import MOST_BOARDS, chosen_boards, parse_per, sheets_of
from webapp.hidoku.picture.png import painted
from webapp.hidoku.picture.svg import svg_of
from webapp.hidoku.play.game import load
from webapp.hidoku.puzzles import RACED_ON, load_puzzle
from webapp.hidoku.verdict import solutions_of
from webapp.http.forms import FormError, list_items, wants_items
from webapp.storage.games import store
from webapp.storage.records.races import is_raced_in

# The formats in which a board can be downloaded.


TEXT = "text/plain; charset=utf-8"


class Download(NamedTuple):
    """A format's content type, and how to write a board in it."""

    content_type: str
    write: Callable[[Grid, Board], str | bytes]


def _download(notation: Notation) -> Download:
    content_type = "application/json" if notation.ending == "json" else TEXT
    return Download(content_type, lambda grid, board: f"{notation.write(grid, board)}\n")


#: By the file name's extension.
DOWNLOADS = {
    **{ending: _download(notation) for ending, notation in WRITTEN.items()},
    "svg": Download("image/svg+xml", svg_of),
    "png": Download("image/png", painted),
}


KEPT = "private, max-age=86400"  # boards never change, but how they are drawn may

blueprint = Blueprint("exports", __name__, url_prefix="/hidoku/exchange")


@blueprint.get("/boards/<name>/board.<form>")
def download(name: str, form: str) -> ResponseReturnValue:
    """Send a board as a file, solved on request; 503 if that takes a moment."""
    grid = load_puzzle(name).grid
    is_solved = "solution" in request.args
    solutions = solutions_of(grid).solutions if is_solved else ()
    if is_solved and not solutions:
        abort(404)  # none is found in time
    board = board_of(solutions[0]) if is_solved else grid.given
    response = _file(grid, board, form, f"hidoku-{name}{'-solution' * is_solved}")
    response.headers["Cache-Control"] = KEPT
    response.add_etag()
    return response.make_conditional(request)


@blueprint.get("/games/<game_id>/board.<form>")
def download_position(game_id: str, form: str) -> ResponseReturnValue:
    if is_raced_in(store(), game_id):
        abort(403, RACED_ON)
    play = load(game_id).play
    return _file(play.grid, play.board, form, f"hidoku-{game_id}")


def _file(grid: Grid, board: Board, form: str, name: str) -> AnyResponse:
    entry = DOWNLOADS.get(form)
    if entry is None:
        abort(404)
    try:
        response = Response(entry.write(grid, board), content_type=entry.content_type)
    except GridError as problem:
        abort(404, str(problem))
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.{form}")
    return response


@blueprint.get("/print")
def print_page() -> ResponseReturnValue:
    problem = ""
    try:
        names = chosen_boards(request.args)
    except FormError as error:
        names = request.args.getlist("board")
        problem = str(error)
    if wants_items() and not problem:
        puzzles = map(load_puzzle, names)
        pages = ((url_for("boards.board", name=puzzle.name), puzzle.title) for puzzle in puzzles)
        return list_items(pages)
    per = parse_per(request.args)
    solutions = "solutions" in request.args
    paper = sheets_of(names[:MOST_BOARDS], per, solutions)
    page = render_template("hidoku/exchange/print.html", per=per, problem=problem, paper=paper)
    return page, 422 if problem else 200
