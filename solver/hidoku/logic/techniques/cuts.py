"""Cuts: a number that would divide the empty cells so that one part can't be filled.

The missing numbers that could be in the part don't add up to its cells (see
``patterns.cut_parts``). Gaps that would themselves be divided are found by what their routes have
in common (see ``required.bottlenecks``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce

from solver.hidoku.logic.patterns.cut_parts import DoorSplits, cut_off
from solver.hidoku.logic.patterns.gaps import looked_at, own_cells
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique, and_what_else
from solver.hidoku.phrases import (
    area_named,
    candidates_named,
    cells_behind,
    few_named,
    gap_by_itself,
    numbered,
)
from solver.hidoku.rules.game import named
from solver.hidoku.search.bitboard import bits
from solver.wording import capitalised, counted, listed

_MOST_SUMS = 3  # of gaps, named one by one


def _cut_reason(step: Deduction) -> list[str]:
    out = candidates_named(step.eliminated, "or")
    area = cells_behind(step.because.area)
    return [f"{capitalised(out)} would cut off {area}.", f"{_filling(step.because)}."]


def _filling(because: Because) -> str:
    """Which gaps could be in an area, and that their numbers don't come to its cells.

    >>> from solver.hidoku.rules.grid import Cell
    >>> area = Cell(0, 0), Cell(0, 1)
    >>> _filling(Because(area=area, perhaps=(range(4, 7),)))
    'Only 4 to 6 can go there, together: 3 numbers for 2 cells'
    >>> _filling(Because(area=area, within=(range(4, 7),), perhaps=(range(9, 11),)))
    '4 to 6 must go there: 3 numbers for 2 cells'
    >>> _filling(Because(area=area, perhaps=(range(2, 3), range(4, 7))))
    'Only 2, 4, 5 and 6 can go there: 1, 3 or 4 numbers for 2 cells'
    """
    gaps = because.within, because.perhaps
    if not any(gaps):
        return "No number can go there"
    sure, optional = (sorted(part, key=lambda gap: gap.start) for part in gaps)
    must, may = map(_numbers_of, (sure, optional))
    size = len(because.area)
    total = sum(map(len, sure))
    if total > size or not optional:
        only = "" if total > size else " and no others can"
        return f"{must} must go there{only}: {_made({total}, size)}"
    sums = reduce(lambda sums, gap: sums | {cells + len(gap) for cells in sums}, optional, {total})
    if sure:
        return f"{must} must go there and only {may} can besides: {_made(sums, size)}"
    whole = ", together" * (len(optional) == 1 < len(optional[0]))
    return f"Only {may} can go there{whole}: {_made(sums - {0}, size)}"


def _numbers_of(gaps: Sequence[range]) -> str:
    return gap_by_itself(gaps[0]) if len(gaps) == 1 else numbered([n for gap in gaps for n in gap])


def _made(sums: set[int], size: int) -> str:
    """How many numbers some gaps come to, but for how many cells."""
    if len(sums) > _MOST_SUMS:
        return f"no choice of these gaps makes {counted(size, 'number')}"
    numbers = "numbers" if sums != {1} else "number"
    return f"{listed(list(map(str, sorted(sums))), 'or')} {numbers} for {counted(size, 'cell')}"


@partial(
    Technique,
    name="cut",
    title="cut",
    rank=135,
    weight=12,
    sentence="A number can cut off some empty cells. If no gaps add up to those cells, it can’t "
    "go there.",
    after=("area",),
    nudge=lambda step: f"What would {named(step.because.cells[0])} cut off?",
    lines=and_what_else(_cut_reason),
    marks=lambda step: Marked(cells=step.because.cells),
)
def cuts(position: Position) -> Iterator[Deduction]:
    """Eliminate numbers that would cut off cells if placed in a cell that joins them to others."""
    splits = DoorSplits(position)
    bad = ((split, splits.unfilled(split)) for split in splits)
    for because, out in cut_off(position, bad):
        yield Deduction(cuts, because, eliminated=out)


# Detours: a cell that only one gap can fill forces a detour on that gap's route.
#
# The route passes through that cell, so whatever is too far from it is ruled out. Walks are counted
# in layers, the cells in reach of each missing number, keeping track of the walks that have used
# the cell. They may use other cells twice, so this allows more walks than there are paths.


MOST_OWN = 3  # cells of one gap that a tour visits


def _detour_reason(step: Deduction) -> list[str]:
    because = step.because
    cells = area_named(step.because.area)
    out = candidates_named(step.eliminated)
    if not because.fitting:
        return [f"Only {gap_by_itself(because.missing)} fit {cells}.", f"This rules out {out}."]
    fit = "fits" if len(because.fitting) == 1 else "fit"
    far = "too far through empty cells" if because.is_round else "too far"
    return [f"Only {few_named(because.fitting)} {fit} {cells}.", f"That’s {far} for {out}."]


def _single_detours(position: Position) -> Iterator[Deduction]:
    own = own_cells(position)
    for gap in looked_at(position):
        for bit in bits(own[gap]):
            if eliminated := _too_far(position, gap, bit):
                yield _detour(position, gap, bit, eliminated)


def _detour(position: Position, gap: Gap, own: int, eliminated: tuple[Candidate, ...]) -> Deduction:
    area = position.layout.cells(own)
    numbers = tuple(n for n in gap.missing if position.strict[n] & own) if len(area) == 1 else ()
    because = Because(missing=tuple(gap.missing), area=area, fitting=numbers)
    return Deduction(detours, because, eliminated=eliminated)


@partial(
    Technique,
    name="detour",
    title="detour",
    rank=92,
    weight=8,
    sentence="If only one gap can fill a cell, its route must go there. What is too far from "
    "that cell drops out.",
    after=("required",),
    nudge=lambda step: f"What can fill {area_named(step.because.area)}?",
    lines=and_what_else(_detour_reason),
    marks=lambda step: Marked(area=step.because.area),
    bare=_single_detours,
)
def detours(position: Position) -> Iterator[Deduction]:
    """Eliminate what is too far from a cell that only one gap can fill."""
    own = own_cells(position)
    yield from _single_detours(position)
    for gap in looked_at(position):
        if 1 < own[gap].bit_count() <= MOST_OWN:
            out = _off_tour(position, gap, [*bits(own[gap])])
            singly = {c for bit in bits(own[gap]) for c in _too_far(position, gap, bit)}
            if out - singly:
                yield _detour(position, gap, own[gap], tuple(sorted(out)))


def _off_tour(position: Position, gap: Gap, own: Sequence[int]) -> set[Candidate]:
    """The candidates of a gap that no walk uses which visits each of its own cells once."""
    layers = [position.strict[number] for number in gap.missing]
    after = _toured(position, layers, own)
    before = [*reversed(_toured(position, layers[::-1], own))]
    whole = (1 << len(own)) - 1
    out = set[Candidate]()
    for number, layer, ahead, behind in zip(gap.missing, layers, after, before, strict=True):
        used = 0
        for been, cells in ahead.items():
            missed = whole ^ been
            used |= cells & behind.get(missed, 0)
            for at, bit in enumerate(own):
                if been >> at & 1:
                    used |= cells & behind.get(missed | 1 << at, 0) & bit
        out |= {Candidate(number, position.layout.cell(bit)) for bit in bits(layer & ~used)}
    return out


def _toured(position: Position, layers: Sequence[int], own: Sequence[int]) -> list[dict[int, int]]:
    """For each layer, the cells that a walk reaches, by which of some cells it has visited."""
    every = sum(own)

    def onward(tours: Mapping[int, int], layer: int) -> dict[int, int]:
        longer: dict[int, int] = {}
        for been, near in tours.items():
            if near & layer & ~every:
                longer[been] = longer.get(been, 0) | near & layer & ~every
            for at, bit in enumerate(own):
                if near & layer & bit and not been >> at & 1:
                    longer[been | 1 << at] = longer.get(been | 1 << at, 0) | bit
        return longer

    by_layer = [onward({0: layers[0]}, layers[0])]
    for layer in layers[1:]:
        around = {been: position.layout.around(cells) for been, cells in by_layer[-1].items()}
        by_layer.append(onward(around, layer))
    return by_layer


def _too_far(position: Position, gap: Gap, bit: int) -> tuple[Candidate, ...]:
    """The candidates of a gap that no walk through the cell uses."""
    layers = [position.strict[number] for number in gap.missing]
    after = _used(position, layers, bit)
    before = reversed(_used(position, layers[::-1], bit))
    return tuple(
        Candidate(number, position.layout.cell(far))
        for number, layer, *used in zip(gap.missing, layers, after, before, strict=True)
        for far in bits(layer & ~used[0] & ~used[1])
    )


def _used(position: Position, layers: Sequence[int], bit: int) -> list[int]:
    """For each layer, the cells that a walk from the first layer can reach by way of the cell."""
    by_layer = [layers[0] & bit]
    for layer in layers[1:]:
        by_layer.append((position.layout.around(by_layer[-1]) | bit) & layer)
    return by_layer
