"""All codes of a board at once: which fit each turn, and for which a fact is true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import fitting_secrets, secret_codes
from solver.deduction.knowledge.exclusions import Proof, as_set, bits, thinned
from solver.deduction.knowledge.facts import ANYWHERE, Fact, FactKind
from solver.deduction.rules.game import Codes, Game, Turn

Mask = NDArray[np.bool_]
Bits = NDArray[np.uint64]  # sets of codes, one bit each

MOST_TRIED: Final = 5_000  # sets of turns, before turns are dropped one by one instead


@dataclass(frozen=True)
class CodeTable:
    """The secrets of a game, and which of them fit each turn.

    ``counts[code, colour]`` is how many pegs of a colour a code has.
    """

    codes: Codes
    counts: NDArray[np.int8]
    fits: tuple[Mask, ...]

    @property
    def left(self) -> Mask:
        return self.fitting(range(len(self.fits)))

    def fitting(self, turns: Iterable[int]) -> Mask:
        fitting = np.ones(len(self.codes), np.bool_)
        for turn in turns:
            fitting &= self.fits[turn]
        return fitting

    def taken(self, chosen: NDArray[np.intp]) -> CodeTable:
        """Return the table of some codes."""
        fits = tuple(fits[chosen] for fits in self.fits)
        return CodeTable(self.codes[chosen], self.counts[chosen], fits)

    def files(self, codes: Mask) -> NDArray[np.int64]:
        """Return the sets of turns that exclude these codes, each once, as bits of numbers."""
        files = np.zeros(int(codes.sum()), np.int64)
        for place, fits in enumerate(self.fits):
            files |= np.int64(1 << place) * ~fits[codes]
        return np.unique(files)

    @cached_property
    def _packed_fits(self) -> list[NDArray[np.uint8]]:
        return [np.packbits(fits) for fits in self.fits]

    def proof(self, codes: Mask) -> Proof:
        """Return the fewest turns that together exclude these codes, which all turns do.

        Among sets of the same size, it is the first; if there are too many, all of it are needed.
        """
        packed, turns = np.packbits(codes), range(len(self.fits))

        def excludes(few: Iterable[int]) -> bool:
            kept = packed
            for turn in few:
                kept = kept & self._packed_fits[turn]
            return not kept.any()

        sets = (few for size in range(len(turns) + 1) for few in combinations(turns, size))
        proof = next(filter(excludes, islice(sets, MOST_TRIED)), None)
        return proof or bits(thinned(as_set(turns), lambda turns: excludes(bits(turns))))

    def total(self, colours: Sequence[int]) -> NDArray[np.int8]:
        total: NDArray[np.int8] = np.add.reduce([self.counts[:, colour] for colour in colours])
        return total

    def claim(self, hole: int, colour: int) -> Mask:
        """Return which codes have a colour in a hole, or anywhere."""
        if hole == ANYWHERE:
            return np.asarray(self.counts[:, colour] > 0)
        return np.asarray(self.codes[:, hole] == colour)

    def all_hold(self, facts: Iterable[Fact]) -> Mask:
        holding: Mask = np.ones(len(self.codes), np.bool_)
        for fact in facts:
            holding &= self.holds(fact)
        return holding

    def holds(self, fact: Fact) -> Mask:
        count, counts = fact.count, [self.counts[:, colour] for colour in fact.colours]
        truth: Any
        match fact.kind:
            case FactKind.HOLE:
                truth = self.claim(fact.holes[0], fact.colours[0])
            case FactKind.NOT_HERE:
                truth = ~np.logical_or.reduce([self.claim(*claim) for claim in fact.cells])
            case FactKind.OUT:
                truth = np.logical_and.reduce([column == 0 for column in counts])
            case FactKind.COUNT:
                truth = np.logical_and.reduce([column == count for column in counts])
            case FactKind.IN:
                truth = np.logical_and.reduce([column >= count for column in counts])
            case FactKind.SUM:
                truth = self.total(fact.colours) == count
            case FactKind.SOME:
                truth = self.total(fact.colours) >= count
            case FactKind.MOST:
                truth = self.total(fact.colours) <= count
            case _:
                truth = self._claims_hold(fact)
        return np.asarray(truth, np.bool_)

    def _claims_hold(self, fact: Fact) -> Mask:
        claims = [self.claim(*claim) for claim in fact.claims]
        if fact.kind is FactKind.IF:
            return ~claims[0] | claims[1]
        if fact.kind is FactKind.SAME:
            return np.asarray(claims[0] == claims[1])
        number = np.add.reduce([claim.view(np.int8) for claim in claims])
        if fact.kind is FactKind.EXACTLY:
            return np.asarray(number == fact.count)
        is_least = fact.kind is FactKind.AT_LEAST
        return np.asarray(number >= fact.count if is_least else number <= fact.count)


def table_of(game: Game, turns: Sequence[Turn]) -> CodeTable:
    return CodeTable(*secret_codes(game), tuple(fitting_secrets(game, turn) for turn in turns))


def packed(masks: Mask) -> Bits:
    """Pack flags of codes ``[sets, codes]`` into words of 64."""
    padded = np.zeros((len(masks), -(-masks.shape[1] // 64) * 64), np.bool_)
    padded[:, : masks.shape[1]] = masks
    return np.packbits(padded, axis=1).view(np.uint64)
