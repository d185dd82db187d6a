"""Setting a contest, playing in it, and its table.

Forms can't send results: they are read from the games that were played here.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.cards.routes import blueprint as cards
from webapp.cards.routes import sent
from webapp.contest.view import (
    LONGEST,
    SeenContest,
    address_of,
    find_own,
    find_seen,
    parse_nickname,
    show_table,
)
from webapp.http.errors import status_of, too_much
from webapp.http.forms import FormError
from webapp.http.fragments import wants_fragment
from webapp.http.quota import QuotaError
from webapp.http.security import current_player, player_for_a_new_game
from webapp.storage.games import store
from webapp.storage.records.contest_entries import MOST, FullContestError, join, rename, set_removed
from webapp.storage.records.contests import close_contest

FULL = f"{MOST} are taking part already, so this challenge is full."
CLOSED = "The person who set it has closed it to new players."
KNOWN = "You set this {}, so you can’t play it yourself."

blueprint = Blueprint("contest", __name__, url_prefix="/group-challenge")
blueprint.register_error_handler(QuotaError, too_much)


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a contest, depending on whether the visitor has set it, plays in it or is new to it."""
    return show(find_seen(game_id))


def show(
    seen: SeenContest, problem: str = "", status: int = 200, typed: str = ""
) -> ResponseReturnValue:
    """Render a contest; if a page already has the current table, answer 204."""
    table = show_table(seen) if seen.may_see_table else None
    if is_table_alone := wants_fragment() and not problem:
        if table is None:
            abort(404)
        if request.args.get("seen") == table.mark:
            return make_response("", 204)
    context: dict[str, Any] = {
        "seen": seen,
        "contest": seen.contest,
        "kind": seen.kind,
        "thing": seen.kind.thing,
        "title": seen.kind.title(seen.contest),
        "more": seen.kind.more(seen.contest),
        "table": table,
        "address": address_of(seen.contest),
        "problem": problem,
        "typed": typed or (seen.own.nickname if seen.own else ""),
        "longest": LONGEST,
    }
    template = "contest/_table.html" if is_table_alone else "contest/page.html"
    return render_template(template, **context), status


@blueprint.post("/<game_id>/games")
def begin(game_id: str) -> ResponseReturnValue:
    """Begin the visitor's game, or redirect to the one they have."""
    seen = find_seen(game_id)
    if seen.own is None and not seen.may_play:
        return show(seen, KNOWN.format(seen.kind.thing), 422)
    if seen.own is None and seen.contest.is_closed:
        return show(seen, CLOSED, 409)
    nickname = parse_nickname(request.form.get("nickname", ""))
    try:
        made = join(store(), seen.contest, player_for_a_new_game(), nickname)
    except FullContestError:
        return show(seen, FULL, 409)
    return redirect(url_for(seen.kind.page, game_id=made), 303)


@blueprint.post("/<game_id>/nickname")
def name(game_id: str) -> ResponseReturnValue:
    seen, player = find_seen(game_id), current_player()
    if seen.own is None or player is None:
        abort(404)
    rename(store(), game_id, player, parse_nickname(request.form.get("nickname", "")))
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/removals")
def remove(game_id: str) -> ResponseReturnValue:
    return _removed(game_id, is_removed=True)


@blueprint.post("/<game_id>/returns")
def put_back(game_id: str) -> ResponseReturnValue:
    return _removed(game_id, is_removed=False)


def _removed(game_id: str, *, is_removed: bool) -> ResponseReturnValue:
    seen = find_own(game_id)
    entry = request.form.get("entry", "")[:32]
    set_removed(store(), seen.contest.id, entry, is_removed=is_removed)
    if wants_fragment():
        return show(find_own(game_id))
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/closing")
def close(game_id: str) -> ResponseReturnValue:
    """Close the contest to new players; those who have begun can finish."""
    close_contest(store(), find_own(game_id).contest.id)
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.get("/<game_id>/<path:what>")
def redirect_to_page(game_id: str, what: str) -> ResponseReturnValue:
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.errorhandler(FormError)
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the page again with the reason for a refusal, keeping what was typed."""
    seen = find_seen((request.view_args or {}).get("game_id", ""))
    return show(seen, str(problem), status_of(problem), request.form.get("nickname", "")[:40])


@cards.get("/group-challenge/<game_id>.png", endpoint="contest")
def card(game_id: str) -> ResponseReturnValue:
    seen = find_seen(game_id)
    return sent(seen.kind.card(seen.contest))
