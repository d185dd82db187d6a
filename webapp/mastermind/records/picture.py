"""A small picture of a game: its last rows, as far as its player has seen them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solver.deduction.faces.face import Pegs
from solver.deduction.games import face_of, game_named
from solver.deduction.rules.game import Code
from webapp.mastermind.answer_sheet import parse_sheet
from webapp.mastermind.breaker.game import parse_guesses
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.challenge.role import CHALLENGE
from webapp.storage.games import StoredGame

#: Rows in a picture.
MOST: Final = 4


@dataclass(frozen=True)
class GamePicture:
    """The last rows of a game, and how many pegs each has."""

    rows: tuple[Pegs, ...]
    pegs: int


def picture_of(stored: StoredGame) -> GamePicture:
    """Return the picture of a stored game. Raises DocumentError."""
    game = game_named(stored.rules)
    codes = _codes(stored)[-MOST:]
    return GamePicture(tuple(face_of(game).pegs(code) for code in codes), game.pegs)


def _codes(stored: StoredGame) -> Sequence[Code]:
    game = game_named(stored.rules)
    if stored.kind == BREAKER.kind:
        return parse_guesses(game, stored.moves)
    if stored.kind == CHALLENGE.kind:  # its rows are in the game of whoever broke the code
        return ()
    return [turn.code for turn in parse_sheet(game, stored.moves).turns]
