"""Boards exported: as text, JSON or a picture, and on paper."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from solver.hidoku.notations.notation import Notation
from solver.hidoku.notations.registry import WRITTEN
from solver.hidoku.rules.grid import Board, Grid, GridError
from solver.hidoku.search.solve import Verdict, board_of
from solver.wording import quote
from webapp.hidoku.exchange.import_routes import size_words
from webapp.hidoku.picture.png import painted
from webapp.hidoku.picture.svg import svg_of, svg_on_paper
from webapp.hidoku.play.game import load
from webapp.hidoku.puzzles import RACED_ON, Puzzle, load_puzzle
from webapp.hidoku.verdict import solutions_of
from webapp.http.forms import FormError, list_items, wants_items
from webapp.storage.games import store
from webapp.storage.records.races import is_raced_in
from webapp.work.limits import GLANCE

# The formats in which a board can be downloaded.

TEXT = "text/plain; charset=utf-8"


class Download(NamedTuple):
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


# Boards on paper: which ones, how many on a page, and their solutions at the end.


MOST_BOARDS = 12
SOLUTIONS_ON_PAGE = 4

_LINK = re.compile(r"(?:.*/boards/)?([\w-]{1,120})(?:[/?#].*)?", re.ASCII)


class PaperBoard(NamedTuple):
    """A board on paper; ``drawing`` is an SVG."""

    name: str
    title: str
    words: str
    drawing: str


Sheets = tuple[tuple[PaperBoard, ...], ...]


@dataclass(frozen=True)
class ShownPaper:
    sheets: Sheets
    solved: Sheets


def chosen_boards(form: MultiDict[str, str]) -> list[str]:
    """Return the names of the boards to print, each once; FormError for one that can't be added.

    What is added by hand may be a name or a link; NotMadeError if that board isn't made yet.
    """
    names = list(dict.fromkeys(form.getlist("board")))
    addition = form.get("add", "").strip()
    if addition:
        names = list(dict.fromkeys([*names, _added(addition)]))
    if len(names) > MOST_BOARDS:
        raise FormError(f"At most {MOST_BOARDS} boards can be printed at once.")
    return names


def _added(text: str) -> str:
    match = _LINK.fullmatch(text)
    try:
        return load_puzzle(match[1] if match else "").name
    except NotFound as error:
        raise FormError(f"“{quote(text)}” isn’t a board’s name or link.") from error


def parse_per(form: Mapping[str, str]) -> int:
    """Return how many boards go on a page.

    >>> [parse_per({"per": text}) for text in ("2", "9", "x")], parse_per({})
    ([2, 1, 1], 1)
    """
    per = form.get("per", "")
    return int(per) if per in {"1", "2", "3", "4"} else 1


def sheets_of(names: Sequence[str], per: int, with_solutions: bool) -> ShownPaper:
    puzzles = [load_puzzle(name) for name in names]
    boards = list(map(_show_board, puzzles))
    solution_boards = list[PaperBoard]()
    end = GLANCE.deadline
    for puzzle, board in zip(puzzles, boards, strict=True) if with_solutions else ():
        grid = puzzle.grid
        result = solutions_of(grid) if time.monotonic() < end else None
        words = SOLVED[result.verdict if result else Verdict.UNDECIDED]
        path = result.solutions[:1] if result else ()
        drawing = svg_on_paper(grid, board_of(path[0]) if path else grid.given)
        solution_boards.append(board._replace(words=words, drawing=drawing))
    return ShownPaper(_in_sheets(boards, per), _in_sheets(solution_boards, SOLUTIONS_ON_PAGE))


def _in_sheets(boards: Sequence[PaperBoard], per: int) -> Sheets:
    return tuple(tuple(boards[first : first + per]) for first in range(0, len(boards), per))


def _show_board(puzzle: Puzzle) -> PaperBoard:
    grid = puzzle.grid
    words = size_words(grid)
    if puzzle.grade is not None and puzzle.grade.word not in puzzle.title:
        words = f"{words}, {puzzle.grade.word}"
    return PaperBoard(puzzle.name, puzzle.title, words, svg_on_paper(grid, grid.given))


SOLVED = {
    Verdict.UNIQUE: "The only solution",
    Verdict.SEVERAL: "One of several solutions",
    Verdict.NONE: "There is no solution",
    Verdict.UNDECIDED: "Not solved in time",
}
