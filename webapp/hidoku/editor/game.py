"""A draft and its row in the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from flask import request

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.generate.remove_givens import Thinner
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import solve
from solver.hidoku.search.staged_search import Budget
from webapp.config import Settings
from webapp.game_type import GameType
from webapp.hidoku.board_text import format_board, parse_stored
from webapp.hidoku.editor.draft import Draft, format_edits, parse_edits
from webapp.hidoku.puzzles import load_puzzle
from webapp.hidoku.verdict import within
from webapp.http.forms import check_version, find_game
from webapp.http.security import player_for_a_new_game
from webapp.storage.games import StoredGame, store
from webapp.work.limits import GLANCE, QUICK

# Paths for a board being drawn, and its unnecessary givens.


PROOF = 20_000  # nodes for each proof that a given is unnecessary


class ThinnedBoard(NamedTuple):
    """A board with fewer givens; ``is_done`` says that all the rest were shown to be needed."""

    grid: Grid
    is_done: bool


def draw_path(grid: Grid, seed: int) -> Path | None:
    """Return a path through every cell that fits the givens and joins; None if none was found.

    On a board without either, the seed draws one at random.
    """
    if faults(grid):
        return None
    if not grid.givens and not grid.joined:
        return Mixer(grid).random_path(Chance(seed))
    found = solve(grid, 1, within(GLANCE.seconds))
    return found.solutions[0] if found.count else None


def without_unnecessary_givens(grid: Grid, seed: int) -> ThinnedBoard | None:
    """Return a board without its unnecessary givens; None unless it has exactly one path.

    They are tried in an order drawn by the seed: 0.1 s on 15×15, 0.2 s on 20×20. If the deadline
    comes first, some may be left.
    """
    budget = within(QUICK.seconds)
    found = solve(grid, 2, budget)
    if not found.unique:
        return None
    path = found.solutions[0]
    spare = [(number,) for number, cell in enumerate(path, 1) if cell not in grid.given]
    thinner = Thinner(grid, path, Budget(PROOF, budget.deadline))
    thinner.thin([*spare, *Chance(seed).shuffle((number,) for _, number in grid.givens)])
    fewer = min(thinner.grid, grid, key=lambda each: len(each.givens))
    return ThinnedBoard(fewer, thinner.complete)


KIND: Final = "editor"
MOST_DRAFTS: Final = 20  # for each player; a saved board stays, as does a game on it
EMPTY: Final = Grid.of(6, 6)


class Drafts(GameType):
    """Boards being drawn."""

    name = KIND
    game = "hidoku"

    def retention(self, settings: Settings) -> int:
        return settings.keep_drafts


@dataclass(frozen=True)
class OpenDraft:
    """A draft, its row in the store (None before the first edit) and its first board's name."""

    draft: Draft
    stored: StoredGame | None
    name: str

    @property
    def id(self) -> str:
        return self.stored.id if self.stored else ""

    @property
    def version(self) -> int:
        return self.stored.version if self.stored else 0


def load() -> OpenDraft:
    """Return the draft that the form or the address names, or a new one; 404 if there is none."""
    draft_id = request.values.get("draft", "")
    name = request.values.get("board", "")
    if not draft_id:
        return OpenDraft(Draft(load_puzzle(name).grid if name else EMPTY), None, name)
    stored = find_game(draft_id, KIND)
    return OpenDraft(draft_of(stored), stored, stored.rules)


def draft_of(stored: StoredGame) -> Draft:
    return parse_edits(parse_stored(stored.start).grid, stored.moves)


def load_for_change() -> OpenDraft:
    """Return the draft if the form was made from its newest version; StaleGameError otherwise."""
    opened = load()
    if opened.stored:
        check_version(opened.stored)
    return opened


def keep(opened: OpenDraft, draft: Draft) -> OpenDraft:
    """Store a draft; the first time, it gets its address."""
    start = format_board(draft.start)
    moves = format_edits(draft)
    if opened.stored:
        stored = store().change(opened.stored, start=start, moves=moves)
    else:
        stored = store().create(player_for_a_new_game(), KIND, opened.name, start, moves)
        store().drop_oldest(stored.player, KIND, MOST_DRAFTS)
    return OpenDraft(draft, stored, opened.name)
