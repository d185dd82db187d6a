"""The editor's page as an answer: whole, as a fragment, or as what a verdict brings to it."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import counted
from webapp.hidoku.editor.game import KIND, MOST_DRAFTS, OpenDraft, draft_of, load
from webapp.hidoku.editor.view import TOOLS, Asked, show_editor
from webapp.hidoku.puzzles import own_name
from webapp.http.forms import chosen_cell
from webapp.http.fragments import render, wants_fragment
from webapp.http.game_access import readable
from webapp.http.parts import answered
from webapp.http.security import current_player
from webapp.storage.boards import board_store
from webapp.storage.games import StoredGame, store


def show_again() -> ResponseReturnValue:
    """Answer a page whose verdict was still to come with that alone."""
    opened, asked = load(), read_asked()
    context = context_of(opened, asked)
    parts = "hidoku/editor/_judged.html"
    pending = context["editor"].verdict.pending
    return answered(pending, lambda: render_template(parts, **context))


def address(opened: OpenDraft, cell: str | None = None) -> str:
    """Return the editor's address for a draft."""
    if opened.stored:
        return url_for("editor.editor", draft=opened.id, cell=cell)
    return url_for("editor.editor", board=opened.name or None, cell=cell)


def read_asked() -> Asked:
    """Return what of the page lies in the request."""
    values = request.values
    tool = values.get("tool", "")
    return Asked(
        cell=chosen_cell(values),
        first=chosen_cell(values, "first"),
        tool=tool if tool in TOOLS else "givens",
        view=values.get("view", "givens"),
        is_long="think" in request.args,
        saved=values.get("saved", ""),
    )


def show(opened: OpenDraft, asked: Asked | None = None, status: int = 200) -> ResponseReturnValue:
    """Render the editor, as a page or as a fragment, with the address it has now."""
    context = context_of(opened, asked or read_asked())
    return render("hidoku/editor/editor.html", "hidoku/editor/_editor.html", status, **context)


def context_of(opened: OpenDraft, asked: Asked) -> dict[str, Any]:
    """Return what the page shows."""
    return {
        "editor": show_editor(opened.draft, asked),
        "opened": opened,
        "address": address(opened),
        "again": _asked_again(opened, asked),
        "saved": _saved_name(opened, asked),
        "drafts": () if opened.stored or wants_fragment() else _open_drafts(),
        "most_drafts": MOST_DRAFTS,
    }


def _asked_again(opened: OpenDraft, asked: Asked) -> str:
    """Return the address at which a page asks for the verdict that is to come."""
    name = opened.name or None
    return url_for(
        "editor.editor",
        **({"draft": opened.id} if opened.stored else {"board": name}),
        view=asked.view,
        first=f"{asked.first.row},{asked.first.column}" if asked.first else None,
        saved=asked.saved or None,
        think=1 if asked.is_long else None,
        waiting=1,
    )


def _saved_name(opened: OpenDraft, asked: Asked) -> str:
    """Return the name of the board as it is now, if it was saved from this page or before it."""
    name = own_name(opened.draft.grid)
    return name if name in (asked.saved, opened.name) and board_store().find(name) else ""


def _open_drafts() -> list[tuple[str, str]]:
    drafts = store().unfinished(current_player() or "", KIND, MOST_DRAFTS)
    return list(readable(_listed, drafts))


def _listed(stored: StoredGame) -> tuple[str, str]:
    grid, day = draft_of(stored).grid, stored.changed
    size = f"{grid.rows} × {grid.columns}, {counted(len(grid.givens), 'given')}"
    return stored.id, f"{size}, {day.day} {day:%B}"
