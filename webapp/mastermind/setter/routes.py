"""The codemaker's pages: the player sets a code, the computer breaks it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import game_named
from solver.deduction.matches.match import MatchError, Outcome, check_secret
from solver.deduction.rules.game import Code, CodeError, Game, RulesError
from webapp.http.errors import status_of
from webapp.http.forms import FormError, submitted_row
from webapp.http.fragments import after_change, render
from webapp.http.game_access import find_game, newest
from webapp.http.security import player_for_a_new_game
from webapp.http.unfinished import patient
from webapp.mastermind.answer_sheet import (
    Sheet,
    format_sheet,
    parse_answer,
    parse_keys,
    parse_row,
    parse_sheet,
)
from webapp.mastermind.new_game_form import parse_game, random_code
from webapp.mastermind.new_game_page import add_ways_back, show_form
from webapp.mastermind.opponent import parse_overlook, parse_strategy
from webapp.mastermind.setter.game import DoubtError, SetterGame, answer_to_pending
from webapp.mastermind.setter.role import SETTER
from webapp.mastermind.setter.view import show_setting
from webapp.mastermind.setup import Role, Setup, format_setup, setup_of
from webapp.storage.games import StaleGameError, StoredGame, store
from webapp.work.deferred import if_known

blueprint = Blueprint("setter", __name__, url_prefix="/mastermind/setter")
add_ways_back(blueprint, "game")


@dataclass(frozen=True)
class OpenSetterGame:
    """A stored game and what it is."""

    stored: StoredGame
    setting: SetterGame


@blueprint.get("/")
def begin() -> ResponseReturnValue:
    """Show the form of a new game."""
    return show_start()


def show_start(problem: str = "") -> ResponseReturnValue:
    """Render the form, as it was sent if something is wrong with it."""
    return show_form(SETTER, "mastermind/setter/start.html", problem)


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    """Start a game from the form."""
    return start(request.form, parse_game(request.form, SETTER.name))


def start(form: Mapping[str, str], game: Game) -> ResponseReturnValue:
    """Start a game and lead to it; FormError or CodeError for a form that can't be meant.

    Without a code in the form, and unless ``by_hand`` says that it stays in the player's head, the
    page of the game asks for it.
    """
    setup = Setup(
        role=Role.SETTER,
        keys=parse_keys(form, game),
        secret=game.format_code(parse_secret(form["secret"], game)) if form.get("secret") else "",
        strategy=parse_strategy(form),
        overlook=parse_overlook(form),
        by_hand=form.get("by_hand") == "1",
        seed=secrets.randbelow(2**32),
    )
    moves = format_sheet(guessed(SetterGame(setup, Sheet(game))).sheet)
    stored = store().create(
        player_for_a_new_game(), SETTER.kind, game.name, format_setup(setup), moves
    )
    return redirect(url_for("setter.game", game_id=stored.id), 303)


def parse_secret(text: str, game: Game) -> Code:
    """Return a code as somebody wrote it. Raises CodeError for what can be no secret here."""
    code = game.parse_code(text)
    check_secret(game, code)
    return code


@blueprint.get("/<game_id>")
def game(game_id: str) -> ResponseReturnValue:
    """Show the game; ``?row=2`` opens a row's answer to be changed."""
    return show(load(game_id), row=parse_row(request.args))


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    """List the codes that the answers leave."""
    return show(load(game_id), args=request.args)


@blueprint.post("/<game_id>/code")
def code(game_id: str) -> ResponseReturnValue:
    """Set the code: built or typed, drawn by lot, or kept in the player's head and told later."""
    opened = load(game_id)
    if opened.setting.has_begun and not opened.setting.can_be_told:
        raise MatchError("The code is set already.")
    return changed(newest(opened), with_submitted_code(opened.setting))


def with_submitted_code(setting: SetterGame) -> SetterGame:
    """Return the game with the code of the form. Raises CodeError for what can be none."""
    way, game = request.form.get("way", ""), setting.game
    if setting.has_begun or way not in ("head", "draw"):
        return setting.with_code(parse_secret(submitted_row(request.form), game))
    if way == "draw":
        return setting.with_code(random_code(game))
    return replace(setting, setup=replace(setting.setup, by_hand=True))


@blueprint.post("/<game_id>/answers")
def answer(game_id: str) -> ResponseReturnValue:
    """Answer the computer's guess: by the code if the page knows it, or by hand."""
    opened = load(game_id)
    setting = opened.setting
    if setting.outcome is not Outcome.PLAYING:
        raise MatchError("This game is over. A row can still be opened and changed.")
    newest(opened)
    setting = setting.with_guess() if setting.awaits_guess else setting
    given = answer_to_pending(request.form, setting)
    return changed(opened, replace(setting, sheet=setting.sheet.answered(given)))


@blueprint.post("/<game_id>/mends")
def change_answer(game_id: str) -> ResponseReturnValue:
    """Give a row another answer; the computer then makes its guess anew."""
    opened = newest(load(game_id))
    sheet, row = opened.setting.sheet, parse_row(request.form)
    sheet.turn(row)
    given = parse_answer(request.form, opened.setting.face)
    return changed(opened, replace(opened.setting, sheet=sheet.corrected(row, given)))


@blueprint.post("/<game_id>/corrections")
def correct(game_id: str) -> ResponseReturnValue:
    """Give every row the answer of the code."""
    opened = newest(load(game_id))
    return changed(opened, opened.setting.corrected())


@blueprint.errorhandler(RulesError)
@blueprint.errorhandler(CodeError)
@blueprint.errorhandler(MatchError)
@blueprint.errorhandler(FormError)
@blueprint.errorhandler(StaleGameError)
@blueprint.errorhandler(DoubtError)
@patient
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the page again with the reason why something was not done; the form is kept."""
    game_id = (request.view_args or {}).get("game_id", "")
    if not game_id:
        return show_start(str(problem))
    return show(load(game_id), row=parse_row(request.form), problem=problem)


def load(game_id: str) -> OpenSetterGame:
    """Return this player's game; 404 for any other.

    A guess that was not known when the game was stored is made now, if it is known now.
    """
    stored = find_game(game_id, SETTER.kind)
    game = game_named(stored.rules)
    setting = SetterGame(setup_of(stored), parse_sheet(game, stored.moves))
    return OpenSetterGame(stored, guessed(setting) if setting.awaits_guess else setting)


def guessed(setting: SetterGame) -> SetterGame:
    """Return the game with the computer's next guess, without one while the computer thinks."""
    bare = replace(setting, sheet=replace(setting.sheet, pending=None))
    return if_known(setting.with_guess) or bare


def save(opened: OpenSetterGame, setting: SetterGame) -> OpenSetterGame:
    """Store the game, with the computer's next guess unless it takes a longer thought."""
    is_over = if_known(lambda: setting.outcome is not Outcome.PLAYING)
    setting = guessed(setting)
    stored = store().change(
        opened.stored,
        start=format_setup(setting.setup),
        moves=format_sheet(setting.sheet),
        finished=bool(is_over),
    )
    return OpenSetterGame(stored, setting)


def changed(opened: OpenSetterGame, setting: SetterGame) -> ResponseReturnValue:
    """Store a change, and show it or lead to it."""
    saved = save(opened, setting)
    return after_change(url_for(".game", game_id=opened.stored.id), lambda: show(saved))


def show(
    opened: OpenSetterGame,
    *,
    args: Mapping[str, str] | None = None,
    row: int = 0,
    problem: Exception | None = None,
) -> ResponseReturnValue:
    """Render the game, as a page or as a fragment: with ``args``, that of the candidates."""
    doubt = problem.answer if isinstance(problem, DoubtError) else None
    shown = show_setting(
        opened.stored,
        opened.setting,
        form=request.form if problem else request.args,
        args=args,
        row=row,
        doubt=doubt,
        problem=str(problem or ""),
    )
    fragment = "mastermind/setter/_game.html" if args is None else "mastermind/_candidates.html"
    status = status_of(problem) if problem else 200
    candidates_url = url_for(".candidates", game_id=opened.stored.id)
    return render(
        "mastermind/setter/game.html",
        fragment,
        status,
        shown=shown,
        board=shown.table,
        left=shown.left,
        candidates_url=candidates_url,
    )
