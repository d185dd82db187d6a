"""Boards imported: pasted, uploaded, or in the address."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from solver.hidoku.notations import copied_text, notation, plain, registry
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.hexagons import columns_seen, rows_seen
from solver.hidoku.search.solve import Verdict
from solver.wording import InputError, plural
from webapp.hidoku.board_facts import Judged, judge_grid
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.exchange import parse
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.game import begin_game
from webapp.hidoku.puzzles import keep_own
from webapp.http.errors import error_page
from webapp.http.forms import FormError, wants_fragment

#: What can be done with a board: its name in a form, and its button.
ACTIONS = (
    ("play", "Play"),
    ("watch", "Watch it being solved"),
    ("edit", "Edit a copy"),
    ("", "Keep it"),
)


@dataclass(frozen=True, kw_only=True)
class ShownPreview:
    """A board in a link, as it is shown before anybody plays or stores it."""

    picture: Picture
    size: str
    judged: Judged
    text: str
    link: str
    readings: parse.Readings

    @property
    def difficulty(self) -> str:
        return f" Difficulty: {self.judged.word}." if self.judged.techniques else ""

    @property
    def actions(self) -> tuple[tuple[str, str], ...]:
        return ACTIONS[2:] if self.judged.verdict is Verdict.NONE else ACTIONS


def size_words(grid: Grid) -> str:
    """Return size, neighbours and givens of a board in words.

    >>> size_words(Grid.of(2, 3))
    '2 × 3, eight neighbours, 0 of 6 numbers given'
    """
    joins = f", {plural(len(grid.joined), 'joined pair')}" if grid.joined else ""
    givens = f"{len(grid.givens)} of {plural(grid.last, 'number')} given"
    size = f"{rows_seen(grid)} × {columns_seen(grid)}"
    return f"{size}, {WORDS[grid.adjacency].words}{joins}, {givens}"


TOO_LARGE = (
    "That’s too large. A board has at most 900 cells, which is a file of a few kB. Go back to "
    "find your text unchanged."
)
NOTHING = "There’s nothing to read yet. Paste a board or choose a file."

blueprint = Blueprint("imports", __name__, url_prefix="/hidoku/exchange/import")


@blueprint.get("")
def start() -> ResponseReturnValue:
    text = copied_text.separate_rows(request.args.get("text", ""))
    if not text:
        return _form_page("", "")
    adjacency = request.args.get("adjacency", "")
    try:
        board_text = parse.read_form(text, adjacency, request.args)
    except InputError as problem:
        return _form_page(text, adjacency, problem)
    grid = board_text.grid
    preview = ShownPreview(
        picture=draw(grid, grid.given),
        size=size_words(grid),
        judged=judge_grid(grid),
        text=plain.format_text(grid),
        link=parse.format_link(grid),
        readings=parse.number_readings(board_text.readings, board_text.taken),
    )
    return render_template("hidoku/exchange/preview.html", shown=preview)


@blueprint.post("")
def take() -> ResponseReturnValue:
    adjacency = request.form.get("adjacency", "")
    text = copied_text.separate_rows(request.form.get("text", ""))
    try:
        file = request.files.get("file")
        text = parse.decode(file.read(), file.filename) if file and file.filename else text
        if not text.strip():
            raise FormError(NOTHING)
        board_text = parse.read_form(text, adjacency, request.form)
        if board_text.is_doubtful and not request.form.get("reading"):
            readings = parse.number_readings(board_text.readings, board_text.taken)
            return _form_page(text, adjacency, readings=readings)
        return _store_and_redirect(board_text.grid)
    except notation.DoubtfulTextError as problem:
        return _form_page(
            text, adjacency, problem, readings=parse.number_readings(problem.readings)
        )
    except InputError as problem:
        return _form_page(text, adjacency, problem)


def _store_and_redirect(grid: Grid) -> ResponseReturnValue:
    name = keep_own(grid)
    destination = request.form.get("then", "")
    if destination == "play":
        return begin_game(name, Play(grid))
    if destination == "edit":
        return redirect(url_for("editor.editor", board=name), 303)
    page = "watch.watch" if destination == "watch" else "boards.board"
    return redirect(url_for(page, name=name), 303)


@blueprint.errorhandler(RequestEntityTooLarge)
def refuse(problem: RequestEntityTooLarge) -> ResponseReturnValue:
    """Show the form again when too much was sent to be read at all."""
    if wants_fragment():
        return error_page(problem)
    return _form_page("", "", problem, 413)


def _form_page(
    text: str,
    adjacency: str,
    problem: Exception | None = None,
    status: int = 422,
    readings: parse.Readings = (),
) -> ResponseReturnValue:
    page = render_template(
        "hidoku/exchange/import.html",
        text=text,
        adjacency=adjacency,
        problem=TOO_LARGE if status == 413 else str(problem or ""),
        bad=parse.find_bad_line(text, problem) if problem else None,
        readings=readings,
        notations=registry.NOTATIONS,
    )
    return page, status if problem else 200
