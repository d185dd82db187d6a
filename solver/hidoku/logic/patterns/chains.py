"""What would follow from a number in a cell, up to a dead end, as short as possible to explain.

What counting steps leaves no choice is placed round by round until something fails. Then, from the
dead end back, each placement is kept only if the dead end or a kept placement needs it. The result
is the chain: short, though in rare cases a shorter one exists.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from solver.hidoku.logic.patterns.failures import failing_choices
from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.patterns.sight import Table
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Forced, Refuted
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits, is_single
from solver.hidoku.search.domains import Dead, sole_numbers


class Foresight(NamedTuple):
    """How far a person follows what would happen.

    ``links`` numbers follow, in a trial or in all ``cases`` of one together; each of these fails
    in fewer than ``rounds`` rounds. ``reads`` numbers or cells are looked at for cases.
    """

    links: int
    cases: int
    rounds: int
    reads: int


OF_HINT = Foresight(links=5, cases=3, rounds=3, reads=2)
#: Who asks wants to know, and is told nothing by a search.
OF_QUESTION = Foresight(links=10, cases=4, rounds=6, reads=6)


def refuted_by_chain(table: Table, candidate: Candidate, limit: int) -> Refuted | None:
    """What follows on a board with a candidate, at most so much, up to its dead end, if any."""
    return _Chain(table, candidate, limit).refuted()


def failing_cases(
    position: Position, table: Table, candidate: Candidate, foresight: Foresight
) -> Iterator[tuple[Refuted, ...]]:
    """Few cells of another number, or numbers of a cell, that all fail, and why; soonest first."""
    layout = position.layout
    after = position.placing(candidate)
    rounds = failing_choices(after, foresight.rounds, foresight.cases)
    parts: dict[int | Cell, None] = dict.fromkeys(chain(*rounds))
    if dead := after.dead:
        parts = dict.fromkeys(dead.cells if dead.kind is Dead.NO_NUMBER else dead.numbers)
    groups = list[list[Candidate]]()
    for part in parts:
        if isinstance(part, int):
            group = [Candidate(part, layout.cell(bit)) for bit in bits(table.counted[part])]
        else:
            group = [Candidate(n, part) for n in table.numbers_at(layout.bit(part))]
        is_failing = all(
            dead or c in rounds or not after.strict[c.number] & layout.bit(c.cell) for c in group
        )
        if 1 < len(group) <= foresight.cases and is_failing:
            groups.append(group)
    groups.sort(key=lambda group: sum(rounds.get(c, 0) for c in group))
    most_links = foresight.links  # then those of the last: more are hardly ever less work
    for group in groups[: foresight.reads]:
        cases = list[Refuted]()
        remaining = most_links
        for c in group:
            case = refuted_by_chain(table.supposing(c.number, layout.bit(c.cell)), c, remaining)
            if case is None:
                break
            cases.append(case)
            remaining -= len(case.chain)
        else:
            most_links -= remaining
            yield tuple(cases)


class _Chain:
    """What follows from a number in a cell, up to the dead end."""

    def __init__(self, table: Table, candidate: Candidate, limit: int) -> None:
        self.limit = limit
        self.layout = table.layout
        self.candidate = candidate
        self.tables: dict[tuple[Forced, ...], Table] = {(): table}  # after what follows

    def refuted(self) -> Refuted | None:
        steps = self._steps()
        if not self._is_dead(steps):
            return None
        links = set(fewest(steps, self._is_dead))
        for step in reversed(steps):
            if step in links and step.round > 1 and len(links) <= self.limit:
                earlier = [before for before in steps if before.round < step.round]
                links |= set(fewest(earlier, partial(self._forces, step)))
        if len(links) > self.limit:
            return None
        forced_steps = tuple(step for step in steps if step in links)
        why = next(self._after(forced_steps).dead_ends(self.candidate.cell), None)
        return Refuted(*self.candidate, why, forced_steps) if why else None

    def _after(self, steps: Sequence[Forced]) -> Table:
        key = tuple(steps)
        if key not in self.tables:
            *earlier, step = key
            bit = self.layout.bit(step.cell)
            self.tables[key] = self._after(earlier).supposing(step.number, bit)
        return self.tables[key]

    def _is_dead(self, steps: Sequence[Forced]) -> bool:
        return self._after(steps).is_dead

    def _forces(self, step: Forced, earlier: Sequence[Forced]) -> bool:
        table = self._after(earlier)
        bit = self.layout.bit(step.cell)
        if not step.is_by_cell:
            return table.counted[step.number] == bit
        return table.numbers_at(bit) == [step.number]

    def _steps(self) -> list[Forced]:
        """What follows in turn, until something fails; each round of it adds a link at least."""
        steps: list[Forced] = []
        for at in range(1, self.limit + 1):
            table = self._after(steps)
            if table.is_dead:
                break
            steps += self._singles(table, at)
        return steps

    def _singles(self, table: Table, at: int) -> Iterator[Forced]:
        """The numbers that are now forced, one for each cell, in some round."""
        cells = table.empty
        numbers = set[int]()
        for number, mask in enumerate(table.counted):
            if is_single(mask) and mask & cells:
                cells ^= mask
                numbers.add(number)
                yield Forced(number, self.layout.cell(mask), round=at)
        for bit, number in sole_numbers(table.counted, cells).items():
            if number not in numbers:
                numbers.add(number)
                yield Forced(number, self.layout.cell(bit), is_by_cell=True, round=at)
