"""The editor: a player draws a board, and sees at once what it is like.

A draft is stored like a game: its first board, and the edits, which are replayed. It is created
with the first edit; until then the form names the board to begin with. A board that is saved gets
its own name, and a link that stays valid whatever becomes of the draft.
"""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.hidoku.notations.notation import DoubtfulTextError
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.hexagons import columns_seen
from solver.hidoku.search.solve import Verdict
from solver.hidoku.text.hints import hint_texts
from solver.wording import InputError, plural
from webapp.hidoku.days import KIND as PLAY
from webapp.hidoku.editor import game
from webapp.hidoku.editor.tools import TOOLS as EDITS
from webapp.hidoku.editor.tools import Edit
from webapp.hidoku.editor.view import TOOLS, Asked, show_editor
from webapp.hidoku.exchange.parse import number_readings
from webapp.hidoku.play.game import begin_game, replayed
from webapp.hidoku.play.hint_view import find_hint
from webapp.hidoku.play.why_view import BoardQuestion, reply_to, show_answer
from webapp.hidoku.puzzles import keep_own, own_name
from webapp.hidoku.verdict import judge
from webapp.http import forms
from webapp.http.errors import status_of
from webapp.http.security import current_player
from webapp.storage.boards import find_board
from webapp.storage.games import StaleGameError, StoredGame, store

# The editor's page as a response: whole, or as a fragment.


def address(open_draft: game.OpenDraft, cell: str | None = None) -> str:
    if open_draft.stored:
        return url_for("editor.editor", draft=open_draft.id, cell=cell)
    return url_for("editor.editor", board=open_draft.name or None, cell=cell)


def read_asked() -> Asked:
    values = request.values
    tool = values.get("tool", "")
    return Asked(
        cell=forms.read_cell(values),
        first=forms.read_cell(values, "first"),
        tool=tool if tool in TOOLS else "givens",
        view=values.get("view", "givens"),
        is_long="think" in request.args,
        saved=values.get("saved", ""),
    )


def show(
    open_draft: game.OpenDraft, state: Asked | None = None, status: int = 200
) -> ResponseReturnValue:
    state = state or read_asked()
    name = own_name(open_draft.draft.grid)
    is_saved = name in (state.saved, open_draft.name) and find_board(store(), name)
    drafts = list[tuple[str, str]]()
    if not (open_draft.stored or forms.wants_fragment()):
        drafts += forms.readable(
            _listed, store().unfinished(current_player() or "", game.KIND, game.MOST_DRAFTS)
        )
    return forms.render(
        "hidoku/editor/editor.html",
        "hidoku/editor/_editor.html",
        status,
        editor=show_editor(open_draft.draft, state),
        opened=open_draft,
        address=address(open_draft),
        saved=name if is_saved else "",
        drafts=drafts,
        most_drafts=game.MOST_DRAFTS,
    )


def _listed(record: StoredGame) -> tuple[str, str]:
    grid = game.draft_of(record).grid
    day = record.changed
    size = f"{grid.rows} × {columns_seen(grid)}, {plural(len(grid.givens), 'given')}"
    return record.id, f"{size}, {day.day} {day:%B}"


STALE = (
    "This page was out of date (perhaps another tab changed the drawing). This is how it looks now."
)

blueprint = Blueprint("editor", __name__, url_prefix="/hidoku/editor")


@blueprint.get("")
def editor() -> ResponseReturnValue:
    return show(game.load())


@blueprint.post("/games/<game_id>")
def from_game(game_id: str) -> ResponseReturnValue:
    play = replayed(forms.find_game(game_id, PLAY))
    return redirect(url_for(".editor", board=keep_own(play.grid.with_givens(play.board))), 303)


@blueprint.post("/<what>")
def change(what: str) -> ResponseReturnValue:
    if what not in EDITS:
        abort(404)
    open_draft = game.load_for_change()
    edit = EDITS[what](open_draft.draft.grid, request.form)
    draft = open_draft.draft.edit(edit.change) if edit.change else open_draft.draft
    return after_edit(open_draft, draft, edit)


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    return step(game.Draft.undo, "There’s nothing to undo.")


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    return step(game.Draft.redo, "There’s nothing to redo.")


def step(move: Callable[[game.Draft], game.Draft], refusal: str) -> ResponseReturnValue:
    open_draft = game.load_for_change()
    draft = move(open_draft.draft)
    if draft == open_draft.draft:
        raise forms.FormError(refusal)
    return after_edit(open_draft, draft, Edit(None, ""))


@blueprint.post("/questions")
def why() -> ResponseReturnValue:
    """Answer why a number can’t go in the chosen cell; without a number, what can."""
    open_draft = game.load()
    number = request.form.get("number", "").strip()
    cell = forms.parse_cell(request.form)
    play = Play(open_draft.draft.grid)
    claimed_number = forms.parse_number({"number": number}, play.grid.last) if number else None
    question = BoardQuestion(claimed_number, cell)
    answer = show_answer(play, question, reply_to(play, question), with_path=True)
    state = replace(read_asked(), typed=number, said=f"{answer.heading}.", why=answer)
    return show(open_draft, state)


@blueprint.post("/hints")
def hint() -> ResponseReturnValue:
    """Give the next step from the numbers so far, and select its cell."""
    open_draft = game.load()
    advice = find_hint(Play(open_draft.draft.grid))
    _, *texts = hint_texts(advice)
    state = read_asked()
    return show(open_draft, replace(state, cell=advice.cell or state.cell, said=" ".join(texts)))


@blueprint.post("/saves")
def save() -> ResponseReturnValue:
    open_draft = game.load()
    name = keep_own(open_draft.draft.grid)
    return show(open_draft, replace(read_asked(), said="Saved.", saved=name))


@blueprint.post("/games")
def play() -> ResponseReturnValue:
    """Store the board and start a game on it, unless it is known to have no solution."""
    grid = game.load().draft.grid
    if judge(grid).verdict is Verdict.NONE:
        raise forms.FormError("You can’t play a board without a solution.")
    return begin_game(keep_own(grid), Play(grid))


@blueprint.errorhandler(InputError)
@blueprint.errorhandler(StaleGameError)
def refuse(problem: Exception) -> ResponseReturnValue:
    number_text = request.form.get("number", "")[:6]
    text = request.form.get("text", "")
    sentence = STALE if isinstance(problem, StaleGameError) else str(problem)
    state = replace(read_asked(), problem=sentence, typed=number_text, text=text)
    if isinstance(problem, DoubtfulTextError):
        state = replace(state, readings=number_readings(problem.readings))
    return show(game.load(), state, status_of(problem))


def after_edit(open_draft: game.OpenDraft, draft: game.Draft, edit: Edit) -> ResponseReturnValue:
    """Store a draft if it changed, and answer with it; without script, redirect to it."""
    next_open_draft = open_draft
    if draft != open_draft.draft:
        next_open_draft = game.keep(open_draft, draft)
        forms.lead_if_pending(address(next_open_draft, cell=request.form.get("cell")))
    text = request.form.get("text", "")
    state = replace(
        read_asked(), first=edit.first, said=edit.said, text=text, readings=edit.readings
    )
    if forms.wants_fragment() or edit.is_news:
        return show(next_open_draft, state)
    return redirect(address(next_open_draft, cell=request.form.get("cell")), 303)
