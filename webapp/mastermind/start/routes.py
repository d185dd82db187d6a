"""The first page of Mastermind: the short rules, the form of a new game, the other roles."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.mastermind.breaker.routes import PAGES
from webapp.mastermind.new_game_form import count_words

blueprint = Blueprint("mastermind", __name__, url_prefix="/mastermind")


@blueprint.get("/")
def start() -> ResponseReturnValue:
    """Show the short rules and the form of a new game."""
    return PAGES.show_form()


@blueprint.get("/count")
def count() -> ResponseReturnValue:
    """Say how many codes the board in the form of a new game has."""
    return render_template("mastermind/_count.html", count_words=count_words(request.args))
