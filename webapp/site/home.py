"""The home page: a board of each game, ready. Nothing is stored before the first move."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.cards.routes import FOR_NOW, NotYetError, sent
from webapp.cards.routes import blueprint as cards
from webapp.daily.start_view import show_dailies
from webapp.hidoku.home_view import show_small_board
from webapp.hidoku.play.game import KIND
from webapp.http.game_access import find_unfinished
from webapp.http.security import current_player
from webapp.mastermind.breaker.routes import PAGES
from webapp.mastermind.cards import home_card
from webapp.mastermind.new_game_form import show_empty_board

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Show both games, with a link to an open one; the address may carry a row being built."""
    return render_template(
        "site/home.html",
        board=show_empty_board({"draft": request.args.get("draft", "")}),
        small=show_small_board(),
        open_mastermind=PAGES.open_games()[:1],
        open_hidoku=find_unfinished(KIND)[:1],
        dailies=show_dailies(current_player()),
    )


@cards.get("/home.png")
def home() -> ResponseReturnValue:
    """Send the site's card, for every page without its own."""
    return sent(home_card())


@cards.errorhandler(NotYetError)
def not_yet(problem: NotYetError) -> ResponseReturnValue:
    """Send the site's card in place of one that is still to come."""
    return sent(home_card(), FOR_NOW)
