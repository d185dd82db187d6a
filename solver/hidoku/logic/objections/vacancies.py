"""Why nothing fits a cell in the end: what stops the numbers that could be in it before."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.phrases import all_used, few_named, no_room, stopped
from solver.hidoku.rules.grid import Cell
from solver.wording import plural

TRIED = 0  # the number that is tried, whichever it is


@dataclass(frozen=True)
class TrialEnd:
    """A board in a trial, and a cell for which no number is left, or one.

    ``fillers`` are the cells of what was placed up to there, that of what is ``tried`` as TRIED.
    """

    sight: Sight
    table: Table
    goal: Cell
    tried: int
    fillers: Mapping[int, Cell]
    remainder: int | None = None

    @property
    def used(self) -> set[int | None]:
        return {self.tried, *self.fillers, self.remainder}

    @cached_property
    def reaching(self) -> tuple[int, ...]:
        """The numbers that counting leaves the cell before, and not plainly too far in the end."""
        numbers = self.sight.reaching(self.goal)
        return tuple(n for n in numbers if not self._is_beyond(n, self.fillers.keys()))

    @property
    def rivals(self) -> tuple[int, ...]:
        """Those that something has to stop."""
        return tuple(n for n in self.reaching if n not in self.used)

    @cached_property
    def room(self) -> int:
        """How many empty neighbours the cell has in the end."""
        neighbours = self.sight.layout.around(self.sight.layout.bit(self.goal))
        return (neighbours & self.table.empty).bit_count()

    def steps_from(self, number: int) -> tuple[int | None, int | None]:
        """How many steps lead there from a number, through what is empty then, and straight."""
        start = self.table.placed[number or self.tried]
        steps_over = partial(self.sight.steps_over, start, self.goal)
        return steps_over(self.table.empty), steps_over(self.sight.layout.board)

    def _is_beyond(self, number: int, numbers: Container[int]) -> bool:
        """Whether the eye sees it to be too far from one of some numbers at an end of its gap."""
        ends = (n for n in self.table.beside(self.table.gap_at[number]) if n in numbers)
        straight = partial(self.sight.steps_over, goal=self.goal, cells=self.sight.layout.board)
        return any((straight(self.table.placed[n]) or 0) > abs(n - number) for n in ends)

    @property
    def is_shut(self) -> bool:
        """Whether each number that the eye leaves the cell needs more empty neighbours."""
        numbers = {n for n, gap in enumerate(self.table.gap_at) if gap}
        room = Crowded(TRIED)
        return self.room < 2 and all(
            room.is_before(n, self) or self._is_beyond(n, self.table.placed) for n in numbers
        )

    def vacancy(self) -> Vacancy | None:
        """Why no number is left to the cell."""
        return ShutOff(self.room) if self.is_shut else self.stops()

    def stops(self) -> Obstruction | None:
        """What stops the numbers that could be in the cell, in as few clauses as possible."""
        rivals = self.rivals
        if not rivals and len(self.reaching) < len(self.sight.reaching(self.goal)):
            return None  # the eye sees it
        obstacles = list[Obstacle]()
        while rivals:
            options = {
                o: [n for n in rivals if o.is_before(n, self)] for o in self._obstacles(rivals)
            }
            best = max(options, key=lambda obstacle: len(options[obstacle]))
            if not options[best]:
                return None
            itself = {self.tried} & {*self.reaching} if best.number == TRIED else set()
            is_all = len(options[best]) == len(self.rivals)
            stops = () if is_all else sorted({*options[best]} | itself)
            obstacles.append(replace(best, stops=tuple(stops)))
            rivals = tuple(n for n in rivals if n not in options[best])
        return Obstruction(self.reaching, tuple(obstacles))

    def is_stopped(self, obstacles: Sequence[Obstacle], rivals: Sequence[int] = ()) -> bool:
        """Whether some obstacles stop what they name, or some rivals, and these are all."""
        stops = {(o, n) for o in obstacles for n in o.stops or rivals if n != self.tried}
        return {*self.rivals} <= {n for _, n in stops} and all(
            o.is_before(n, self) for o, n in stops
        )

    def _obstacles(self, rivals: Sequence[int]) -> Iterator[Obstacle]:
        """What may stop some numbers, what is new on the board first."""
        gaps = {self.table.gap_at[n] for n in rivals}
        ends = {n for gap in gaps for n in self.table.beside(gap)}
        for number in sorted(ends, key=lambda n: (n not in self.used, n)):
            place = TRIED if number == self.tried else number
            yield Distance(place, (), *self.steps_from(number))
        yield from map(InTheWay, self.fillers)
        yield Crowded(TRIED)


@dataclass(frozen=True)
class Obstacle(ABC):
    """What a number ``stops``: some others, or all that aren't used if none are named."""

    number: int
    stops: tuple[int, ...] = ()

    @abstractmethod
    def is_before(self, rival: int, end: TrialEnd) -> bool:
        """Whether it stops a number."""

    @abstractmethod
    def clause(self, place: str, subject: str) -> str:
        """How it stops them; ``place`` is its number, or its cell."""

    def need(self, subject: str) -> str:
        need = "need" if len(self.stops) > 1 else "needs"
        return f"{few_named(self.stops) if self.stops else subject} {need}"


@dataclass(frozen=True)
class InTheWay(Obstacle):
    """Those that need its cell, too."""

    def is_before(self, rival: int, end: TrialEnd) -> bool:
        cell = end.fillers.get(self.number)
        return bool(cell) and rival not in end.sight.reaching(end.goal, cell)

    def clause(self, place: str, subject: str) -> str:
        cell = place if " " in place else f"{place}’s cell"
        return f"{self.need(subject)} {cell} too"


@dataclass(frozen=True)
class Crowded(Obstacle):
    """Those that need more empty neighbours than are left; the number has no part in it."""

    def is_before(self, rival: int, end: TrialEnd) -> bool:
        neighbours = {rival - 1, rival + 1} - {0, end.table.last + 1}
        return end.room < len(neighbours - end.table.placed.keys())

    def clause(self, place: str, subject: str) -> str:
        return f"{self.need(subject)} more empty neighbours"


@dataclass(frozen=True)
class Distance(Obstacle):
    """Those that would have to be nearer to it.

    ``steps``: None if no empty cells lead there; ``straight`` are those over all cells.
    """

    steps: int | None = None
    straight: int | None = None

    def is_before(self, rival: int, end: TrialEnd) -> bool:
        number = self.number or end.tried
        is_end = number in end.table.beside(end.table.gap_at[rival])
        is_too_near = self.steps is None or abs(rival - number) < self.steps
        return is_end and is_too_near and end.steps_from(number) == (self.steps, self.straight)

    def clause(self, place: str, subject: str) -> str:
        through = " through empty cells" if self.steps and self.steps != self.straight else ""
        if not self.stops:
            count = f"that’s {plural(self.steps, 'step')}{through}" if self.steps else ""
            return f"{count or 'no empty cells lead there'} from {place}"
        far = f"{'is' if len(self.stops) == 1 else 'are'} too far"
        way = f"{far} from {place}{through}" if self.steps else f"can’t get there from {place}"
        return f"{few_named(self.stops)} {way}"


class Vacancy(ABC):
    """Why no number is left to a cell in the end."""

    @abstractmethod
    def holds(self, end: TrialEnd) -> bool: ...

    @abstractmethod
    def words(self, place: str, fillers: Sequence[int]) -> str:
        """What is said of the cell; ``place`` is what is tried, or its cell."""


@dataclass(frozen=True)
class ShutOff(Vacancy):
    """It has fewer empty neighbours than any number needs there."""

    room: int

    def holds(self, end: TrialEnd) -> bool:
        return self.room == end.room and end.is_shut

    def words(self, place: str, fillers: Sequence[int]) -> str:
        return f": {no_room(self.room)}"


@dataclass(frozen=True)
class Obstruction(Vacancy):
    """The numbers that ``TrialEnd.reaching`` leaves a cell, and what stops them in the end."""

    reaching: tuple[int, ...]
    obstacles: tuple[Obstacle, ...]

    def holds(self, end: TrialEnd) -> bool:
        rivals = [n for n in self.reaching if n not in end.used]
        are_all = {*end.reaching} <= {*self.reaching}
        return are_all and end.is_stopped(self.obstacles, rivals)

    def words(self, place: str, fillers: Sequence[int]) -> str:
        names = [n for n in self.reaching if n not in fillers and str(n) != place]
        if not names:
            return f": {all_used(self.reaching)}" if self.reaching else ""
        obstacles = (
            replace(o, stops=tuple(n for n in o.stops if n in names)) for o in self.obstacles
        )
        pronoun = "it" if len(names) == 1 else "each"
        clauses = [o.clause(str(o.number or place), pronoun) for o in obstacles]
        return f": {stopped(names, clauses)}"
