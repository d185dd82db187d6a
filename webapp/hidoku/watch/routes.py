"""Watching a board being solved, step by step, and its solutions, each by its own address."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.hidoku.rules.faults import faults
from solver.wording import InputError
from webapp.hidoku.days import KINDS, kind_of
from webapp.hidoku.play.game import begin_game, replayed
from webapp.hidoku.play.why_view import (
    BoardQuestion,
    ShownWhy,
    open_form,
    parse_question,
    reply_to,
    show_answer,
)
from webapp.hidoku.puzzles import keep_own, load_puzzle, secret_of
from webapp.hidoku.watch.guess import judge_guess
from webapp.hidoku.watch.solutions import LONG, SHORT, answer_of, show_solutions
from webapp.hidoku.watch.step_view import LAST_LINK, SHOWS, Look, ShownFrame, show_frame
from webapp.hidoku.watch.traces import METHOD_BY, METHODS, SEARCH_BOARDS, compare, find_trace
from webapp.http import forms
from webapp.http.pending import result_or_none

WITHOUT_REASON: Final = "A Hidoku solved step by step, each step with its reason."

TABS: Final = ("logic", "search", "both", "tries")

blueprint = Blueprint("watch", __name__, url_prefix="/hidoku/watch")


@blueprint.get("/<name>")
def watch(name: str) -> ResponseReturnValue:
    puzzle = load_puzzle(name)
    by = find_method(request.args)
    solve = find_trace(puzzle.grid, by)
    frame = show_frame(puzzle, solve, _look(by, len(solve) - 1))
    if not solve.faults and "asked" in request.args:
        frame = _with_answer(frame)
    own_game = next(
        (
            game.id
            for game in forms.find_unfinished(kind_of(puzzle.name))
            if game.rules == puzzle.name
        ),
        None,
    )
    return forms.render(
        "hidoku/watch/steps.html",
        "hidoku/watch/_frame.html",
        frame=frame,
        why=frame.why or open_form({}),
        unfurled=None if forms.wants_fragment() else _link_preview(frame),
        methods=[METHOD_BY[by] for by in TABS],
        search_boards=SEARCH_BOARDS,
        shows=SHOWS,
        own_game=own_game,
        is_first=not forms.wants_fragment(),
    )


def _link_preview(frame: ShownFrame) -> dict[str, str]:
    """Return what a link to a step shows where it is posted: a title and a sentence.

    Today's daily board is still being played, so for it, and for a board that grew from it, nothing
    is shown of it.
    """
    sentence = f"{frame.headline}. {' '.join(frame.reason)}"
    if secret_of(frame.puzzle.grid):
        sentence = WITHOUT_REASON
    return {
        "title": f"{frame.puzzle.title}: step {frame.look.step} of {frame.last_step}",
        "sentence": sentence.replace("?.", "?"),
    }


def _with_answer(frame: ShownFrame) -> ShownFrame:
    """Return a frame with the answer to the question of the address, or to what it guesses."""
    form = request.args
    solve = frame.solve
    step = frame.look.step
    try:
        question = parse_question(form, solve.grid.last)
        if frame.asks and not frame.link:
            verdict = judge_guess(solve, step, frame.look.by, question)
            if isinstance(verdict, ShownWhy):
                return replace(frame, why=verdict)
            step_frame = show_frame(frame.puzzle, solve, replace(frame.look, link=1))
            return replace(step_frame, verdict=verdict)
        play = solve.play_at(frame.seen)
        answer = show_answer(play, question, reply_to(play, question), with_path=True)
    except InputError as problem:
        answer = replace(open_form(form), lines=(str(problem),))
    return replace(frame, why=answer)


def find_method(args: Mapping[str, str]) -> str:
    by = args.get("by", METHODS[0].by)
    if by not in METHOD_BY:
        abort(404)
    return by


def _look(by: str, last: int) -> Look:
    """Return what the address asks for, ignoring what makes no sense."""
    names = request.args.getlist("show")
    shows = tuple(name for name in SHOWS if name in names)
    return Look(
        by=by,
        step=forms.parse_step(request.args.get("step"), last),
        link=forms.parse_step(request.args["link"], LAST_LINK) if "link" in request.args else None,
        guess="guess" in request.args,
        shows=shows,
        cell=forms.read_cell(request.args),
        choice=forms.parse_step(request.args.get("choice"), last),
    )


@blueprint.get("/<name>/tree.svg")
def save_tree(name: str) -> ResponseReturnValue:
    puzzle = load_puzzle(name)
    by = find_method(request.args)
    solve = find_trace(puzzle.grid, by)
    tree = solve.tree.drawn_at(len(solve))
    picture = render_template("_tree.html", tree=tree, title=f"Search of {puzzle.title}")
    headers = {"Content-Disposition": f'attachment; filename="{puzzle.name}-tree.svg"'}
    return Response(picture, mimetype="image/svg+xml", headers=headers)


@blueprint.get("/<name>/compare")
def compare_methods(name: str) -> ResponseReturnValue:
    puzzle = load_puzzle(name)
    if faults(puzzle.grid):
        abort(404)
    is_part = forms.wants_fragment()
    return forms.render(
        "hidoku/watch/compare.html",
        "hidoku/watch/_compare.html",
        comparison=result_or_none(lambda: compare(puzzle.grid))
        if is_part
        else compare(puzzle.grid),
        puzzle=puzzle,
        asks=True,
        is_first=False,
    )


@blueprint.post("/<name>/games")
def take_over(name: str) -> ResponseReturnValue:
    """Start a game from the position after a step."""
    puzzle = load_puzzle(name)
    by = find_method(request.form)
    step = request.form.get("step")
    forms.lead_if_pending(url_for(".watch", name=name, by=by, step=step))  # no longer cached
    solve = find_trace(puzzle.grid, by)
    return begin_game(name, solve.play_at(forms.parse_step(step, len(solve) - 1)))


@blueprint.post("/games/<game_id>")
def from_game(game_id: str) -> ResponseReturnValue:
    """Watch the solve of a game from its present position: its numbers count as given.

    With a claim, its number counts as given, too.
    """
    play = replayed(forms.find_game(game_id, *KINDS))
    form = request.form
    try:
        question = parse_question(form, play.grid.last) if "claim" in form else BoardQuestion()
        if question.number and question.cell and play.board.get(question.cell) != question.number:
            play = play.place(question.cell, question.number)
    except InputError:
        abort(400)
    name = keep_own(play.grid.with_givens(play.board))
    return redirect(url_for(".watch", name=name, by=form.get("by")), 303)


@blueprint.get("/<name>/solutions")
def solutions(name: str) -> ResponseReturnValue:
    puzzle = load_puzzle(name)
    seconds = LONG if request.args.get("seconds") == str(LONG) else SHORT
    answer = answer_of(puzzle, seconds)
    n = forms.parse_step(request.args.get("n"), len(answer.result.solutions))
    against = "before" if request.args.get("against") == "before" else "first"
    view = show_solutions(puzzle, answer, n, against)
    return forms.render(
        "hidoku/watch/solutions.html", "hidoku/watch/_solutions.html", found=view, longest=LONG
    )
