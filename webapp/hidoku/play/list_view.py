"""What a list shows of a game of Hidoku: a little picture of its board, and how far it is."""

from __future__ import annotations

from webapp.hidoku.picture.thumbnail import Outline, outline_of, outline_with
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.replays import board_of
from webapp.storage.games import StoredGame


def outline_of_game(stored: StoredGame) -> Outline:
    """Return the picture of a game's board; what is placed stands out in it as what is given.

    Raises DocumentError.
    """
    if stored.finished:
        return outline_of(board_of(stored.start))
    play = replayed(stored)
    return outline_with(play.grid, play.board)


def how_far(stored: StoredGame) -> str:
    """Say how far an open game is. Raises DocumentError."""
    play = replayed(stored)
    return f"{len(play.board)} of {play.grid.last} numbers"
