"""Loose ends: cells that one way alone leads into, so that the path begins or ends there.

A way into a cell comes from an empty cell beside it, or from a placed number beside it whose next
number can reach the cell. The path needs two to pass. Where one end of the path is placed, such a
cell is the other; where none is, two such cells are both.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.gaps import ends_beside, within
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import placing_reason, placing_statement
from solver.hidoku.phrases.lists import sources
from solver.hidoku.phrases.runs import area_named
from solver.hidoku.search.bitboard import bits


def _nudge(step: Deduction) -> str:
    return f"How does the path leave {area_named(step.because.area)}?"


def _why(step: Deduction, which: str) -> str:
    because = step.because
    cells = "it" if step.placed and which == "no other" else area_named(because.area)
    by = f"by {sources(because.every_number)}, " if because.every_number else ""
    if step.placed:
        return f"{by}only one way leads into {cells}, so the open end of the path is there"
    return f"{by}only one way each leads into {cells}, so the path begins and ends there"


def _bare(position: Position) -> Iterator[Deduction]:
    return (Deduction(loose_ends, placed=placed) for placed in _placed(position.loose))


@technique(
    "loose_end",
    title="loose end",
    rank=65,
    weight=4,
    nudge=_nudge,
    reason=placing_reason(_why),
    statement=placing_statement(_why),
    marks=lambda step: Marked(area=step.because.area),
    is_placing=True,
    bare=_bare,
)
def loose_ends(position: Position) -> Iterator[Deduction]:
    """Place the open end of a path in a dead end, or keep both ends to two dead ends."""
    loose = position.loose
    others = ends_beside(loose, ())
    for placed in _placed(loose):
        because = Because(area=(placed.cell,), is_by_cell=True, others=others)
        yield Deduction(loose_ends, because, placed)
    open_ends = _open(loose)
    if len(open_ends) == 2:
        dead = list(bits(_dead_ends(loose)))
        if len(dead) == 2 and (out := within(loose, open_ends, ~sum(dead))):
            because = Because(area=loose.layout.cells(sum(dead)), others=others)
            yield Deduction(loose_ends, because, eliminated=out)


def _placed(position: Position) -> Iterator[Candidate]:
    """The end of the path that is open alone, in each dead end."""
    ends = _open(position)
    if len(ends) == 1:
        for bit in bits(_dead_ends(position)):
            yield Candidate(ends[0], position.layout.cell(bit))


def _open(position: Position) -> tuple[int, ...]:
    """The first and last number, as far as they are missing; none on a board of one cell."""
    last = position.layout.grid.last
    return tuple(n for n in (1, last) if n not in position.where) if last > 1 else ()


def _dead_ends(position: Position) -> int:
    """The empty cells that one way leads into."""
    layout, empty, masks = position.layout, position.empty, position.strict
    once = twice = 0  # the cells with a way in, and those with two
    for bit in bits(position.layout.board):
        if bit & empty:
            into = layout.around(bit)
        else:
            number = position.board[layout.cell(bit)]
            beside = (n for n in (number - 1, number + 1) if 0 < n < len(masks))
            into = 0
            for n in beside:
                into |= masks[n] & empty
        twice |= once & into
        once |= into
    return once & ~twice & empty
