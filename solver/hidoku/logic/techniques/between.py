"""Gaps between two placed numbers that have only one route, and the only way on from a number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from solver.hidoku.logic.claims import Claim
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import numbered
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import is_single


@dataclass(frozen=True)
class OneSide(Claim):
    """That a number is next to a placed one, whose ``other`` side is placed; None at an end."""

    number: int
    other: int | None

    def places(self, sight: Sight, placement: Candidate) -> bool:
        neighbours = {n for n in (self.number - 1, self.number + 1) if 1 <= n <= sight.grid.last}
        numbers = {self.number, self.other or self.number}
        return numbers <= sight.where.keys() and neighbours - numbers == {placement.number}

    def look(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.number,))

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.number, *filter(None, [self.other])))


@dataclass(frozen=True)
class JoinedTo(OneSide):
    """That a cell is joined to a placed number."""

    idea: ClassVar[str] = "link"

    def places(self, sight: Sight, placement: Candidate) -> bool:
        if not super().places(sight, placement):
            return False
        cell = sight.layout.cell(sight.where[self.number])
        return placement.cell in sight.grid.partners.get(cell, ())

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return f"Look at {self.number} and the cell joined to it."

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        if self.other is None:
            number = 2 if self.number == 1 else self.number - 1
            return [
                f"{self.number} is an end of the path. The cell joined to it must hold {number}."
            ]
        numbers = numbered((self.number - 1, self.number + 1), "or")
        premise = f"The cell joined to {self.number} must hold {numbers}"
        return [f"{premise}, and {self.other} is placed elsewhere."]


@dataclass(frozen=True)
class OnlyWayOn(OneSide):
    """That a placed number has only one empty neighbour."""

    idea: ClassVar[str] = "one_way"

    def places(self, sight: Sight, placement: Candidate) -> bool:
        if not super().places(sight, placement):
            return False
        return sight.within(self.number, 1) == sight.layout.bit(placement.cell)

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return f"Look at {self.number}. Where can the path continue?"

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        if self.other is None:
            return [f"{self.number} is an end of the path and has only one empty neighbour."]
        return [f"{self.other} is placed, and {self.number} has only one empty neighbour."]


@dataclass(frozen=True)
class OnlyBetween(Claim):
    """That only one empty cell is near enough to both ends of a gap."""

    low: int
    high: int
    idea: ClassVar[str] = "between"

    def places(self, sight: Sight, placement: Candidate) -> bool:
        return self.high - self.low == 2 and self._is_only(sight, placement)

    def _is_only(self, sight: Sight, placement: Candidate) -> bool:
        low, high = self.low, self.high
        number, cell = placement
        if not {low, high} <= sight.where.keys() or not low < number < high:
            return False
        reach = sight.within(low, number - low) & sight.within(high, high - number)
        return reach == sight.layout.bit(cell)

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return f"Look between {numbered((self.low, self.high))}."

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [f"Only one empty cell is next to both {self.low} and {self.high}."]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.low, self.high))


@dataclass(frozen=True)
class ShortestRoute(OnlyBetween):
    """That only one route between two numbers is short enough."""

    route: tuple[Candidate, ...]
    idea: ClassVar[str] = "straight_run"

    def places(self, sight: Sight, placement: Candidate) -> bool:
        is_whole = [number for number, _ in self.route] == [*range(self.low + 1, self.high)]
        is_short = all(self._is_only(sight, step) for step in self.route)
        return is_whole and is_short and placement in self.route

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return f"{super().nudge(outs)} How many routes are short enough?"

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        steps = f"from {self.low} to {self.high} in {self.high - self.low} steps"
        return [f"There’s only one route {steps} through empty cells."]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return replace(super().marks(outs), course=self.route)

    @property
    def vacancies(self) -> Sequence[int | Cell]:
        return [part for step in self.route for part in step]


@partial(
    Technique,
    name="link",
    title="joined cells",
    rank=30,
    weight=1,
    sentence="Numbers in joined cells follow each other. So the cell joined to 5 holds 4 or 6. If "
    "6 is placed elsewhere, it holds 4.",
    after=("between",),
    is_placing=True,
)
def joined(position: Position) -> Iterator[Deduction]:
    """The number of a cell joined with a placed one, if the only alternative is placed already."""
    for cell, partners in sorted(position.layout.grid.partners.items()):
        for partner in partners:
            if cell in position.board and partner not in position.board:
                yield from _beside(position, cell, partner)


def _beside(position: Position, cell: Cell, partner: Cell) -> Iterator[Deduction]:
    number = position.board[cell]
    missing, opposite = _sides(position, number)
    if len(missing) == 1:
        yield Deduction(joined, JoinedTo(number, opposite), Candidate(missing[0], partner))


@partial(
    Technique,
    name="one_way",
    title="only way on",
    rank=20,
    weight=1,
    sentence="Take a placed number that lacks the number before or after it. If it touches only "
    "one empty cell, the missing number goes there.",
    after=("between",),
    is_placing=True,
)
def one_way(position: Position) -> Iterator[Deduction]:
    """The number before or after a placed one that has only one empty neighbour."""
    layout = position.loose.layout
    for number in (end for gap in position.gaps for end in (gap.low, gap.high) if end):
        neighbours = layout.around(layout.bit(position.where[number])) & position.empty
        if not is_single(neighbours):
            continue
        missing, opposite = _sides(position, number)
        if len(missing) == 1:
            single = Candidate(missing[0], layout.cell(neighbours))
            yield Deduction(one_way, OnlyWayOn(number, opposite), single)


def _sides(position: Position, number: int) -> tuple[list[int], int | None]:
    """The missing numbers before and after a placed one, and the first one that is placed."""
    neighbours = [n for n in (number - 1, number + 1) if 1 <= n <= position.layout.grid.last]
    opposites = (n for n in neighbours if n in position.where)
    return [n for n in neighbours if n not in position.where], next(opposites, None)


@partial(
    Technique,
    name="between",
    title="between two numbers",
    rank=10,
    weight=1,
    sentence="A missing number must touch the number before it and the one after it. If only one "
    "empty cell touches both, the number goes there.",
    is_placing=True,
)
def between(position: Position) -> Iterator[Deduction]:
    """A number between two placed ones that have only one empty neighbour in common."""
    masks = position.loose.masks
    for low, high, missing in position.gaps:
        if low and high and len(missing) == 1 and is_single(masks[missing[0]]):
            placement = Candidate(missing[0], position.layout.cell(masks[missing[0]]))
            yield Deduction(between, OnlyBetween(low, high), placement)


@partial(
    Technique,
    name="straight_run",
    title="straight gap",
    rank=40,
    weight=1,
    sentence="If only one route between two numbers is short enough, the missing numbers follow "
    "it.",
    after=("between",),
    is_placing=True,
)
def straight_gaps(position: Position) -> Iterator[Deduction]:
    """Each number of a gap whose only route is also the shortest between its ends."""
    masks = position.loose.masks
    for gap in sorted(position.gaps, key=lambda gap: len(gap.missing)):
        low, high, missing = gap
        if low is None or high is None or len(missing) == 1:
            continue
        if all(is_single(masks[n]) for n in missing) and _is_shortest(position, gap):
            route = tuple(Candidate(n, position.layout.cell(masks[n])) for n in missing)
            for placement in route:
                yield Deduction(straight_gaps, ShortestRoute(low, high, route), placement)


def _is_shortest(position: Position, gap: Gap) -> bool:
    """Whether no walk across the gap is shorter than its route."""
    layout = position.loose.layout
    masks = position.loose.masks
    front = region = layout.around(masks[gap.missing.start - 1]) & position.empty
    goal = layout.around(masks[gap.missing.stop])
    for _ in gap.missing[1:]:
        if front & goal:
            return False
        front = layout.around(front) & position.empty & ~region
        region |= front
    return bool(front & goal)
