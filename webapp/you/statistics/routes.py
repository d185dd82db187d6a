"""What the visitor's games add up to: guesses or times, means beside perfect play's, streaks."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.daily.daily_game import DAILY_GAMES, MASTERMIND
from webapp.http.security import current_player
from webapp.storage.records.dailies import today
from webapp.storage.records.played import streak_of
from webapp.you.statistics.view import (
    apart,
    boards_of,
    played_by,
    show_board_statistics,
    times_by_board,
)

blueprint = Blueprint("statistics", __name__, url_prefix="/you/statistics")


@blueprint.get("")
def statistics() -> ResponseReturnValue:
    """Show what the games of the kind add up to that the address names."""
    game = DAILY_GAMES.get(request.args.get("game", ""), MASTERMIND)
    games = played_by(current_player(), game.kind)
    boards = () if game.is_timed else boards_of(games)
    names = [name for name, _, _ in boards]
    asked = request.args.get("board", "")
    board = asked if asked in names else next(iter(names), "")
    return render_template(
        "you/statistics/statistics.html",
        game=game,
        games=DAILY_GAMES.values(),
        streak=streak_of(games, today()),
        apart=apart(games),
        boards=boards,
        board=show_board_statistics(games, board) if board else None,
        times=times_by_board(games) if game.is_timed else (),
    )
