"""Cells with few ways in: the path passes through them in one way only, or begins or ends there.

Corners and edges: the path can come from and go on to only two of a cell's neighbours; the others
are filled, or no number that fits them is next to one that fits the cell. So these two hold one
more and one less than the number in the cell, and any number not next to one that fits the cell is
ruled out of them.

Loose ends: a cell with only one way in, from an empty cell or from a placed number whose next
number can reach the cell. If one end of the path is placed, such a cell is the other end; if none
is, two such cells are both ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solver.hidoku.logic.patterns.gaps import ends_beside, within
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Marked
from solver.hidoku.logic.technique import Deduction, Technique, and_what_else
from solver.hidoku.phrases import area_named, candidates_named, numbered
from solver.hidoku.rules.game import named
from solver.hidoku.search.bitboard import bits
from solver.wording import capitalised

_FEW = 4  # numbers of a cell that are named one by one


def _reason(step: Deduction) -> list[str]:
    """What the cell can be and so its neighbour, if that is short; else what can't be next to it.

    >>> from solver.hidoku.rules.grid import Cell
    >>> out = (Candidate(4, Cell(1, 0)),)
    >>> area, fits = (Cell(0, 0), Cell(1, 0), Cell(0, 1)), (range(6, 7), range(8, 9))
    >>> _reason(Deduction(passages, Because(area=area, missing=(7,), perhaps=fits), eliminated=out))
    ['Row 1, column 1 is 7 and has two usable neighbours.', 'So row 2, column 1 is 6 or 8.']
    """
    because = step.because
    beside = step.eliminated[0].cell
    cell = capitalised(named(because.area[0]))
    fitting = [gap.start for gap in because.perhaps]
    if fitting:
        is_it = f"{cell} is {numbered(because.missing, 'or')} and has two usable neighbours"
        return [f"{is_it}.", f"So {named(beside)} is {numbered(fitting, 'or')}."]
    out = candidates_named(step.eliminated, "or")
    return [f"{cell} has two usable neighbours.", f"Next to {out}, nothing would fit it."]


@partial(
    Technique,
    name="passage",
    title="corner and edge",
    rank=91,
    weight=8,
    sentence="A cell with only two usable neighbours has the numbers before and after its own "
    "in them, unless the path ends there.",
    after=("corner",),
    nudge=lambda step: f"What leads into {named(step.because.area[0])}?",
    lines=and_what_else(_reason),
    marks=lambda step: Marked(area=step.because.area[:1]),
)
def passages(position: Position) -> Iterator[Deduction]:
    """Eliminate what can't be next to a cell with only two usable neighbours."""
    layout = position.layout
    masks = position.strict
    last = position.layout.grid.last
    cells = sum(map(layout.bit, position.area[:1])) or position.empty
    seen = cells | layout.around(cells)
    numbers = dict.fromkeys(bits(seen), 0)  # those that fit each, as bits
    for number, mask in enumerate(masks):
        for bit in bits(mask & seen):
            numbers[bit] |= 1 << number
    for bit in bits(cells & ~masks[1] & ~masks[last]):
        beside = numbers[bit] << 1 | numbers[bit] >> 1
        near = [b for b in bits(layout.around(bit)) if numbers[b] & beside]
        if len(near) == 2:
            for cell in near:
                out = numbers[cell] & ~beside
                if out and (eliminated := within(position, _numbers(out), cell)):
                    fits = _numbers(numbers[bit])
                    beside_it = _numbers(numbers[cell] & beside)
                    is_few = len(fits) <= _FEW and len(beside_it) <= _FEW
                    because = Because(
                        area=(layout.cell(bit), *map(layout.cell, near)),
                        missing=fits,
                        perhaps=tuple(range(n, n + 1) for n in beside_it) if is_few else (),
                        claim=Claim.PASSAGE,
                    )
                    yield Deduction(passages, because, eliminated=eliminated)


def _numbers(mask: int) -> tuple[int, ...]:
    return tuple(bit.bit_length() - 1 for bit in bits(mask))


def _way_in(step: Deduction) -> list[str]:
    cells = area_named(step.because.area)
    if step.placed:
        return [f"There’s only one way into {cells}, so the open end of the path is there."]
    return [f"There’s only one way into each of {cells}, so the path starts and ends there."]


def _bare(position: Position) -> Iterator[Deduction]:
    return (Deduction(loose_ends, placed=placed) for placed in _placed(position.loose))


@partial(
    Technique,
    name="loose_end",
    title="loose end",
    rank=65,
    weight=4,
    sentence="A dead end has one way in and no way out. So the path begins or ends there.",
    after=("one_way",),
    nudge=lambda step: f"How does the path leave {area_named(step.because.area)}?",
    lines=and_what_else(_way_in),
    marks=lambda step: Marked(area=step.because.area),
    is_placing=True,
    bare=_bare,
)
def loose_ends(position: Position) -> Iterator[Deduction]:
    """Place the path's only open end in a dead end, or keep both open ends to two dead ends."""
    loose = position.loose
    counted = ends_beside(loose, ())
    for placed in _placed(loose):
        because = Because(area=(placed.cell,), is_by_cell=True, others=counted)
        yield Deduction(loose_ends, because, placed)
    open_ends = _open(loose)
    if len(open_ends) == 2:
        dead = list(bits(_dead_ends(loose)))
        if len(dead) == 2 and (out := within(loose, open_ends, ~sum(dead))):
            because = Because(
                area=loose.layout.cells(sum(dead)),
                missing=open_ends,
                others=counted,
                claim=Claim.SETS,
            )
            yield Deduction(loose_ends, because, eliminated=out)


def _placed(position: Position) -> Iterator[Candidate]:
    """If one end of the path is open, this end in each dead end."""
    ends = _open(position)
    if len(ends) == 1:
        for bit in bits(_dead_ends(position)):
            yield Candidate(ends[0], position.layout.cell(bit))


def _open(position: Position) -> tuple[int, ...]:
    """Those of the first and last number that are missing; none on a board of one cell."""
    last = position.layout.grid.last
    return tuple(n for n in (1, last) if n not in position.where) if last > 1 else ()


def _dead_ends(position: Position) -> int:
    """The empty cells with only one way in."""
    layout = position.layout
    empty = position.empty
    masks = position.strict
    once = twice = 0  # the cells with at least one way in, and with at least two
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
