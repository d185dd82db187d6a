"""Opening a class, joining it, and what its teacher does; pupils answer on the pages themselves."""

import html
import re
from collections.abc import Sequence
from contextvars import Context
from typing import Final
from urllib.parse import quote, urlsplit

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
from markupsafe import Markup
from werkzeug.test import Client, ClientRedirectError

from webapp.classroom import view
from webapp.classroom.plans import NO_PLAN, PLANS, find_plan
from webapp.config import LOCAL_NAMES
from webapp.contest.nicknames import JOINED, LONGEST, NICKNAME, parse_nickname
from webapp.contest.view import mark_of
from webapp.game_type import shareables
from webapp.http import errors, forms, quota
from webapp.http.security import current_player, player_for_a_new_game
from webapp.http.server.front import SAME_FOR_ALL
from webapp.storage.games import store
from webapp.storage.records import classes, contests
from webapp.storage.records.contests import MOST, Contest, FullContestError, enter, entry_of
from webapp.storage.records.races import is_raced_in

OVER: Final = "This class has ended."
NO_NAME: Final = "Type a name, so that your teacher knows who you are."
FULL: Final = f"{MOST} pupils have joined, so this class is full."
MOST_STEPS: Final = 60
MANY: Final = f"A class has room for {MOST_STEPS} steps. Remove one first."
UNREACHABLE: Final = Markup(
    "Only this computer can open this address. For your pupils’ devices, start the server with "
    "<code>--host 0.0.0.0</code>, and open this page at the computer’s address in your network."
)
OWN_PAGE: Final = re.compile(r"/[^/\\]")
ADDED: Final = "added"  # where the visitor's cookie has the page that they added last
NOT_SURE: Final = "Tick the box to confirm. You can’t undo this."
NO_PAGE: Final = (
    "Pupils can’t open that. Copy the address of a page of this site: a lesson, an exercise, a "
    "sheet, a board, a daily game or a group challenge."
)
LONGEST_ADDRESS: Final = 400
HEADING: Final = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
SECONDS: Final = 2.0  # for which pupils’ pages get the same answer

blueprint = Blueprint("classroom", __name__, url_prefix="/class")
blueprint.register_error_handler(quota.QuotaError, errors.too_much)


@blueprint.get("")
def start(problem: str = "", status: int = 200, code: str = "") -> ResponseReturnValue:
    player = current_player()
    own_contests = contests.contests_of(store(), player) if player else ()
    own_classes = [contest for contest in own_contests if contest.kind == contests.CLASS]
    page = render_template(
        "classroom/start.html",
        problem=problem,
        code=code or request.form.get("code", "")[:40],
        has_seat=len(code) > classes.LENGTH,
        nickname=request.form.get("nickname", "")[:40],
        longest=LONGEST,
        plans=PLANS,
        classes=[(school_class, find_plan(school_class)) for school_class in own_classes],
    )
    return page, status


@blueprint.post("")
def create() -> ResponseReturnValue:
    """Open a class, with the steps of a plan if one is chosen."""
    pages = PLANS.get(request.form.get("plan", ""), NO_PLAN).minutes
    steps = [step for page in pages for step in read_steps(page, MOST_STEPS)]
    session[view.TAUGHT] = classes.open_class(store(), player_for_a_new_game(), steps)
    return lead_to(session[view.TAUGHT])


def lead_to(game_id: str) -> ResponseReturnValue:
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/pupils")
def join() -> ResponseReturnValue:
    """Have somebody join by the code of a class, or come back by that of their own seat in it."""
    code_text = request.form.get("code", "").upper()
    letters = "".join(sign for sign in code_text if sign in contests.LETTERS)
    code, seat = letters[: classes.LENGTH], letters[classes.LENGTH :]
    school_class = view.look_up(code)
    if school_class is None or school_class.is_closed:
        raise forms.FormError(view.GONE if school_class is None else OVER)
    typed_name = request.form.get("nickname", "")
    nickname = view.pupil_of(school_class, seat).nickname if seat else parse_nickname(typed_name)
    if not nickname:
        raise forms.FormError(NO_NAME)
    try:
        enter(store(), code, player_for_a_new_game(), nickname, size=classes.PUPIL, seat=seat)
    except FullContestError:
        return start(FULL, 409)
    if session.get(JOINED) != code:
        leave_class()
    session[JOINED] = code
    session[NICKNAME] = nickname
    return lead_to(code)


@blueprint.post("/leaving")
def leave() -> ResponseReturnValue:
    leave_class()
    return redirect(url_for(".start"), 303)


def leave_class() -> None:
    """Have the visitor leave the class that they are in, if any."""
    code = session.pop(JOINED, None)
    if code and (player := current_player()):
        classes.leave_class(store(), code, player=player)


@blueprint.errorhandler(forms.FormError)
def refuse(problem: Exception) -> ResponseReturnValue:
    return start(str(problem), errors.status_of(problem))


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a class to its teacher or a pupil; who is new to it can join, or take their seat."""
    school_class = view.look_up(game_id) or abort(404, view.GONE)
    player = current_player()
    if school_class.player == player:
        return show_taught(school_class)
    entry = entry_of(store(), game_id, player) if player else None
    seat = request.args.get("seat", "")[: 2 * contests.SEAT_LENGTH]
    if entry is None or entry.is_removed or seat not in ("", entry.seat):
        return start(code=f"{game_id} {seat}".strip())
    pupil = view.show_class(school_class, entry)
    return render_template("classroom/pupil.html", shown=pupil, mark=mark_of(school_class))


def show_taught(school_class: Contest, problem: str = "") -> ResponseReturnValue:
    """Show a class to its teacher, or on a projector; if a page is up to date, answer 204."""
    pupils = view.show_class(school_class)
    if forms.wants_fragment() and request.args.get("seen") == pupils.mark:
        return make_response("", 204)
    part = "_" if forms.wants_fragment() else ""
    screen = "screen" if "screen" in request.args else "teacher"
    page = render_template(
        f"classroom/{part}{screen}.html",
        shown=pupils,
        address=url_for(".page", game_id=school_class.id, _external=True),
        site=url_for(".start", _external=True).partition("//")[2],
        problem=problem,
        unreachable=UNREACHABLE if request.host.startswith(LOCAL_NAMES) else "",
    )
    return page, 422 if problem else 200


@blueprint.get("/<game_id>/bar")
def bar(game_id: str) -> ResponseReturnValue:
    """Say on pupils’ pages where the class is; 204 if a page knows, which for all is the same.

    The page of the class is read again. When the class is over, the visitor's cookie forgets it.
    """
    school_class = view.look_up(game_id)
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
    text = view.format_csv(view.show_class(view.find_taught(game_id)))
    headers = {"Content-Disposition": f"attachment; filename=class-{game_id}.csv"}
    return Response(text, mimetype="text/csv", headers=headers)


@blueprint.get("/<game_id>/games/<entry>/<step>")
def rows(game_id: str, entry: str, step: str) -> ResponseReturnValue:
    """Show how a pupil's game of a step went, once it is over for all who race."""
    games = {
        (row.id, str(number)): (row.name, cell.game)
        for row in view.show_class(view.find_taught(game_id)).rows
        for number, cell in enumerate(row.cells, 1)
    }
    name, game = games.get((entry, step), ("", None))
    kind = shareables().get(game.kind) if game else None
    if game is None or kind is None or not game.finished or is_raced_in(store(), game.id):
        abort(404, "You see a pupil’s game here once it’s over.")
    mine = kind.show_ending(game, kind.last_step(game))
    fields = {"game_id": game_id, "kind": kind, "mine": mine, "whose": name}
    return render_template("classroom/game.html", **fields)


@blueprint.post("/<game_id>/steps")
def add(game_id: str) -> ResponseReturnValue:
    """Add a page of this site, which must open for anybody with the link.

    From the bar on that page it leads back there, where the bar says so.
    """
    school_class = view.find_taught(game_id)
    class_steps = classes.steps_of(school_class)
    try:
        steps = read_steps(request.form.get("address", "").strip(), MOST_STEPS - len(class_steps))
    except (forms.FormError, ClientRedirectError, ValueError):
        return show_taught(school_class, NO_PAGE)
    if len(class_steps) + len(steps) > MOST_STEPS:
        return show_taught(school_class, MANY)
    for step in steps:
        if step.path not in {entry.path for entry in class_steps}:
            classes.add_step(store(), game_id, step)
    address = request.form["address"][:LONGEST_ADDRESS]
    if "stays" not in request.form or not OWN_PAGE.match(address):
        return lead_to(game_id)
    session[ADDED] = address
    return redirect(address, 303)


def read_steps(text: str, places_left: int) -> Sequence[classes.ClassStep]:
    """Return the step at an address, or those of a sheet. Raises FormError and ValueError.

    A sheet is for paper, with its solutions, so each thing on it is a step instead: one more than
    ``places_left`` at most. The page is opened as by somebody new, in a context of its own; where
    that leads is the step. Nothing of a sheet is made or drawn for it: with four teachers at it,
    others' moves took ten times as long.
    """
    text = text[:LONGEST_ADDRESS]
    address = urlsplit(text if text.startswith("/") or "//" in text else f"//{text}")
    if not address.path or address.netloc not in ("", request.host):
        raise forms.FormError(NO_PAGE)
    path = address._replace(scheme="", netloc="", fragment="").geturl()
    visitor = {
        "base_url": request.url_root,
        "environ_base": {"REMOTE_ADDR": request.remote_addr},
        "headers": {forms.SHEET_ITEMS: "1"},
    }
    visit = Client(current_app.wsgi_app).get
    answer = Context().run(lambda: visit(path, follow_redirects=True, **visitor))
    if answer.status_code == 200 and forms.SHEET_ITEMS in answer.headers:
        return _read_items(answer.text.splitlines()[: places_left + 1])
    heading = HEADING.search(answer.text) if answer.mimetype == "text/html" else None
    if answer.status_code != 200 or heading is None:
        raise forms.FormError(NO_PAGE)
    title = html.unescape(" ".join(re.sub(r"<[^>]+>", " ", heading[1]).split()))
    query = answer.request.query_string.decode()
    place = answer.request.path.removesuffix("/1")  # a lesson's first step stands for the lesson
    place = re.sub("[%?#]", lambda sign: quote(sign[0]), place)
    path = f"{place}?{query}" if query else place
    if not path.isprintable():  # such as a tab, which is no part of any page's address
        raise forms.FormError(NO_PAGE)
    return [classes.ClassStep(path, title)]


def _read_items(lines: Sequence[str]) -> Sequence[classes.ClassStep]:
    fields = (line.split("\t") for line in lines)
    steps = [classes.ClassStep(path, title, int(count)) for path, title, count in fields]
    if len(steps) == 1:
        return steps
    return [step._replace(title=f"{step.title}, {n}") for n, step in enumerate(steps, 1)]


@blueprint.post("/<game_id>/place")
def go_to(game_id: str) -> ResponseReturnValue:
    """Have the class go to a step or let all go at their own pace; or remove a step."""
    place = request.form.get("place", "")
    removed_path = request.form.get("removed")
    for step in classes.steps_of(view.find_taught(game_id)):
        if step.path == removed_path:
            classes.remove_step(store(), game_id, step)
        elif place in (step.path, classes.ALL):
            classes.go_to_step(store(), game_id, place)
    return lead_to(game_id)


@blueprint.post("/<game_id>/removed-pupils")
def remove_pupil(game_id: str) -> ResponseReturnValue:
    """Remove a pupil, who may come back by the code under another name."""
    classes.remove_pupil(store(), view.find_taught(game_id).id, request.form.get("entry", "")[:32])
    return lead_to(game_id)


@blueprint.post("/<game_id>/end")
def end(game_id: str) -> ResponseReturnValue:
    """End a class, or with the box ticked delete it with all that was answered."""
    school_class = view.find_taught(game_id)
    if "delete" not in request.form:
        contests.close_contest(store(), game_id)
        classes.leave_class(store(), game_id)
        return lead_to(game_id)
    if request.form.get("sure") != "1":
        return show_taught(school_class, NOT_SURE)
    contests.delete_contest(store(), game_id)
    session.pop(view.TAUGHT, None)
    return redirect(url_for(".start"), 303)
