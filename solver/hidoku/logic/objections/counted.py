"""Objections that are seen beside a cell, or by counting steps to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.phrases import counted_from, numbered, steps_to
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.search.bitboard import is_single
from solver.wording import capitalised, plural


@dataclass(frozen=True)
class TooFar(Objection):
    """A cell is ``steps`` from the placed number ``start`` through empty cells; None: cut off.

    ``is_straight``: even straight over filled cells it's too far, which the eye sees.
    """

    start: int
    steps: int | None
    is_straight: bool = False
    idea: ClassVar[str] = "only_cell"
    effort: ClassVar[int] = 1

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        sight = survey.sight
        ends = sorted(sight.ends_of(out.number), key=lambda end: abs(end - out.number))
        yield from (cls(end, sight.straight_steps(end, out.cell), is_straight=True) for end in ends)
        yield from (cls(end, sight.steps(end, out.cell)) for end in ends)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if self.start not in sight.ends_of(out.number):
            return False
        measure = sight.straight_steps if self.is_straight else sight.steps
        is_so = measure(self.start, out.cell) == self.steps
        return is_so and (self.steps is None or self.steps > abs(self.start - out.number))

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        if self.steps is None:
            return f"No empty cells lead there from {self.start}."
        away = f"{plural(self.steps, 'step')}{self._through} from {self.start}"
        farthest = max((number for number, _ in outs), key=lambda n: abs(n - self.start))
        if len(outs) == 1:
            return f"{away}, but {self._must(farthest)}."
        count = abs(farthest - self.start)
        if of_cell:
            return f"{away}, but each is at most {count} from {self.start}."
        return f"More than {plural(count, 'step')}{self._through} from {self.start}."

    def key(self, *, of_cell: bool) -> object:
        return self if of_cell or self.steps is None else (type(self), self.start, self.is_straight)

    def sentence(self, out: Candidate) -> str:
        must = self._must(out.number)
        cell = cell_name(out.cell)
        if self.steps is None:
            return f"{must}, but no empty cells lead from {self.start} to {cell}."
        return f"{must}, but {cell} is {plural(self.steps, 'step')} away{self._through}."

    @property
    def _through(self) -> str:
        return "" if self.is_straight else " through empty cells"

    def _must(self, number: int) -> str:
        is_beside = abs(number - self.start) == 1
        verb = "must be" if is_beside else "is"
        return f"{number} {verb} {counted_from(number, [self.start])}"

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.start,), tried=tuple(outs))


@dataclass(frozen=True)
class WrongColour(Objection):
    """With four neighbours, odd and even numbers alternate as on a chessboard."""

    is_odd: bool  # of the numbers that can be in the cell
    idea: ClassVar[str] = "only_cell"
    effort: ClassVar[int] = 1

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        yield cls(out.number % 2 == 0)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if sight.grid.adjacency is not Adjacency.FOUR or not sight.board:
            return False
        start, number = next(iter(sight.board.items()))
        steps = out.cell.row + out.cell.column - start.row - start.column
        return (number + steps) % 2 == self.is_odd != out.number % 2

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        word = "odd" if self.is_odd else "even"
        return f"Odd and even alternate as on a chessboard: {word} here."


@dataclass(frozen=True)
class OneWayIn(Objection):
    """A cell has fewer empty neighbours than a number needs for those before and after it."""

    empty: int
    needed: int
    idea: ClassVar[str] = "corner"
    effort: ClassVar[int] = 1

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        sight = survey.sight
        neighbours = sight.layout.around(sight.layout.bit(out.cell)) & sight.empty
        yield cls(neighbours.bit_count(), len(sight.missing_beside(out.number)))

    def holds(self, sight: Sight, out: Candidate) -> bool:
        neighbours = sight.layout.around(sight.layout.bit(out.cell)) & sight.empty
        needed = len(sight.missing_beside(out.number))
        return neighbours.bit_count() == self.empty < needed == self.needed

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        quantity = "Only one" if self.empty else "No"
        need = "two" if self.needed > 1 else "one"
        if len(outs) == 1:
            [(number, _)] = outs
            return f"{quantity} empty neighbour, but {number} needs {need}."
        subject = "each" if of_cell else "it"
        return f"{quantity} empty neighbour, but {subject} needs {need}."

    def sentence(self, out: Candidate) -> str:
        number = out.number
        if not self.empty:
            return self.clause([out], of_cell=True)
        need = f"{number - 1} and {number + 1} both have to be next to {number}"
        return f"{capitalised(cell_name(out.cell))} has only one empty neighbour, but {need}."


@dataclass(frozen=True)
class _Joined(Objection):
    """A cell is joined to the one ``beside`` it."""

    beside: Cell
    idea: ClassVar[str] = "link"
    effort: ClassVar[int] = 1

    def holds(self, sight: Sight, out: Candidate) -> bool:
        return self.beside in sight.grid.partners.get(out.cell, ())

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(cells=(self.beside,), tried=tuple(outs))


@dataclass(frozen=True)
class NotJoined(_Joined):
    """A cell is joined to one that has a number not next to it."""

    placed: int
    fitting: tuple[int, ...]  # those next to that number which are missing

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for partner in survey.sight.grid.partners.get(out.cell, ()):
            if number := survey.sight.board.get(partner):
                yield cls(partner, number, tuple(survey.sight.missing_beside(number)))

    def holds(self, sight: Sight, out: Candidate) -> bool:
        is_there = sight.board.get(self.beside) == self.placed
        if not (super().holds(sight, out) and is_there):
            return False
        fits = sight.missing_beside(self.placed) == [*self.fitting]
        return fits and out.number not in self.fitting

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        fits = f", so {numbered(self.fitting, 'or')}" if self.fitting else ""
        return f"It’s joined to {self.placed}{fits}."


@dataclass(frozen=True)
class JoinedToEmpty(_Joined):
    """A cell is joined to an empty one, and the numbers before and after are placed elsewhere."""

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        return map(cls, survey.sight.grid.partners.get(out.cell, ()))

    def holds(self, sight: Sight, out: Candidate) -> bool:
        is_empty = self.beside not in sight.board
        return super().holds(sight, out) and is_empty and not sight.missing_beside(out.number)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        numbers = numbered(sorted({number for number, _ in outs}), "or")
        premise = f"It’s joined to {cell_name(self.beside)}"
        return f"{premise}, but what is next to {numbers} is placed elsewhere."


@dataclass(frozen=True)
class JoinedAway(Objection):
    """The number before or after is placed, and joined to two other cells."""

    placed: int
    idea: ClassVar[str] = "link"
    effort: ClassVar[int] = 1

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        return map(cls, (out.number - 1, out.number + 1))

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if self.placed not in sight.where or abs(self.placed - out.number) != 1:
            return False
        partners = sight.grid.partners.get(sight.layout.cell(sight.where[self.placed]), ())
        return len(partners) == 2 and out.cell not in partners

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"{self.placed} is joined to two other cells."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.placed,), tried=tuple(outs))


@dataclass(frozen=True)
class FreeNeighbours(Objection):
    """A placed number has as many empty neighbours as the numbers beside it that are missing."""

    placed: int
    missing: tuple[int, ...]
    idea: ClassVar[str] = "free_neighbours"
    effort: ClassVar[int] = 2

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        sight = survey.sight
        for neighbour in sight.grid.neighbours(out.cell):
            if number := sight.board.get(neighbour):
                yield cls(number, tuple(sight.missing_beside(number)))

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if self.placed not in sight.where or [*self.missing] != sight.missing_beside(self.placed):
            return False
        cells = sight.layout.around(sight.where[self.placed]) & sight.empty
        is_beside = bool(cells & sight.layout.bit(out.cell))
        return (
            is_beside and cells.bit_count() == len(self.missing) and out.number not in self.missing
        )

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        if len(self.missing) == 1:
            return f"It’s the only free neighbour of {self.placed}, for {self.missing[0]}."
        return f"{self.placed} has only two free neighbours, for {numbered(self.missing)}."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.placed,), tried=tuple(outs))


@dataclass(frozen=True)
class BothNeed(Objection):
    """The numbers before and after a number would both need the same cell.

    ``ends`` are the placed numbers that the others are too far from.
    """

    number: int
    shared: Cell
    ends: tuple[int, ...]
    idea: ClassVar[str] = "corner"
    effort: ClassVar[int] = 3

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        ends = survey.sight.ends_of(out.number)
        cells = _beside(survey.sight, out)
        if len(ends) == len(cells) == 2 and is_single(cells[0]):
            yield cls(out.number, survey.sight.layout.cell(cells[0]), ends)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        is_shared = _beside(sight, out) == [sight.layout.bit(self.shared)] * 2
        is_of_gap = self.ends == sight.ends_of(out.number)
        return is_shared and is_of_gap and out.number == self.number

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        pair = self.number - 1, self.number + 1
        low, high = (steps_to(n, [end]) for n, end in zip(pair, self.ends, strict=True))
        if pair[0] - self.ends[0] == self.ends[1] - pair[1]:
            high = str(self.ends[1])
        need = f"{numbered(pair)} would both need {cell_name(self.shared)}"
        return f"{need}: no other free neighbour is {low} or {high}."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends, area=(self.shared,), tried=tuple(outs))


def _beside(sight: Sight, out: Candidate) -> list[int]:
    """The cells for each of the numbers before and after a candidate that are missing."""
    neighbours = sight.layout.around(sight.layout.bit(out.cell)) & sight.empty
    cells = list[int]()
    for number in sight.missing_beside(out.number):
        reach = neighbours
        for end in sight.ends_of(out.number):
            if (end < out.number) is (number < out.number):
                reach &= sight.within(end, abs(end - number))
        cells.append(reach)
    return cells
