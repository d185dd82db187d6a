"""Where a contest begins: with a code that is set, a board of Hidoku, or a game just finished."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import DISPLAYS, OWN_GAMES, face_of, game_named
from solver.deduction.matches import MatchError, check_secret
from solver.deduction.rules.game import CodeError, Game, RulesError
from solver.hidoku.rules.grid import Grid
from solver.wording import counted, date_words
from webapp.contest.kind import BOARD, CODE, KINDS
from webapp.contest.view import show_contests
from webapp.hidoku.board_text import format_board
from webapp.hidoku.play.game import replayed
from webapp.hidoku.puzzles import load_puzzle, secret_of
from webapp.http.errors import message, too_much
from webapp.http.forms import FormError, submitted_row
from webapp.http.game_access import find_game
from webapp.http.quota import QuotaError
from webapp.http.security import player_for_a_new_game
from webapp.mastermind.answer_sheet import parse_keys
from webapp.mastermind.board_view import draft_of, draft_pegs, show_game
from webapp.mastermind.breaker.game import open_match
from webapp.mastermind.challenge.role import CHALLENGE
from webapp.mastermind.new_game_form import (
    USUAL,
    is_offered,
    offered_for,
    parse_game,
    random_code,
)
from webapp.mastermind.setup import Role, Setup, format_setup
from webapp.storage.games import StoredGame, begun_game, store
from webapp.storage.records.contests import make_contest

NOT_THIS: Final = (
    "A group challenge needs a finished game. It can’t be today’s daily, a practice game or a code "
    "that someone sent you."
)

blueprint = Blueprint("contests", __name__, url_prefix="/contest")
blueprint.register_error_handler(QuotaError, too_much)


@blueprint.get("/")
def start() -> ResponseReturnValue:
    """Show the visitor's contests, and how to begin one."""
    return show_start()


def show_start(problem: str = "", status: int = 200) -> ResponseReturnValue:
    """Render that page, with the reason why there is no such board."""
    page = render_template(
        "contest/start.html",
        contests=show_contests(),
        date_words=date_words,
        offered=offered_for(CHALLENGE.name),
        own_games=OWN_GAMES.values(),
        usual=USUAL,
        keys=DISPLAYS.values(),
        form=request.args,
        problem=problem,
    )
    return page, status


@blueprint.get("/codes")
def codes() -> ResponseReturnValue:
    """Lead from the choice of a board to the page on which its code is set."""
    try:
        game = parse_game(request.args, CHALLENGE.name)
        keys = parse_keys(request.args, game)
    except (RulesError, FormError) as problem:
        return show_start(str(problem), 422)
    return redirect(url_for(".new_code", keys=keys, rules=game.name), 303)


@blueprint.get("/codes/<keys>/<path:rules>")
def new_code(keys: str, rules: str) -> ResponseReturnValue:
    """Show the board on which a code is set."""
    return show_new_code(find_rules(keys, rules), keys)


def find_rules(keys: str, rules: str) -> Game:
    """Return the game of an address; 404 for one that can't be played so."""
    try:
        game = game_named(rules)
    except RulesError:
        abort(404)
    if keys not in DISPLAYS or not is_offered(game, CHALLENGE.name) or game.name != rules:
        abort(404)
    return game


def show_new_code(game: Game, keys: str, problem: Exception | None = None) -> ResponseReturnValue:
    """Render the board with the code as far as it is built, or as it was sent."""
    face = face_of(game, keys)
    draft = draft_of(face, submitted_row(request.form) or request.args.get("draft", ""))
    shown = {
        "draft": draft,
        "draft_pegs": draft_pegs(face, draft.text),
        "status": f"{counted(game.secret_count, 'possible code')}. Set yours.",
        "problem": str(problem or ""),
        "typed": request.form.get("typed", "")[:20],
    }
    page = render_template(
        "contest/code.html",
        board=show_game(face, "", 0),
        shown=shown,
        here=url_for(".new_code", keys=keys, rules=game.name),
    )
    return page, 422 if problem else 200


@blueprint.post("/codes/<keys>/<path:rules>")
def set_code(keys: str, rules: str) -> ResponseReturnValue:
    """Send a code to many: built, typed, or drawn by lot, so that its setter can play as well."""
    game, is_drawn = find_rules(keys, rules), request.form.get("way") == "draw"
    try:
        code = random_code(game) if is_drawn else game.parse_code(submitted_row(request.form))
        check_secret(game, code)
    except (CodeError, MatchError) as problem:
        return show_new_code(game, keys, problem)
    setup = Setup(role=Role.GUEST, keys=keys, secret=game.format_code(code))
    return lead_to(CODE.kind, game.name, format_setup(setup), is_hidden=is_drawn)


def lead_to(kind: str, rules: str, start: str, *, is_hidden: bool = True) -> ResponseReturnValue:
    """Store a contest and lead to it."""
    player = player_for_a_new_game()
    like = begun_game(player, kind, rules, start)
    made = make_contest(store(), player, like, is_hidden=is_hidden)
    return redirect(url_for("contest.page", game_id=made), 303)


@blueprint.post("/boards")
def board() -> ResponseReturnValue:
    """Send a board of Hidoku to many."""
    puzzle = load_puzzle(request.form.get("board", ""))
    if secret_of(puzzle.grid):
        return message(422, "This board can’t be sent", NOT_THIS)
    return lead_to(BOARD.kind, puzzle.name, format_board(puzzle.grid))


@blueprint.post("/games")
def game() -> ResponseReturnValue:
    """Send what the visitor has just finished to many; their own result is in the table."""
    stored = find_game(request.form.get("game", ""), *KINDS)
    like = _sent(stored)
    if like is None:
        return message(422, "This game can’t be sent", NOT_THIS)
    made = make_contest(store(), stored.player, like, is_hidden=True, is_played=True)
    return redirect(url_for("contest.page", game_id=made), 303)


def _sent(stored: StoredGame) -> StoredGame | None:
    """Return a game as others begin it, None for one that can't be sent."""
    if stored.kind == BOARD.kind:
        grid: Grid = replayed(stored).grid
        can_be = stored.finished and secret_of(grid) is None
        return stored if can_be else None
    opened = open_match(stored)
    if not (stored.finished and opened.can_be_sent):
        return None
    setup = Setup(role=Role.GUEST, keys=opened.setup.keys, secret=opened.setup.secret)
    return replace(stored, start=format_setup(setup))


@blueprint.get("/boards")
@blueprint.get("/games")
def way_back() -> ResponseReturnValue:
    """Lead from the address of a change to the first page of contests."""
    return redirect(url_for(".start"), 303)
