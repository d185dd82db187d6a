"""The helper's pages: the player plays elsewhere and types the rows to see what is possible."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.registry import OFFERED, STRATEGY_WORDS
from webapp.http.errors import status_of
from webapp.http.forms import render, submitted_row
from webapp.mastermind.answer_sheet import (
    Sheet,
    format_sheet,
    parse_answer,
    parse_keys,
    parse_row,
    parse_rows,
)
from webapp.mastermind.board_view import ShownGame
from webapp.mastermind.finished import advised, parse_strategy
from webapp.mastermind.helper.game import HELPER, Notebook, open_notebook
from webapp.mastermind.helper.view import show_helping
from webapp.mastermind.hint_view import show_move
from webapp.mastermind.role_pages import NewGame, RolePages
from webapp.mastermind.setup import Role, Setup, format_setup


def start(form: Mapping[str, str], game: Game) -> NewGame:
    """Return the notebook of a form, with its rows; FormError if it makes no sense."""
    setup = Setup(
        role=Role.HELPER,
        keys=parse_keys(form, game),
        strategy=parse_strategy(form),
        seed=secrets.randbelow(2**32),
    )
    sheet = parse_rows(game, form.get("rows", ""))
    if submitted_row(form):
        sheet = sheet.added(parse_turn(form, face_of(game, setup.keys)))
    return NewGame(game, setup, format_sheet(sheet), finished=bool(sheet.found))


def show(
    book: Notebook,
    problem: Exception | None = None,
    *,
    args: Mapping[str, str] | None = None,
) -> ResponseReturnValue:
    """Render the notebook, as a page or a fragment; with ``args`` the fragment is the candidates.

    ``?row=2``, or the address of row 2 when it refused a form, opens that row for editing.
    """
    shown = show_helping(
        book.stored,
        book.setup,
        book.sheet,
        form=request.form if problem else request.args,
        args=args,
        row=parse_row((request.view_args or {}) if problem else request.args),
        problem=str(problem or ""),
    )
    return render(
        "mastermind/helper/game.html",
        "mastermind/helper/_game.html" if args is None else "mastermind/_candidates.html",
        status_of(problem) if problem else 200,
        shown=shown,
        board=shown["table"],
        left=shown["left"],
        strategies=OFFERED,
        candidates_url=url_for(".candidates", game_id=book.stored.id),
    )


def opening(board: ShownGame, form: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the best first guess on a board; None for a strategy that isn't on offer."""
    game, strategy = board.face.game, form.get("strategy", Setup.strategy)
    if strategy not in STRATEGY_WORDS:
        return None
    return show_move(board.face, advised(game, (), strategy))


PAGES = RolePages(
    HELPER, "mastermind/helper/start.html", start, open_notebook, show, more={"opening": opening}
)

blueprint = Blueprint("helper", __name__, url_prefix="/mastermind/helper")
PAGES.add_to(blueprint)


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    return show(PAGES.load(game_id), args=request.args)


@blueprint.post("/<game_id>/rows")
def add(game_id: str) -> ResponseReturnValue:
    book = PAGES.newest(game_id)
    return changed(book, book.sheet.added(parse_turn(request.form, book.face)))


@blueprint.post("/<game_id>/rows/<row>")
def rewrite(game_id: str, row: str) -> ResponseReturnValue:
    book, number = PAGES.newest(game_id), parse_row({"row": row})
    book.sheet.turn(number)
    return changed(book, book.sheet.rewritten(number, parse_turn(request.form, book.face)))


@blueprint.post("/<game_id>/rows/<row>/removal")
def remove(game_id: str, row: str) -> ResponseReturnValue:
    book = PAGES.newest(game_id)
    return changed(book, book.sheet.removed(parse_row({"row": row})))


@blueprint.post("/<game_id>/corrections")
def change_answer(game_id: str) -> ResponseReturnValue:
    book, row = PAGES.newest(game_id), parse_row(request.form)
    book.sheet.turn(row)
    given = parse_answer(request.form, book.face)
    return changed(book, book.sheet.corrected(row, given))


@blueprint.post("/<game_id>/strategy")
def strategy(game_id: str) -> ResponseReturnValue:
    book = PAGES.newest(game_id)
    setup = replace(book.setup, strategy=parse_strategy(request.form))
    return changed(replace(book, setup=setup), book.sheet)


def parse_turn(form: Mapping[str, str], face: Face) -> Turn:
    return Turn(face.game.parse_code(submitted_row(form)), parse_answer(form, face))


def changed(book: Notebook, sheet: Sheet) -> ResponseReturnValue:
    return PAGES.changed(
        replace(book, sheet=sheet),
        start=format_setup(book.setup),
        moves=format_sheet(sheet),
        finished=bool(sheet.found),
    )
