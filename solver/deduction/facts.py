"""What the answers prove about holes and colours, and which turns prove it.

A turn excludes codes; a set of turns proves a fact when between them they exclude every code that
breaks it. Each code is filed by the set of turns that exclude it, written as the bits of a number:
a proof must share a bit with each such number among the codes that break the fact. Proofs by no
turn, one, or two are searched first; beyond, turns are dropped one by one while the proof holds
(a deletion filter), so that no turn of a proof can be spared. A contradiction, of which there is
only one to find, is searched through all sizes as long as that is little work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.deduction.candidates import fits
from solver.deduction.games import Codes, Game
from solver.deduction.mastermind import Turn

MOST_TURNS = 60
MOST_WORK = 20_000_000  # files looked at in search of a smallest contradiction: about 0.1 s

Proof = tuple[int, ...]


class FactKind(Enum):
    """The kinds of facts, the most useful first."""

    HOLE = "hole"
    OUT = "out"
    COUNT = "count"
    IN = "in"
    NOT_HERE = "not-here"


@dataclass(frozen=True)
class Fact:
    """Something proved of the code.

    HOLE: the one hole holds the one colour (``count`` is 1). OUT: none of the colours is in the
    code. COUNT: the colour is in it exactly ``count`` times. IN: at least ``count`` times.
    NOT_HERE: the colour is in none of the holes. Holes and colours count from 0; ``proof`` holds
    indices of turns.
    """

    kind: FactKind
    colours: tuple[int, ...]
    holes: tuple[int, ...] = ()
    count: int = 0
    proof: Proof = ()


def is_broken_by(fact: Fact, codes: Codes) -> NDArray[np.bool_]:
    """Return, for each code of ``[codes, pegs]``, whether the fact is false of it."""
    holes = list(fact.holes) or slice(None)
    pegs = np.isin(codes[:, holes], fact.colours).sum(axis=1)
    broken: NDArray[np.bool_]
    match fact.kind:
        case FactKind.OUT | FactKind.NOT_HERE:
            broken = pegs > 0
        case FactKind.COUNT:
            broken = pegs != fact.count
        case FactKind.HOLE | FactKind.IN:
            broken = pegs < fact.count
    return broken


class Exclusions:
    """Which turns exclude which codes of a game; finds proofs. Takes at most 60 turns."""

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        if len(turns) > MOST_TURNS:
            raise ValueError(f"Proofs are found for up to {MOST_TURNS} turns, not {len(turns)}.")
        self._codes = game.codes[game.secrets]
        self._turns = range(len(turns))
        excluded = np.zeros(len(game.secrets), np.int64)
        for index, turn in enumerate(turns):
            excluded |= ~fits(game, turn, game.secrets) * np.int64(1 << index)
        self._files, self._file_of = np.unique(excluded, return_inverse=True)

    def proof(self, fact: Fact) -> Proof:
        """Return turns that prove the fact (which must be true), none of them to be spared."""
        return self._proof(is_broken_by(fact, self._codes))

    def contradiction(self) -> Proof:
        """Return turns that leave no code: as few as possible, or none to spare if that is long.

        The work of searching through all sizes is known beforehand, and bounded.
        """
        count, work, largest = len(self._turns), 0, 2
        for size in range(3, count + 1):
            work += comb(count, size) * len(self._files)
            largest = size if work <= MOST_WORK else largest
        return self._proof(np.ones(len(self._codes), np.bool_), largest)

    def _proof(self, to_exclude: NDArray[np.bool_], largest: int = 2) -> Proof:
        met = np.zeros(len(self._files), np.bool_)
        met[self._file_of[to_exclude]] = True
        files = self._files[met]
        sizes = range(largest + 1)
        small = (turns for size in sizes for turns in combinations(self._turns, size))
        found = next((turns for turns in small if _hits_all(turns, files)), None)
        return self._thinned(files) if found is None else found

    def _thinned(self, files: NDArray[np.int64]) -> Proof:
        kept = tuple(self._turns)
        for turn in self._turns:
            fewer = tuple(other for other in kept if other != turn)
            kept = fewer if _hits_all(fewer, files) else kept
        return kept


def _hits_all(turns: Iterable[int], files: NDArray[np.int64]) -> bool:
    return bool((files & sum(1 << turn for turn in turns)).all())


def prove(game: Game, turns: Sequence[Turn], candidates: Codes) -> tuple[Fact, ...]:
    """Return what is proved of the candidates ``[codes, pegs]`` that the turns leave.

    The most useful facts come first, and what another fact makes plain is left out. Without
    candidates nothing is proved. Raises ValueError above 60 turns.

    >>> from solver.deduction.candidates import candidates
    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> turns = [game.parse_turn("1123:0,0")]
    >>> for fact in prove(game, turns, game.codes[candidates(game, turns)]):
    ...     print(fact.kind.value, fact.colours, fact.proof)
    out (0, 1, 2) (0,)
    """
    if not len(candidates):
        return ()
    exclusions = Exclusions(game, turns)
    proved = [replace(fact, proof=exclusions.proof(fact)) for fact in _true_facts(game, candidates)]
    kinds = list(FactKind)
    return tuple(sorted(_joined(proved), key=lambda f: (kinds.index(f.kind), len(f.proof))))


def _true_facts(game: Game, candidates: Codes) -> Iterator[Fact]:
    colours = int(game.codes.max()) + 1
    here = _possible(candidates, colours)
    counts = count_ranges(candidates, colours)
    settled = _settled(here)
    yield from (Fact(FactKind.HOLE, (colour,), (hole,), 1) for hole, colour in settled.items())
    if len(settled) == len(here):
        return
    for colour, (least, most) in enumerate(counts):
        known = sum(other == colour for other in settled.values())
        yield from _counts(colour, least, most, known)
        if known < most:
            yield from (
                Fact(FactKind.NOT_HERE, (colour,), (hole,))
                for hole in range(len(here))
                if hole not in settled and not here[hole, colour]
            )


def _counts(colour: int, least: int, most: int, known: int) -> Iterator[Fact]:
    """Yield what is worth saying of a colour's count, when ``known`` holes are known to have it."""
    if most == 0:
        yield Fact(FactKind.OUT, (colour,))
    elif least == most:
        yield Fact(FactKind.COUNT, (colour,), count=least)
    elif least > known:
        yield Fact(FactKind.IN, (colour,), count=least)


def count_ranges(codes: Codes, colours: int) -> tuple[tuple[int, int], ...]:
    """Return for each colour the fewest and the most pegs that any of the codes has of it."""
    counts = [(codes == colour).sum(axis=1) for colour in range(colours)]
    return tuple((int(count.min()), int(count.max())) for count in counts)


def tally(codes: Codes, colours: int) -> NDArray[np.int64]:
    """Return in how many of the codes a hole has a colour, ``[hole, colour]``."""
    return np.array([np.bincount(column, minlength=colours) for column in codes.T], np.int64)


def _possible(candidates: Codes, colours: int) -> NDArray[np.bool_]:
    return tally(candidates, colours).astype(np.bool_)


def _settled(here: NDArray[np.bool_]) -> dict[int, int]:
    return {
        hole: int(possible.argmax()) for hole, possible in enumerate(here) if possible.sum() == 1
    }


def _joined(facts: Iterable[Fact]) -> Iterable[Fact]:
    """Join colours that are out, and holes that a colour is not in, where the proof is the same."""
    joined: dict[object, Fact] = {}
    for fact in facts:
        key = _join_key(fact)
        before = joined.get(key)
        joined[key] = fact if before is None else _join(before, fact)
    return joined.values()


def _join_key(fact: Fact) -> object:
    match fact.kind:
        case FactKind.OUT:
            return fact.kind, fact.proof
        case FactKind.NOT_HERE:
            return fact.kind, fact.proof, fact.colours
        case _:
            return fact


def _join(one: Fact, other: Fact) -> Fact:
    if one.kind is FactKind.OUT:
        return replace(one, colours=one.colours + other.colours)
    return replace(one, holes=one.holes + other.holes)
