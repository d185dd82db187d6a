"""An empty Classic row and its palette, for a page on which no game is begun yet."""

from __future__ import annotations

from dataclasses import dataclass

from solver.deduction.faces.face import Pegs
from solver.deduction.games import face_of, game_named
from webapp.mastermind.board_view import RowDraft, ShownGame, draft_of, draft_pegs, show_game
from webapp.mastermind.new_game_form import USUAL


@dataclass(frozen=True)
class EmptyBoard:
    """A board without a game: its face, and the row being built."""

    table: ShownGame
    draft: RowDraft
    row: Pegs


def show_empty_board(draft: str) -> EmptyBoard:
    """Return the usual board with a row being built; what is no draft of it is none."""
    face = face_of(game_named(USUAL))
    tidied = draft_of(face, draft)
    return EmptyBoard(show_game(face, "", 0), tidied, draft_pegs(face, tidied.text))
