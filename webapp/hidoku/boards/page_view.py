"""What the page of a board shows: the board with its facts, or the progress of its making."""

from __future__ import annotations

from time import time
from typing import Any

from flask import url_for

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.hexagons import columns_seen
from solver.wording import counted
from webapp.hidoku.board_facts import difference_words, judge
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.boards.form import LONGEST_SEED
from webapp.hidoku.days import find_day
from webapp.hidoku.exchange.parse import format_link
from webapp.hidoku.picture.model import draw
from webapp.hidoku.puzzles import Puzzle, described, known_board, request_of, todays_name
from webapp.http.security import current_player
from webapp.http.server.requests import client_network
from webapp.storage.boards import OWN
from webapp.storage.tasks import StoredTask, TaskState, Visitor
from webapp.work.runs import lasting_tasks


def progress(name: str) -> dict[str, Any]:
    making = lasting_tasks().find(name)
    if making is None or making.state is not TaskState.RUNNING:
        return {"making": None, "ended": making}
    kind = lasting_tasks().kinds[making.kind]
    return {
        "making": making,
        "elapsed": min(max(0, int(time() - making.begun)), kind.seconds),
        "most_seconds": kind.seconds,
        "progress": _progress_words(making) if kind.tells else "Waiting or being made…",
        "is_own": is_own(making),
    }


def _progress_words(making: StoredTask) -> str:
    if not making.done:
        return "Waiting for its turn…"
    if making.pieces == 1:
        return "Building a path and removing numbers."
    return f"Trying path {making.done} of at most {making.pieces}."


def is_own(making: StoredTask) -> bool:
    """Say whether this visitor began the making of a board."""
    return making.visitor.is_same(this_visitor())


def this_visitor() -> Visitor:
    return Visitor(current_player() or "", client_network())


def unmade(name: str, *, is_impossible: bool) -> dict[str, Any]:
    """Return what the page shows of a board that isn't there.

    ``todays`` is the name of what today's generator would make instead, if it can't make this one.
    """
    title, source = described(name)
    todays = todays_name(name) if is_impossible and find_day(name) is None else name
    return {
        "title": title,
        "source": "" if is_impossible else source,
        "puzzle": None,
        "is_impossible": is_impossible,
        "todays": todays if todays != name else "",
    }


def board_context(puzzle: Puzzle) -> dict[str, Any]:
    """Return a board for its page: the picture, the facts, and the links to other pages."""
    grid, request = puzzle.grid, request_behind(puzzle.name)
    return {
        "puzzle": puzzle,
        "board": draw(grid, grid.given),
        "facts": facts(grid),
        "judged": judge(puzzle),
        "difference": difference_words(puzzle, request) if request else "",
        "address": url_for(".board", name=puzzle.name, _external=True),
        "next_seed": next_seed(puzzle.name),
        "carried": {"text": format_link(grid)} if puzzle.name.startswith(OWN) else None,
    }


def request_behind(name: str) -> BoardRequest | None:
    """Return the request that a board was made from; None for known and own boards."""
    return None if known_board(name) or name.startswith(OWN) else request_of(name)[0]


def next_seed(name: str) -> str:
    """Return the seed of a board like this one; "" for a daily board, whose seed is secret."""
    if request_behind(name) is None or find_day(name):
        return ""
    return str((request_of(name)[1] + 1) % 10**LONGEST_SEED)


def facts(grid: Grid) -> list[tuple[str, str]]:
    sentences = [
        ("Size", f"{grid.rows} × {columns_seen(grid)}, {counted(grid.last, 'cell')}"),
        ("Neighbours", WORDS[grid.adjacency].rule),
        ("Given", counted(len(grid.givens), "number")),
    ]
    return sentences + (
        [("Joined cells", counted(len(grid.joined), "pair"))] if grid.joined else []
    )
