"""What all kinds of games begin with: the page of the form, and the ways back to it."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.mastermind.face import KEYS
from webapp.mastermind.new_game_form import OFFERED
from webapp.mastermind.opponent import MANNERS


def show_form(
    template: str, problem: str, open_games: Iterable[tuple[str, str]] = (), **more: object
) -> ResponseReturnValue:
    """Render the form of a new game, as it was sent if there is a problem with it.

    Above it stand ``open_games`` to go on with: the id of each, and how far it is; ``more`` is what
    one template shows besides.
    """
    page = render_template(
        template,
        offered=OFFERED,
        keys=KEYS.values(),
        manners=MANNERS,
        open_games=tuple(open_games),
        problem=problem,
        form=request.form or request.args,
        **more,
    )
    return page, 422 if problem else 200


def add_ways_back(blueprint: Blueprint, page: str, form: str = ".begin") -> None:
    """Lead from addresses that only take posts, which a reload may ask for, to what they change.

    From that of a refused form to the ``form``, from that of a change to the ``page`` of its game.
    """

    def way_to_form() -> ResponseReturnValue:
        return redirect(url_for(form), 303)

    def way_back(game_id: str, what: str) -> ResponseReturnValue:
        return redirect(url_for(f".{page}", game_id=game_id), 303)

    blueprint.add_url_rule("/games", view_func=way_to_form)
    blueprint.add_url_rule("/<game_id>/<path:what>", view_func=way_back)
