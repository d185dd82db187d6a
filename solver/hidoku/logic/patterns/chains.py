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

from solver.hidoku.logic.patterns.gaps import ends_beside
from solver.hidoku.logic.patterns.room import without_room
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Because, Candidate, Forced, Refuted
from solver.hidoku.logic.shorten import fewest
from solver.hidoku.search.bitboard import bits, is_single
from solver.hidoku.search.domains import Contradiction, owners

MOST_CROWDED = 3  # numbers without room that are looked at to explain one candidate


def why_it_fails(position: Position, candidate: Candidate) -> Iterator[Because]:
    """Why a candidate fails, the shortest reason first; nothing if it doesn't.

    Each names all the joined cells, and all the eliminations that may matter to it.
    """
    chain = _Chain(position, candidate.number, position.layout.bit(candidate.cell))
    joined = tuple(sorted(position.layout.grid.joined))
    for refuted in chain.refutations(candidate):
        eliminated = chain.eliminated(refuted)
        others = ends_beside(position, ())
        because = Because(refuted=(refuted,), joined=joined, eliminated=eliminated, others=others)
        yield replace(because, missing=refuted.missing)


class _Chain:
    """What follows from a number in a cell, up to the dead end."""

    def __init__(self, position: Position, number: int, bit: int) -> None:
        self.position, self.layout = position, position.layout
        self.number, self.bit = number, bit
        self.standing = frozenset({*position.where, number})
        self.reading = position.close

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
        board = {step.cell: step.number for step in chain}
        board |= {**self.position.board, self.layout.cell(self.bit): self.number}
        return self.position.with_board(board).dead or self._after(chain).dead

    def eliminated(self, refuted: Refuted) -> tuple[Candidate, ...]:
        """Those that may matter, the ones in the gaps that the reason names first."""
        masks = self.position.plain.strict
        live = [
            candidate
            for candidate in dict.fromkeys(self.position.eliminations)
            if masks[candidate.number] & self.layout.bit(candidate.cell)
        ]
        numbers = {self.number, *refuted.why.numbers, *refuted.missing}
        numbers.update(step.number for step in refuted.chain)
        near = {n for gap in self.position.gaps if numbers & set(gap.missing) for n in gap.missing}
        return tuple(sorted(live, key=lambda candidate: candidate.number not in near))

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
