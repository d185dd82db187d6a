"""Opening a class, joining it, and what its teacher does; pupils answer on the pages themselves."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from contextvars import Context
from typing import Final
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter
from werkzeug.test import Client, ClientRedirectError

from webapp.classroom.view import format_csv, show_class
from webapp.contest.nicknames import JOINED, LONGEST, NICKNAME, parse_nickname
from webapp.contest.view import mark_of
from webapp.http.errors import status_of, too_much
from webapp.http.forms import FormError, wants_fragment
from webapp.http.quota import QuotaError
from webapp.http.security import current_player, player_for_a_new_game
from webapp.http.server.front import SAME_FOR_ALL
from webapp.http.server.requests import client_network
from webapp.kind import kinds
from webapp.storage.games import store
from webapp.storage.records import classes
from webapp.storage.records.contest_entries import (
    MOST,
    FullContestError,
    enter,
    entry_of,
    set_removed,
)
from webapp.storage.records.contests import CLASS, Contest, close_contest, contests_of
from webapp.storage.records.races import is_raced_in

GONE: Final = "There’s no class with this code. It may be mistyped, deleted or over 30 days old."
OVER: Final = "This class has ended."
NO_NAME: Final = "Type a name, so that your teacher knows who you are."
FULL: Final = f"{MOST} pupils have joined, so this class is full."
TOO_OFTEN: Final = "Your network has tried too many wrong codes. Try again in ten minutes."
NO_PAGE: Final = (
    "Pupils can’t open that. Copy the address of a page of this site: a lesson, an exercise, a "
    "sheet, a board, a daily game or a group challenge."
)
MOST_STEPS: Final = 60
MANY: Final = f"A class has room for {MOST_STEPS} steps. Remove one first."
NOT_SURE: Final = "Tick the box to confirm. You can’t undo this."
LONGEST_ADDRESS: Final = 400
SECONDS: Final = 2.0  # for which pupils’ pages get the same answer
#: How many wrong codes a network may try in ten minutes.
MISSES: Final = RateLimitItemPerMinute(100, 10, namespace="class codes")
HEADING: Final = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
#: What a sheet for paper consists of: links to pages where pupils can answer.
ITEM: Final = re.compile(r'rel="item"\s+href="([^"]+)"')

TAUGHT: Final = "teaches"  # where the visitor's cookie has the code of the class they teach

blueprint = Blueprint("classroom", __name__, url_prefix="/class")
blueprint.register_error_handler(QuotaError, too_much)


@blueprint.get("")
def start() -> ResponseReturnValue:
    return show_start()


def show_start(problem: str = "", status: int = 200, code: str = "") -> ResponseReturnValue:
    player = current_player()
    own = contests_of(store(), player) if player else ()
    page = render_template(
        "classroom/start.html",
        problem=problem,
        code=code or request.form.get("code", "")[:40],
        nickname=request.form.get("nickname", "")[:40],
        longest=LONGEST,
        classes=[contest for contest in own if contest.kind == CLASS],
    )
    return page, status


@blueprint.post("")
def create() -> ResponseReturnValue:
    session[TAUGHT] = classes.open_class(store(), player_for_a_new_game())
    return lead_to(session[TAUGHT])


def lead_to(game_id: str) -> ResponseReturnValue:
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/pupils")
def join() -> ResponseReturnValue:
    typed = request.form.get("code", "").upper()
    code = "".join(sign for sign in typed if sign in classes.LETTERS)
    nickname = parse_nickname(request.form.get("nickname", ""))
    school_class = look_up(code)
    if school_class is None or school_class.is_closed or not nickname:
        raise FormError(GONE if school_class is None else NO_NAME if not nickname else OVER)
    try:
        enter(store(), code, player_for_a_new_game(), nickname, size=classes.PUPIL)
    except FullContestError:
        return show_start(FULL, 409)
    session[JOINED], session[NICKNAME] = code, nickname
    return lead_to(code)


@blueprint.post("/leaving")
def leave() -> ResponseReturnValue:
    session.pop(JOINED, None)
    return redirect(url_for(".start"), 303)


@blueprint.errorhandler(FormError)
def refuse(problem: Exception) -> ResponseReturnValue:
    return show_start(str(problem), status_of(problem))


def look_up(game_id: str) -> Contest | None:
    """Return a class by its code. Codes are short, so a network may be wrong only so often."""
    limiter: FixedWindowRateLimiter = current_app.extensions["tries"]
    is_own = game_id in (session.get(JOINED), session.get(TAUGHT))
    if not (is_own or limiter.test(MISSES, client_network())):
        abort(429, TOO_OFTEN)
    school_class = classes.find_class(store(), game_id) if len(game_id) == classes.LENGTH else None
    if school_class is None:
        limiter.hit(MISSES, client_network())
        for name in (JOINED, TAUGHT) if is_own else ():
            session.pop(name, None)
    return school_class


def find_taught(game_id: str) -> Contest:
    school_class = look_up(game_id)
    is_own = school_class is not None and school_class.player == current_player()
    return school_class if school_class and is_own else abort(404, GONE)


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a class to its teacher or a pupil; who is new to it can join."""
    school_class = look_up(game_id) or abort(404, GONE)
    player = current_player()
    if school_class.player == player:
        return show_taught(school_class)
    own = entry_of(store(), game_id, player) if player else None
    if own is None or own.is_removed:
        return show_start(code=game_id)
    shown = show_class(school_class, own)
    return render_template("classroom/pupil.html", shown=shown, mark=mark_of(school_class))


def show_taught(school_class: Contest, problem: str = "") -> ResponseReturnValue:
    """Show a class to its teacher, or on a projector; if a page is up to date, answer 204."""
    shown = show_class(school_class)
    if wants_fragment() and request.args.get("seen") == shown.mark:
        return make_response("", 204)
    part = "_" if wants_fragment() else ""
    screen = "screen" if "screen" in request.args else "teacher"
    page = render_template(
        f"classroom/{part}{screen}.html",
        shown=shown,
        address=url_for(".page", game_id=school_class.id, _external=True),
        site=url_for(".start", _external=True).partition("//")[2],
        problem=problem,
    )
    return page, 422 if problem else 200


@blueprint.get("/<game_id>/bar")
def bar(game_id: str) -> ResponseReturnValue:
    """Say on pupils’ pages where the class is; 204 if a page knows, which for all is the same.

    The page of the class is read again. When the class is over, the visitor's cookie forgets it.
    """
    school_class = look_up(game_id)
    if school_class is None or school_class.is_closed:
        session.pop(JOINED, None)
        return render_template("classroom/_bar.html")
    mark = mark_of(school_class)
    headers = {SAME_FOR_ALL: SECONDS}
    if request.args.get("seen") == mark:
        return make_response("", 204, headers)
    if "page" in request.args:
        return make_response("", 204, {"HX-Refresh": "true"})
    steps = classes.open_steps(school_class)
    fields = {"class_code": game_id, "mark": mark, "steps": steps, "place": school_class.rules}
    return make_response(render_template("classroom/_bar.html", **fields), headers)


@blueprint.get("/<game_id>/answers.csv")
def answers_file(game_id: str) -> ResponseReturnValue:
    text = format_csv(show_class(find_taught(game_id)))
    headers = {"Content-Disposition": f"attachment; filename=class-{game_id}.csv"}
    return Response(text, mimetype="text/csv", headers=headers)


@blueprint.get("/<game_id>/games/<entry>/<step>")
def rows(game_id: str, entry: str, step: str) -> ResponseReturnValue:
    """Show how a pupil's game of a step went, once it is over for all who race."""
    games = {
        (row.id, str(number)): (row.name, cell.game)
        for row in show_class(find_taught(game_id)).rows
        for number, cell in enumerate(row.cells, 1)
    }
    name, game = games.get((entry, step), ("", None))
    kind = kinds()[game.kind].shared if game else None
    if game is None or kind is None or not game.finished or is_raced_in(store(), game.id):
        abort(404, "You see a pupil’s game here once it’s over.")
    mine = kind.show(game, kind.last_step(game))
    fields = {"game_id": game_id, "kind": kind, "mine": mine, "whose": name}
    return render_template("classroom/game.html", **fields)


@blueprint.post("/<game_id>/steps")
def add(game_id: str) -> ResponseReturnValue:
    """Add a page of this site, which must open for anybody with the link."""
    school_class = find_taught(game_id)
    own = classes.steps_of(school_class)
    try:
        steps = read_steps(request.form.get("address", "").strip(), MOST_STEPS - len(own))
    except (FormError, ClientRedirectError, ValueError):
        return show_taught(school_class, NO_PAGE)
    if len(own) + len(steps) > MOST_STEPS:
        return show_taught(school_class, MANY)
    for step in steps:
        if step.path not in {entry.path for entry in own}:
            classes.add_step(store(), game_id, step)
    return lead_to(game_id)


def read_steps(text: str, most: int) -> Sequence[classes.ClassStep]:
    """Return the step at an address, or those of a sheet. Raises FormError and ValueError.

    A sheet is for paper, with its solutions, so each thing on it is a step instead: one more than
    ``most`` at most.
    """
    step, page = read_step(text)
    items = ITEM.findall(page)[: most + 1]
    steps = [read_step(html.unescape(item))[0] for item in items] or [step]
    if len(steps) == 1:
        return steps
    return [step._replace(title=f"{step.title}, {n}") for n, step in enumerate(steps, 1)]


def read_step(text: str) -> tuple[classes.ClassStep, str]:
    """Return the step at an address, and its page.

    The page is opened as by somebody new, in a context of its own; where that leads is the step.
    """
    text = text[:LONGEST_ADDRESS]
    address = urlsplit(text if text.startswith("/") or "//" in text else f"//{text}")
    if not address.path or address.netloc not in ("", request.host):
        raise FormError(NO_PAGE)
    path = address._replace(scheme="", netloc="", fragment="").geturl()
    about = {"base_url": request.url_root, "environ_base": {"REMOTE_ADDR": request.remote_addr}}
    visit = Client(current_app.wsgi_app).get
    answer = Context().run(lambda: visit(path, follow_redirects=True, **about))
    heading = HEADING.search(answer.text) if answer.mimetype == "text/html" else None
    if answer.status_code != 200 or heading is None:
        raise FormError(NO_PAGE)
    title = html.unescape(" ".join(re.sub(r"<[^>]+>", " ", heading[1]).split()))
    query = answer.request.query_string.decode()
    place = answer.request.path.removesuffix("/1")  # a lesson's first step stands for the lesson
    return classes.ClassStep(f"{place}?{query}" if query else place, title), answer.text


@blueprint.post("/<game_id>/place")
def go_to(game_id: str) -> ResponseReturnValue:
    """Have the class go to a step or let all go at their own pace; or remove a step."""
    place, removed = request.form.get("place", ""), request.form.get("removed")
    for step in classes.steps_of(find_taught(game_id)):
        if step.path == removed:
            classes.remove_step(store(), game_id, step)
        elif place in (step.path, classes.ALL):
            classes.go_to_step(store(), game_id, place)
    return lead_to(game_id)


@blueprint.post("/<game_id>/removed-pupils")
def remove_pupil(game_id: str) -> ResponseReturnValue:
    """Remove a pupil, who may come back by the code under another name."""
    entry = request.form.get("entry", "")[:32]
    set_removed(store(), find_taught(game_id).id, entry, is_removed=True)
    return lead_to(game_id)


@blueprint.post("/<game_id>/end")
def end(game_id: str) -> ResponseReturnValue:
    """End a class, or with the box ticked delete it with all that was answered."""
    school_class = find_taught(game_id)
    if "delete" not in request.form:
        close_contest(store(), game_id)
        return lead_to(game_id)
    if request.form.get("sure") != "1":
        return show_taught(school_class, NOT_SURE)
    classes.delete_class(store(), game_id)
    session.pop(TAUGHT, None)
    return redirect(url_for(".start"), 303)
