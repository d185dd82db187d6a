"""What a player pencils in: notes, lines, colours, and the help with them."""

from collections.abc import Iterator
from typing import Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules import pencil
from solver.hidoku.rules.game import MoveError, Play, cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.pencil import line_change_text, tinted_text
from solver.hidoku.text.puzzles import reach_text
from webapp.hidoku.play.game import change, load, load_for_change, placed, show
from webapp.hidoku.play.replays import Settled, settled_in, supposed_cells
from webapp.hidoku.play.routes import cells_meant, refuse
from webapp.hidoku.play.strip import selected_number
from webapp.hidoku.play.view import PlayAnswer
from webapp.http import forms
from webapp.storage.games import StaleGameError

SUPPOSING: Final = "From here you suppose: what you place now has a mark."
MOST_NAMED = 3  # cells in reach; more are marked on the board alone

blueprint = Blueprint("pencil", __name__, url_prefix="/hidoku/play")
for refused in (forms.FormError, MoveError, StaleGameError):
    blueprint.register_error_handler(refused, refuse)


@blueprint.post("/<game_id>/notes")
def note(game_id: str) -> ResponseReturnValue:
    """Note numbers in the selected cells, or remove them if all are noted."""
    return change(
        game_id,
        lambda play: pencil.note_each(
            play, cells_meant(), forms.parse_numbers(request.form, play.grid.last)
        ),
    )


@blueprint.post("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    return change(game_id, lambda play: pencil.note_candidates(play, *cells_meant()))


@blueprint.post("/<game_id>/eliminations")
def eliminate(game_id: str) -> ResponseReturnValue:
    return change(game_id, lambda play: pencil.note_eliminated(play, _eliminated(play)))


def _eliminated(play: Play) -> Iterator[tuple[int, Cell]]:
    """Yield the candidates that the form names: pairs of a number and a cell, as in ``5:0,3``."""
    for text in request.form.get("eliminated", "").split():
        number, _, cell = text.partition(":")
        place = forms.parse_cell({"cell": cell})
        yield forms.parse_number({"number": number}, play.grid.last), place


@blueprint.post("/<game_id>/lines")
def line(game_id: str) -> ResponseReturnValue:
    return change(
        game_id,
        lambda play: pencil.draw_line(play, forms.parse_cells(request.form)),
        lambda before, after: line_change_text(before, after, forms.parse_cells(request.form)),
    )


@blueprint.post("/<game_id>/tints")
def tint(game_id: str) -> ResponseReturnValue:
    """Give the selected cells a colour or remove theirs; or remove all colours."""
    return change(game_id, _tinted, tinted_text)


def _tinted(play: Play) -> Play:
    if "everywhere" in request.form:
        return pencil.untint(play, play.tints)
    tint = forms.parse_tint(request.form)
    cells = cells_meant()
    return pencil.tint_each(play, cells, tint) if tint else pencil.untint(play, cells)


@blueprint.post("/<game_id>/supposition")
def suppose(game_id: str) -> ResponseReturnValue:
    """Mark the numbers placed from now on, until they are kept or taken back."""

    def settle(play: Play) -> Settled:
        return frozenset(Candidate(number, play.where[number]) for number in placed(play))

    return change(game_id, lambda play: play, lambda *_: SUPPOSING, settle=settle)


@blueprint.post("/<game_id>/supposition/kept")
def keep_supposed(game_id: str) -> ResponseReturnValue:
    return change(game_id, lambda play: play, settle=lambda _: None)


@blueprint.post("/<game_id>/supposition/taken-back")
def take_back(game_id: str) -> ResponseReturnValue:
    """Erase the numbers that were supposed, as one move."""
    open_play = load_for_change(game_id)
    cells = supposed_cells(open_play.play, settled_in(open_play.stored.moves))
    return change(
        game_id, lambda play: play.erase(*cells), settle=lambda _: None, open_play=open_play
    )


@blueprint.post("/<game_id>/reach")
def reach(game_id: str) -> ResponseReturnValue:
    """Say and mark where the selected number, or the one typed, can go by counting steps."""
    open_play = load(game_id)
    return show(open_play, _reached(open_play.play), before=open_play)


def _reached(play: Play) -> PlayAnswer:
    number_text = request.form.get("number", "").strip()
    hand = selected_number(play, None, forms.parse_direction(request.form))
    number = hand if hand and not number_text else forms.parse_number(request.form, play.grid.last)
    if number in play.where:
        cell = play.where[number]
        message = f"{number} is already in {cell_name(cell)}."
        return PlayAnswer(message=message, marks={"looked-at": (cell,)})
    if not 1 <= number <= play.grid.last:
        raise MoveError(f"Numbers on this board run from 1 to {play.grid.last}.")
    reach = pencil.reach_of(play, number)
    sentence = reach_text(reach)
    return PlayAnswer(
        message=sentence if len(reach.cells) <= MOST_NAMED else f"{sentence.partition(':')[0]}.",
        marks={"reachable": reach.cells},
        typed=number_text,
    )
