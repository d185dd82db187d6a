"""Which cells a hint marks: those that its words name, tier by tier.

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
from collections.abc import Iterator

from solver.hidoku.logic.steps import (
    PLACING,
    Because,
    Candidate,
    Deduction,
    Hint,
    Refuted,
    Technique,
)
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Contradiction, Dead
from webapp.hidoku.picture.cells import Marks, Notes

MOST_NOTED = 4  # numbers in one cell

_NAMING_AREA = {Technique.AREA, Technique.LONE_AREA, Technique.HIDDEN}
_NAMING_ENDS = {Technique.BOTTLENECK, Technique.REQUIRED, Technique.CROSSING}


def highlights(play: Play, found: Hint, tier: int) -> tuple[Marks, Notes]:
    """Return the marks and notes of a hint up to its tier."""
    steps = _steps(found)
    light = _Light(play)
    if found.technique is Technique.WRONG and found.cell:
        light.wrong(found.because, found.cell, tier)
    elif found.cell and tier == 1:
        light.nudge(steps[0])
    elif tier >= 2:
        light.reasons(steps)
    if found.cell and tier >= 3 and found.technique is not Technique.WRONG:
        light.move(found.cell, str(found.number))
    return dict(light.marks), light.notes()


def _steps(found: Hint) -> tuple[Deduction, ...]:
    placed = Candidate(found.number, found.cell) if found.number and found.cell else None
    return (*found.before, Deduction(found.step or found.technique, found.because, placed))


class _Light:
    """The marks of one hint, as they are gathered."""

    def __init__(self, play: Play) -> None:
        self.where = play.where
        self.marks: defaultdict[str, set[Cell]] = defaultdict(set)
        self._noted: defaultdict[Cell, dict[str, None]] = defaultdict(dict)

    def notes(self) -> Notes:
        """Return the small texts in cells, the first few of each."""
        return {cell: " ".join([*texts][:MOST_NOTED]) for cell, texts in self._noted.items()}

    def nudge(self, step: Deduction) -> None:
        """Mark what the first tier names, and not more."""
        because, technique = step.because, step.technique
        if technique is Technique.CONTRADICTION:
            self._try(because.refuted[0])
        elif technique in _NAMING_AREA:
            self.marks["area"].update(because.area)
        elif technique in _NAMING_ENDS:
            self._numbers(because.numbers[-2:])
        elif technique is Technique.LINK:
            self._numbers(because.numbers[:1])
        elif because.area and step.placed and technique is not Technique.STRAIGHT_RUN:
            self.marks["area"].add(step.placed.cell)
        elif technique in PLACING:
            self._numbers(because.numbers)

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

    def reasons(self, steps: tuple[Deduction, ...]) -> None:
        """Mark what the reasons of all steps name."""
        for step in steps:
            self._reason(step.because)
        tried = {(entry.number, entry.cell) for step in steps for entry in step.because.refuted}
        for eliminated in dict.fromkeys(each for step in steps for each in step.because.eliminated):
            if eliminated not in tried:
                self._note("struck", eliminated.cell, str(eliminated.number))

    def _reason(self, because: Because) -> None:
        self._numbers((*because.numbers, *because.ends))
        self.marks["because"].update(because.cells)
        self.marks["because"].update(cell for link in because.links for cell in link)
        self.marks["area"].update(because.area)
        for entry in because.refuted:
            self._try(entry)
            for number, cell, _ in entry.chain:
                self._note("chain", cell, str(number))
            self._dead_end(entry.why)

    def _try(self, entry: Refuted) -> None:
        self._note("tried", entry.cell, f"{entry.number}?")

    def _dead_end(self, why: Contradiction) -> None:
        self._numbers(why.numbers)
        if why.kind in {Dead.NO_NUMBER, Dead.CLASH}:
            self.marks["conflict"].update(why.cells)

    def _numbers(self, numbers: tuple[int, ...]) -> None:
        self.marks["because"].update(self._standing(numbers))

    def _standing(self, numbers: tuple[int, ...]) -> Iterator[Cell]:
        return (self.where[number] for number in numbers if number in self.where)

    def _note(self, mark: str, cell: Cell, text: str) -> None:
        self.marks[mark].add(cell)
        self._noted[cell][text] = None
