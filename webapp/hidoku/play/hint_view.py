"""What a page shows of a hint on a Hidoku, tier by tier, and what the board marks for it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from solver.hidoku.logic.claims import ReasonRow
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.question import near_gaps
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.game import Conflict, MoveError, Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.pencil import note_eliminated
from solver.hidoku.text.hints import (
    HintWords,
    hint_words,
    why_no_other_cell,
    why_no_other_number,
    why_not_its_gap,
)
from webapp.hidoku.picture.cells import Marks, Note, Notes
from webapp.hidoku.play.step_counts import ShownRoute, count_reason, near_routes
from webapp.hidoku.verdict import solutions_of

# Which cells a hint marks: those that its words name, tier by tier.
#
# A technique says what its words name (``solver.hidoku.logic.reasons``); here each kind of it gets
# a mark from the board's style sheet.
#
# because     placed numbers, links and cells that the reason rests on
# area        cells that a step treats as one area
# tried       where a number fails; a note shows it, 5✕
# chain       where numbers would have to go after that, or go by the only route; notes show them
# eliminated  cells that lose numbers, on which the move depends; notes show them
# conflict    where it goes wrong
# looked-at   the cell of the move


MOST_NOTED = 4  # numbers in one cell


def highlights(play: Play, advice: Hint, tier: int, row: int | None = None) -> tuple[Marks, Notes]:
    """Return the marks and notes of a tier; ``row`` is the only row of the reason to mark."""
    light = _Light(play)
    if advice.technique is State.WRONG and advice.cell:
        light.wrong(advice.conflict, advice.cell, tier)
    elif advice.reason and tier == 1:
        light.named([advice.reason.look])
    elif advice.reason:
        light.asked(advice.reason, row)
    elif advice.fault and tier >= 2:
        light.named([Marked(cells=advice.fault.cells)])
    if advice.cell and advice.number and tier >= 3 and advice.technique is not State.WRONG:
        light.move(advice.cell, advice.number)
    return light.marks, light.notes


def named_by(play: Play, steps: Sequence[Marked]) -> tuple[Marks, Notes]:
    light = _Light(play)
    light.named(steps)
    return light.marks, light.notes


class _Light:
    def __init__(self, play: Play) -> None:
        self.play = play
        self.where = play.where
        self.marks: defaultdict[str, set[Cell]] = defaultdict(set)
        self._noted: defaultdict[Cell, dict[Note, None]] = defaultdict(dict)

    @property
    def notes(self) -> Notes:
        return {cell: Note.joined([*notes][:MOST_NOTED]) for cell, notes in self._noted.items()}

    def wrong(self, conflict: Conflict | None, cell: Cell, tier: int) -> None:
        """Mark a wrong number and, from the second tier on, what shows that it is wrong."""
        self.marks["conflict"].add(cell)
        if conflict and tier >= 2:
            self.marks["because"].update({*conflict.cells} - {cell})

    def move(self, cell: Cell, number: int) -> None:
        self._noted[cell] = {}
        for cells in self.marks.values():
            cells.discard(cell)
        self._note("looked-at", cell, Note.of(number))

    def asked(self, reason: Deduction, row: int | None) -> None:
        number, cell = reason.placed_candidate
        self._note("looked-at", cell, Note("?") if reason.claim.of_cell else Note.of(number))
        rows = reason.rows if row is None else [reason.rows[row]]
        self.named([row.marked for row in rows])
        self.marks["conflict"].discard(cell)

    def named(self, steps: Sequence[Marked]) -> None:
        for mark in steps:
            self._step(mark)
        trials = {candidate for mark in steps for candidate in mark.tried}
        for entry in dict.fromkeys(ruled_out for mark in steps for ruled_out in mark.eliminated):
            if entry not in trials:
                self._note("eliminated", entry.cell, Note.of(entry.number))

    def _step(self, mark: Marked) -> None:
        standing = (self.where[number] for number in mark.numbers if number in self.where)
        self.marks["because"].update(standing, mark.cells)
        self.marks["area"].update(mark.area)
        for number, cell in mark.tried:
            if cell not in self.marks["looked-at"]:
                self._note("tried", cell, Note.of(number).fails)
        for number, cell in mark.chain:
            self._note("chain", cell, Note.of(number).follows)
        for number, cell in mark.course:
            if cell not in self.marks["looked-at"]:
                self._note("chain", cell, Note.of(number))
        if mark.dead_ends:
            self.marks["conflict"].update(mark.dead_ends)

    def _note(self, mark: str, cell: Cell, note: Note) -> None:
        self.marks[mark].add(cell)
        self._noted[cell][note] = None


MOST_KEPT: Final = 256  # hints
LINE: Final = 36  # characters on a phone, and how many lines of a reason have room there
MOST_LINES: Final = 8
AT_FIRST: Final = -1  # the row of a reason that is selected at first


@dataclass(frozen=True, kw_only=True)
class ShownHint:
    """A hint, of which a page shows one tier, with what the board marks for it.

    ``eliminated`` are the candidates that the reason rules out, as far as notes can record that;
    ``wrong`` is the claim to ask about, once a wrong number is named, and ``why_only`` says why
    nothing else comes to mind. ``row`` is the row of the reason that is selected, and alone marked.
    """

    tier: int
    row: int | None
    advice: Hint
    words: HintWords
    marks: Marks
    notes: Notes
    eliminated: tuple[Candidate, ...]
    routes: tuple[ShownRoute, ...]
    wrong: str
    why_only: tuple[str, ...]

    @property
    def tiers(self) -> int:
        return 3 if self.advice.cell else 1

    @property
    def is_long(self) -> bool:
        return is_long(self.words.rows)

    @property
    def route(self) -> tuple[Candidate, ...]:
        return route_of(self.advice.reason)

    @property
    def is_wrong(self) -> bool:
        """Whether a number must be removed instead of one being placed."""
        return self.advice.technique is State.WRONG

    @property
    def by_search(self) -> bool:
        return self.tier >= 2 and self.advice.technique is State.SEARCH and self.tiers > 1


def route_of(reason: Deduction | None) -> tuple[Candidate, ...]:
    """Return the numbers of an only route, which can be placed together, if that is the reason."""
    return reason.marks.course if reason else ()


@lru_cache(MOST_KEPT)
def find_hint(play: Play) -> Hint:
    """Return a position's hint, kept for its next tier and for each page that shows it.

    Its work is counted, not timed, so it never depends on how busy the server was.
    """
    return hint(play, known=solutions_of(play.grid))


def show_hint(play: Play, tier: int, choice: int | None = None) -> ShownHint:
    """Return a tier of the hint, with the chosen row of its reason selected."""
    advice = find_hint(play)
    words = hint_words(advice)
    row = selected_row(words.rows, choice)
    marks, notes = highlights(play, advice, tier, row)
    is_named = advice.technique is State.WRONG and tier >= 2 and advice.cell
    question = advice.question
    sight = Sight(play.grid, play.board)
    gaps = near_gaps(sight, question.placed.cell) if question and question.of_cell else []
    why_not = why_not_its_gap if question and question.of_cell else why_no_other_cell
    routes = count_reason(play, advice.reason, row)
    return ShownHint(
        tier=tier,
        row=row,
        advice=advice,
        words=words,
        marks=marks,
        notes=notes,
        eliminated=_eliminated(play, advice) if tier == 2 else (),
        routes=(*routes, *near_routes(play, gaps)) if tier == 2 else (),
        why_only=(
            *(why_not(sight, question.placed) if question else ()),
            *why_no_other_number(gaps),
        ),
        wrong=unexplained(play, [advice.cell]) if is_named and advice.cell else "",
    )


def selected_row(rows: Sequence[ReasonRow], choice: int | None) -> int | None:
    """Return the row of a reason that the board marks, as chosen; None for all of them.

    ``AT_FIRST`` is, of several alternatives, one that leads to a dead end, whose marks would be
    taken for those of another; or one of a long text.
    """
    if choice is None or choice in range(len(rows)):
        return choice
    trials = [at for at, row in enumerate(rows) if row.marked.chain or row.marked.dead_ends]
    if trials and len(rows) > 2:
        return trials[0]
    return 1 if is_long(rows) else None


def is_long(rows: Sequence[ReasonRow]) -> bool:
    """Whether a phone shows only the selected row in full, so that all are on the screen."""
    lines = (-(-len(row.label + row.text) // LINE) for row in rows)
    return len(rows) > 2 and sum(lines) > MOST_LINES


def unexplained(play: Play, cells: Iterable[Cell]) -> str:
    """Return the claim of a wrong number to ask about, as a button sends it.

    One that is plainly apart from the number before or after it needs no answer.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1})).place(Cell(0, 3), 5)
    >>> unexplained(play, [Cell(0, 3)])
    '5:0,3'
    """
    for cell in cells:
        ends = (play.where.get(play.board[cell] + step) for step in (-1, 1))
        if all(end is None or end in play.grid.neighbours(cell) for end in ends):
            return f"{play.board[cell]}:{cell.row},{cell.column}"
    return ""


def _eliminated(play: Play, advice: Hint) -> tuple[Candidate, ...]:
    """Return the candidates that the reason rules out, as far as notes can record it."""
    objections = tuple(advice.question.objections) if advice.question else ()
    try:
        noted_play = note_eliminated(play, objections)
    except MoveError:
        return ()
    return tuple(
        out for out in objections if noted_play.notes.get(out.cell) != play.notes.get(out.cell)
    )
