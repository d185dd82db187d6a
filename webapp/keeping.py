"""Boards that a visitor draws or brings along: each is kept for good, so many a day.

A link to such a board stays good whoever follows it and whenever, so none is ever dropped. What one
visitor can add in a day is counted in their cookie: it needs no look into the database, and whoever
throws the cookie away could as well be somebody else.
"""

from __future__ import annotations

from typing import Final

from flask import session

from solver.hidoku.grid import Grid
from webapp.boardstore import board_store
from webapp.forms import FormError
from webapp.puzzles import keep_own, own_name, today

MOST_A_DAY: Final = 200


class TooManyBoardsError(FormError):
    """The visitor has kept as many boards today as there is room for."""

    def __init__(self) -> None:
        super().__init__(
            f"You have kept {MOST_A_DAY} boards today, as many as there is room for. "
            "Those stay; there is room for others tomorrow (UTC)."
        )


def keep_board(grid: Grid) -> str:
    """Keep a board of this visitor and return its name. Raises TooManyBoardsError.

    One that is there already is not counted again.
    """
    if board_store().find(own_name(grid)) is None:
        _count_one()
    return keep_own(grid)


def _count_one() -> None:
    day, kept = session.get("kept", ("", 0))
    kept = kept + 1 if day == today().isoformat() else 1
    if kept > MOST_A_DAY:
        raise TooManyBoardsError
    session["kept"] = today().isoformat(), kept
