"""What would follow from a number in a cell, up to a dead end, as short as possible to explain.

What follows is placed round by round until something fails. Then, from the dead end back, each
placement is kept only if the dead end or a kept placement needs it. The result is the chain: short,
though in rare cases a shorter one exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from solver.hidoku.logic.patterns.gaps import ends_beside, ends_of
from solver.hidoku.logic.patterns.room import leaves_no_room, without_room
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Because, Candidate, Forced, Refuted
from solver.hidoku.logic.shorten import fewest
from solver.hidoku.rules.grid import Board, Link
from solver.hidoku.search.bitboard import bits, is_single
from solver.hidoku.search.domains import Contradiction, Dead, owners

MOST_CROWDED = 3  # runs without room that are looked at to explain one candidate


def why_it_fails(position: Position, candidate: Candidate) -> Iterator[Because]:
    """Why a candidate fails, the shortest reason first; nothing if it doesn't."""
    chain = _Chain(position, candidate.number, position.layout.bit(candidate.cell))
    for refuted in chain.refutations(candidate):
        eliminated = chain.eliminated(refuted)
        links = chain.links(refuted, eliminated)
        ended = chain.ended(refuted, links, eliminated)
        others = _counted_from(position, ended)
        because = Because(refuted=(ended,), links=links, eliminated=eliminated, others=others)
        yield replace(because, missing=ended.run)


def _counted_from(position: Position, refuted: Refuted) -> tuple[Candidate, ...]:
    """The placed numbers that a chain counts from.

    What fits a cell depends on all gaps; where a number can go, only on its own gap.
    """
    if refuted.why.kind is Dead.NO_NUMBER or any(step.is_by_cell for step in refuted.chain):
        return ends_beside(position, ())
    chain = (refuted.number, *refuted.run, *(step.number for step in refuted.chain))
    chain += refuted.why.numbers
    return ends_of(position, {*chain, *(n + side for n in refuted.why.numbers for side in (-1, 1))})


class _Chain:
    """What follows from a number in a cell, up to the dead end."""

    def __init__(self, position: Position, number: int, bit: int) -> None:
        self.position, self.layout = position, position.layout
        self.number, self.bit = number, bit
        self.standing = frozenset({*position.where, number})
        self.reading = position.close
        self.ends: dict[tuple[tuple[Forced, ...], frozenset[Link]], Position] = {}

    @property
    def is_dead_at_once(self) -> bool:
        return self._is_dead(())

    def refutations(self, candidate: Candidate) -> Iterator[Refuted]:
        if not self.is_dead_at_once:
            yield from islice(without_room(self.position, candidate), MOST_CROWDED)
        if refuted := self.refuted():
            yield refuted

    def refuted(self) -> Refuted | None:
        rounds = self._rounds()
        steps = [step for found in rounds for step in found]
        if not self._is_dead(steps):
            return None
        kept = set(fewest(steps, self._is_dead))
        for at in range(len(rounds) - 1, 0, -1):
            earlier = [step for found in rounds[:at] for step in found]
            for step in (step for step in rounds[at] if step in kept):
                kept |= set(fewest(earlier, partial(self._forces, step)))
        chain = tuple(step for step in steps if step in kept)
        why = self._why(chain)
        return Refuted(self.number, self.layout.cell(self.bit), why, chain) if why else None

    def _why(self, chain: Sequence[Forced]) -> Contradiction | None:
        """The dead end, derived from the numbers on the board alone if possible."""
        return self._end(tuple(chain), self.layout.grid.links).dead or self._after(chain).dead

    def _end(self, chain: tuple[Forced, ...], links: frozenset[Link]) -> Position:
        """The board with a whole chain placed, with some links and without eliminations."""
        every = self.layout.grid.links
        if every and not links:
            return self._end(chain, every).loose
        key = chain, links
        if key not in self.ends:
            self.ends[key] = Position.of(
                replace(self.layout.grid, links=links), self._filled(chain)
            )
        return self.ends[key]

    def _filled(self, chain: Sequence[Forced]) -> Board:
        board = {step.cell: step.number for step in chain}
        board |= {**self.position.board, self.layout.cell(self.bit): self.number}
        return board

    def holds(self, chain: Sequence[Forced], rests: Position) -> bool:
        """Whether ``rests`` forces each number of the chain in turn and ends dead, not before."""
        self.reading = rests.close
        is_dead = self.reading.dead is None and self._is_dead(chain)
        return is_dead and all(self._forces(step, chain[:at]) for at, step in enumerate(chain))

    def _fails(self, refuted: Refuted, rests: Position) -> bool:
        return leaves_no_room(rests, refuted) if refuted.run else self.holds(refuted.chain, rests)

    def ended(
        self, refuted: Refuted, links: Sequence[Link], eliminated: Sequence[Candidate]
    ) -> Refuted:
        """The same with the dead end as it follows from these links and eliminations alone."""
        if refuted.run or not (self.layout.grid.links or eliminated):
            return refuted
        end = self._end(refuted.chain, frozenset(links))
        why = end.dead or end.without(eliminated).dead
        return replace(refuted, why=why) if why else refuted

    def links(self, refuted: Refuted, eliminated: Sequence[Candidate]) -> tuple[Link, ...]:
        every = tuple(sorted(self.layout.grid.links))
        if not every:
            return ()

        def holds(links: Sequence[Link]) -> bool:
            return self._fails(refuted, self.position.resting_on(links, eliminated))

        return fewest(every, holds)

    def eliminated(self, refuted: Refuted) -> tuple[Candidate, ...]:
        plain = self.position.plain.close

        def holds(eliminations: Sequence[Candidate]) -> bool:
            return self._fails(refuted, self.position.plain.without(eliminations))

        masks = plain.masks
        candidates = dict.fromkeys(self.position.eliminations)
        live = [c for c in candidates if masks[c.number] & self.layout.bit(c.cell)]
        numbers = {self.number, *refuted.why.numbers, *refuted.run}
        numbers.update(step.number for step in refuted.chain)
        near = [gap.missing for gap in self.position.gaps if numbers & set(gap.missing)]
        close = [c for c in live if any(c.number in missing for missing in near)]
        return fewest(close if holds(close) else live, holds)

    def _after(self, steps: Sequence[Forced]) -> Reading:
        places = [(self.number, self.bit), *((s.number, self.layout.bit(s.cell)) for s in steps)]
        standing = self.standing | {step.number for step in steps}
        return self.reading.after(standing, places)

    def _is_dead(self, steps: Sequence[Forced]) -> bool:
        return self._after(steps).dead is not None

    def _forces(self, step: Forced, earlier: Sequence[Forced]) -> bool:
        masks, bit = self._after(earlier).masks, self.layout.bit(step.cell)
        if not step.is_by_cell:
            return masks[step.number] == bit
        once, twice = owners(masks)
        return bool(masks[step.number] & bit & once & ~twice)

    def _rounds(self) -> list[list[Forced]]:
        """What follows, round by round, until the position is dead or nothing more follows."""
        rounds: list[list[Forced]] = []
        reading = self._after(())
        while reading.dead is None:
            found = list(self._singles(reading))
            if not found:
                break
            rounds.append(found)
            reading = self._after([step for each in rounds for step in each])
        return rounds

    def _singles(self, reading: Reading) -> Iterator[Forced]:
        """The numbers that are now forced, one for each cell."""
        masks, taken, used = reading.masks, 0, set(reading.standing)
        for number, mask in enumerate(masks):
            if number not in used and is_single(mask) and not mask & taken:
                taken |= mask
                used.add(number)
                yield Forced(number, self.layout.cell(mask))
        once, twice = owners(masks)
        for bit in bits(once & ~twice & ~taken):
            number = next(n for n, mask in enumerate(masks) if mask & bit)
            if number not in used:
                used.add(number)
                yield Forced(number, self.layout.cell(bit), is_by_cell=True)
