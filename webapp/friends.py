"""With friends: two people, a race, or a group challenge of a new game or one just finished."""

from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from webapp.circle.routes import parse_name
from webapp.contest.nicknames import NICKNAME, parse_nickname
from webapp.contest.page_view import USUAL_MINUTES
from webapp.contest.view import show_contests
from webapp.game_type import contestables
from webapp.http import errors, forms, quota, security
from webapp.storage.games import StoredGame, begun_game, store
from webapp.storage.records.circles import circles_of, open_circle
from webapp.storage.records.contests import make_contest
from webapp.storage.records.races import is_raced_in, make_race

NOT_THIS: Final = (
    "A group challenge needs a finished game. It can’t be today’s daily, a practice game, a code "
    "that someone sent you, or a race’s board before the round is over."
)

blueprint = Blueprint("friends", __name__, url_prefix="/friends")
blueprint.register_error_handler(quota.QuotaError, errors.too_much)


@blueprint.get("/")
def start() -> ResponseReturnValue:
    """Ask who with; the address may name a game that the visitor has just finished."""
    record = find_sent(request.args["game"]) if "game" in request.args else None
    return show_start(record=record)


def find_sent(game_id: str) -> StoredGame | None:
    record = forms.find_game(game_id, *contestables())
    game_to_send = contestables()[record.kind].as_sent(record)
    return None if is_raced_in(store(), record.id) else game_to_send


def show_start(
    problem: str = "", status: int = 200, record: StoredGame | None = None
) -> ResponseReturnValue:
    types = contestables()
    choices: dict[str, Any] = {}
    for kind in types.values():
        choices |= kind.contest_choices
    player = security.current_player()
    page = render_template(
        "friends/start.html",
        contests=show_contests(),
        circles=circles_of(store(), player) if player else (),
        typed=request.form.get("nickname", session.get(NICKNAME, ""))[:40],
        kinds=types,
        start_styles=(
            *(style for kind in types.values() for style in kind.contest_start_styles),
            "contest",
        ),
        form=request.args,
        problem=problem,
        sent=record,
        **choices,
    )
    return page, status


def lead_to(
    kind: str, rules: str, start: str, *, is_hidden: bool = True, is_race: bool = False
) -> ResponseReturnValue:
    player = security.player_for_a_new_game()
    sample = begun_game(player, kind, rules, start)
    contest_id = make_contest(store(), player, sample, is_hidden=is_hidden)
    if is_race:
        make_race(store(), contest_id, rules, start, USUAL_MINUTES * 60)
    return redirect(url_for("contest.page", game_id=contest_id), 303)


@blueprint.post("/games")
def game() -> ResponseReturnValue:
    """Make a contest of the visitor's finished game, with their own result in the table."""
    sample = find_sent(request.form.get("game", ""))
    if sample is None:
        return errors.message(422, "This game can’t be sent", NOT_THIS)
    contest_id = make_contest(store(), sample.player, sample, is_hidden=True, is_played=True)
    return redirect(url_for("contest.page", game_id=contest_id), 303)


@blueprint.post("/challenges", endpoint="challenge")
@blueprint.post("/races", endpoint="race", defaults={"is_race": True})
def lead_to_new(*, is_race: bool = False) -> ResponseReturnValue:
    """Make a group challenge, or the waiting room of a race, on a code or board nobody has seen."""
    name = request.form.get("kind", "")
    kind = contestables().get(name)
    if kind is None:
        return show_start("Choose Mastermind or Hidoku first.", 422)
    try:
        rules, start = kind.new_contest(security.player_for_a_new_game())
    except forms.FormError as problem:
        return show_start(str(problem), 422)
    return lead_to(name, rules, start, is_race=is_race)


@blueprint.post("/circles")
def circle() -> ResponseReturnValue:
    """Make a circle, with the visitor as its first member."""
    try:
        name = parse_nickname(request.form.get("name", ""))
        nickname = parse_name(request.form.get("nickname", ""))
    except forms.FormError as problem:
        return show_start(str(problem), 422)
    if not name:
        return show_start("Give your circle a name.", 422)
    circle_id = open_circle(store(), security.player_for_a_new_game(), name, nickname)
    return redirect(url_for("circle.page", game_id=circle_id), 303)
