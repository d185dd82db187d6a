"""Facts about the code: their kinds, which are true of some codes, and how sentences join them.

A set of turns, such as those that prove a fact, is stored as the bits of a number. The turns that
exclude a code, which would have given them other feedback, are its file.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum
from itertools import groupby, product
from typing import Final, NamedTuple

TurnSet = int
Proof = tuple[int, ...]


def bits(turns: TurnSet) -> Proof:
    """Return the turns of a set, ascending.

    >>> bits(0b1010)
    (1, 3)
    """
    return tuple(turn for turn in range(turns.bit_length()) if turns >> turn & 1)


def every_turn(count: int) -> TurnSet:
    return (1 << count) - 1


def thinned(turns: TurnSet, suffices: Callable[[TurnSet], bool]) -> TurnSet:
    """Drop turns one by one, first to last, while the rest suffices: every turn left is needed."""
    for turn in bits(turns):
        subset = turns & ~(1 << turn)
        turns = subset if suffices(subset) else turns
    return turns


class FactKind(Enum):
    """The kinds of facts, the most useful first."""

    HOLE = "hole"
    OUT = "out"
    COUNT = "count"
    IN = "in"
    NOT_HERE = "not-here"
    SUM = "sum"
    SOME = "some"
    MOST = "most"
    EXACTLY = "exactly"
    AT_LEAST = "at-least"
    AT_MOST = "at-most"


JOINED: Final = (FactKind.HOLE, FactKind.OUT, FactKind.COUNT, FactKind.IN, FactKind.NOT_HERE)


#: How many of some pegs are right.
OF_PEGS: Final = (FactKind.EXACTLY, FactKind.AT_LEAST, FactKind.AT_MOST)


@dataclass(frozen=True)
class Fact:
    """Something proved about the code.

    HOLE: the one hole holds the one colour (``count`` is 1). OUT: none of the colours is in the
    code. COUNT: each colour is in it exactly ``count`` times. IN: each at least ``count`` times.
    NOT_HERE: none of the colours is in any of the holes. SUM: exactly ``count`` pegs of the code
    have one of the colours. SOME, MOST: at least or at most ``count`` have.

    EXACTLY, AT_LEAST, AT_MOST are about pegs, by their ``colours``: so many of them are right. If
    ``holes`` are named, one a peg, that means in place; else in colour, as key pegs count them. If
    they are pegs of one row, ``row`` is that row.

    Holes, colours and rows count from 0; ``proof`` holds indices of turns.
    """

    kind: FactKind
    colours: tuple[int, ...]
    holes: tuple[int, ...] = ()
    count: int = 0
    proof: Proof = ()
    _: KW_ONLY
    row: int | None = None

    @property
    def cells(self) -> Iterator[tuple[int, int]]:
        """The holes and colours that it is about; of pegs, each its own hole."""
        if self.kind in OF_PEGS and self.holes:
            return zip(self.holes, self.colours, strict=True)
        return product(self.holes, self.colours)


class Occurrences(NamedTuple):
    """What occurs among some codes: each hole's colours, each colour's fewest and most pegs."""

    colours: tuple[frozenset[int], ...]
    counts: tuple[tuple[int, int], ...]


def true_facts(occurrences: Occurrences) -> Iterator[Fact]:
    """Yield what is true of all codes among which no more than this occurs, without proofs."""
    pegs = len(occurrences.colours)
    pegs_by_hole = {hole: min(c) for hole, c in enumerate(occurrences.colours) if len(c) == 1}
    yield from (Fact(FactKind.HOLE, (colour,), (hole,), 1) for hole, colour in pegs_by_hole.items())
    if len(pegs_by_hole) == pegs:
        return
    for colour, (low, high) in enumerate(occurrences.counts):
        holes = sum(peg == colour for peg in pegs_by_hole.values())
        yield from _counts(colour, low, high, holes)
        if holes < high:
            yield from (
                Fact(FactKind.NOT_HERE, (colour,), (hole,))
                for hole in range(pegs)
                if hole not in pegs_by_hole and colour not in occurrences.colours[hole]
            )


def _counts(colour: int, low: int, high: int, holes: int) -> Iterator[Fact]:
    """Yield what is worth saying about a colour's count if so many ``holes`` surely have it."""
    if high == 0:
        yield Fact(FactKind.OUT, (colour,))
    elif low == high:
        yield Fact(FactKind.COUNT, (colour,), count=low)
    elif low > holes:
        yield Fact(FactKind.IN, (colour,), count=low)


def new_facts(after: Occurrences, before: Occurrences, proof: Proof) -> tuple[Fact, ...]:
    """Return what is true after rows that wasn't before, the most useful first."""
    old_facts = frozenset(true_facts(before))
    new = (fact for fact in true_facts(after) if fact not in old_facts)
    return in_sentences(replace(fact, proof=proof) for fact in new)


def in_sentences(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return facts joined where they are alike, the most useful first."""
    return tuple(sorted(joined(facts), key=_usefulness))


def joined(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Join facts with the same proof: the holes that a colour isn't in, then similar colours.

    What speaks of several colours or holes together is never joined.
    """
    by_colour: dict[object, Fact] = {}
    for fact in facts:
        key: object = (fact.proof, fact.colours) if fact.kind is FactKind.NOT_HERE else fact
        first = by_colour.get(key)
        by_colour[key] = replace(first, holes=first.holes + fact.holes) if first else fact
    by_claim: dict[object, Fact] = {}
    for fact in by_colour.values():
        key = (fact.kind, fact.proof, fact.holes, fact.count) if fact.kind in JOINED else fact
        first = by_claim.get(key)
        by_claim[key] = replace(first, colours=first.colours + fact.colours) if first else fact
    return tuple(by_claim.values())


def _usefulness(fact: Fact) -> tuple[int, tuple[int, ...]]:
    by = fact.holes if fact.kind is FactKind.HOLE else (len(fact.proof), *fact.proof)
    return list(FactKind).index(fact.kind), by


def singles(fact: Fact) -> Iterator[Fact]:
    """Yield the facts of single colours and holes that a fact joins; a sum stays as it is."""
    if fact.kind not in JOINED:
        yield fact
        return
    for colour in fact.colours:
        for hole in fact.holes or (None,):
            yield replace(fact, colours=(colour,), holes=() if hole is None else (hole,))


def grouped(facts: Iterable[Fact]) -> Iterator[tuple[Fact, ...]]:
    """Yield the facts that share a sentence, of those in a row."""
    return (tuple(group) for _, group in groupby(facts, sentence_of))


def sentence_of(fact: Fact) -> object:
    """Return what facts have in common that share a sentence."""
    return (fact.kind, fact.proof) if fact.kind is FactKind.NOT_HERE else fact
