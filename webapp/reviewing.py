"""The review of a finished game, and trying again from any of its rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.play import Outcome
from webapp import mastermind
from webapp.alternatives import ShownChoices, show_choices
from webapp.choosing import title_of
from webapp.faces import KEYS
from webapp.finding import find_game
from webapp.forms import FormError
from webapp.fragments import render, wants_fragment
from webapp.reviews import Finished, show_review
from webapp.security import player_for_a_new_game
from webapp.setups import Role, Setup, format_setup, parse_setup
from webapp.store import StoredGame, store

blueprint = Blueprint("reviewing", __name__, url_prefix="/mastermind")


@dataclass(frozen=True)
class OverGame:
    """A stored game that is over, and what is reviewed of it."""

    stored: StoredGame
    setup: Setup
    finished: Finished


class UnfinishedError(Exception):
    """A review was asked for before the end of the game."""


@blueprint.get("/<game_id>/review")
def review(game_id: str) -> ResponseReturnValue:
    """Show the review as far as it is done; asked again, it goes on."""
    return show(load(game_id))


@blueprint.get("/<game_id>/review/rows/<int:row>")
def row(game_id: str, row: int) -> ResponseReturnValue:
    """Show what each strategy would have played in a row."""
    over = load(game_id)
    if not 1 <= row <= len(over.finished.turns):
        abort(404)
    choices = show_choices(over.finished, row)
    if wants_fragment():
        return render_template("mastermind/_alternatives.html", game_id=game_id, choices=choices)
    return show(over, choices)


@blueprint.post("/<game_id>/attempts")
def attempt(game_id: str) -> ResponseReturnValue:
    """Start a game for practice that stands as this one did before a row."""
    over = load(game_id)
    turns = over.finished.turns[: parse_row(over.finished) - 1]
    game = over.finished.game
    start = format_setup(practice_setup(over))
    moves = "\n".join(game.format_code(turn.code) for turn in turns)
    made = store().create(player_for_a_new_game(), mastermind.KIND, game.name, start, moves)
    return redirect(url_for("mastermind.game", game_id=made.id), 303)


@blueprint.errorhandler(FormError)
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the review again with the reason why there is no such attempt."""
    return show(load((request.view_args or {})["game_id"]), problem=str(problem))


@blueprint.errorhandler(UnfinishedError)
def not_yet(_problem: Exception) -> ResponseReturnValue:
    """Lead back to a game that is not over."""
    return render_template("mastermind/unfinished.html", **(request.view_args or {})), 404


def load(game_id: str) -> OverGame:
    """Return this player's game; 404 for any other, UnfinishedError if it is not over."""
    stored = find_game(game_id, mastermind.KIND)
    setup = parse_setup(stored.start)
    match = mastermind.replayed(stored, setup)
    if match.outcome is Outcome.PLAYING or match.secret is None:
        raise UnfinishedError
    keys = KEYS[setup.keys]
    finished = Finished(match.game, keys, match.secret, match.turns, stored.hints)
    return OverGame(stored, setup, finished)


def parse_row(finished: Finished) -> int:
    """Return the row that the form names, from 1. Raises FormError if it is none."""
    text, rows = request.form.get("row", ""), len(finished.turns)
    if not (text.isascii() and text.isdecimal() and len(text) <= 2 and 1 <= int(text) <= rows):
        raise FormError(f"Choose a row from 1 to {rows}.")
    return int(text)


def practice_setup(over: OverGame) -> Setup:
    """Return the setup of another attempt: the same code, or the same setter without one."""
    if over.setup.role is Role.EVIL:
        return replace(over.setup, practice=True)
    finished = over.finished
    secret = finished.game.format_code(finished.secret)
    return Setup(Role.BREAKER, keys=finished.keys.name, secret=secret, practice=True)


def show(
    over: OverGame, choices: ShownChoices | None = None, problem: str = ""
) -> ResponseReturnValue:
    """Render the review, with the strategies' choices of one row if there are any."""
    return render(
        "mastermind/review.html",
        "mastermind/_review.html",
        422 if problem else 200,
        game_id=over.stored.id,
        heading=title_of(over.finished.game),
        is_evil=over.setup.role is Role.EVIL,
        review=show_review(over.finished),
        choices=choices,
        problem=problem,
    )
