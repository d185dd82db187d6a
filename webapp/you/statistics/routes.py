"""What the visitor's games add up to: guesses or times, averages beside perfect play's, streaks."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.http.security import current_player
from webapp.kind import daily_games, kinds
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
    known = daily_games()
    game = known.get(request.args.get("game", "")) or next(iter(known.values()))
    kind = kinds()[game.kind]
    games = played_by(current_player(), game.kind)
    boards = () if game.is_timed else boards_of(kind, games)
    names = [name for name, _, _ in boards]
    asked = request.args.get("board", "")
    board = asked if asked in names else next(iter(names), "")
    return render_template(
        "you/statistics/statistics.html",
        game=game,
        games=known.values(),
        streak=streak_of(games, today()),
        apart=apart(games),
        boards=boards,
        board=show_board_statistics(kind, games, board) if board else None,
        times=times_by_board(games) if game.is_timed else (),
    )
