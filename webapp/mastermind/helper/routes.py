"""The helper's pages: the player plays elsewhere, and types the rows to learn what is possible."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of, game_named
from solver.deduction.matches.match import MatchError
from solver.deduction.rules.game import CodeError, Game, RulesError, Turn
from solver.deduction.strategies.registry import OFFERED
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
    parse_rows,
    parse_sheet,
)
from webapp.mastermind.helper.role import HELPER
from webapp.mastermind.helper.view import show_helping
from webapp.mastermind.new_game_form import parse_game
from webapp.mastermind.new_game_page import add_ways_back, show_form
from webapp.mastermind.opponent import parse_strategy
from webapp.mastermind.setup import Role, Setup, format_setup, setup_of
from webapp.storage.games import StaleGameError, StoredGame, store
from webapp.work.deferred import if_known

blueprint = Blueprint("helper", __name__, url_prefix="/mastermind/helper")
add_ways_back(blueprint, "game")


@dataclass(frozen=True)
class Notebook:
    """A stored notebook: how it was set up, and its rows."""

    stored: StoredGame
    setup: Setup
    sheet: Sheet

    @property
    def face(self) -> Face:
        """The game's face."""
        return face_of(self.sheet.game, self.setup.keys)


@blueprint.get("/")
def begin() -> ResponseReturnValue:
    """Show the form of a new notebook, filled in from the address: ``?game=grand&rows=…``."""
    return show_start()


def show_start(problem: str = "") -> ResponseReturnValue:
    """Render the form, as it was sent if something is wrong with it."""
    return show_form(HELPER, "mastermind/helper/start.html", problem)


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    """Start a notebook from the form."""
    return start(request.form, parse_game(request.form, HELPER.name))


def start(form: Mapping[str, str], game: Game) -> ResponseReturnValue:
    """Start a notebook, with the rows of the form if it has any, and lead to it.

    FormError for a form that can't be meant.
    """
    setup = Setup(
        role=Role.HELPER,
        keys=parse_keys(form, game),
        strategy=parse_strategy(form),
        seed=secrets.randbelow(2**32),
    )
    sheet = parse_rows(game, form.get("rows", ""))
    stored = store().create(
        player_for_a_new_game(),
        HELPER.kind,
        game.name,
        format_setup(setup),
        format_sheet(sheet),
        finished=bool(if_known(lambda: sheet.found)),
    )
    return redirect(url_for("helper.game", game_id=stored.id), 303)


@blueprint.get("/<game_id>")
def game(game_id: str) -> ResponseReturnValue:
    """Show the notebook; ``?row=2`` opens a row to be written anew."""
    return show(load(game_id), row=parse_row(request.args))


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    """List the codes that are still possible."""
    return show(load(game_id), args=request.args)


@blueprint.post("/<game_id>/rows")
def add(game_id: str) -> ResponseReturnValue:
    """Write a row at the end."""
    book = newest(load(game_id))
    return changed(book, book.sheet.added(submitted_turn(book)))


@blueprint.post("/<game_id>/rows/<row>")
def rewrite(game_id: str, row: str) -> ResponseReturnValue:
    """Write a row anew in its place."""
    book, number = newest(load(game_id)), parse_row({"row": row})
    book.sheet.turn(number)
    return changed(book, book.sheet.rewritten(number, submitted_turn(book)))


@blueprint.post("/<game_id>/rows/<row>/removal")
def remove(game_id: str, row: str) -> ResponseReturnValue:
    """Take a row out."""
    book = newest(load(game_id))
    return changed(book, book.sheet.removed(parse_row({"row": row})))


@blueprint.post("/<game_id>/mends")
def change_answer(game_id: str) -> ResponseReturnValue:
    """Give a row another answer."""
    book, row = newest(load(game_id)), parse_row(request.form)
    book.sheet.turn(row)
    given = parse_answer(request.form, book.face)
    return changed(book, book.sheet.corrected(row, given))


@blueprint.post("/<game_id>/strategy")
def strategy(game_id: str) -> ResponseReturnValue:
    """Choose by which strategy the next guess is proposed."""
    book = newest(load(game_id))
    setup = replace(book.setup, strategy=parse_strategy(request.form))
    return changed(replace(book, setup=setup), book.sheet)


@blueprint.errorhandler(RulesError)
@blueprint.errorhandler(CodeError)
@blueprint.errorhandler(MatchError)
@blueprint.errorhandler(FormError)
@blueprint.errorhandler(StaleGameError)
@patient
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the page again with the reason why something was not done; the row is kept."""
    asked = request.view_args or {}
    if "game_id" not in asked:
        return show_start(str(problem))
    return show(load(asked["game_id"]), row=parse_row(asked), problem=problem)


def submitted_turn(book: Notebook) -> Turn:
    """Return the row of the form: built or typed, with its answer."""
    game = book.sheet.game
    row = submitted_row(request.form)
    return Turn(game.parse_code(row), parse_answer(request.form, book.face))


def load(game_id: str) -> Notebook:
    """Return this player's notebook; 404 for any other."""
    stored = find_game(game_id, HELPER.kind)
    sheet = parse_sheet(game_named(stored.rules), stored.moves)
    return Notebook(stored, setup_of(stored), sheet)


def save(book: Notebook, sheet: Sheet) -> Notebook:
    """Store the notebook with these rows."""
    stored = store().change(
        book.stored,
        start=format_setup(book.setup),
        moves=format_sheet(sheet),
        finished=bool(if_known(lambda: sheet.found)),
    )
    return replace(book, stored=stored, sheet=sheet)


def changed(book: Notebook, sheet: Sheet) -> ResponseReturnValue:
    """Store a change, and show it or lead to it."""
    saved = save(book, sheet)
    return after_change(url_for(".game", game_id=book.stored.id), lambda: show(saved, form={}))


def show(
    book: Notebook,
    *,
    form: Mapping[str, str] | None = None,
    args: Mapping[str, str] | None = None,
    row: int = 0,
    problem: Exception | None = None,
) -> ResponseReturnValue:
    """Render the notebook, as a page or as a fragment: with ``args``, that of the candidates."""
    asked = request.form if problem else request.args
    shown = show_helping(
        book.stored,
        book.setup,
        book.sheet,
        form=asked if form is None else form,
        args=args,
        row=row,
        problem=str(problem or ""),
    )
    return render(
        "mastermind/helper/game.html",
        "mastermind/helper/_game.html" if args is None else "mastermind/_candidates.html",
        status_of(problem) if problem else 200,
        shown=shown,
        board=shown.table,
        left=shown.left,
        strategies=OFFERED,
        candidates_url=url_for(".candidates", game_id=book.stored.id),
    )
