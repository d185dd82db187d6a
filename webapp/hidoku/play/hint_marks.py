"""Which cells a hint marks: those that its words name, tier by tier.

A technique says what its words name (``solver.hidoku.logic.reasons``); here each kind of it gets
the mark that the board's style sheet knows.

=============  ====================================================================
mark           cells
=============  ====================================================================
``because``    of placed numbers, links and cells the reason rests on
``area``       that a step speaks of as one
``tried``      where a number fails; a note shows it, ``5?``
``chain``      where numbers would have to go after that; notes show them
``eliminated``     that lose numbers the move depends on; notes show them
``conflict``   where it goes wrong
``looked-at``  of the move
=============  ====================================================================
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from solver.hidoku.logic.reasons import Because, Marked, marked_reason
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from webapp.hidoku.picture.cells import Marks, Notes

MOST_NOTED = 4  # numbers in one cell


def highlights(play: Play, found: Hint, tier: int) -> tuple[Marks, Notes]:
    """Return the marks and notes of a hint up to its tier."""
    light = _Light(play)
    if found.technique is State.WRONG and found.cell:
        light.wrong(found.because, found.cell, tier)
    elif found.steps and tier == 1:
        first = found.steps[0]
        light.named([first.technique.marks(first)])
    elif tier >= 2:
        steps = [step.technique.reason_marks(step) for step in found.steps]
        light.named(steps or [marked_reason(found.because)])
    if found.cell and tier >= 3 and found.technique is not State.WRONG:
        light.move(found.cell, str(found.number))
    return {name: cells for name, cells in light.marks.items() if cells}, light.notes()


def named_by(play: Play, steps: Sequence[Marked]) -> tuple[Marks, Notes]:
    """Return the marks and notes of what the words of some steps name."""
    light = _Light(play)
    light.named(steps)
    return {name: cells for name, cells in light.marks.items() if cells}, light.notes()


class _Light:
    """The marks of one hint, as they are gathered."""

    def __init__(self, play: Play) -> None:
        self.where = play.where
        self.marks: defaultdict[str, set[Cell]] = defaultdict(set)
        self._noted: defaultdict[Cell, dict[str, None]] = defaultdict(dict)

    def notes(self) -> Notes:
        """Return the small texts in cells, the first few of each."""
        return {cell: " ".join([*texts][:MOST_NOTED]) for cell, texts in self._noted.items()}

    def wrong(self, because: Because, cell: Cell, tier: int) -> None:
        """Mark a number that cannot stay and, from the second tier on, what shows it."""
        self.marks["conflict"].add(cell)
        if tier >= 2:
            self.marks["because"].update(set(because.cells) - {cell})

    def move(self, cell: Cell, number: str) -> None:
        """Mark the cell of the move, and nothing else in it."""
        self._noted[cell] = {}
        for cells in self.marks.values():
            cells.discard(cell)
        self._note("looked-at", cell, number)

    def named(self, steps: Sequence[Marked]) -> None:
        """Mark what the words of some steps name."""
        for marked in steps:
            self._step(marked)
        tried = {candidate for marked in steps for candidate in marked.tried}
        for out in dict.fromkeys(each for marked in steps for each in marked.eliminated):
            if out not in tried:
                self._note("eliminated", out.cell, str(out.number))

    def _step(self, marked: Marked) -> None:
        standing = (self.where[number] for number in marked.numbers if number in self.where)
        self.marks["because"].update(standing, marked.cells)
        self.marks["area"].update(marked.area)
        for number, cell in marked.tried:
            self._note("tried", cell, f"{number}?")
        for number, cell in marked.chain:
            self._note("chain", cell, str(number))
        if marked.dead_ends:
            self.marks["conflict"].update(marked.dead_ends)

    def _note(self, mark: str, cell: Cell, text: str) -> None:
        self.marks[mark].add(cell)
        self._noted[cell][text] = None
