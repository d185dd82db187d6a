"""What would follow from a number in a cell, up to a dead end, as short as possible to explain.

What follows is placed round by round until something fails. Then, from the dead end back, each
placement is kept only if the dead end or a kept placement needs it. The result is the chain: short,
though in rare cases a shorter one exists.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from solver.hidoku.logic.patterns.failures import by_rounds
from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Candidate, Forced, Refuted
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import is_single
from solver.hidoku.search.domains import Contradiction, sole_numbers

MOST_FORCED = 5  # numbers that would follow
MOST_CASES = 3  # cells of a number, or numbers of a cell, that are tried
MOST_READ = 3  # numbers or cells of which each is looked at
SOON = 3  # rounds after which each of them fails


def refuted_by_chain(position: Position, candidate: Candidate) -> Refuted | None:
    """What follows from a candidate, up to its dead end; None if it doesn't fail."""
    return _Chain(position, candidate).refuted()


def failing_cases(position: Position, candidate: Candidate) -> Iterator[tuple[Refuted, ...]]:
    """The few cells of another number, or the few numbers of a cell, if each fails soon, and why.

    Few of these, the soonest first.
    """
    after = position.placing(candidate)
    failing = enumerate(by_rounds(after, SOON, MOST_CASES)) if after.dead is None else ()
    rounds = {c: count for count, candidates in failing for c in candidates}
    groups = defaultdict[int | Cell, list[Candidate]](list)
    for c in rounds:
        groups[c.number].append(c)
        groups[c.cell].append(c)
    dead_groups = (
        group
        for part, group in groups.items()
        if 1 < len(group) <= MOST_CASES and len(group) == _choices(after, part)
    )
    for group in sorted(dead_groups, key=lambda group: sum(rounds[c] for c in group))[:MOST_READ]:
        cases = [case for c in sorted(group) if (case := refuted_by_chain(after, c))]
        if sum(len(case.chain) for case in cases) <= MOST_FORCED:
            yield tuple(cases)


def _choices(position: Position, part: int | Cell) -> int:
    """How many cells a number has left, or how many numbers a cell has."""
    if isinstance(part, int):
        return position.strict[part].bit_count()
    return sum(bool(mask & position.layout.bit(part)) for mask in position.strict)


class _Chain:
    """What follows from a number in a cell, up to the dead end."""

    def __init__(self, position: Position, candidate: Candidate) -> None:
        self.position = position
        self.layout = position.layout
        self.candidate = candidate
        self.standing = frozenset({*position.where, candidate.number})

    def refuted(self) -> Refuted | None:
        rounds = self._rounds()
        steps = [step for round_steps in rounds for step in round_steps]
        if not self.is_dead(steps):
            return None
        links = set(fewest(steps, self.is_dead))
        for at in range(len(rounds) - 1, 0, -1):
            earlier = [step for round_steps in rounds[:at] for step in round_steps]
            for step in (step for step in rounds[at] if step in links):
                links |= set(fewest(earlier, partial(self._forces, step)))
        forced_steps = tuple(step for step in steps if step in links)
        why = self._why(forced_steps)
        return Refuted(*self.candidate, why, forced_steps) if why else None

    def _why(self, chain: Sequence[Forced]) -> Contradiction | None:
        """The dead end, derived from the numbers on the board alone if possible."""
        board = {step.cell: step.number for step in chain}
        board |= {**self.position.board, self.candidate.cell: self.candidate.number}
        return self.position.with_board(board).dead or self._after(chain).dead

    def _after(self, steps: Sequence[Forced]) -> Reading:
        placements = [self.candidate, *(Candidate(step.number, step.cell) for step in steps)]
        standing = self.standing | {number for number, _ in placements}
        places = [(number, self.layout.bit(cell)) for number, cell in placements]
        return self.position.close.after(standing, places)

    def is_dead(self, steps: Sequence[Forced]) -> bool:
        return self._after(steps).dead is not None

    def _forces(self, step: Forced, earlier: Sequence[Forced]) -> bool:
        masks = self._after(earlier).masks
        bit = self.layout.bit(step.cell)
        if not step.is_by_cell:
            return masks[step.number] == bit
        return sole_numbers(masks, bit).get(bit) == step.number

    def _rounds(self) -> list[list[Forced]]:
        """What follows, round by round, until the position is dead or nothing more follows."""
        rounds: list[list[Forced]] = []
        reading = self._after(())
        while reading.dead is None:
            singles = [step._replace(round=len(rounds) + 1) for step in self._singles(reading)]
            if not singles:
                break
            rounds.append(singles)
            reading = self._after([step for earlier in rounds for step in earlier])
        return rounds

    def _singles(self, reading: Reading) -> Iterator[Forced]:
        """The numbers that are now forced, one for each cell."""
        masks = reading.masks
        filled_cells = 0
        standing = set(reading.standing)
        for number, mask in enumerate(masks):
            if number not in standing and is_single(mask) and not mask & filled_cells:
                filled_cells |= mask
                standing.add(number)
                yield Forced(number, self.layout.cell(mask))
        for bit, number in sole_numbers(masks, self.layout.board & ~filled_cells).items():
            if number not in standing:
                standing.add(number)
                yield Forced(number, self.layout.cell(bit), is_by_cell=True)
