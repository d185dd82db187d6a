"""Hidoku's pages: where boards are chosen, and a board in play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.hidoku.boards import BOARDS
from solver.hidoku.exchange import format_json, parse_any
from solver.hidoku.game import MoveError, Play, format_moves, parse_moves
from solver.hidoku.grid import Cell
from webapp.counting import add_hint, times
from webapp.errors import status_of
from webapp.finding import check_version, find_game, find_unfinished
from webapp.forms import FormError, parse_cell, parse_number, parse_tier
from webapp.fragments import after_change, render
from webapp.paths import show_board, show_check
from webapp.pictures import Marks, Thumbnail
from webapp.pointing import ShownHint, show_hint
from webapp.puzzles import load_puzzle, title_of
from webapp.security import player_for_a_new_game
from webapp.store import StaleGameError, StoredGame, store

KIND = "hidoku"
FIRST_BOARD = "findling"

blueprint = Blueprint("hidoku", __name__, url_prefix="/hidoku")


@dataclass(frozen=True)
class OpenGame:
    """A stored game and the play it is."""

    stored: StoredGame
    play: Play


@blueprint.get("/")
def start() -> ResponseReturnValue:
    """Show the rules and the boards."""
    return render_template(
        "hidoku/start.html",
        boards=[(name, Thumbnail.of(board)) for name, board in BOARDS.items()],
        open_games=[(game.id, _how_far(game)) for game in find_unfinished(KIND)],
    )


def _how_far(game: StoredGame) -> str:
    play = replayed(game)
    placed = len(play.board) - len(play.grid.givens)
    return f"{title_of(game.rules)}, {times(placed, 'number')} placed"


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    """Start a game on a board."""
    puzzle = load_puzzle(request.form.get("board", FIRST_BOARD))
    start = format_json(puzzle.grid)
    game = store().create(player_for_a_new_game(), KIND, puzzle.name, start)
    return redirect(url_for(".game", game_id=game.id), 303)


@blueprint.get("/<game_id>")
def game(game_id: str) -> ResponseReturnValue:
    """Show the board; the address may carry the chosen cell."""
    return show(load(game_id))


@blueprint.get("/<game_id>/<what>")
def way_back(game_id: str, what: str) -> ResponseReturnValue:
    """Lead from the address of a move, which a page without script may show, to the game."""
    return redirect(url_for(".game", game_id=game_id), 303)


@blueprint.post("/<game_id>/placements")
def place(game_id: str) -> ResponseReturnValue:
    """Write a number into the chosen cell."""
    return change(game_id, _placed)


def _placed(play: Play) -> Play:
    return play.place(parse_cell(request.form), parse_number(request.form, play.grid.last))


@blueprint.post("/<game_id>/erasures")
def erase(game_id: str) -> ResponseReturnValue:
    """Take the number off the chosen cell."""
    return change(game_id, lambda play: play.erase(parse_cell(request.form)))


@blueprint.post("/<game_id>/undo")
def undo(game_id: str) -> ResponseReturnValue:
    """Take back the last move."""
    return change(game_id, Play.undo)


@blueprint.post("/<game_id>/redo")
def redo(game_id: str) -> ResponseReturnValue:
    """Play the move again that was taken back last."""
    return change(game_id, Play.redo)


@blueprint.post("/<game_id>/restart")
def restart(game_id: str) -> ResponseReturnValue:
    """Take every placed number off; undo brings them back."""
    return change(game_id, Play.restart)


@blueprint.post("/<game_id>/checks")
def check(game_id: str) -> ResponseReturnValue:
    """Say whether the board is right so far, and mark numbers that quarrel."""
    opened = load(game_id)
    message, marks = show_check(opened.play)
    return show(opened, message=message, marks=marks)


@blueprint.post("/<game_id>/hints")
def hint(game_id: str) -> ResponseReturnValue:
    """Give a hint up to the tier asked for, and put it on the game's record."""
    opened = load_for_change(game_id)
    if opened.play.is_solved:
        return show(opened)
    tier = parse_tier(request.form)
    hints = add_hint(opened.stored.hints, len(opened.play.board), tier)
    changed = OpenGame(store().change(opened.stored, hints=hints), opened.play)
    shown = show_hint(opened.play, tier)
    return show(changed, marks=shown.marks, hint=shown, chosen=shown.cell)


@blueprint.errorhandler(FormError)
@blueprint.errorhandler(MoveError)
@blueprint.errorhandler(StaleGameError)
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the board again with the reason why a move was not carried out; the input is kept."""
    opened = load((request.view_args or {}).get("game_id", ""))
    typed = request.form.get("number", "")[:6]
    return show(opened, problem=problem, typed=typed, marks=_already_there(opened.play, typed))


def _already_there(play: Play, typed: str) -> Marks:
    """Mark the cell that holds the number typed for an empty one."""
    standing = play.where.get(int(typed)) if typed.isdecimal() else None
    is_meant = standing is not None and chosen_cell() not in play.board
    return {"looked-at": (standing,)} if standing and is_meant else {}


def load(game_id: str) -> OpenGame:
    """Return this player's game, played again from its moves; 404 for any other."""
    stored = find_game(game_id, KIND)
    return OpenGame(stored, replayed(stored))


def replayed(stored: StoredGame) -> Play:
    """Return the play that a stored game is, by playing its moves again."""
    return parse_moves(parse_any(stored.start), stored.moves)


def load_for_change(game_id: str) -> OpenGame:
    """Return the game if the form was made from its newest version; StaleGameError otherwise."""
    opened = load(game_id)
    check_version(opened.stored)
    return opened


def change(game_id: str, move: Callable[[Play], Play]) -> ResponseReturnValue:
    """Carry out a move through the player's door and store it."""
    opened = load_for_change(game_id)
    play = move(opened.play)
    values = {"moves": format_moves(play), "finished": play.is_solved}
    changed = OpenGame(store().change(opened.stored, **values), play)
    cell = request.form.get("cell", "")
    page = url_for(".game", game_id=game_id, cell=cell or None)
    return after_change(page, lambda: show(changed))


def show(opened: OpenGame, problem: Exception | None = None, **shown: Any) -> ResponseReturnValue:
    """Render the board, as a page or as a fragment; ``shown`` goes to ``paths.show_board``."""
    stored = opened.stored
    the_hint: ShownHint | None = shown.pop("hint", None)
    shown["chosen"] = shown.get("chosen") or chosen_cell()
    shown["problem"] = str(problem) if problem else ""
    board = show_board(stored, title_of(stored.rules), opened.play, **shown)
    status = status_of(problem) if problem else 200
    return render("hidoku/game.html", "hidoku/_game.html", status, board=board, hint=the_hint)


def chosen_cell() -> Cell | None:
    """Return the cell that the form or the address chose, if it can be read."""
    try:
        return parse_cell(request.values)
    except FormError:
        return None
