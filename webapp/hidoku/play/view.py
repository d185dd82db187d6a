"""A Hidoku in play as a page shows it: the board, what is missing, how far the game has got."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from solver.hidoku.rules.faults import find_culprits
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.moves import Tints
from solver.hidoku.text.pencil import line_words
from solver.hidoku.text.puzzles import conflict_text
from solver.wording import counted, time_words
from webapp.hidoku.days import DAILY
from webapp.hidoku.picture.cells import Marks, Notes
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.hint_view import ShownHint, unexplained
from webapp.hidoku.play.result_view import ending_of
from webapp.hidoku.play.strip import (
    DOWN,
    UP,
    FirstStep,
    Preferences,
    Strip,
    first_step,
    following,
    ranges,
    selected_number,
    strip_of,
)
from webapp.hidoku.play.why_view import ShownWhy
from webapp.hidoku.puzzles import known_board, title_of
from webapp.hidoku.verdict import solutions_of
from webapp.storage.boards import OWN
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hints_words
from webapp.storage.records.played import results_of


@dataclass(frozen=True)
class PlayRequest:
    """What a request adds to a game for its page.

    ``message`` replaces the game's status, ``problem`` is why a move was refused and ``typed`` what
    was typed for it. ``wanted`` is the number to select, ``is_picked`` says that it was picked by
    hand, and ``step`` is the direction of counting. ``tier`` is the tier of a hint to show, up to
    the one ``paid``; ``why`` is a question with its answer, ``notes`` are in the cells for a hint
    or an answer.
    """

    chosen: Cell | None = None
    marks: Marks = field(default_factory=dict)
    message: str = ""
    problem: str = ""
    typed: str = ""
    wanted: int | None = None
    is_picked: bool = False
    step: int = UP
    tier: int | None = None
    paid: int = 0
    hint: ShownHint | None = None
    why: ShownWhy | None = None
    notes: Notes = field(default_factory=dict)


@dataclass(frozen=True)
class Hand:
    """The selected number, if there is one, and those that can be selected instead.

    ``direction`` is the direction of counting, ``typed`` the text in the field.
    """

    number: int | None
    before: int | None
    after: int | None
    direction: str
    typed: str


@dataclass(frozen=True)
class ShownPlay:
    """A board in play, with everything around it.

    ``marked`` are the cells with a mark; a page sends them along, so that the next response can
    remove the marks. ``wrong`` is the claim to ask about, if a number of the player's conflicts.
    """

    picture: Picture
    hand: Hand
    strip: Strip
    id: str
    name: str
    version: int
    status: str
    problem: str
    chips: tuple[int, ...]
    marked: str
    mode: str
    other_mode: str
    is_usual: bool
    first: FirstStep | None
    at_once: bool
    clock: str
    seconds: int
    can_undo: bool
    can_redo: bool
    can_restart: bool
    ending: dict[str, Any] | None
    wrong: str
    hints_used: str
    paid: int
    day: str

    @property
    def is_solved(self) -> bool:
        return self.ending is not None

    @property
    def like(self) -> str:
        """The name by which another board of this kind is made; "" if it wasn’t made by a wish."""
        return "" if known_board(self.name) or self.name.startswith((OWN, DAILY)) else self.name

    @property
    def title(self) -> str:
        return title_of(self.name)

    @property
    def missing(self) -> str:
        return ranges(self.chips)


def show_board(
    stored: StoredGame, play: Play, preferences: Preferences, shown: PlayRequest
) -> ShownPlay:
    grid, marks, doubts = play.grid, dict(shown.marks), ""
    if preferences.at_once and "conflict" not in marks:
        doubts, marks["doubtful"] = find_conflicts(play)
    wrong = (
        () if shown.hint or shown.why else (*marks.get("conflict", ()), *marks.get("doubtful", ()))
    )
    chosen = next((cell for cell in grid.cells if cell not in play.board), grid.cells[0])
    if shown.chosen and grid.has_cell(shown.chosen):
        chosen = shown.chosen
    notes = {cell: " ".join(map(str, numbers)) for cell, numbers in play.notes.items()}
    notes |= shown.notes
    missing = tuple(sorted({*range(1, grid.last + 1)} - play.where.keys()))
    number = selected_number(play, shown.wanted, shown.step)
    seconds = int(stored.seconds if stored.finished else stored.played(datetime.now(UTC)))
    return ShownPlay(
        picture=draw(
            grid,
            play.board,
            marks,
            chosen,
            notes=notes,
            pencilled=play.lines,
            tints=shown_tints(play),
            beside=line_words(play),
        ),
        hand=_hand(play, number if preferences.mode == "next" else None, shown),
        strip=strip_of(play, number or grid.last),
        id=stored.id,
        name=stored.rules,
        version=stored.version,
        status=shown.message or f"{doubts} {_status(play, missing)}".strip(),
        problem=shown.problem,
        chips=missing,
        marked=_marked(marks) if marks else "",
        mode=preferences.mode,
        other_mode=preferences.other,
        is_usual=preferences.is_usual,
        first=first_step(play, number)
        if number and not wrong and _is_new(stored, play, preferences)
        else None,
        at_once=preferences.at_once,
        clock=time_words(seconds) if preferences.clock else "",
        seconds=seconds,
        can_undo=play.can_undo,
        can_redo=play.can_redo,
        can_restart=len(play.board) > len(grid.givens)
        or bool(play.notes or play.lines or play.tints),
        wrong=unexplained(play, wrong),
        ending=ending_of(stored, play) if play.is_solved else None,
        hints_used=hints_words(stored.hints),
        paid=shown.paid,
        day=stored.day,
    )


def _is_new(stored: StoredGame, play: Play, preferences: Preferences) -> bool:
    """Say whether it is the first game of who places numbers by hand, and just begun."""
    if preferences.mode != "next" or len(play.moves) > 1 or play.undone or not stored.player:
        return False
    player, kind = stored.player, stored.kind
    return len(store().unfinished(player, kind, 2)) < 2 and not results_of(store(), player, kind)


def _hand(play: Play, number: int | None, shown: PlayRequest) -> Hand:
    picked = shown.wanted if shown.is_picked else None
    is_missing = picked and picked <= play.grid.last and picked not in play.where
    return Hand(
        number,
        before=following(play, number, DOWN) if number else None,
        after=following(play, number, UP) if number else None,
        direction="up" if shown.step == UP else "down",
        typed=shown.typed or str(number or (picked if is_missing else "")),
    )


def _marked(marks: Marks) -> str:
    cells = sorted({cell for marked in marks.values() for cell in marked})
    return " ".join(f"{cell.row},{cell.column}" for cell in cells)


def changed_cells(before: Play, after: Play) -> set[Cell]:
    faces = (
        (before.board, after.board),
        (before.notes, after.notes),
        (shown_tints(before), shown_tints(after)),
        (line_words(before), line_words(after)),
    )
    return {cell for first, second in faces for cell, _ in first.items() ^ second.items()}


def shown_tints(play: Play) -> Tints:
    """Return the colours that a page shows: none on a finished board."""
    return {} if play.is_solved else play.tints


def _status(play: Play, missing: tuple[int, ...]) -> str:
    if play.is_solved:
        return "Solved."
    if play.is_full:
        return "Every cell is filled, but the path is broken somewhere. Check shows where."
    return f"{counted(len(missing), 'number')} to place."


def show_check(play: Play) -> tuple[str, Marks]:
    """Return a sentence that says whether the board is right so far, and the marks."""
    sentence, cells = find_conflicts(play)
    return sentence or _check_against_solution(play), {"conflict": cells}


def find_conflicts(play: Play) -> tuple[str, tuple[Cell, ...]]:
    """Say why two of the player's numbers conflict at most, and return the cells of all of them."""
    conflicts = play.conflicts()
    culprits = find_culprits(play, conflicts)
    sentences = [conflict_text(conflict) for conflict in culprits.values() or conflicts[:1]]
    if len(sentences) > 2:
        sentences[2:] = [f"Also marked: {counted(len(sentences) - 2, 'more number')}."]
    return " ".join(sentences), tuple(culprits)


def _check_against_solution(play: Play) -> str:
    placed = {cell: number for cell, number in play.board.items() if cell not in play.grid.given}
    if not placed:
        return "You haven’t placed anything yet."
    result = solutions_of(play.grid)
    if not result.unique:
        return "No two numbers conflict."
    path = result.solutions[0]
    wrong = sum(path[number - 1] != cell for cell, number in placed.items())
    if not wrong:
        return f"Right so far: {counted(len(placed), 'number')} placed, no mistakes."
    which = f"{wrong} of the {len(placed)} numbers" if len(placed) > 1 else "the number"
    verb = "are" if wrong > 1 else "is"
    return f"No two numbers conflict, but {which} you placed {verb} wrong. A hint shows you where."
