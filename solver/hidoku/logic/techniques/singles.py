"""The only cell for a number and the only number for a cell, by reach (see ``patterns.singles``).

First by reach alone; a corner is a single that also needs the cells before and after a number to
differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from solver.hidoku.logic.patterns.gaps import ends_beside, ends_of, within
from solver.hidoku.logic.patterns.singles import Single, Singles, bare_cells, bare_numbers
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Marked, Rival
from solver.hidoku.logic.shorten import resting_on_fewest
from solver.hidoku.logic.technique import (
    Deduction,
    Finder,
    Technique,
    after_eliminations,
    placing_reason,
    placing_statement,
    technique,
)
from solver.hidoku.phrases import (
    area_named,
    difference_reason,
    few_named,
    joined,
    numbered,
    ruled_out,
    sources,
    way_on,
)
from solver.hidoku.rules.game import named
from solver.hidoku.search.bitboard import bits
from solver.wording import capitalised, listed

# Pairs and triples: as many numbers as cells, which then belong together.
#
# Naked: two or three numbers have only two or three cells between them, so no other number can go
# there. Hidden: only two or three numbers can fill two or three cells, so these numbers can't go
# anywhere else. One search does both, over the cells of numbers or over the numbers of cells.


MOST = 3  # the largest group that a person is asked to see


def _their_cells(step: Deduction) -> str:
    numbers, cells = numbered(step.because.missing), area_named(step.because.area)
    return f"{numbers} need {cells}. So nothing else fits there."


@technique(
    "naked",
    title="naked pair or triple",
    rank=120,
    weight=10,
    sentence="If two numbers have only two cells between them, no other number can go in those "
    "cells.",
    after=("only_cell",),
    nudge=lambda step: f"Where is there room for {numbered(step.because.missing)}?",
    reason=after_eliminations(_their_cells),
    marks=lambda _: Marked(),
)
def naked(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from the cells that two or three numbers need for themselves."""
    missing = [number for gap in position.gaps for number in gap.missing]
    few = {n: position.strict[n] for n in missing if 1 < position.strict[n].bit_count() <= MOST}
    for numbers, cells in _groups(few):
        rest = (number for number in missing if number not in numbers)
        if eliminated := within(position, rest, cells):
            because = _because(position, numbers, cells, ends_of(position, numbers))
            yield Deduction(naked, because, eliminated=eliminated)


def _their_numbers(step: Deduction) -> str:
    numbers, cells = numbered(step.because.missing), area_named(step.because.area)
    return f"Only {numbers} fit {cells}, so they can’t go anywhere else."


@technique(
    "hidden",
    title="hidden pair or triple",
    rank=130,
    weight=10,
    sentence="If only two numbers fit two cells, those numbers can’t go anywhere else.",
    after=("only_number", "naked"),
    nudge=lambda step: f"Which numbers can go in {area_named(step.because.area)}?",
    reason=after_eliminations(_their_numbers),
    marks=lambda step: Marked(area=step.because.area),
)
def hidden(position: Position) -> Iterator[Deduction]:
    """Eliminate elsewhere two or three numbers that alone can fill two or three cells."""
    for cells, mask in _groups(_numbers_of_cells(position)):
        area = sum(cells)
        numbers = tuple(bit.bit_length() - 1 for bit in bits(mask))
        if eliminated := within(position, numbers, ~area):
            because = _because(position, numbers, area, ends_beside(position, ()))
            yield Deduction(hidden, because, eliminated=eliminated)


def _because(
    position: Position,
    numbers: tuple[int, ...],
    cells: int,
    others: tuple[Candidate, ...],
) -> Because:
    area = position.layout.cells(cells)
    return Because(missing=numbers, area=area, others=others, claim=Claim.SETS)


def _numbers_of_cells(position: Position) -> dict[int, int]:
    """For each empty cell that two or three numbers fit, by its bit, those numbers as bits."""
    counts = [0] * (MOST + 2)  # at each index, the cells with at least that many numbers
    counts[0] = position.empty
    for gap in position.gaps:
        for number in gap.missing:
            for size in range(MOST, -1, -1):
                counts[size + 1] |= counts[size] & position.strict[number]
    few = counts[2] & ~counts[MOST + 1]
    found = dict.fromkeys(bits(few), 0)
    for gap in position.gaps:
        for number in gap.missing:
            for bit in bits(position.strict[number] & few):
                found[bit] |= 1 << number
    return found


def _groups(few: Mapping[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Keys with the union of their masks, if it has as many bits as there are keys; pairs first.

    The masks have two or three bits. A triple holds either a mask of three bits, which is the
    union, or two masks of two bits that share one. So these are all the unions to check.
    """
    holders: dict[int, list[int]] = {}
    for key, mask in few.items():
        for bit in bits(mask):
            holders.setdefault(bit, []).append(key)
    unions = dict.fromkeys(few.values())
    for keys in holders.values():
        unions |= dict.fromkeys(few[a] | few[b] for a, b in combinations(keys, 2))
    for size in range(2, MOST + 1):
        for union in (mask for mask in unions if mask.bit_count() == size):
            near = sorted({key for bit in bits(union) for key in holders[bit]})
            group = tuple(key for key in near if not few[key] & ~union)
            if len(group) == size:
                yield group, union


def _nudge(step: Deduction) -> str:
    """Where to look: at the cell or at the number."""
    number = step.placed.number if step.placed else 0
    if step.because.is_by_cell:
        return f"Which numbers can get to {named(step.because.area[0])}?"
    if step.because.numbers:
        return f"Where can {number} go? It’s {_steps_away(number, step.because.numbers)}."
    return f"Where is there room for {number}?"


def _marks(step: Deduction) -> Marked:
    if step.because.is_by_cell:
        return Marked(area=step.because.area[:1])
    return Marked(numbers=step.because.numbers)


def _why(step: Deduction, which: str) -> str:
    if step.because.is_by_cell:
        return _one_number(step, which)
    because, number = step.because, step.placed.number if step.placed else 0
    if because.eliminated:
        out = ruled_out(because.eliminated, step.placed)
        left = (
            f"since {out}, {number} has {which} cell{way_on(because.ends)}{in_gap(number, because)}"
        )
        return left + _linked_by(because)
    return f"{which} empty cell {_reach(number, because)}{_linked_by(because)}"


def _one_number(step: Deduction, which: str) -> str:
    """Why only one number fits a cell; “no other” follows a number and its cell."""
    because, number = step.because, step.placed.number if step.placed else 0
    is_named = which == "no other"
    cell = "" if is_named else named(because.area[0])
    if because.around:
        return _through(cell, because)
    who, it = ("no other number", "it") if is_named else (f"only {number}", cell)
    if because.eliminated:
        out = ruled_out(because.eliminated, step.placed)
        return f"since {out}, {who} is left for {it}{way_on(because.ends)}{carefully(because)}"
    verb = "lets the path through" if because.ends else "reaches"
    if not because.is_exact:
        return f"{who} {verb} {it}{carefully(because)}"
    start = "it’s" if is_named else f"{cell} is"
    who = "no other number" if is_named else f"no number but {number}"
    return f"{start} {_away(step)}, and {who} {verb} it{carefully(because)}"


def _away(step: Deduction) -> str:
    because, number = step.because, step.placed.number if step.placed else 0
    round_ = " through empty cells" if because.is_round else ""
    return _steps_away(number, because.numbers) + round_


def carefully(because: Because) -> str:
    """What a person who counts the steps to a cell has to mind."""
    careful = difference_reason(because.is_distinct) + _linked_by(because)
    return careful + (f": {_too_far(because)}" if because.others or because.rivals else "")


def _too_far(because: Because) -> str:
    """That numbers don't get to a cell, which was named before.

    If the rivals aren't known, all numbers that a person might count from are named.
    """
    if not because.rivals:
        return f"count through empty cells from {sources(because.every_number)}"
    return ", and ".join(kept_out(rival, because.is_distinct) for rival in because.rivals)


def kept_out(rival: Rival, is_distinct: bool) -> str:
    """That numbers don't get to a cell, which was named before.

    >>> from solver.hidoku.logic.reasons import Rival
    >>> kept_out(Rival((44, 45), (42, 47)), False)
    '44 and 45 can’t get there from 42 and 47 through empty cells'
    >>> kept_out(Rival((18,), (16,), is_round=False), False)
    '18 must be 2 steps from 16, and this cell is farther'
    """
    who, start = few_named(rival.numbers), numbered(rival.ends)
    if not rival.is_round:
        [number] = rival.numbers
        return f"{who} must be {_steps_away(number, rival.ends)}, and this cell is farther"
    if rival.is_stuck:
        turning = difference_reason(not is_distinct)  # else it was said before
        return f"{who} can’t be there{turning}, counting from {start}"
    return f"{who} can’t get there from {start} through empty cells"


def own_premises(step: Deduction) -> list[str] | None:
    """What else a placement rests on than what was ruled out before, a line each.

    None if its reason says that best.
    """
    because, lines = step.because, list[str]()
    if because.around:
        who = list(map(str, because.numbers))
        if len(who) == 1 or (because.fitting and len(because.area) > 1):
            who.append("one empty cell")
        which = listed(list(map(str, because.fitting)), "or")
        so = f", so it’s {which}" if because.fitting else ""
        lines.append(f"Only {listed(who)} can be its neighbours{so}.")
        lines += (f"{number} there would have no second neighbour." for number in because.missing)
    elif because.is_by_cell and because.is_exact:
        lines.append(f"It’s {_away(step)}.")
    elif because.is_by_cell and not (because.rivals or because.eliminated or because.others):
        lines.append("All other missing numbers are too far away.")
    elif not because.is_by_cell and not because.eliminated:
        if not (because.numbers and step.placed):
            return None
        away = _steps_away(step.placed.number, because.numbers)
        lines.append(f"It must be {away}{' through empty cells' * ('step' in away)}.")
    lines += (f"{capitalised(kept_out(rival, False))}." for rival in because.rivals)
    if because.others and not because.rivals:
        lines.append(f"{capitalised(_too_far(because))}.")
    if because.ends or (because.is_distinct and not because.rivals):
        onward = f"go on to {numbered(because.ends)}" if because.ends else "go on"
        lines.append(f"The path must {onward}{difference_reason(because.is_distinct)}.")
    if because.links:
        lines.append(f"This uses {joined(because.links)}.")
    return lines


def _steps_away(number: int, ends: Iterable[int]) -> str:
    """How far a number is from the placed ones at the ends of its gap.

    >>> _steps_away(59, (57, 60)), _steps_away(2, (1, 3)), _steps_away(4, (2, 6))
    ('2 steps from 57 and next to 60', 'next to 1 and 3', '2 steps from 2 and 6')
    """
    away: dict[int, list[str]] = {}
    for end in ends:
        away.setdefault(abs(number - end), []).append(str(end))
    said = [
        f"{f'{steps} steps from' if steps > 1 else 'next to'} {listed(away[steps])}"
        for steps in sorted(away, reverse=True)
    ]
    return " and ".join(said)


def _through(cell: str, because: Because) -> str:
    """Why only one number fits a cell with too few empty neighbours; no cell if it was named."""
    who = list(map(str, because.numbers))
    if len(who) == 1 or (because.fitting and len(because.area) > 1):
        who.append("one empty cell")
    only = f"only {listed(who)} can be its neighbours"
    if because.fitting:
        which = listed(list(map(str, because.fitting)), "or")
        of_cell = f"for {cell}, " if cell else ""
        return f"{of_cell}{only}, so it’s {which}, and {_too_far(because)}"
    if cell:
        return f"the path must enter and leave {cell}. {capitalised(only)}"
    return f"the path must enter and leave it; {only}"


def in_gap(number: int, because: Because) -> str:
    """Where a number must go, according to the placed numbers next to its gap."""
    ends = because.numbers
    if len(ends) == 2:
        return f" between {numbered(ends)}" + difference_reason(because.is_distinct)
    side = "".join(f" {'after' if end < number else 'before'} {end}" for end in ends)
    return side + difference_reason(because.is_distinct)


def _linked_by(because: Because) -> str:
    return f", given {joined(because.links)}" if because.links else ""


def _reach(number: int, because: Because) -> str:
    """What the only place of a number can do and no other cell can: a verb with its object."""
    if not because.numbers and not because.ends:
        return "is left"
    steps = {other: abs(number - other) for other in because.numbers}
    near = [str(other) for other, count in steps.items() if count == 1]
    far = [f"from {other} in exactly {count} steps" for other, count in steps.items() if count > 1]
    verbs = []
    if near:
        verbs.append(f"is next to {'both ' * (len(near) > 1)}{' and '.join(near)}")
    if far:
        verbs.append(f"can be reached {' and '.join(far)} through empty cells")
    if because.ends:
        verbs.append(f"leaves room for the path to continue to {numbered(because.ends)}")
    return " and ".join(verbs) + difference_reason(because.is_distinct)


def _steps(
    technique: Technique, position: Position, singles: Iterable[Single]
) -> Iterator[Deduction]:
    for placed, because in singles:
        yield resting_on_fewest(position, Deduction(technique, because, placed))


def _bare(technique: Technique, placed: Iterable[Candidate]) -> Iterator[Deduction]:
    return (Deduction(technique, placed=candidate) for candidate in placed)


def _single(
    name: str,
    title: str,
    *,
    rank: int,
    weight: int,
    sentence: str,
    after: tuple[str, ...],
    bare: Finder,
) -> Callable[[Finder], Technique]:
    """A technique that places singles; all of these share their words."""
    return technique(
        name,
        title=title,
        rank=rank,
        weight=weight,
        sentence=sentence,
        after=after,
        nudge=_nudge,
        reason=placing_reason(_why),
        statement=placing_statement(_why),
        marks=_marks,
        is_placing=True,
        is_one_a_gap=True,
        bare=bare,
        premises=own_premises,
    )


def _bare_only_cells(position: Position) -> Iterator[Deduction]:
    return _bare(only_cells, bare_numbers(position, position.masks))


@_single(
    "only_cell",
    "only cell for a number",
    rank=50,
    weight=2,
    sentence="Count steps from the numbers around the gap. If only one empty cell is near "
    "enough for a number, it goes there.",
    after=("straight_run",),
    bare=_bare_only_cells,
)
def only_cells(position: Position) -> Iterator[Deduction]:
    """Numbers with one cell in reach, those with the nearest placed numbers first."""
    found = sorted(Singles(position, False).by_number(), key=_effort)
    yield from _steps(only_cells, position, found)


def _bare_only_numbers(position: Position) -> Iterator[Deduction]:
    return _bare(only_numbers, bare_cells(position, position.masks))


@_single(
    "only_number",
    "only number for a cell",
    rank=60,
    weight=3,
    sentence="Count steps to an empty cell. If only one missing number can reach it, that "
    "number goes there.",
    after=("only_cell",),
    bare=_bare_only_numbers,
)
def only_numbers(position: Position) -> Iterator[Deduction]:
    """Cells that only one number can reach."""
    yield from _steps(only_numbers, position, Singles(position, False).by_cell())


def _bare_corners(position: Position) -> Iterator[Deduction]:
    yield from _bare(corners, bare_numbers(position, position.strict))
    yield from _bare(corners, bare_cells(position, position.strict))


@_single(
    "corner",
    "enter and leave",
    rank=70,
    weight=5,
    sentence="The path can’t turn straight back, so it leaves a cell by another side than it "
    "came in. Count steps that way.",
    after=("only_number",),
    bare=_bare_corners,
)
def corners(position: Position) -> Iterator[Deduction]:
    """Both kinds of singles, if the cells before and after a number must differ."""
    weak, singles = Singles(position, False), Singles(position, True)
    known = {found.placed for found in (*weak.by_number(), *weak.by_cell())}
    found = (*sorted(singles.by_number(), key=_effort), *singles.by_cell())
    first = {single.placed: single for single in reversed(found)}
    places = dict.fromkeys(single.placed for single in found)
    yield from _steps(corners, position, (first[place] for place in places if place not in known))


def _effort(found: Single) -> tuple[int, int, int]:
    numbers, number = found.because.numbers, found.placed.number
    gap = sum(abs(number - other) for other in numbers) * (3 - len(numbers))
    return len(found.because.eliminated), gap, number
