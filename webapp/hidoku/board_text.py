"""What is stored of a board made by request: the board, and below it what making it showed.

The first line is the board as JSON (``rules.json_format``), as every board is stored; the second
has its grade, and whether it is as requested. Boards that players drew have one line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from time import monotonic
from typing import Any, NamedTuple

from solver.hidoku.generate.generate import Generated
from solver.hidoku.logic.difficulty import Difficulty
from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.json_format import format_json, parse_json
from solver.hidoku.search.staged_search import Budget
from webapp.work.budgets import LASTING_SECONDS


class StoredBoard(NamedTuple):
    """A board as it is stored; the grade is None where it was not made by request."""

    grid: Grid
    grade: Grade | None = None
    is_as_requested: bool = True


def format_made(made: Generated) -> str:
    """Return the text of a board that was made; it is graded here if nothing was requested."""
    found = made.grade or grade(made.grid, Budget(deadline=monotonic() + LASTING_SECONDS))
    facts = {"grade": _plain(found), "as_wished": made.is_as_requested}
    return f"{format_json(made.grid)}\n{json.dumps(facts)}"


def parse_stored(text: str) -> StoredBoard:
    board, _, facts = text.partition("\n")
    if not facts:
        return StoredBoard(parse_json(board))
    told = json.loads(facts)
    return StoredBoard(parse_json(board), _grade(told["grade"]), told["as_wished"])


def _plain(found: Grade) -> dict[str, Any]:
    techniques = {technique.name: count for technique, count in found.techniques.items()}
    return {**vars(found), "difficulty": found.difficulty.value, "techniques": techniques}


def _grade(told: Mapping[str, Any]) -> Grade:
    techniques = {technique_named(name): count for name, count in told["techniques"].items()}
    difficulty = Difficulty(told["difficulty"])
    return Grade(**{**told, "difficulty": difficulty, "techniques": techniques})
