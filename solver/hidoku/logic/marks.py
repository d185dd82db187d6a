"""What the words of a step are about, so that a page can mark it: numbers and cells."""

from __future__ import annotations

from dataclasses import dataclass

from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Dead


@dataclass(frozen=True)
class Marked:
    """What one tier of a hint names.

    ``numbers`` and ``cells`` are what it rests on, ``area`` is spoken of as one; ``tried`` are
    numbers that fail where they stand, ``chain`` those that would follow, ``dead_ends`` the cells
    in which that ends; ``eliminated`` are the candidates that are needed to be out. Of numbers that
    are not on the board nothing is marked.
    """

    numbers: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    area: tuple[Cell, ...] = ()
    tried: tuple[Candidate, ...] = ()
    chain: tuple[Candidate, ...] = ()
    dead_ends: tuple[Cell, ...] = ()
    eliminated: tuple[Candidate, ...] = ()


def marked_reason(because: Because) -> Marked:
    """All that a reason names: what the second tier of a hint marks, unless it has its own.

    >>> marked_reason(Because((3, 5), (Cell(0, 0), Cell(0, 2)))).numbers
    (3, 5)
    """
    refuted = because.refuted
    dead_ends = (entry.why for entry in refuted if entry.why.kind in {Dead.NO_NUMBER, Dead.CLASH})
    return Marked(
        numbers=(
            *because.every_number,
            *because.ends,
            *(number for number, _ in because.others),
            *(n for entry in refuted for n in entry.why.numbers),
        ),
        cells=(*because.cells, *(cell for link in because.links for cell in link)),
        area=because.area,
        tried=tuple(Candidate(entry.number, entry.cell) for entry in refuted),
        chain=tuple(Candidate(n, cell) for entry in refuted for n, cell, _ in entry.chain),
        dead_ends=tuple(cell for why in dead_ends for cell in why.cells),
        eliminated=because.eliminated,
    )
