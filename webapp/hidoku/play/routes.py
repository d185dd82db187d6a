"""Hidoku's pages: where boards are chosen, and a board in play."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.hidoku.logic.hints import HINT_BUDGET
from solver.hidoku.logic.last_right import last_right, without_wrong
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.pencil import erase_cells
from solver.wording import InputError
from webapp.hidoku.board_facts import check_placed
from webapp.hidoku.days import KINDS
from webapp.hidoku.picture.cells import Marks
from webapp.hidoku.play.game import (
    begin_on_board,
    change,
    chosen_row,
    load,
    load_for_change,
    log_hint,
    read_request,
    show,
)
from webapp.hidoku.play.pace import key_of
from webapp.hidoku.play.past_solves import extreme_skills, read_solve
from webapp.hidoku.play.review_view import show_review
from webapp.hidoku.play.strip import ENTRIES, MODES, UP, keep_preferences
from webapp.hidoku.play.view import PlayAnswer, find_conflicts
from webapp.hidoku.play.why_view import open_form, parse_question, reply_to, show_answer, tier_of
from webapp.hidoku.puzzles import load_puzzle
from webapp.hidoku.verdict import solutions_of
from webapp.http import forms
from webapp.http.errors import message, status_of, too_much
from webapp.http.pending import result_or_none
from webapp.http.quota import QuotaError
from webapp.storage.games import StaleGameError, store
from webapp.work.limits import GLANCE

FIRST_BOARD = "findling"
MOST_TYPED = 24  # characters: six notes

blueprint = Blueprint("play", __name__, url_prefix="/hidoku/play")
blueprint.register_error_handler(QuotaError, too_much)  # a refused game has no page of its own


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    puzzle = load_puzzle(request.form.get("board", FIRST_BOARD))
    return begin_on_board(puzzle.name, Play(puzzle.grid), again="again" in request.form)


@blueprint.get("/<game_id>")
def game(game_id: str) -> ResponseReturnValue:
    """Show the board; the address may carry the chosen cell and the selected number."""
    return show(load(game_id), play_request=read_request(is_picked=True))


@blueprint.get("/<game_id>/review")
def review(game_id: str) -> ResponseReturnValue:
    record = forms.find_game(game_id, *KINDS)
    if not record.finished:
        return message(404, "Game not finished", "You can review a game when it’s finished.")
    return render_template("hidoku/play/review.html", review=show_review(record))


@blueprint.get("/<game_id>/ideas")
def ideas(game_id: str) -> ResponseReturnValue:
    """Say at which ideas a player was quickest and slowest, once that is worked out."""
    record = forms.find_game(game_id, *KINDS)
    skills = result_or_none(lambda: extreme_skills(read_solve(record))) if record.finished else ()
    return render_template("hidoku/play/_ideas.html", id=game_id, skills=skills)


@blueprint.post("/<game_id>/placements")
def place(game_id: str) -> ResponseReturnValue:
    return change(game_id, lambda play: play.place(*_entry(play)))


def _entry(play: Play) -> tuple[Cell, int]:
    """Return the cell and the number of a form; an empty field means the number that it shows."""
    cell = forms.parse_cell(request.form)
    number = request.form.get("number", "").strip()
    if not number and cell not in play.board:
        number = request.form.get("shown", "")
    return cell, forms.parse_number({"number": number}, play.grid.last)


@blueprint.post("/<game_id>/strokes")
def stroke(game_id: str) -> ResponseReturnValue:
    """Place consecutive numbers in cells, one after another along the path."""
    return change(game_id, _stroked)


def _stroked(play: Play) -> Play:
    first = forms.parse_number(request.form, play.grid.last)
    return play.stroke(forms.parse_cells(request.form), first, forms.parse_direction(request.form))


@blueprint.post("/<game_id>/erasures")
def erase(game_id: str) -> ResponseReturnValue:
    """Remove the number from the chosen cell, or from an empty one what is pencilled in.

    A number that is moved is selected next.
    """
    hand = _taken_back if "move" in request.form else None
    return change(game_id, lambda play: erase_cells(play, *cells_meant()), hand=hand)


def cells_meant() -> tuple[Cell, ...]:
    """Return the cells that were selected together, or else the chosen one."""
    if request.form.get("cells"):
        return forms.parse_cells(request.form)
    return (forms.parse_cell(request.form),)


@blueprint.post("/<game_id>/undo")
def undo(game_id: str) -> ResponseReturnValue:
    return change(game_id, Play.undo, hand=_taken_back)


def _taken_back(before: Play, after: Play) -> int | None:
    """Return the number to select again: the first one undone, in the direction of counting."""
    numbers = [number for number in before.where if number not in after.where]
    return (min if forms.parse_direction(request.form) == UP else max)(numbers, default=None)


@blueprint.post("/<game_id>/redo")
def redo(game_id: str) -> ResponseReturnValue:
    return change(game_id, Play.redo)


@blueprint.post("/<game_id>/restart")
def restart(game_id: str) -> ResponseReturnValue:
    """Remove every placed number and note; undo brings them back."""
    return change(game_id, Play.restart)


@blueprint.post("/<game_id>/retreats")
def retreat(game_id: str) -> ResponseReturnValue:
    """Undo moves until no number is wrong; redo brings them back."""
    return change(game_id, partial(_corrected, last_right))


@blueprint.post("/<game_id>/wrong")
def remove_wrong_numbers(game_id: str) -> ResponseReturnValue:
    """Remove every wrong number, and no other; undo brings them back."""
    return change(game_id, partial(_corrected, without_wrong))


def _corrected(correction: Callable[..., Play], play: Play) -> Play:
    budget = replace(HINT_BUDGET, deadline=GLANCE.deadline)
    return correction(play, budget, solutions_of(play.grid))


@blueprint.post("/<game_id>/checks")
def check(game_id: str) -> ResponseReturnValue:
    """Say whether the board is right so far, and mark numbers that conflict."""
    open_play = load(game_id)
    sentence, cells = find_conflicts(open_play.play)
    message = sentence or check_placed(open_play.play)
    return show(open_play, PlayAnswer(message=message, marks={"conflict": cells}), before=open_play)


@blueprint.post("/<game_id>/hints")
def hint(game_id: str) -> ResponseReturnValue:
    """Give a hint up to the tier asked for, and log it."""
    open_play = load_for_change(game_id)
    if open_play.play.is_solved:
        return show(open_play)
    tier = forms.parse_tier(request.form)
    next_open_play = log_hint(open_play, key_of(open_play.play), tier)
    return show(next_open_play, PlayAnswer(tier=tier), before=open_play)


@blueprint.post("/<game_id>/questions")
def why(game_id: str) -> ResponseReturnValue:
    """Open the form for a question; or answer one, and log it as the hint that the answer is."""
    open_play = load_for_change(game_id)
    form = request.form
    if not {"claim", "asked"} & {*form}:
        return show(open_play, PlayAnswer(why=open_form(form)), before=open_play)
    question = parse_question(form, open_play.play.grid.last)
    with_path = "path" in form
    reply = reply_to(open_play.play, question)
    tier = tier_of(reply, with_path=with_path)
    key = key_of(open_play.play, str(question))
    row = chosen_row()
    answer = show_answer(open_play.play, question, reply, with_path=with_path, choice=row)
    next_open_play = open_play if tier is None else log_hint(open_play, key, tier)
    return show(next_open_play, PlayAnswer(why=answer), before=open_play)


@blueprint.post("/<game_id>/clock")
def clock(game_id: str) -> ResponseReturnValue:
    """Stop the clock when the page is left, or have it run again."""
    store().set_clock(forms.find_game(game_id, *KINDS), runs="left" not in request.form)
    return "", 204


@blueprint.post("/<game_id>/mode")
def mode(game_id: str) -> ResponseReturnValue:
    """Choose how numbers are entered: typed, one after another, or as notes; or choose colours."""
    choice = request.form.get("mode")
    mode = choice if choice in MODES else MODES[0]
    # notes and colours don't change how numbers are placed
    open_play = load(game_id)
    keep_preferences(mode=mode, **({"other": mode} if mode in ENTRIES else {}))
    page = url_for(".game", game_id=game_id, cell=request.form.get("cell"))
    return forms.after_change(page, lambda: show(open_play, before=open_play))


@blueprint.errorhandler(InputError)
@blueprint.errorhandler(StaleGameError)
def refuse(problem: Exception) -> ResponseReturnValue:
    open_play = load((request.view_args or {}).get("game_id", ""))
    number_text = request.form.get("number", "")[:MOST_TYPED]
    play = open_play.play
    standing = play.where.get(int(number_text)) if number_text.isdecimal() else None
    is_meant = standing is not None and forms.read_cell(request.values) not in play.board
    # the cell that already holds the number typed for an empty one
    marks: Marks = {"looked-at": (standing,)} if standing and is_meant else {}
    why = open_form(request.form) if "asked" in request.form else None
    answer = PlayAnswer(problem=str(problem), typed=number_text, marks=marks, why=why)
    return show(open_play, answer, status_of(problem), before=open_play)
