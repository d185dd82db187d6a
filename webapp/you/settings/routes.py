"""The page of settings, which can be chosen before any game."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.hidoku.play.strip import forget_cookie
from webapp.http.quota import QuotaError
from webapp.http.security import current_player
from webapp.http.visitor import change_settings
from webapp.you.settings.form import ChoiceError, Chosen, chosen_now, parse_chosen, show_settings

SAVED = "Saved. These settings apply to every page."
NO_COOKIE = "Settings not saved: this browser doesn’t keep our cookie. Allow it, then save again."

blueprint = Blueprint("settings", __name__, url_prefix="/you/settings")


@blueprint.get("")
def settings() -> ResponseReturnValue:
    """Show the settings; after a form was sent, also whether they were saved."""
    is_sent = "saved" in request.args
    is_kept = current_player() is not None
    return _page(
        chosen_now(),
        status=SAVED if is_sent and is_kept else "",
        problem=NO_COOKIE if is_sent and not is_kept else "",
    )


@blueprint.post("")
def save() -> ResponseReturnValue:
    chosen = parse_chosen(request.form, chosen_now())
    try:
        change_settings(chosen.applied)
    except QuotaError as problem:
        return _page(chosen, problem=str(problem)), 429
    forget_cookie()
    return redirect(url_for(".settings", saved=1), 303)


@blueprint.errorhandler(ChoiceError)
def refuse(problem: ChoiceError) -> ResponseReturnValue:
    """Show the form as it was sent, with the reason why it wasn't stored."""
    return _page(problem.chosen, problem=str(problem)), 422


def _page(chosen: Chosen, *, status: str = "", problem: str = "") -> str:
    shown = show_settings(chosen, status, problem)
    return render_template("you/settings/settings.html", shown=shown)
