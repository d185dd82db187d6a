"""The daily games: a page for each with its calendar, and the game of each day.

A visitor has one game for each day and kind: its address leads back to it, finished or not.
"""

from datetime import date

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp import cards
from webapp.daily.start_view import show_today
from webapp.daily.view import show_daily
from webapp.game_type import Daily, dailies
from webapp.http.security import current_player
from webapp.storage.records.dailies import today

blueprint = Blueprint("daily", __name__, url_prefix="/daily")


@blueprint.get("")
def start() -> ResponseReturnValue:
    """Show what is played today, and the visitor's week."""
    link = url_for(".start", _external=True)
    return render_template("daily/start.html", shown=show_today(current_player(), link))


@blueprint.get("/<name>")
def game(name: str) -> ResponseReturnValue:
    """Show today's game; the address may name another month of the calendar."""
    return show(find_game(name), today())


@blueprint.get("/<name>/<day>")
def day(name: str, day: str) -> ResponseReturnValue:
    game = find_game(name)
    return show(game, parse_day(game, day))


@blueprint.post("/<name>/<day>/games")
def begin(name: str, day: str) -> ResponseReturnValue:
    game = find_game(name)
    return game.begin_day(parse_day(game, day))


@cards.blueprint.get("/daily/<name>/<day>.png")
def card(name: str, day: str) -> ResponseReturnValue:
    """Send the preview of a day's game: its date and its empty board."""
    game = find_game(name)
    return cards.send_card(game.day_card(parse_day(game, day)))


def show(game: Daily, chosen: date) -> ResponseReturnValue:
    month = parse_month(game, chosen)
    page = show_daily(game, chosen, month, today(), current_player())
    return render_template("daily/daily.html", shown=page, games=dailies().values())


def find_game(name: str) -> Daily:
    return dailies().get(name) or abort(404)


def parse_day(game: Daily, text: str) -> date:
    """Return the day of an address; 404 if it is to come, or before the first one."""
    try:
        chosen = date.fromisoformat(text)
    except ValueError:
        abort(404)
    if chosen.isoformat() != text or not game.first_day <= chosen <= today():
        abort(404, f"There’s no {game.daily_title} for that day.")
    return chosen


def parse_month(game: Daily, chosen: date) -> date:
    """Return the first day of the month to show; by default that of the chosen day."""
    try:
        month = date.fromisoformat(f"{request.args['month']}-01")
    except (KeyError, ValueError):
        month = chosen.replace(day=1)
    return max(game.first_day.replace(day=1), min(month, today().replace(day=1)))
