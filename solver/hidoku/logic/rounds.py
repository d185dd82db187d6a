"""A board solved by techniques in rounds, all at once: what a grade is made of.

Each round takes every step of the easiest technique that finds any, applies them together and
counts the numbers placed or the candidates eliminated. Nothing depends on an order of cells or
numbers, so that turning or mirroring a board, or counting backwards, gives the same rounds. Reasons
are not asked for here; the finders of ``placements`` give theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.registry import DIRECT, Finders
from solver.hidoku.logic.steps import Candidate, Deduction, Technique
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.bitboard import bits, is_single
from solver.hidoku.search.domains import Masks, owners
from solver.hidoku.search.propagation import Engine
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget


class Round(NamedTuple):
    """What one round did: numbers placed, or candidates eliminated.

    ``length`` is that of the contradictions of a round that needs them, else 0: 1 if reach alone
    shows that a candidate fails, and one more each time that all which follows must be placed.
    """

    technique: Technique
    placed: int
    eliminated: int
    length: int = 0


class Limit(NamedTuple):
    """What may be asked of a player: techniques, and contradictions how often and how long."""

    techniques: frozenset[Technique]
    times: int = 0
    length: int = 0

    def admits(self, rounds: Sequence[Round]) -> bool:
        """Whether these rounds keep to the limit."""
        lengths = [found.length for found in rounds if found.length]
        is_short = max(lengths, default=0) <= self.length and len(lengths) <= self.times
        return is_short and all(found.technique in self.techniques for found in rounds)


NO_TECHNIQUE_BARRED = Limit(frozenset(Technique), 1_000_000, 1_000_000)


class Walkthrough(NamedTuple):
    """The rounds of a board; ``is_cut_short`` where the deadline came first."""

    rounds: tuple[Round, ...]
    is_solved: bool
    is_cut_short: bool


def walk_through(
    grid: Grid, budget: Budget = NO_LIMIT, limit: Limit = NO_TECHNIQUE_BARRED
) -> Walkthrough:
    """Solve a faultless grid by rounds until it is full or dead, or no technique finds a step.

    The walk also ends with the first round beyond the limit, and where contradictions would be next
    on a board with several solutions. Of the budget the deadline counts.
    """
    position, rounds = Position.of(grid), list[Round]()
    while not budget.is_over and not position.is_full and position.dead is None:
        steps, length = _direct(position, limit), 0
        if not steps and limit.times:
            if not any(found.length for found in rounds) and _has_several(grid, budget):
                break
            steps, length = _contradictions(position, limit.length, budget)
        if not steps:
            break
        rounds.append(_counted(steps, length))
        if not limit.admits(rounds):
            break
        position = position.after(*steps)
    is_solved = position.is_full and position.dead is None
    return Walkthrough(tuple(rounds), is_solved, not is_solved and budget.is_over)


def _counted(steps: Sequence[Deduction], length: int) -> Round:
    placed = {step.placed for step in steps if step.placed}
    eliminated = {candidate for step in steps for candidate in step.eliminated}
    return Round(steps[0].technique, len(placed), len(eliminated), length)


def _direct(position: Position, limit: Limit) -> tuple[Deduction, ...]:
    """All steps of the easiest technique that finds any without an assumption."""
    for technique, finder in _FINDERS.items():
        steps = _different(finder(position)) if technique in limit.techniques else ()
        if steps:
            return steps
    return ()


def _different(steps: Iterator[Deduction]) -> tuple[Deduction, ...]:
    """Steps without those that place or eliminate just what an earlier one does."""
    first: dict[object, Deduction] = {}
    for step in steps:
        first.setdefault(step.placed or step.eliminated, step)
    return tuple(first.values())


def _has_several(grid: Grid, budget: Budget) -> bool:
    """Whether a search finds two solutions: then contradictions would be looked for in vain.

    They would take minutes on an empty board of 900 cells, where two solutions take moments.
    """
    allowed = Budget(_NODES, budget.deadline)
    return solve(grid, 2, allowed, 0).verdict is Verdict.SEVERAL


def _only_cells(position: Position) -> Iterator[Deduction]:
    return _by_number(position, position.masks, Technique.ONLY_CELL)


def _only_numbers(position: Position) -> Iterator[Deduction]:
    return _by_cell(position, position.masks, Technique.ONLY_NUMBER)


def _corners(position: Position) -> Iterator[Deduction]:
    yield from _by_number(position, position.strict, Technique.CORNER)
    yield from _by_cell(position, position.strict, Technique.CORNER)


def _by_number(position: Position, masks: Masks, technique: Technique) -> Iterator[Deduction]:
    for gap in position.gaps:
        for number in gap.missing:
            if is_single(masks[number]):
                cell = position.layout.cell(masks[number])
                yield Deduction(technique, placed=Candidate(number, cell))


def _by_cell(position: Position, masks: Masks, technique: Technique) -> Iterator[Deduction]:
    once, twice = owners(masks)
    only = once & ~twice & position.empty
    if only:
        for gap in position.gaps:
            for number in gap.missing:
                for bit in bits(masks[number] & only):
                    yield Deduction(technique, placed=Candidate(number, position.layout.cell(bit)))


_FINDERS: Finders = {
    **DIRECT,
    Technique.ONLY_CELL: _only_cells,
    Technique.ONLY_NUMBER: _only_numbers,
    Technique.CORNER: _corners,
}
"""The techniques in their order, the singles without reasons: those take most of the time."""

_NODES = 20_000  # of the search for a second solution; unique boards take a tenth at most
_SHORT = 2  # contradictions of more rounds are eliminated together: a person meets them seldom
_LOOKS = (1, 1_000)  # how many rounds are looked ahead in turn; most candidates that fail need few


def _contradictions(
    position: Position, length: int, budget: Budget
) -> tuple[tuple[Deduction, ...], int]:
    """All candidates that the shortest contradictions refute, as one step, and their length.

    Nothing if the deadline comes first: what was not tried might be shorter.
    """
    engine = Engine(position.layout)
    domains = engine.pack(position.strict)
    for most in _LOOKS if length > _LOOKS[0] + 1 else _LOOKS[:1]:
        tried = engine.refutations(domains, most, lambda: budget.is_over)
        failing = [entry for entry in tried if entry.rounds >= 0]
        if budget.is_over:
            return (), 0
        if failing:
            least = min(entry.rounds for entry in failing)
            eliminated = tuple(
                Candidate(number, position.layout.cell(bit))
                for number, bit, rounds in failing
                if rounds == least or least > _SHORT
            )
            return (Deduction(Technique.CONTRADICTION, eliminated=eliminated),), least + 1
    return (), 0
