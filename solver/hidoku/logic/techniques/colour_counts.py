"""Colour counts: a run takes so many cells of either colour of a chessboard, no more and no fewer.

With four neighbours the numbers of a run have both colours in turn. If the cells of one colour that
a run alone can fill are as many as it needs, it uses no others; if it can reach no more than it
needs, it uses them all. And a number must not cut off cells whose colours no runs can make up,
though their count would do (see ``cuts``).
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.chessboard import dark_cells, is_dark
from solver.hidoku.logic.patterns.cut_parts import Partings, cut_off
from solver.hidoku.logic.patterns.gaps import ends_beside, outside, short_first, spread, within
from solver.hidoku.logic.patterns.ways import own_cells
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.lists import candidates_named
from solver.hidoku.phrases.runs import area_named, cells_behind, run_by_itself
from solver.hidoku.rules.grid import Adjacency


def _reason(step: Deduction) -> str:
    because, area = step.because, area_named(step.because.area)
    if because.cells:
        out, cut = candidates_named(step.eliminated), cells_behind(because.area)
        return f"{out} would cut off {cut}: no runs have so many of each chessboard colour."
    run = run_by_itself(because.missing)
    if step.eliminated[0].cell in because.area:
        return f"Of one chessboard colour {run} reach only {area}, and need all: others stay out."
    return f"Of one chessboard colour {run} need no more than {area}, which they alone can fill."


@technique(
    "colour_count",
    title="colour count",
    rank=145,
    weight=12,
    nudge=lambda _: "Colour the cells like a chessboard: how many of a colour does a run need?",
    reason=after_eliminations(_reason),
    marks=lambda step: Marked(area=step.because.area),
)
def colour_counts(position: Position) -> Iterator[Deduction]:
    """Eliminate what leaves a run, or cells that are cut off, too many or too few of a colour."""
    if position.layout.grid.adjacency is Adjacency.FOUR and position.board:
        yield from _of_runs(position)
        yield from _of_cuts(position)


def _of_runs(position: Position) -> Iterator[Deduction]:
    own, dark = own_cells(position), dark_cells(position)
    for gap in (gap for gap in short_first(position) if len(gap.missing) > 1):
        reached = spread(position, gap)
        for first, colour in enumerate((dark, ~dark)):
            numbers = gap.missing[is_dark(position, gap.missing[0]) == bool(first) :: 2]
            if (own[gap] & colour).bit_count() == len(numbers):
                out = within(position, numbers, ~own[gap])
                yield from _step(position, gap, own[gap] & colour, out)
            if (reached & colour).bit_count() == len(numbers):
                out = outside(position, gap, reached & colour)
                yield from _step(position, gap, reached & colour, out)


def _step(
    position: Position, gap: Gap, cells: int, out: tuple[Candidate, ...]
) -> Iterator[Deduction]:
    if out:
        because = Because(
            missing=tuple(gap.missing),
            area=position.layout.cells(cells),
            others=ends_beside(position, ()),
        )
        yield Deduction(colour_counts, because, eliminated=out)


def _of_cuts(position: Position) -> Iterator[Deduction]:
    """Candidates that cut off a part which would be filled but for its colours."""
    partings = Partings(position)
    bad = (
        (parting.candidate, partings.unfilled(parting, is_coloured=True))
        for parting in partings
        if not partings.unfilled(parting)
    )
    for because, out in cut_off(position, bad):
        yield Deduction(colour_counts, because, eliminated=out)
