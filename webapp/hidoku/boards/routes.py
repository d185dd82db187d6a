"""Boards on request, the daily board, the gallery, and the page that every board has.

The page of a board that isn't there yet has it made, by a POST that it sends itself or by a button,
with progress if that takes a while. Merely opening a page makes nothing, so crawlers don't take the
few places where boards are made.
"""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.urls import iri_to_uri

from solver.hidoku.rules.game import Play
from solver.hidoku.text.puzzles import classes_text
from solver.wording import InputError
from webapp.hidoku.board_name import VersionError, format_name
from webapp.hidoku.boards import page_view
from webapp.hidoku.boards.catalogue import gallery
from webapp.hidoku.boards.form import USUAL, ShownForm, check_request, parse_seed, requested_name
from webapp.hidoku.days import daily_name
from webapp.hidoku.generation import ask_board
from webapp.hidoku.play.game import begin_on_board, is_begun
from webapp.hidoku.puzzles import NotMadeError, Puzzle, load_puzzle, makable, request_of, title_of
from webapp.http.forms import after_change, lead_to, render, wants_fragment
from webapp.http.pending import retry_after
from webapp.http.security import player_for_a_new_game
from webapp.http.server.requests import client_network
from webapp.storage.records.dailies import today
from webapp.storage.tasks import TaskState, Visitor
from webapp.work.limits import RETRY_AFTER, TooMuchError
from webapp.work.runs import lasting_tasks

#: With these statuses a page says that there is no such board, and can't be one.
NOWHERE = {404, 410}
#: What the page of a board that isn't made yet is asked to lead on to: a game on it.
PLAY = "play"
#: The pages that a visitor returns to once their board is made.
PAGES = {"watch.watch", "watch.solutions", "editor.editor", "exports.print_page"}

blueprint = Blueprint("boards", __name__, url_prefix="/hidoku/boards")


@blueprint.get("/daily")
def daily() -> ResponseReturnValue:
    return redirect(url_for(".board", name=daily_name(today())), 302)


@blueprint.get("/gallery")
def show_gallery() -> ResponseReturnValue:
    return render_template("hidoku/boards/gallery.html", parts=gallery())


@blueprint.get("")
def new() -> ResponseReturnValue:
    return show_form()


@blueprint.post("")
def create() -> ResponseReturnValue:
    """Start the board that a form asks for; redirect to the game if it is there at once."""
    name = name_asked_for()
    try:
        begin(name, visitor_with_cookie())
    except TooMuchError as problem:
        return retry_after(RETRY_AFTER, show_form(str(problem), 429))
    is_to_play = request.form.get("then") == PLAY
    if is_to_play and (puzzle := made(name)):
        return begin_on_board(name, Play(puzzle.grid))
    return redirect(url_for(".board", name=name, back=PLAY if is_to_play else None), 303)


def name_asked_for() -> str:
    """Return the name of the form's board: by its fields, like another, or exactly this one."""
    form = request.form
    if "board" in form:
        title_of(form["board"])
        return form["board"]
    if "like" in form:
        return format_name(request_of(form["like"])[0], parse_seed(form))
    return requested_name(form)


@blueprint.get("/<name>")
def board(name: str) -> ResponseReturnValue:
    """Show a board and what can be done with it, or a way to have it made."""
    if not (made(name) or page_view.find_making(name)):
        check_request(makable(name)[0])
    return show_or_continue(name)


@blueprint.post("/<name>/makings")
def make(name: str) -> ResponseReturnValue:
    # The page asks by itself: a cookie of this answer could replace that of a game begun meanwhile.
    try:
        begin(name, page_view.this_visitor() if wants_fragment() else visitor_with_cookie())
    except TooMuchError as problem:
        return retry_after(RETRY_AFTER, show(name, str(problem), 429))
    back = request.args.get("back")
    if back == PLAY and (puzzle := made(name)):
        return lead_to(begin_on_board(name, Play(puzzle.grid)).location or "")
    page = url_for(".board", name=name, back=back)
    return after_change(page, lambda: show_or_continue(name))


@blueprint.post("/<name>/cancel")
def cancel(name: str) -> ResponseReturnValue:
    """End the making of a board; only for the visitor who started it."""
    making = lasting_tasks().find(name)
    if making and not page_view.ShownMaking(making).is_own:
        abort(404)
    if making:
        lasting_tasks().cancel(making)
    return after_change(url_for(".board", name=name), lambda: show(name))


def show_or_continue(name: str) -> ResponseReturnValue:
    """Show a board; once it is made, redirect to the page that the visitor wanted first."""
    back = request.args.get("back", "")
    if back.startswith(url_for("hidoku.start")) and made(name):
        return lead_to(iri_to_uri(back))
    return show(name)


@blueprint.app_errorhandler(NotMadeError)
def lead_to_making(problem: NotMadeError) -> ResponseReturnValue:
    """Redirect to the page of a board that isn't made yet, which has it made.

    A visitor who asked for one of its other pages returns there.
    """
    back = request.full_path if request.endpoint in PAGES else None
    return lead_to(url_for("boards.board", name=problem.name, back=back))


@blueprint.errorhandler(InputError)
def refuse(problem: Exception) -> ResponseReturnValue:
    name = (request.view_args or {}).get("name")
    return show(name, str(problem), 404) if name else show_form(str(problem), 422)


@blueprint.errorhandler(VersionError)
def refuse_version(problem: VersionError) -> ResponseReturnValue:
    """Say on the page of a board that another version of the generator would make it."""
    if "name" not in (request.view_args or {}):
        return redirect(url_for(".board", name=problem.name), 303)
    return show(problem.name, str(problem), 410 if problem.is_older else 404)


def made(name: str) -> Puzzle | None:
    """Return a board if it is there, else None; 404 if the name isn't valid."""
    try:
        return load_puzzle(name)
    except NotMadeError:
        return None


def visitor_with_cookie() -> Visitor:
    """Return the visitor, with a new id if they had none."""
    return Visitor(player_for_a_new_game(), client_network())


def begin(name: str, visitor: Visitor) -> None:
    """Start a board that isn't made yet, and wait a moment for it.

    Raises GridError or FormError if there can't be such a board, and TooMuchError.
    """
    if not made(name):
        check_request(makable(name)[0])
        ask_board(lasting_tasks(), visitor, name)


def show_form(problem: str = "", status: int = 200) -> ResponseReturnValue:
    form = ShownForm(request.form if problem else USUAL)
    fields = {"form": form, "problem": problem, "classes": classes_text()}
    makings = page_view.own_makings(status)
    return render_template("hidoku/boards/new.html", makings=makings, **fields), status


def show(name: str, problem: str = "", status: int = 200) -> ResponseReturnValue:
    puzzle = made(name)
    making = None if puzzle else lasting_tasks().find(name)
    if not making:
        puzzle = puzzle or made(name)  # perhaps it was made between these checks
    is_running = making is not None and making.state is TaskState.RUNNING
    page = page_view.ShownPage(
        name=name,
        problem=problem,
        board=page_view.ShownPuzzle(puzzle) if puzzle else None,
        making=page_view.ShownMaking(making) if making and is_running else None,
        ended=None if is_running else making,
        is_impossible=status in NOWHERE,
        leads_on=request.args.get("back") == PLAY and not is_begun(name),
        makings=page_view.own_makings(status),
    )
    return render("hidoku/boards/board.html", "hidoku/boards/_board.html", status, shown=page)
