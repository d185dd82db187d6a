"""What others may frame; whatever is no page of this room may not be framed."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.deduction.strategies.measures import NEED
from solver.exercises import ExerciseError
from webapp.hidoku.picture.model import draw
from webapp.hidoku.puzzles import NotMadeError, Puzzle, daily_name, load_puzzle, secret_of
from webapp.hidoku.solve.step_view import Look, show_frame
from webapp.hidoku.solve.traces import WAY_BY, WAYS, trace_of
from webapp.http.forms import parse_step
from webapp.http.security import framed
from webapp.http.tasks import says_pending
from webapp.learn.exercises.registry import find_exercise
from webapp.learn.lessons.lesson import find_lesson
from webapp.learn.lessons.view import show_paper
from webapp.mastermind.analysis.position import PositionError, parse_position
from webapp.mastermind.analysis.routes import show_analysis
from webapp.storage.records.dailies import today

A_MINUTE: Final = "public, max-age=60"

blueprint = Blueprint("embed", __name__, url_prefix="/embed")


def shown(template: str, status: int = 200, **context: Any) -> ResponseReturnValue:
    """Render a page that may be framed."""
    framed()
    answer = make_response(render_template(f"embed/{template}.html", **context), status)
    is_kept = status == 200 and template != "message"
    answer.headers["Cache-Control"] = A_MINUTE if is_kept else "no-store"
    return answer


@blueprint.get("/board/<name>")
def board(name: str) -> ResponseReturnValue:
    """Show a board, to be played here."""
    return show_board(load_puzzle(name))


@blueprint.get("/daily")
def daily() -> ResponseReturnValue:
    """Show the board of the day that it is."""
    return show_board(load_puzzle(daily_name(today())))


def show_board(puzzle: Puzzle) -> ResponseReturnValue:
    """Show what is given on a board."""
    page = url_for("boards.board", name=puzzle.name, _external=True)
    picture = draw(puzzle.grid, puzzle.grid.given)
    return shown("board", puzzle=puzzle, board=picture, page=page)


@blueprint.get("/watch/<name>")
def watch(name: str) -> ResponseReturnValue:
    """Show a step of a board being solved; of today's daily board what is given."""
    puzzle = load_puzzle(name)
    if secret_of(puzzle.grid):
        return show_board(puzzle)
    by = request.args.get("by", WAYS[0].by)
    if by not in WAY_BY:
        raise NotFound
    solve = trace_of(puzzle, by)
    step = parse_step(request.args.get("step"), len(solve) - 1)
    frame = show_frame(puzzle, solve, Look(by, step, None, False, (), None))
    page = url_for("solve.watch", name=name, by=by, step=step, _external=True)
    return shown("watch", frame=frame, board=frame.board, page=page)


@blueprint.get("/analysis/<path:position>")
def analysis(position: str) -> ResponseReturnValue:
    """Show a position of Mastermind, to be analysed here."""
    sheet = parse_position(position)
    page = url_for("analysis.position", position=position, _external=True)
    table = show_analysis(sheet, NEED.name, None, "")
    return shown("analysis", shown=table, board=table.table, page=page)


@blueprint.get("/exercise/<kind>/<level>/<seed>")
def exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show an exercise, to be solved here."""
    found = find_exercise(kind, level, seed)
    body, page = found.entry.show(found.made, ""), found.url(_external=True)
    return shown("exercise", entry=found.entry, level=found.level, body=body, page=page)


@blueprint.get("/lesson/<course>/<lesson>/<step>")
def lesson(course: str, lesson: str, step: str) -> ResponseReturnValue:
    """Show a step of a lesson, to be answered here."""
    found = find_lesson(course, lesson)
    at = found.step_named(step) if found else None
    if not (found and at):
        raise NotFound
    page = url_for("learn.step", course=course, lesson=lesson, step=step, _external=True)
    return shown("lesson", lesson=found, one=show_paper(found, at), page=page)


@blueprint.errorhandler(NotFound)
@blueprint.errorhandler(PositionError)
@blueprint.errorhandler(ExerciseError)
def not_found(problem: Exception) -> ResponseReturnValue:
    """Say that there is nothing at an address."""
    return shown("message", 404, sentence="There is nothing at this address.", is_waiting=False)


@blueprint.errorhandler(NotMadeError)
def not_made(problem: NotMadeError) -> ResponseReturnValue:
    """Lead to the page on which a board is made."""
    page = url_for("boards.board", name=problem.name, _external=True)
    return shown("message", sentence="This board is made when it is opened.", page=page)


@says_pending(blueprint)
def thinking(problem: Exception) -> ResponseReturnValue:
    """Say that it is being worked out, on a page that asks again by itself."""
    return shown("message", sentence="It is being worked out …", is_waiting=True)
