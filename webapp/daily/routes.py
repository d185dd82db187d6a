"""The dailies: a page for each game with its calendar, and the game of each day.

A visitor has one game a day and a game: its address leads back to it, finished or not.
"""

from __future__ import annotations

from datetime import date

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.daily.daily_game import DAILY_GAMES, HIDOKU, MASTERMIND, DailyGame
from webapp.daily.view import show_daily
from webapp.hidoku.puzzles import daily_name
from webapp.http.security import current_player
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.records import code_of_day
from webapp.mastermind.role_pages import NewGame, begin_game
from webapp.mastermind.setup import Setup
from webapp.storage.records.dailies import today

blueprint = Blueprint("daily", __name__, url_prefix="/daily")


@blueprint.get("")
def start() -> ResponseReturnValue:
    """Lead to the day's code; the path is beside it."""
    return redirect(url_for(".game", name=MASTERMIND.name), 302)


@blueprint.get("/<name>")
def game(name: str) -> ResponseReturnValue:
    """Show today's game; the address may name another month of the calendar."""
    return show(find_game(name), today())


@blueprint.get("/<name>/<day>")
def day(name: str, day: str) -> ResponseReturnValue:
    """Show the game of a day."""
    found = find_game(name)
    return show(found, parse_day(found, day))


@blueprint.post("/<name>/<day>/games")
def begin(name: str, day: str) -> ResponseReturnValue:
    """Begin the game of a day, or lead back to it."""
    found = find_game(name)
    chosen = parse_day(found, day)
    if found is HIDOKU:  # its page has it made, where it is not there yet
        return redirect(url_for("boards.board", name=daily_name(chosen)), 303)
    code = code_of_day(chosen)
    new = NewGame(code.game, Setup(secret=code.code), day=chosen.isoformat())
    return begin_game(BREAKER, new)


@blueprint.get("/<name>/<day>/games")
def way_back(name: str, day: str) -> ResponseReturnValue:
    """Lead from the address of a beginning to the day."""
    return redirect(url_for(".day", name=name, day=day), 303)


def show(found: DailyGame, chosen: date) -> ResponseReturnValue:
    """Render the page of a day's game."""
    month = parse_month(found, chosen)
    shown = show_daily(found, chosen, month, today(), current_player())
    return render_template(
        "daily/daily.html",
        shown=shown,
        games=DAILY_GAMES.values(),
        board=daily_name(chosen) if found is HIDOKU else "",
    )


def find_game(name: str) -> DailyGame:
    """Return a daily game by its name; 404 if there is none."""
    return DAILY_GAMES.get(name) or abort(404)


def parse_day(found: DailyGame, text: str) -> date:
    """Return the day of an address; 404 for a day to come, and for one before the first."""
    try:
        chosen = date.fromisoformat(text)
    except ValueError:
        abort(404)
    if chosen.isoformat() != text or not found.first_day <= chosen <= today():
        abort(404, f"There’s no {found.title} for that day, or not yet.")
    return chosen


def parse_month(found: DailyGame, chosen: date) -> date:
    """Return the first day of the month to show: that of the chosen day, if none is asked for."""
    try:
        month = date.fromisoformat(f"{request.args['month']}-01")
    except (KeyError, ValueError):
        month = chosen.replace(day=1)
    return max(found.first_day.replace(day=1), min(month, today().replace(day=1)))
