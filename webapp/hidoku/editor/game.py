"""A draft and its row in the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import request

from solver.hidoku.rules.grid import Grid
from webapp.hidoku.board_text import format_board, parse_stored
from webapp.hidoku.editor.draft import Draft, format_edits, parse_edits
from webapp.hidoku.puzzles import load_puzzle
from webapp.http.game_access import check_version, find_game
from webapp.http.security import player_for_a_new_game
from webapp.storage.games import StoredGame, store

KIND: Final = "editor"
MOST_DRAFTS: Final = 20  # of a player; a board that was saved stays, as does a game on it
EMPTY: Final = Grid.of(6, 6)


@dataclass(frozen=True)
class OpenDraft:
    """A draft, with its row in the store (None before the first edit) and the board it began as."""

    draft: Draft
    stored: StoredGame | None
    name: str

    @property
    def id(self) -> str:
        """The draft's id, empty before the first edit."""
        return self.stored.id if self.stored else ""

    @property
    def version(self) -> int:
        """The version that forms carry."""
        return self.stored.version if self.stored else 0


def load() -> OpenDraft:
    """Return the draft that the form or the address names, or a new one; 404 if there is none."""
    draft_id, name = request.values.get("draft", ""), request.values.get("board", "")
    if not draft_id:
        return OpenDraft(Draft(load_puzzle(name).grid if name else EMPTY), None, name)
    stored = find_game(draft_id, KIND)
    return OpenDraft(draft_of(stored), stored, stored.rules)


def draft_of(stored: StoredGame) -> Draft:
    """Return the draft that a row of the store is. Raises DocumentError."""
    return parse_edits(parse_stored(stored.start).grid, stored.moves)


def load_for_change() -> OpenDraft:
    """Return the draft if the form was made from its newest version; StaleGameError otherwise."""
    opened = load()
    if opened.stored:
        check_version(opened.stored)
    return opened


def keep(opened: OpenDraft, draft: Draft) -> OpenDraft:
    """Store a draft; the first time it gets its address."""
    start, moves = format_board(draft.start), format_edits(draft)
    if opened.stored:
        stored = store().change(opened.stored, start=start, moves=moves)
    else:
        stored = store().create(player_for_a_new_game(), KIND, opened.name, start, moves)
        store().drop_oldest(stored.player, KIND, MOST_DRAFTS)
    return OpenDraft(draft, stored, opened.name)
