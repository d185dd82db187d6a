"""The review of a finished game, whoever played it, and new attempts from any of its rows."""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import title_of
from solver.deduction.strategies.registry import ALLOWED
from webapp import shared
from webapp.http.forms import FormError, parse_step, render, wants_fragment
from webapp.mastermind import board_view, finished, finished_games, role
from webapp.mastermind.breaker.game import format_guesses
from webapp.mastermind.breaker.kind import BREAKER
from webapp.mastermind.finished_games import OverGame, UnfinishedError
from webapp.mastermind.review.beside import is_broken, show_beside
from webapp.mastermind.review.sum_view import show_figures, show_rating
from webapp.mastermind.review.view import show_review
from webapp.storage.games import StaleGameError, store

blueprint = Blueprint("review", __name__, url_prefix="/mastermind/review")


@blueprint.errorhandler(UnfinishedError)
def not_yet(problem: UnfinishedError) -> ResponseReturnValue:
    back = url_for(problem.page, game_id=(request.view_args or {})["game_id"])
    return render_template("mastermind/review/unfinished.html", back=back), 404


def parse_row(ending: finished.Finished) -> int:
    """Return the row that the form names, counted from 1. Raises FormError if there is none."""
    row = parse_step(request.form.get("row"), 99)
    rows = ending.last_start
    if not 1 <= row <= rows:
        raise FormError(f"Choose a row from 1 to {rows}.")
    return row


def show_part_figures(over: OverGame) -> ResponseReturnValue:
    """Show a game's skill and luck, as a part of a page; otherwise redirect to the review."""
    if not wants_fragment():
        return redirect(url_for(f"{over.room}.review", game_id=over.id), 303)
    figures = show_figures(over.finished)
    return render_template(
        "mastermind/review/_figures.html",
        game_id=over.id,
        room=over.room,
        figures=figures,
        rating=show_rating(over.stored, figures.skill) if over.room == finished_games.OWN else None,
    )


def show_part_beside(over: OverGame) -> ResponseReturnValue:
    """Show the computer's game beside this one: as a part of a page, or in the review."""
    if not is_broken(over):
        abort(404)
    if not wants_fragment():
        return redirect(
            url_for(f"{over.room}.review", game_id=over.id, computer=1, _anchor="computer"), 303
        )
    computer_game = show_beside(over)
    if computer_game is None:
        return "", 204
    part = {"finished": over.finished, "beside": computer_game, "is_new": request.method == "GET"}
    return render_template("mastermind/review/_beside.html", **part)


def show(over: OverGame, problem: str = "") -> ResponseReturnValue:
    return render(
        "mastermind/review/review.html",
        "mastermind/review/_review.html",
        422 if problem else 200,
        game_id=over.id,
        room=over.room,
        back=over.page,
        heading=title_of(over.finished.game),
        finished=over.finished,
        review=show_review(over.finished),
        is_broken=is_broken(over),
        beside=show_beside(over) if is_broken(over) else None,
        board=board_view.ShownGame(over.finished.face),
        strategies=ALLOWED[over.setup.rule],
        chosen=over.setup.strategy,
        problem=problem,
    )


def find_shown(game_id: str) -> OverGame:
    """Return a game shown by a link for review; 404 for visitors who may not see its code."""
    link = shared.find_shared(game_id)
    if not (link.kind.shared_review and link.may_see):
        abort(404)
    return finished_games.over_game(link.stored, shared.blueprint.name, game_id)


def add_reviews(room: Blueprint, page: str, find: Callable[[str], OverGame]) -> None:
    """Add the addresses of reviews to a room, for the games that ``find`` returns."""

    @room.get(page)
    def review(game_id: str) -> ResponseReturnValue:
        return show(find(game_id))

    @room.get("/<game_id>/figures")
    def figures(game_id: str) -> ResponseReturnValue:
        return show_part_figures(find(game_id))

    @room.get("/<game_id>/beside")
    def beside(game_id: str) -> ResponseReturnValue:
        return show_part_beside(find(game_id))

    @room.post("/<game_id>/attempts")
    def attempt(game_id: str) -> ResponseReturnValue:
        over = find(game_id)
        ending = over.finished
        codes = [turn.code for turn in ending.turns[: parse_row(ending) - 1]]
        moves = format_guesses(ending.game, codes)
        return BREAKER.begin_game(role.NewGame(ending.game, over.attempt(), moves))

    @room.errorhandler(FormError)
    def refuse(problem: Exception) -> ResponseReturnValue:
        return show(find((request.view_args or {})["game_id"]), problem=str(problem))


@blueprint.post("/<game_id>/beside")
def play_otherwise(game_id: str) -> ResponseReturnValue:
    """Have the computer play by another strategy, which is kept with the game."""
    over = finished_games.find_over(game_id)
    setup = replace(over.setup, strategy=finished.parse_strategy(request.form, over.setup))
    if setup == over.setup:
        return show_part_beside(over)
    try:
        record = store().change(over.stored, start=setup.write())
    except StaleGameError:  # asked for in two tabs at once: the last one holds
        return play_otherwise(game_id)
    return show_part_beside(replace(over, stored=record, setup=setup))


add_reviews(blueprint, "/<game_id>", finished_games.find_over)
add_reviews(shared.blueprint, "/<game_id>/review", find_shown)
