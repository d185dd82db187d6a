"""The rules of Hidoku with small pictures, and a small board to play on the page itself."""

from functools import cache
from typing import Final

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search.solve import board_of, solve
from webapp.hidoku.board_name import format_name, parse_name
from webapp.hidoku.board_text import format_board
from webapp.hidoku.days import KIND
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.game import OpenPlay, new_game, replayed, show
from webapp.hidoku.play.strip import read_preferences
from webapp.hidoku.play.view import show_board
from webapp.http.errors import too_much
from webapp.http.forms import after_change, find_unfinished, readable
from webapp.http.quota import QuotaError
from webapp.storage.boards import keep_board
from webapp.storage.games import store

SMALL = format_name(BoardRequest(5, 5, difficulty=Difficulty.BEGINNER), 1)

blueprint = Blueprint("rules", __name__, url_prefix="/hidoku/rules")
blueprint.register_error_handler(QuotaError, too_much)  # a refused game has no page of its own


#: A board of each kind that the page explains.
EXAMPLES: Final = (
    BoardRequest(4, 4),
    BoardRequest(4, 4, adjacency=Adjacency.FOUR),
    BoardRequest(5, 5, shape="hexagon", adjacency=Adjacency.HEX),
    BoardRequest(5, 5, shape="hexagon", adjacency=Adjacency.HEX, joined=5),
)


@blueprint.get("")
def rules() -> ResponseReturnValue:
    open_games = (game for game in find_unfinished(KIND) if game.rules == SMALL)
    games = readable(lambda game: show_board(game, replayed(game), read_preferences()), open_games)
    small = draw(_small(), _small().given)
    return render_template(
        "hidoku/rules/rules.html", examples=_examples(), small=small, board=next(games, None)
    )


@blueprint.post("/games")
def try_out() -> ResponseReturnValue:
    """Start a game on the small board: in place, or without script on the game's page."""
    keep_board(store(), SMALL, format_board(_small()))
    play = Play(_small())
    open_play = OpenPlay(new_game(SMALL, play), play)
    page = url_for("play.game", game_id=open_play.stored.id)
    return after_change(page, lambda: show(open_play))


@cache
def _small() -> Grid:
    board = parse_name(SMALL)
    return generate(board.request, board.seed).grid


@cache
def _examples() -> tuple[Picture, ...]:
    grids = (generate(request, 1).grid for request in EXAMPLES)
    return tuple(draw(grid, board_of(solve(grid).solutions[0])) for grid in grids)
