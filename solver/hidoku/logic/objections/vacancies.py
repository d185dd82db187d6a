"""Why nothing fits a cell in the end: what stops the numbers that could be in it before."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.phrases import few_named
from solver.hidoku.rules.grid import Cell
from solver.wording import plural

TRIED = 0  # the number that is tried, whichever it is


@dataclass(frozen=True)
class TrialEnd:
    """A board at the end of a trial, and a cell that is left empty.

    ``fillers`` are the cells of what was placed up to there, that of what is ``tried`` as TRIED.
    """

    sight: Sight
    table: Table
    goal: Cell
    tried: int
    fillers: Mapping[int, Cell]

    @property
    def used(self) -> set[int]:
        return {self.tried, *self.fillers}

    def steps_from(self, number: int) -> int | None:
        """How many steps lead there from a number, through cells that are empty in the end."""
        start = self.table.placed[number or self.tried]
        return self.sight.steps_over(start, self.goal, self.table.empty)

    def vacancy(self) -> Vacancy | None:
        """What stops the numbers that could be in the cell, in as few clauses as possible."""
        reaching = self.sight.reaching(self.goal)
        all_rivals = rivals = [n for n in reaching if n not in self.used]
        obstacles = list[Obstacle]()
        while rivals:
            options = {
                o: [n for n in rivals if o.is_before(n, self)] for o in self._obstacles(rivals)
            }
            best = max(options, key=lambda obstacle: len(options[obstacle]))
            if not options[best]:
                return None
            itself = {self.tried} & {*reaching} if best.number == TRIED else set()
            stops = () if options[best] == all_rivals else sorted({*options[best]} | itself)
            obstacles.append(replace(best, stops=tuple(stops)))
            rivals = [n for n in rivals if n not in options[best]]
        return Vacancy(reaching, tuple(obstacles))

    def _obstacles(self, rivals: Sequence[int]) -> Iterator[Obstacle]:
        """What may stop some numbers, what is new on the board first."""
        gaps = {self.table.gap_at[n] for n in rivals}
        ends = {n for gap in gaps for n in self.table.beside(gap)}
        for number in sorted(ends, key=lambda n: (n not in self.used, n)):
            place = TRIED if number == self.tried else number
            yield Distance(place, steps=self.steps_from(number))
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
        table = end.table
        neighbours = table.layout.around(table.layout.bit(end.goal)) & table.empty
        beside = {rival - 1, rival + 1} & {*range(1, table.last + 1)} - table.placed.keys()
        return neighbours.bit_count() < len(beside)

    def clause(self, place: str, subject: str) -> str:
        return f"{self.need(subject)} more empty neighbours"


@dataclass(frozen=True)
class Distance(Obstacle):
    """Those that would have to be nearer to it; ``steps``: None if no empty cells lead there."""

    steps: int | None = None

    def is_before(self, rival: int, end: TrialEnd) -> bool:
        number = self.number or end.tried
        is_end = number in end.table.beside(end.table.gap_at[rival])
        is_too_near = self.steps is None or abs(rival - number) < self.steps
        return is_end and is_too_near and end.steps_from(number) == self.steps

    def clause(self, place: str, subject: str) -> str:
        if not self.stops:
            text = "no empty cells lead there"
            way = f"that’s {plural(self.steps, 'step')}" if self.steps else text
            return f"{way} from {place}"
        verb = "is" if len(self.stops) == 1 else "are"
        far = f"{verb} too far" if self.steps else "can’t get there"
        count = f" ({plural(self.steps, 'step')})" if self.steps else ""
        return f"{few_named(self.stops)} {far} from {place}{count}"


@dataclass(frozen=True)
class Vacancy:
    """The numbers that counting leaves a cell before a trial, and what stops them in the end."""

    reaching: tuple[int, ...]
    obstacles: tuple[Obstacle, ...]

    def holds(self, end: TrialEnd) -> bool:
        rivals = {*self.reaching} - end.used
        stopped = {n for obstacle in self.obstacles for n in obstacle.stops or rivals}
        is_all = rivals <= stopped and {*end.sight.reaching(end.goal)} <= {*self.reaching}
        return is_all and all(
            obstacle.is_before(n, end)
            for obstacle in self.obstacles
            for n in {*(obstacle.stops or rivals)} - {end.tried}
        )

    def words(self, place: str, used: Sequence[int]) -> str:
        """Of which numbers the cell is left, and why; ``place`` is what is tried, or its cell."""
        names = [n for n in self.reaching if n not in used and str(n) != place]
        pronoun = "it" if len(names or self.reaching) == 1 else "each"
        if not names:
            verb = "it’s" if pronoun == "it" else "they’re"
            return f": only {few_named(self.reaching)} could go there, and {verb} used"
        obstacles = (
            replace(o, stops=tuple(n for n in o.stops if str(n) != place)) for o in self.obstacles
        )
        *clauses, last = [o.clause(str(o.number or place), pronoun) for o in obstacles]
        text = ", and ".join(filter(None, ("; ".join(clauses), last)))
        verb = "is" if pronoun == "it" else "are"
        sole = f"only {few_named(names)} {verb} left, but"
        return f": {'of those left,' if clauses else sole} {text}"
