"""Watching a board being solved, step by step; each step has its own address."""

from __future__ import annotations

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from webapp.finding import find_unfinished
from webapp.forms import parse_step
from webapp.fragments import render
from webapp.puzzles import load_puzzle
from webapp.watching import WAYS, show_frame, trace_of

blueprint = Blueprint("solving", __name__, url_prefix="/hidoku/boards")


@blueprint.get("/<name>/watch")
def watch(name: str) -> ResponseReturnValue:
    """Show one step of a board being solved."""
    puzzle = load_puzzle(name)
    by = request.args.get("by", WAYS[0].by)
    if by not in {way.by for way in WAYS}:
        abort(404)
    step = parse_step(request.args.get("step"), len(trace_of(puzzle.grid, by)) - 1)
    frame = show_frame(puzzle, by, step)
    mine = next((game.id for game in find_unfinished("hidoku") if game.rules == name), None)
    return render("hidoku/watch.html", "hidoku/_frame.html", frame=frame, ways=WAYS, own_game=mine)
