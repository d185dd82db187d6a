"""What lists say of a game of Hidoku: its board, and how it ended."""

from __future__ import annotations

from contextlib import suppress

from werkzeug.exceptions import NotFound

from webapp.hidoku.picture.svg import Outline, outline_of, outline_with
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.replays import board_of
from webapp.hidoku.puzzles import DAILY, title_of, title_of_request, week_request
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import parse_hints, shows_move
from webapp.storage.records.results import GameEnd, GameFacts, Result


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game. Raises DocumentError.

    A board of a day counts in the one game of that day, not when it is played again.
    """
    board = board_words(stored.rules)
    if not stored.finished:
        return GameFacts(board)
    is_again = stored.rules.startswith(DAILY) and not stored.day
    counts = not is_again and not shows_move(stored.hints)
    return GameFacts(board, Result(GameEnd.WON, 0, len(parse_hints(stored.hints)), counts))


def board_words(name: str) -> str:
    """Return what lists call the board of a name: of a day's, what kind of board it is.

    >>> board_words("v4-10x10-hard-7"), board_words("daily-2026-11-16")
    ('10 × 10, hard', '7 × 7, beginner')
    """
    with suppress(NotFound):
        request = week_request(name)
        return title_of_request(request) if request else title_of(name)
    return name


# What a list shows of a game of Hidoku: a little picture of its board, and how far it is.


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
