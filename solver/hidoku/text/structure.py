"""What the steps of structure say: where to look, and why; see ``walks``, ``areas``, ``groups``
and ``lines`` for the steps.

A run are the missing numbers between two placed ones, or before the lowest or after the highest.
"""

from __future__ import annotations

from solver.hidoku.logic.steps import Because, Deduction, Technique
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.phrases import numbered, places
from solver.wording import capitalised, counted

_MOST_NAMED = 3  # cells of an area that are named one by one


def look(deduction: Deduction) -> str:
    """Where to look, without giving the step away."""
    because = deduction.because
    return _LOOKS[deduction.technique].format(
        way=_way(because),
        cells=_area(because.area),
        numbers=numbered(because.missing),
        line=_line(because.numbers[-2:]),
        them=_them(because.area),
    )


_LOOKS = {
    Technique.BOTTLENECK: "Look {way}: is there a narrow place?",
    Technique.REQUIRED: "Look {way}: which cell do all ways have in common?",
    Technique.AREA: "Look at {cells}: which numbers can fill {them}?",
    Technique.LONE_AREA: "Look at {cells}: how does the path leave {them}?",
    Technique.NAKED: "Look at {numbers}: where is there room for them?",
    Technique.HIDDEN: "Look at {cells}: which numbers can stand there?",
    Technique.PARITY: "Colour the cells like a chessboard, and count both colours.",
    Technique.CROSSING: "Draw a line {line}: which other run would cross it?",
}


def reason(deduction: Deduction) -> str:
    """Why the step is right.

    >>> because = Because(missing=(5, 6), area=(Cell(0, 0), Cell(0, 1)))
    >>> reason(Deduction(Technique.NAKED, because))
    '5 and 6 have only row 1, column 1 and row 1, column 2, so no other number can stand there.'
    """
    match deduction.technique:
        case Technique.AREA | Technique.LONE_AREA if _is_pocket(deduction.because):
            return _pocket(deduction)
        case Technique.AREA | Technique.LONE_AREA:
            return _filled(deduction)
        case Technique.PARITY:
            return _coloured(deduction)
        case Technique.CROSSING:
            return _crossed(deduction.because)
        case _:
            return _shared(deduction)


def _shared(deduction: Deduction) -> str:
    """Cells that belong to some numbers."""
    because = deduction.because
    return _SHARED[deduction.technique].format(
        way=_way(because), cells=_area(because.area), numbers=numbered(because.missing)
    )


_SHARED = {
    Technique.BOTTLENECK: (
        "Without {cells} no empty cells lead {way}, so no other number can stand there."
    ),
    Technique.REQUIRED: "Every way {way} uses {cells}, so no other number can stand there.",
    Technique.NAKED: "{numbers} have only {cells}, so no other number can stand there.",
    Technique.HIDDEN: "Only {numbers} can stand in {cells}, so they stand nowhere else.",
}


def _filled(deduction: Deduction) -> str:
    """A run and an area that it must, or cannot, help to fill."""
    because = deduction.because
    run, area = _run(because.missing, because), _area(because.area)
    count = len(because.area)
    total = f"The runs that fill {area} must add up to {counted(count, 'number')}"
    if _is_inside(deduction):
        if len(because.missing) > len(because.area):
            return f"{capitalised(run)} are too many for {area}."
        return f"{total}, and with {run} none do."
    if len(because.numbers) == len(_ends(because)):
        return f"Only {run} can fill {area}, so they stand nowhere else."
    return f"{total}, and without {run} none do."


def _pocket(deduction: Deduction) -> str:
    """Cells behind a door, from which a run does not come back."""
    because, placed = deduction.because, deduction.placed
    run, them, door = _run(because.missing, because), _them(because.area), named(because.cells[0])
    lie = "lies" if len(because.area) == 1 else "lie"
    way = f"{capitalised(_area(because.area))} {lie} behind {door}, and a path that goes in there"
    if placed:
        end = f"Only {run} can fill {them}, to the end of the path"
        return f"{way} cannot come out again. {end}, so {placed.number} stands in {door}."
    if len(_ends(because)) == 2:
        return f"{way} cannot come out again: {run} must come out, so they stay away."
    last = numbered(_outermost(because))
    return f"{way} ends there: of {run} only {last} can stand there."


def _outermost(because: Because) -> tuple[int, ...]:
    """As many numbers of a loose end as the area has cells, counted from the end of the path."""
    size, missing = len(because.area), because.missing
    return missing[-size:] if missing[0] - 1 in because.numbers else missing[:size]


def _coloured(deduction: Deduction) -> str:
    because = deduction.because
    if not because.area:
        return (
            "Beside a cell of one chessboard colour lie only cells of the other, and one colour "
            "has one cell more: the path begins and ends there, and all odd numbers have it."
        )
    word = "with" if _is_inside(deduction) else "without"
    run, area = _run(because.missing, because), _area(because.area)
    return f"Counted by chessboard colours, {area} cannot be filled {word} {run}."


def _crossed(because: Because) -> str:
    run, cells = _run(because.missing, because), _area(because.area)
    low, high = because.numbers[-2:]
    return f"In {cells} {run} would part {low} from {high}, and the two runs cannot cross."


def _is_inside(deduction: Deduction) -> bool:
    """Whether the step eliminates from the area rather than from the cells around it."""
    return deduction.eliminated[0].cell in deduction.because.area


def _is_pocket(because: Because) -> bool:
    """Whether the first cell to look at is a door, and no cell of a placed number."""
    return len(because.cells) > len(because.numbers)


def _ends(because: Because) -> tuple[int, ...]:
    """The placed numbers next to the missing ones."""
    beside = because.missing[0] - 1, because.missing[-1] + 1
    return tuple(number for number in beside if number in because.numbers)


def _run(missing: tuple[int, ...], because: Because) -> str:
    """Missing numbers by the placed ones at their ends, by themselves where none are placed."""
    ends = _ends(because)
    if not ends:
        return f"the numbers from {missing[0]} to {missing[-1]}"
    if len(ends) == 2:
        return f"the numbers between {ends[0]} and {ends[1]}"
    return f"the numbers {'after' if ends[0] < missing[0] else 'before'} {ends[0]}"


def _way(because: Because) -> str:
    """From one end of a run to the other."""
    ends = _ends(because)
    if len(ends) != 1:
        return _line(ends)
    missing = because.missing if ends[0] < because.missing[0] else because.missing[::-1]
    return f"from {ends[0]} on to {missing[-1]}"


def _line(ends: tuple[int, ...]) -> str:
    """From one number to another; nothing if there are not two."""
    return f"from {ends[0]} to {ends[1]}" if len(ends) == 2 else ""


def _area(cells: tuple[Cell, ...]) -> str:
    """Some cells: each by name if they are few, else their number, the first and the last."""
    if len(cells) <= _MOST_NAMED:
        return places(cells)
    return f"the {len(cells)} cells from {named(cells[0])} to {named(cells[-1])}"


def _them(cells: tuple[Cell, ...]) -> str:
    return "it" if len(cells) == 1 else "them"
