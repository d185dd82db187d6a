"""A circle's page, the link by which others join, and what members may change.

Forms can't send results: they are read from the games that were played here.
"""

from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.circle.view import show_circle
from webapp.contest.nicknames import parse_nickname
from webapp.http import errors, forms, quota, security
from webapp.storage.games import store
from webapp.storage.records import circles, contests
from webapp.storage.records.contests import (
    CIRCLE,
    Contest,
    ContestEntry,
    delete_contest,
    find_contest,
)

NOT_FOUND: Final = "This circle isn’t here: you aren’t in it, or it was deleted."
ENDED: Final = "This link leads nowhere any more. Ask a member of the circle for its new one."
NO_NAME: Final = "Type a name, so that the others know who you are."
FULL: Final = f"{circles.MOST_MEMBERS} people are in this circle already, so it’s full."
NOT_SURE: Final = "Tick the box to confirm. You can’t undo this."

blueprint = Blueprint("circle", __name__, url_prefix="/circle")
blueprint.register_error_handler(quota.QuotaError, errors.too_much)


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a circle to its members; the address may name the game that the week shows."""
    return show(*find_joined(game_id))


def show(
    circle: Contest, own_entry: ContestEntry, problem: str = "", status: int = 200
) -> ResponseReturnValue:
    view = show_circle(circle, own_entry, request.args.get("game", ""))
    nickname = request.form.get("nickname", own_entry.nickname)[:40]
    return render_template("circle/page.html", shown=view, problem=problem, typed=nickname), status


def find_joined(game_id: str) -> tuple[Contest, ContestEntry]:
    """Return a circle that the visitor is in, and their entry; 404 if there is none."""
    player = security.current_player()
    circle = find_contest(store(), game_id) if player and forms.ID.fullmatch(game_id) else None
    own_entry = contests.entry_of(store(), game_id, player) if player else None
    if circle is None or circle.kind != CIRCLE or own_entry is None:
        abort(404, NOT_FOUND)
    return circle, own_entry


def find_made(game_id: str) -> tuple[Contest, ContestEntry]:
    circle, own_entry = find_joined(game_id)
    return (circle, own_entry) if circle.player == own_entry.player else abort(404)


@blueprint.get("/join/<game_id>")
def invitation(game_id: str) -> ResponseReturnValue:
    """Ask who has the link for a nickname; members are led to their circle."""
    return invite(find_invited(game_id))


def find_invited(key: str) -> Contest:
    return circles.find_invited(store(), key) or abort(404, ENDED)


def invite(circle: Contest, problem: str = "", status: int = 200) -> ResponseReturnValue:
    player = security.current_player()
    if player and contests.entry_of(store(), circle.id, player):
        return lead_to(circle)
    nickname = request.form.get("nickname", "")[:40]
    fields = {"circle": circle, "problem": problem, "typed": nickname}
    return render_template("circle/invitation.html", **fields), status


def lead_to(circle: Contest) -> ResponseReturnValue:
    return redirect(url_for(".page", game_id=circle.id), 303)


@blueprint.post("/join/<game_id>")
def join(game_id: str) -> ResponseReturnValue:
    circle = find_invited(game_id)
    try:
        nickname = parse_name(request.form.get("nickname", ""))
        player = security.player_for_a_new_game()
        contests.enter(store(), circle.id, player, nickname, limit=circles.MOST_MEMBERS)
    except forms.FormError as problem:
        return invite(circle, str(problem), errors.status_of(problem))
    except contests.FullContestError:
        return invite(circle, FULL, 409)
    return lead_to(circle)


def parse_name(text: str) -> str:
    """Return the nickname that somebody typed. Raises FormError."""
    nickname = parse_nickname(text)
    if not nickname:
        raise forms.FormError(NO_NAME)
    return nickname


@blueprint.post("/<game_id>/nickname")
def name(game_id: str) -> ResponseReturnValue:
    circle, own_entry = find_joined(game_id)
    contests.rename(
        store(), circle.id, own_entry.player, parse_name(request.form.get("nickname", ""))
    )
    return lead_to(circle)


@blueprint.post("/<game_id>/link")
def new_link(game_id: str) -> ResponseReturnValue:
    circle, _ = find_joined(game_id)
    circles.change_link(store(), circle)
    return lead_to(circle)


@blueprint.post("/<game_id>/leaving")
def leave(game_id: str) -> ResponseReturnValue:
    circle, own_entry = find_joined(game_id)
    circles.leave_circle(store(), circle, own_entry.player)
    return redirect(url_for("friends.start"), 303)


@blueprint.post("/<game_id>/removals")
def remove(game_id: str) -> ResponseReturnValue:
    """Remove another member, and change the link."""
    circle, own_entry = find_made(game_id)
    entry = request.form.get("entry", "")[:32]
    if entry != own_entry.id:
        circles.remove_member(store(), circle, entry)
    return lead_to(circle)


@blueprint.post("/<game_id>/deletion")
def delete(game_id: str) -> ResponseReturnValue:
    circle, own_entry = find_made(game_id)
    if request.form.get("sure") != "1":
        return show(circle, own_entry, NOT_SURE, 422)
    delete_contest(store(), circle.id)
    return redirect(url_for("friends.start"), 303)


@blueprint.errorhandler(forms.FormError)
def refuse(problem: Exception) -> ResponseReturnValue:
    circle, own_entry = find_joined((request.view_args or {}).get("game_id", ""))
    return show(circle, own_entry, str(problem), errors.status_of(problem))
