"""All codes of a board at once: which fit each turn, and for which a fact is true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import fitting_secrets, secret_codes
from solver.deduction.knowledge.facts import (
    OF_PEGS,
    Fact,
    FactKind,
    Occurrences,
    Proof,
    bits,
    every_turn,
    in_sentences,
    thinned,
    true_facts,
)
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

    @cached_property
    def left(self) -> Mask:
        return self.fitting(range(len(self.fits)))

    def fitting(self, turns: Iterable[int]) -> Mask:
        mask = np.ones(len(self.codes), np.bool_)
        for turn in turns:
            mask &= self.fits[turn]
        return mask

    def taken(self, chosen: NDArray[np.intp]) -> CodeTable:
        fits = tuple(fits[chosen] for fits in self.fits)
        return CodeTable(self.codes[chosen], self.counts[chosen], fits)

    @cached_property
    def files(self) -> NDArray[np.unsignedinteger]:
        """For each code the turns that exclude it, as the bits of a number."""
        dtype = np.min_scalar_type(every_turn(len(self.fits)))  # up to 16 turns, a fast sort
        files = np.zeros(len(self.codes), dtype)
        for place, fits in enumerate(self.fits):
            files |= dtype.type(1 << place) * ~fits
        return files

    def occurrences(self, codes: Mask) -> Occurrences:
        places = np.flatnonzero(codes)
        colours = (frozenset(column[places].tolist()) for column in self.codes.T)
        counts = ((int(numbers.min()), int(numbers.max())) for numbers in self.counts[places].T)
        return Occurrences(tuple(colours), tuple(counts))

    @cached_property
    def _packed_fits(self) -> Bits:
        return packed(self.fits, len(self.codes))

    def proof(self, codes: Mask) -> Proof:
        """Return the fewest turns that together exclude these codes, which all turns do."""
        return self.proofs(packed([codes], len(codes)))[0]

    def proofs(self, codes: Bits) -> list[Proof]:
        """Return for each set of codes, excluded by all turns, the first of the fewest that do it.

        With too many turns to try all choices, they are some of which none can be left out.
        """
        rows = range(len(self.fits))
        proofs = [tuple(rows)] * len(codes)
        remainder = np.arange(len(codes))
        choices = (turns for size in (*rows, len(rows)) for turns in combinations(rows, size))
        for turns in islice(choices, MOST_TRIED):
            is_left = self._are_left(codes[remainder], turns)
            for place in remainder[~is_left].tolist():
                proofs[place] = turns
            remainder = remainder[is_left]
            if not remainder.size:
                break
        for place in remainder.tolist():
            proofs[place] = self._thinned(codes[[place]])
        return proofs

    def _are_left(self, codes: Bits, turns: Proof) -> Mask:
        mask = np.bitwise_and.reduce(self._packed_fits[list(turns)], axis=0)
        return np.asarray((codes & mask).any(axis=1))

    def _thinned(self, codes: Bits) -> Proof:
        all_turns = every_turn(len(self.fits))
        return bits(thinned(all_turns, lambda turns: not self._are_left(codes, bits(turns)).any()))

    def _cells(self, fact: Fact) -> NDArray[np.bool_]:
        """Return which codes have a colour in a hole, for the cells of a fact, ``[cell, code]``."""
        return np.array([self.codes[:, hole] == colour for hole, colour in fact.cells])

    def all_hold(self, claims: Iterable[Fact]) -> Mask:
        mask: Mask = np.ones(len(self.codes), np.bool_)
        for claim in claims:
            mask &= self.holds(claim)
        return mask

    def holds(self, fact: Fact) -> Mask:
        truth: Any
        match fact.kind:
            case FactKind.NOT_HERE:
                truth = ~self._cells(fact).any(axis=0)
            case FactKind.HOLE:
                truth = self._cells(fact).all(axis=0)
            case FactKind.OUT:
                truth = ~self.counts.T[[*fact.colours]].any(axis=0)
            case FactKind.COUNT:
                truth = (self.counts.T[[*fact.colours]] == fact.count).all(axis=0)
            case FactKind.IN:
                truth = (self.counts.T[[*fact.colours]] >= fact.count).all(axis=0)
            case _:
                truth = self._counts_hold(fact)
        return np.asarray(truth)

    def _counts_hold(self, fact: Fact) -> Any:
        """Say for which codes so many pegs of a fact are right, or have one of its colours."""
        columns: NDArray[Any] = self.counts.T[sorted(set(fact.colours))]
        if fact.kind in OF_PEGS and fact.holes:
            columns = self._cells(fact)
        elif fact.kind in OF_PEGS:
            limits = [[fact.colours.count(colour)] for colour in sorted(set(fact.colours))]
            columns = np.minimum(columns, np.array(limits, np.int8))
        number = np.add.reduce(columns.view(np.int8), dtype=np.int8)  # by default of eight bytes
        match fact.kind:
            case FactKind.SOME | FactKind.AT_LEAST:
                return number >= fact.count
            case FactKind.MOST | FactKind.AT_MOST:
                return number <= fact.count
            case _:
                return number == fact.count


def table_of(game: Game, turns: Sequence[Turn]) -> CodeTable:
    return CodeTable(*secret_codes(game), tuple(fitting_secrets(game, turn) for turn in turns))


@dataclass(frozen=True)
class Proved:
    """The proved facts, the most useful first; ``complete`` says that these are all."""

    facts: tuple[Fact, ...] = ()
    complete: bool = True


def prove(game: Game, turns: Sequence[Turn]) -> Proved:
    """Return what the turns prove about single holes and colours.

    Facts that follow plainly from another are left out. If no code is left, nothing is proved.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> for fact in prove(game, [game.parse_turn("1123:0,0")]).facts:
    ...     print(fact.kind.value, fact.colours, fact.proof)
    out (0, 1, 2) (0,)
    """
    table = table_of(game, turns)
    if not table.left.any():
        return Proved()
    facts = [*true_facts(table.occurrences(table.left))]
    breaches = packed([~table.holds(fact) for fact in facts], len(table.codes))
    by_turns = (FactKind.OUT, FactKind.NOT_HERE)  # else no code has the value at all
    facts_with_proofs = (
        replace(fact, proof=proof)
        for fact, proof in zip(facts, table.proofs(breaches), strict=True)
        if proof or fact.kind not in by_turns
    )
    return Proved(in_sentences(facts_with_proofs))


def packed(masks: Sequence[Mask] | Mask, size: int) -> Bits:
    """Pack flags of so many codes, ``[sets, codes]``, into words of 64."""
    flags = np.zeros((len(masks), -(-size // 64) * 64), np.bool_)
    for row, mask in zip(flags, masks, strict=True):
        row[:size] = mask
    return np.packbits(flags, axis=1).view(np.uint64)
