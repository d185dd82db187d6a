"""The placed numbers that a step counts from: a set of which none can be left out.

A person counts steps from the numbers that are named: missing numbers go through empty cells. Where
a placed number is that isn't named doesn't count: steps to it may lead through any cell. So what
a person can't reach from the nearest named numbers is out, without a look at the others. What is
between two named numbers depends on these alone and is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import chain, pairwise

from solver.hidoku.logic.patterns.chains import fails_alike
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.shorten import does_as_much, fewest
from solver.hidoku.logic.technique import Deduction, technique_named
from solver.hidoku.rules.grid import Cell, Link
from solver.hidoku.search.domains import Dead, Masks, sweep

Numbers = tuple[Candidate, ...]

MOST_NAMED = 6  # placed numbers that one step counts from, if there is a way with so few
MOST_AT_ONCE = 4  # of those, where more can be looked at in turn
MOST_SPLIT = 3  # steps of a hint that may each be told in several


def counting_from_fewest(position: Position, step: Deduction) -> Deduction:
    """The same step, whose reason counts from as few placed numbers as it needs."""
    because = step.because
    by_cell = step.technique.is_placing and because.is_by_cell
    if not because.others:
        return step
    segments = _resting(position, because)
    if by_cell:
        few = segments.fewest_for_cell(step)
        if few is None:
            return step
        others = tuple(Candidate(n, position.where[n]) for n in few)
        if step.placed:
            because = replace(because, numbers=(), cells=())
        return replace(step, because=replace(because, others=others))
    kept = tuple(Candidate(n, position.where[n]) for n in because.numbers)
    holds = partial(follows_from, segments, step)
    every = [Candidate(n, position.where[n]) for n in because.every_number]
    optional = sorted(set(every) - set(kept), key=partial(_rank, position, step))
    if not holds((*kept, *optional)):
        return step
    tried = 1
    while tried < len(optional) and not holds((*kept, *optional[:tried])):
        tried *= 2
    found = fewest(optional[:tried], lambda some: holds((*kept, *some)))
    if not because.refuted and (again := _found(segments, step, (*kept, *found))):
        because = replace(again.because, links=because.links, eliminated=because.eliminated)
    others = tuple(sorted(each for each in found if each.number not in because.numbers))
    return replace(step, because=replace(because, others=others))


def at_most_named(position: Position, steps: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """Steps that count from as few placed numbers as they need.

    If a step is about what fits one cell and names too many, steps before it rule out all numbers
    above or below some of those, so that each names fewer. But a hint of many steps gets no longer,
    and nor does one that would still name too many.
    """
    named: list[Deduction] = []
    for step in steps:
        whole = counting_from_fewest(position, step)
        parts = tuple(_in_turn(position, whole))
        is_long = len(steps) > MOST_SPLIT or most_counted(parts) > MOST_NAMED
        named += (whole,) if is_long and not _fills_cell(step) else parts
    return tuple(named)


def _in_turn(position: Position, step: Deduction) -> Iterator[Deduction]:
    """A step, after others that rule out what is far from its numbers if it names too many."""
    because = step.because
    cell, own = _asked(step)
    sources = tuple(sorted(Candidate(n, position.where[n]) for n in because.every_number))
    most = MOST_AT_ONCE if _fills_cell(step) else MOST_NAMED
    if cell is None or len(sources) <= most or because.links:
        yield step
        return
    below = sum(number < min(own) for number, _ in sources)
    above = sum(number > max(own) for number, _ in sources)
    low, near, high = min(_split(sources, below, above), key=_size)
    for far, border in ((low, near[0]), (high, near[-1])):
        if out := _beyond(position, step, cell, border, far):
            yield out
            because = replace(because, eliminated=(*because.eliminated, *out.eliminated))
    rest = replace(step, because=because)
    if not _fills_cell(step) and follows_from(_resting(position, because), rest, near):
        because = replace(because, others=tuple(n for n in near if n.number not in because.numbers))
    yield counting_from_fewest(position, replace(step, because=because))


def _fills_cell(step: Deduction) -> bool:
    return step.placed is not None and step.because.is_by_cell


def _asked(step: Deduction) -> tuple[Cell | None, Sequence[int]]:
    """The only cell of which a step says what fits, and the numbers that it is about there."""
    because = step.because
    if step.placed and because.is_by_cell:
        return step.placed.cell, step.placed[:1]
    if because.missing and len(because.area) == 1:
        return because.area[0], because.missing
    for tried in because.refuted[:1]:
        if tried.why.kind is Dead.NO_NUMBER and len(because.refuted) == len(tried.why.cells) == 1:
            return tried.why.cells[0], (tried.number, *(each.number for each in tried.chain))
    return None, ()


def _beyond(
    position: Position, step: Deduction, cell: Cell, border: Candidate, far: Numbers
) -> Deduction | None:
    """The step that rules the numbers beyond a border out of a cell, counting from far ones."""
    because, is_below = step.because, bool(far) and far[0] < border
    missing = (n for gap in position.gaps for n in gap.missing if (n < border.number) is is_below)
    out = tuple(Candidate(number, cell) for number in missing) if far else ()
    ends = tuple(n for n in because.ends if (n < border.number) is is_below)
    for is_distinct in (because.is_distinct,) if because.is_by_cell else (False, True):
        technique = technique_named("corner" if is_distinct else "only_number")
        because = Because(
            (border.number,),
            (border.cell,),
            is_by_cell=True,
            is_distinct=is_distinct,
            ends=ends,
            area=(cell,),
            eliminated=because.eliminated,
            others=far,
        )
        found = Deduction(technique, because, eliminated=out)
        if out and _resting(position, because).fewest_for_cell(found) is not None:
            return counting_from_fewest(position, found)
    return None


def _resting(position: Position, because: Because) -> Segments:
    return _segments(position.plain, because.links, because.eliminated)


def _split(sources: Numbers, below: int, above: int) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """Placed numbers around some that so many are below and above, and those before and after.

    A part shares a number with the next.
    """
    for start in range(max(1, below)):
        low = sources[: start + 1] if start else ()
        for stop in range(len(sources) - max(above, 1) + 1, len(sources) + 1):
            high = sources[stop - 1 :] if stop < len(sources) else ()
            yield low, sources[start:stop], high


def _size(parts: Sequence[Numbers]) -> tuple[bool, int, int]:
    """What is less if parts are easier to follow: few numbers in each, then two parts."""
    most = max(map(len, parts))
    return most > MOST_NAMED, all(parts), most


def most_counted(steps: Iterable[Deduction]) -> int:
    """How many placed numbers the step names that names the most."""
    return max((len(set(step.because.every_number)) for step in steps), default=0)


def _rank(position: Position, step: Deduction, placed: Candidate) -> tuple[int, int]:
    """The fewer missing numbers a placed one keeps away from the cells of a step, the later."""
    near = _cells(step) or [placed.cell]
    steps = min(_apart(placed.cell, cell) for cell in near)
    away = sum(placed.number + k not in position.where for k in range(1 - steps, steps))
    return -away, steps


def _apart(one: Cell, other: Cell) -> int:
    return max(abs(one.row - other.row), abs(one.column - other.column))


def _cells(step: Deduction) -> list[Cell]:
    """The cells that a step is about."""
    because = step.because
    tried = (entry.cell for entry in because.refuted)
    ends = (cell for entry in because.refuted for cell in entry.why.cells)
    placed = [step.placed.cell] if step.placed else []
    return [*because.area, *tried, *ends, *(cell for _, cell in step.eliminated[:4]), *placed]


def follows_from(segments: Segments, step: Deduction, kept: Sequence[Candidate]) -> bool:
    """Whether a step follows if it counts from these numbers."""
    if refuted := step.because.refuted:
        position = segments.counted_from(kept)
        return all(fails_alike(position, each) for each in refuted)
    return _found(segments, step, kept) is not None


def _found(segments: Segments, step: Deduction, kept: Sequence[Candidate]) -> Deduction | None:
    """The step as it is found if it counts from these numbers; it may be about fewer cells."""
    position = segments.counted_from(kept)
    found = step.technique.find(position.about(step.because.missing, step.because.area))
    return next((each for each in found if does_as_much(each, step)), None)


@lru_cache(maxsize=50)  # a search for a hint looks at several steps that rest on the same
def _segments(plain: Position, links: Sequence[Link], eliminated: Numbers) -> Segments:
    return Segments(plain.resting_on(links, eliminated))


class Segments:
    """What missing numbers can reach, between any two placed numbers that count steps."""

    def __init__(self, position: Position) -> None:
        self.position = position
        layout = position.layout
        self.end = layout.grid.last + 1
        self.masks = [0, *([position.empty] * layout.grid.last)]
        for number in position.where:
            self.masks[number] = layout.board
        for number, cell in position.eliminations:
            self.masks[number] &= ~layout.bit(cell)
        self.walks: dict[tuple[int, int], Masks] = {}  # onward from a number, to one side
        self.between = cache(self._between)

    def counted_from(self, kept: Sequence[Candidate]) -> Position:
        """The position if only these placed numbers are known."""
        position = self.position
        masks = self.masks_from(kept)
        for number in position.where:
            masks[number] &= ~position.empty
        close = Reading(position.layout, True, position.board.values(), masks, 0)
        return Position(position.layout, position.board, close, close, position.eliminations)

    def masks_from(self, kept: Sequence[Candidate]) -> Masks:
        """The cells in reach of each number if only these placed numbers are known."""
        ends = [0, *sorted(number for number, _ in kept), self.end]
        return [0, *chain(*(self.between(*each, True) for each in pairwise(ends)))]

    def fewest_for_cell(self, step: Deduction) -> tuple[int, ...] | None:
        """As few placed numbers as keep all others out of a cell, near ones; None if all don't.

        Between two numbers, those that reach the cell are no fewer if the two lie farther apart.
        So as few as possible are found from the end down, each as low as it can be; going up again,
        each may be any number from there to the farthest that the one before it allows.
        """
        position, because = self.position, step.because
        bit = position.layout.bit(because.area[0])
        nodes = [0, *position.where, self.end]
        allowed = {step.placed.number, *position.where} if step.placed else set(position.where)
        if not step.placed:  # only the numbers on one side of a placed one are in question
            [border], at = because.numbers, nodes.index(because.numbers[0])
            nodes = nodes[at:] if step.eliminated[0].number > border else nodes[: at + 1]

        def is_kept_out(low: int, high: int) -> bool:
            between = self.near(nodes[low], nodes[high], because.is_distinct)
            return all(n in allowed for n, mask in enumerate(between, nodes[low] + 1) if mask & bit)

        lowest = [len(nodes) - 1]
        while lowest[-1]:
            at = lowest[-1]
            while at and is_kept_out(at - 1, lowest[-1]):
                at -= 1
            if at == lowest[-1]:
                return None
            lowest.append(at)
        found = [0]
        for least in lowest[-2:0:-1]:
            farthest = max(least, found[-1] + 1)
            options = [farthest]
            while farthest + 1 < len(nodes) - 1 and is_kept_out(found[-1], farthest + 1):
                options.append(farthest := farthest + 1)
            found.append(
                min(options, key=lambda at: _apart(because.area[0], position.where[nodes[at]]))
            )
        return tuple(nodes[at] for at in found[1:])

    def near(self, low: int, high: int, is_distinct: bool) -> Masks:
        """The same as ``between``, from walks on either side if no pairs of cells count."""
        if is_distinct or self.position.layout.links:
            return self.between(low, high, is_distinct)
        ahead, behind = self.onward(low, high - low, 1), self.onward(high, high - low, -1)
        numbers = range(low + 1, min(high, self.end - 1) + 1)
        return [ahead[n - low] & behind[high - n] for n in numbers]

    def onward(self, start: int, steps: int, side: int) -> Masks:
        """The cells that a walk from a number reaches after so many steps, or more, to one side."""
        where, layout = self.position.where, self.position.layout
        first = layout.bit(where[start]) if start in where else layout.board
        found = self.walks.setdefault((start, side), [first])
        while len(found) <= steps and 0 < start + side * len(found) < self.end:
            mask = self.masks[start + side * len(found)]
            found.append(layout.around(found[-1]) & mask)
        return found

    def _between(self, low: int, high: int, is_distinct: bool) -> Masks:
        """The masks of the numbers after ``low``, up to ``high``; 0 and one past the last: none."""
        layout, masks = self.position.layout, list(self.masks)
        for number in (low, high):
            if number in self.position.where:
                masks[number] = layout.bit(self.position.where[number])
        stale = (1 << high) - (2 << low)
        sweep(layout, masks, is_distinct, self.position.where, stale)
        return masks[low + 1 : min(high, layout.grid.last) + 1]
