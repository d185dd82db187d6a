"""Corners and edges: a cell that the path can pass in one way only.

Of the cells around it the path can come from, and go on to, two alone: others are filled, or have
no number next to one that fits the cell. So the numbers in these two are one more and one less than
the number in the cell, and whatever is not next to a number that fits the cell is out of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.gaps import ends_beside, within
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.lists import candidates_named
from solver.hidoku.rules.game import named
from solver.hidoku.search.bitboard import bits
from solver.wording import capitalised


def _reason(step: Deduction) -> str:
    cell, out = named(step.because.area[0]), candidates_named(step.eliminated)
    return f"{capitalised(cell)} has two ways in, and no number next to {out}."


@technique(
    "passage",
    title="corner and edge",
    rank=91,
    weight=8,
    nudge=lambda step: f"What leads into {named(step.because.area[0])}?",
    reason=after_eliminations(_reason),
    marks=lambda step: Marked(area=step.because.area[:1]),
)
def passages(position: Position) -> Iterator[Deduction]:
    """Eliminate what cannot be next to a cell with two neighbours left."""
    layout, masks, last = position.layout, position.strict, position.layout.grid.last
    ends = masks[1] | masks[last]
    numbers: dict[int, int] = {}  # for each cell the numbers that fit it, as bits
    for number in range(1, last + 1):
        for bit in bits(masks[number]):
            numbers[bit] = numbers.get(bit, 0) | 1 << number
    for bit in bits(position.empty & ~ends):
        beside = numbers.get(bit, 0) << 1 | numbers.get(bit, 0) >> 1
        near = [b for b in bits(layout.around(bit)) if numbers.get(b, 0) & beside]
        if len(near) == 2:
            for cell in near:
                out = numbers[cell] & ~beside
                wrong = (each.bit_length() - 1 for each in bits(out))
                if out and (eliminated := within(position, wrong, cell)):
                    area = (layout.cell(bit), *map(layout.cell, near))
                    because = Because(area=area, others=ends_beside(position, ()))
                    yield Deduction(passages, because, eliminated=eliminated)
