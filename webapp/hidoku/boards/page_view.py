"""What the page of a board shows: the board with its facts, or how its making stands."""

from __future__ import annotations

from time import time
from typing import Any

from flask import url_for

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.wording import counted
from webapp.hidoku.board_facts import apology, judge
from webapp.hidoku.boards.form import LONGEST_SEED
from webapp.hidoku.boards.generation import generations
from webapp.hidoku.exchange.parse import format_link
from webapp.hidoku.picture.model import draw
from webapp.hidoku.puzzles import Puzzle, day_of, request_of
from webapp.http.parts import Pending, found_or_pending
from webapp.http.security import current_player
from webapp.http.server.network import client_network
from webapp.storage.boards import OWN
from webapp.storage.makings import Making, MakingState
from webapp.work.limits import Visitor

NEIGHBOURS = {
    Adjacency.EIGHT: "eight: a corner is enough",
    Adjacency.FOUR: "four: sides only",
    Adjacency.HEX: "six, on a hexagonal board",
}


def progress(name: str) -> dict[str, Any]:
    """Return how the making of a board stands, for the page."""
    making = generations().find(name)
    if making is None or making.state is not MakingState.RUNNING:
        return {"making": None, "ended": making}
    return {
        "making": making,
        "elapsed": min(max(0, int(time() - making.begun)), generations().seconds),
        "most_seconds": generations().seconds,
        "told": _told(making),
        "is_own": is_own(making),
    }


def _told(making: Making) -> str:
    tried, most = generations().told(making)
    if not generations().tells(making):
        return "Waiting for its turn, or being made."
    if not tried:
        return "Waiting for its turn."
    if most == 1:
        return "Laying a path and taking numbers away."
    return f"Trying path {tried} of at most {most}."


def is_own(making: Making) -> bool:
    """Say whether this visitor began the making of a board."""
    return making.visitor.is_same(this_visitor())


def this_visitor() -> Visitor:
    """Return who asks, by cookie and network."""
    return Visitor(current_player() or "", client_network())


def board_context(puzzle: Puzzle) -> dict[str, Any]:
    """Return a board for its page: the picture, the facts, and where one can go from it.

    ``judged`` is None as long as the verdict is ``pending``.
    """
    grid, wish = puzzle.grid, wish_behind(puzzle.name)
    judged = found_or_pending(lambda: judge(puzzle))
    return {
        "puzzle": puzzle,
        "board": draw(grid, grid.given),
        "facts": facts(grid),
        "judged": None if isinstance(judged, Pending) else judged,
        "pending": judged if isinstance(judged, Pending) else None,
        "apology": apology(puzzle, wish) if wish else "",
        "address": url_for(".board", name=puzzle.name, _external=True),
        "next_seed": next_seed(puzzle.name),
        "carried": format_link(grid) if puzzle.name.startswith(OWN) else None,
    }


def wish_behind(name: str) -> BoardRequest | None:
    """Return the wish that a board was made by; None for known and own boards."""
    return None if name in BOARDS or name.startswith(OWN) else request_of(name)[0]


def next_seed(name: str) -> str:
    """Return the seed of another board like this one; of a daily board none, or it would tell."""
    if wish_behind(name) is None or day_of(name):
        return ""
    return str((request_of(name)[1] + 1) % 10**LONGEST_SEED)


def facts(grid: Grid) -> list[tuple[str, str]]:
    """Return what there is to say of a board."""
    said = [
        ("Size", f"{grid.rows} × {grid.columns}, {counted(grid.last, 'cell')}"),
        ("Neighbours", NEIGHBOURS[grid.adjacency]),
        ("Given", counted(len(grid.givens), "number")),
    ]
    return said + ([("Links", counted(len(grid.links), "pair"))] if grid.links else [])
