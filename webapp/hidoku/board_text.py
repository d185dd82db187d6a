"""What is stored of a board: the board, and of one made by request what making it showed.

The board is the object that ``rules.json_format`` describes, as everybody can export and import it.
Boards that players drew have no more than that, nor has the board that a game or a draft begins on.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from solver.hidoku.generate.generate import Generated
from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.json_format import format_json, parse_json
from solver.hidoku.search.staged_search import Budget
from webapp.storage.documents import DocumentForm, refuse_damage
from webapp.work.budgets import LASTING_SECONDS

GridObject = dict[str, Any]  # what ``rules.json_format`` writes and reads


class GradeDocument(TypedDict):
    """A :class:`Grade`, with the names of its difficulty and of its techniques.

    What boards of versions 1 and 2 of the generator have under ``score`` is no score of today's: it
    counted the work, and grew with the board. It is kept, and not read.
    """

    difficulty: str
    techniques: dict[str, int]
    longest: int
    solved_by_techniques: bool
    score: NotRequired[int]
    score_of_100: NotRequired[int | None]
    is_cut_short: bool


class BoardDocument(TypedDict):
    """A board; one that was made by request has its grade, and whether it is as requested."""

    grid: GridObject
    grade: NotRequired[GradeDocument]
    as_requested: NotRequired[bool]


BOARD: Final = DocumentForm(BoardDocument, schema=1)


class StoredBoard(NamedTuple):
    """A board as it is stored; the grade is None where it was not made by request."""

    grid: Grid
    grade: Grade | None = None
    is_as_requested: bool = True


def object_of(grid: Grid) -> GridObject:
    """Return a board as the object of its JSON."""
    found: GridObject = json.loads(format_json(grid))
    return found


def grid_of(told: GridObject) -> Grid:
    """Return the board of an object, the inverse of :func:`object_of`. Raises GridError."""
    return parse_json(json.dumps(told))


def format_board(grid: Grid) -> str:
    """Write a board alone.

    >>> format_board(Grid.of(1, 2))
    '{"schema":1,"grid":{"board":[[0,0]],"adjacency":"8","links":[]}}'
    """
    return BOARD.write({"grid": object_of(grid)})


def format_made(made: Generated) -> str:
    """Write a board that was made; it is graded here if nothing was requested."""
    found = made.grade or grade(made.grid, Budget(deadline=monotonic() + LASTING_SECONDS))
    grid, as_requested = object_of(made.grid), made.is_as_requested
    return BOARD.write({"grid": grid, "grade": _plain(found), "as_requested": as_requested})


def parse_stored(text: str) -> StoredBoard:
    """Read what :func:`format_board` or :func:`format_made` wrote. Raises DocumentError."""
    told = BOARD.read(text)
    with refuse_damage("a board"):
        grid = grid_of(told["grid"])
        found = _grade(told["grade"]) if "grade" in told else None
    return StoredBoard(grid, found, told.get("as_requested", True))


def _plain(found: Grade) -> GradeDocument:
    return {
        "difficulty": found.word,
        "techniques": {technique.name: count for technique, count in found.techniques.items()},
        "longest": found.longest,
        "solved_by_techniques": found.solved_by_techniques,
        "score_of_100": found.score,
        "is_cut_short": found.is_cut_short,
    }


def _grade(told: GradeDocument) -> Grade:
    rest: dict[str, Any] = {"score": told.get("score_of_100")}
    rest |= {name: told[name] for name in ("longest", "solved_by_techniques", "is_cut_short")}
    techniques = {technique_named(name): n for name, n in told["techniques"].items()}
    return Grade(Difficulty(told["difficulty"]), techniques, **rest)
