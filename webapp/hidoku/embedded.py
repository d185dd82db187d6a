"""Pages of Hidoku that other sites may frame: a board, the daily one, and a step of a solution."""

from flask import request, url_for
from flask.typing import ResponseReturnValue

from webapp.embed import blueprint, render_framed
from webapp.hidoku.days import daily_name
from webapp.hidoku.picture.model import draw
from webapp.hidoku.puzzles import NotMadeError, Puzzle, load_puzzle, secret_of
from webapp.hidoku.watch.routes import find_method
from webapp.hidoku.watch.step_view import Look, show_frame
from webapp.hidoku.watch.traces import find_trace
from webapp.http.forms import parse_step
from webapp.storage.records.dailies import today


@blueprint.get("/board/<name>")
def board(name: str) -> ResponseReturnValue:
    return show_board(load_puzzle(name))


@blueprint.get("/daily")
def daily() -> ResponseReturnValue:
    return show_board(load_puzzle(daily_name(today())))


def show_board(puzzle: Puzzle) -> ResponseReturnValue:
    page = url_for("boards.board", name=puzzle.name, _external=True)
    picture = draw(puzzle.grid, puzzle.grid.given)
    return render_framed("board", puzzle=puzzle, board=picture, page=page)


@blueprint.get("/watch/<name>")
def watch(name: str) -> ResponseReturnValue:
    """Show a step of a board being solved; for today's daily board, only its givens."""
    puzzle = load_puzzle(name)
    if secret_of(puzzle.grid):
        return show_board(puzzle)
    method = find_method(request.args)
    solve = find_trace(puzzle.grid, method)
    step = parse_step(request.args.get("step"), len(solve) - 1)
    frame = show_frame(puzzle, solve, Look(by=method, step=step))
    page = url_for("watch.watch", name=name, by=method, step=step, _external=True)
    return render_framed("watch", frame=frame, board=frame.board, page=page)


@blueprint.errorhandler(NotMadeError)
def not_made(problem: NotMadeError) -> ResponseReturnValue:
    page = url_for("boards.board", name=problem.name, _external=True)
    return render_framed("message", sentence="Open this board to see it.", page=page)
