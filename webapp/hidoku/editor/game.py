"""A board being drawn, and its row: its first board, and every edit since, which undo takes back.

An edit is a verb and what it is about, stored as a list; rows and columns count from 1 in it, as in
the moves of a game.

==========================  =====================================================================
edit                        what it does
==========================  =====================================================================
``("given", 3, 4, 12)``     gives 12 in row 3, column 4; a blocked one becomes a cell
``("clear", 3, 4)``         removes the given
``("holes", 3, 4, 3, 5)``   blocks cells, removing their givens and joins
``("cells", 3, 4, 3, 5)``   opens blocked cells
``("link", 3, 4, 3, 5)``    joins two cells, or separates them
``("board", {…})``          replaces everything by another board (JSON)
==========================  =====================================================================

Rejected: keeping each earlier board whole, which for a large one is a hundred times as much text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypedDict

from flask import request

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.generate.remove_givens import Thinner
from solver.hidoku.notations.json_format import parse_object
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from webapp.config import Settings
from webapp.game_type import GameType
from webapp.hidoku.board_text import format_board, object_of, parse_stored
from webapp.hidoku.puzzles import load_puzzle
from webapp.hidoku.verdict import solutions_of, within
from webapp.http.forms import check_version, find_game
from webapp.http.security import player_for_a_new_game
from webapp.storage.documents import DocumentError, DocumentForm, refuse_damage
from webapp.storage.games import StoredGame, store
from webapp.work.limits import QUICK

#: How many edits can be undone, and how many characters of them: replacing the whole board takes up
#: to 100,000. Older edits are folded into the draft's first board.
MOST_EDITS = 300
MOST_TEXT = 60_000
FEWEST = 2  # edits that can be undone, however long they are

DraftEdit = tuple[Any, ...]


@dataclass(frozen=True)
class Draft:
    """A board being drawn: ``done`` edits make it, ``undone`` ones can be redone, next first.

    >>> draft = Draft(Grid.of(1, 3)).edit(("given", 1, 1, 3)).edit(("holes", 1, 3))
    >>> str(draft.grid), str(draft.undo().grid)
    ('3 . #', '3 . .')
    """

    start: Grid
    done: tuple[DraftEdit, ...] = ()
    undone: tuple[DraftEdit, ...] = ()

    @cached_property
    def grid(self) -> Grid:
        return replay(self.start, self.done)

    def edit(self, edit: DraftEdit) -> Draft:
        """Return this draft with one more edit; GridError if that leaves no board.

        An edit that changes nothing isn't added.
        """
        next_draft = Draft(self.start, (*self.done, edit))
        return self if next_draft.grid == self.grid else next_draft._folded()

    def _folded(self) -> Draft:
        sizes = (len(str(edit)) for edit in reversed(self.done))
        fit_count = sum(size <= MOST_TEXT for size in accumulate(sizes))
        if len(self.done) <= max(FEWEST, min(fit_count, MOST_EDITS)):
            return self
        edit_count = max(FEWEST, 2 * min(fit_count, MOST_EDITS) // 3)  # so as not to fold each time
        return Draft(replay(self.start, self.done[:-edit_count]), self.done[-edit_count:])

    def undo(self) -> Draft:
        """Return this draft without its last edit; itself if there is none."""
        return Draft(self.start, self.done[:-1], (*self.done[-1:], *self.undone))

    def redo(self) -> Draft:
        """Return this draft with the last undone edit; itself if there is none."""
        return Draft(self.start, (*self.done, *self.undone[:1]), self.undone[1:])


class EditsDocument(TypedDict):
    """The edits in force, and those undone, the last undone first."""

    done: list[DraftEdit]
    undone: list[DraftEdit]


EDITS: Final = DocumentForm(EditsDocument, schema=1)
#: How many numbers follow each verb; None for any number of cells, two numbers a cell.
_NUMBERS: Final = {"given": 3, "clear": 2, "link": 4, "holes": None, "cells": None}


def format_edits(draft: Draft) -> str:
    """Write the edits of a draft; "" if there are none.

    >>> format_edits(Draft(Grid.of(1, 3)).edit(("given", 1, 1, 3)).edit(("clear", 1, 1)).undo())
    '{"schema":1,"done":[["given",1,1,3]],"undone":[["clear",1,1]]}'
    """
    if not draft.done and not draft.undone:
        return ""
    return EDITS.write({"done": list(draft.done), "undone": list(draft.undone)})


def parse_edits(start: Grid, text: str) -> Draft:
    """Parse a draft from :func:`format_edits`, carrying out its edits. Raises DocumentError.

    >>> draft = Draft(Grid.of(1, 3)).edit(("given", 1, 1, 3)).edit(("clear", 1, 1)).undo()
    >>> parse_edits(draft.start, format_edits(draft)) == draft
    True
    """
    if not text:
        return Draft(start)
    with refuse_damage("the edits of a draft"):
        document = EDITS.read(text)
        draft = Draft(start, *(tuple(map(_checked, document[key])) for key in ("done", "undone")))
        vars(draft)["grid"] = replay(start, draft.done)  # every page needs it; damage shows here
    return draft


def _checked(entry: Sequence[Any]) -> DraftEdit:
    verb, *numbers = entry
    if verb == "board":
        is_whole = len(numbers) == 1
    else:
        count = _NUMBERS[verb]
        is_whole = len(numbers) == count if count else len(numbers) % 2 == 0 < len(numbers)
        is_whole &= all(type(number) is int for number in numbers)
    if not is_whole:
        raise DocumentError(f"the edit {entry} of a draft")
    return tuple(entry)


def replay(start: Grid, edits: Sequence[DraftEdit]) -> Grid:
    """Return the board after some edits; those that a later board replaces are skipped."""
    sheet = _Sheet(start)
    boards = (place for place, (verb, *_) in enumerate(edits) if verb == "board")
    for edit in edits[max(boards, default=0) :]:
        sheet.apply(edit)
    return sheet.grid


class _Sheet:
    """A board that edits change in place; only after the last one must it be a valid grid."""

    def __init__(self, grid: Grid) -> None:
        self._load(grid)

    def _load(self, grid: Grid) -> None:
        self.shape = grid
        self.given = dict(grid.given)
        self.blocked = set(grid.blocked)
        self.joined = set(grid.joined)

    @property
    def grid(self) -> Grid:
        return replace(
            self.shape,
            givens=tuple(self.given.items()),
            blocked=frozenset(self.blocked),
            joined=frozenset(self.joined),
        )

    def apply(self, edit: DraftEdit) -> None:
        verb, *numbers = edit
        if verb == "board":
            self._load(parse_object(*numbers))
            return
        cells = [Cell(r - 1, c - 1) for r, c in zip(numbers[::2], numbers[1::2], strict=False)]
        match verb:
            case "given":
                self.blocked.discard(cells[0])
                self.given[cells[0]] = numbers[2]
            case "clear":
                self.given.pop(cells[0], None)
            case "holes":
                self.blocked.update(cells)
                for cell in cells:
                    self.given.pop(cell, None)
                self.joined = {pair for pair in self.joined if not self.blocked.intersection(pair)}
            case "cells":
                self.blocked.difference_update(cells)
            case "link":
                self.joined ^= {(min(cells), max(cells))}


def edit_of(verb: str, cells: Iterable[Cell], *numbers: int) -> DraftEdit:
    """Return an edit of some cells.

    >>> edit_of("given", [Cell(2, 3)], 12)
    ('given', 3, 4, 12)
    """
    return (verb, *(part + 1 for cell in cells for part in cell), *numbers)


def board_edit(grid: Grid) -> DraftEdit:
    return ("board", object_of(grid))


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
    return next(iter(solutions_of(grid).solutions), None)


def without_unnecessary_givens(grid: Grid, seed: int) -> ThinnedBoard | None:
    """Return a board without its unnecessary givens; None unless it is known to have one path.

    They are tried in an order drawn by the seed: 0.1 s on 15×15, 0.2 s on 20×20. If the deadline
    comes first, some may be left.
    """
    result = solutions_of(grid)
    if not result.unique:
        return None
    path = result.solutions[0]
    spare = [(number,) for number, cell in enumerate(path, 1) if cell not in grid.given]
    thinner = Thinner(grid, path, replace(within(QUICK.seconds), nodes=PROOF))
    thinner.thin([*spare, *Chance(seed).shuffle((number,) for _, number in grid.givens)])
    thin_grid = min(thinner.grid, grid, key=lambda board: len(board.givens))
    return ThinnedBoard(thin_grid, thinner.complete)


KIND: Final = "editor"
MOST_DRAFTS: Final = 20  # for each player; a saved board stays, as does a game on it
EMPTY: Final = Grid.of(6, 6)


class Drafts(GameType):
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
    record = find_game(draft_id, KIND)
    return OpenDraft(draft_of(record), record, record.rules)


def draft_of(record: StoredGame) -> Draft:
    return parse_edits(parse_stored(record.start).grid, record.moves)


def load_for_change() -> OpenDraft:
    """Return the draft if the form was made from its newest version; StaleGameError otherwise."""
    open_draft = load()
    if open_draft.stored:
        check_version(open_draft.stored)
    return open_draft


def keep(open_draft: OpenDraft, draft: Draft) -> OpenDraft:
    """Store a draft; the first time, it gets its address."""
    start = format_board(draft.start)
    moves = format_edits(draft)
    if open_draft.stored:
        record = store().change(open_draft.stored, start=start, moves=moves)
    else:
        record = store().create(player_for_a_new_game(), KIND, open_draft.name, start, moves)
        store().drop_oldest(record.player, KIND, MOST_DRAFTS)
    return OpenDraft(draft, record, open_draft.name)
