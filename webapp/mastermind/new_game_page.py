"""What all kinds of games begin with: the page of the form, and the ways back to it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import DISPLAYS, OWN_GAMES
from solver.deduction.strategies.registry import OFFERED
from webapp.http.game_access import find_unfinished, readable
from webapp.mastermind.new_game_form import USUAL, offered_for
from webapp.mastermind.role import RoleEntry


def show_form(role: RoleEntry, template: str, problem: str, **more: object) -> ResponseReturnValue:
    """Render the form of a role's new game, as it was sent if there is a problem with it.

    Above it stand the open games to go on with; ``more`` is what one template shows besides.
    """
    page = render_template(
        template,
        offered=offered_for(role.name),
        own_games=OWN_GAMES.values(),
        usual=USUAL,
        keys=DISPLAYS.values(),
        strategies=OFFERED,
        open_games=open_games(role),
        problem=problem,
        form=request.form or request.args,
        **more,
    )
    return page, 422 if problem else 200


def open_games(role: RoleEntry) -> tuple[tuple[str, str], ...]:
    """Return the visitor's open games in a role: the id of each, and how far it is."""
    how_far = role.how_far
    if how_far is None:
        return ()
    return tuple(readable(lambda game: (game.id, how_far(game)), find_unfinished(role.kind)))


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
