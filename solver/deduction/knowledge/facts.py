"""What the answers prove about holes and colours, and which turns prove it.

A turn excludes codes; a set of turns proves a fact if together they exclude every code that breaks
it. Proofs by no turn, one or two are tried first, for all facts at once. After that, turns are
dropped one by one while the proof holds (a deletion filter), so every turn of a proof is needed.
:mod:`~solver.deduction.knowledge.exclusions` finds what a set of turns leaves, once for each set.

The work is bounded, in steps that are the same on every machine. A fact whose proof isn't found
within the bound is left out, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum
from functools import partial
from itertools import combinations, groupby, product
from typing import Final

from solver.deduction.knowledge.exclusions import (
    Exclusions,
    MarkLayout,
    Marks,
    Proof,
    TurnSet,
    as_set,
    bits,
    thinned,
)
from solver.deduction.rules.game import Game, Turn

MOST_WORK: Final = 30_000_000  # steps for finding proofs: about 0.4 s


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
    IF = "if"
    SAME = "same"


ANYWHERE: Final = -1  # the hole of a claim that a colour is in the code


JOINED: Final = (FactKind.HOLE, FactKind.OUT, FactKind.COUNT, FactKind.IN, FactKind.NOT_HERE)


@dataclass(frozen=True)
class Fact:
    """Something proved about the code.

    HOLE: the one hole holds the one colour (``count`` is 1). OUT: none of the colours is in the
    code. COUNT: each colour is in it exactly ``count`` times. IN: each at least ``count`` times.
    NOT_HERE: none of the colours is in any of the holes. SUM: exactly ``count`` pegs of the code
    have one of the colours. SOME, MOST: at least or at most ``count`` have.

    The other kinds are about :attr:`claims`. EXACTLY, AT_LEAST, AT_MOST: so many of them are true.
    IF: if the first is, so is the second. SAME: both are or neither. If they are pegs of one row,
    ``row`` is that row. Holes, colours and rows count from 0; ``proof`` holds indices of turns, and
    ``by_list`` says that it needs the list of codes too.
    """

    kind: FactKind
    colours: tuple[int, ...]
    holes: tuple[int, ...] = ()
    count: int = 0
    proof: Proof = ()
    _: KW_ONLY
    by_list: bool = False
    row: int | None = None
    is_whole_row: bool = False

    @property
    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield each hole with each colour."""
        return product(self.holes, self.colours)

    @property
    def claims(self) -> tuple[tuple[int, int], ...]:
        """The first colour is in the first hole, or :data:`ANYWHERE` in the code, and so on."""
        return tuple(zip(self.holes, self.colours, strict=True))


@dataclass(frozen=True)
class Proved:
    """The proved facts, the most useful first; ``complete`` says whether these are all."""

    facts: tuple[Fact, ...] = ()
    complete: bool = True


def prove(game: Game, turns: Sequence[Turn], most_work: int = MOST_WORK) -> Proved:
    """Return what the turns prove about the code.

    Facts that follow plainly from another are left out. If no code is left, nothing is proved.
    Raises ValueError above 60 turns.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> for fact in prove(game, [game.parse_turn("1123:0,0")]).facts:
    ...     print(fact.kind.value, fact.colours, fact.proof)
    out (0, 1, 2) (0,)
    """
    exclusions = Exclusions(game, turns)
    left = exclusions.left(exclusions.every)
    if not left:
        return Proved()
    layout = exclusions.layout
    open_ = {fact: breaking(fact, layout) for fact in true_facts(layout, left)}
    found = dict(_proofs(exclusions, open_, most_work))
    listed = (FactKind.OUT, FactKind.NOT_HERE)  # known without a turn, as no code has the value
    new = (fact for fact in open_ if found.get(fact) or (fact in found and fact.kind not in listed))
    facts = [replace(fact, proof=found[fact]) for fact in new]
    return Proved(in_sentences(facts), complete=len(found) == len(open_))


def breaking(fact: Fact, layout: MarkLayout) -> Marks:
    """Return the marks that break a fact: it is false for a code with any of them."""
    pegs, colours = layout.pegs, fact.colours
    match fact.kind:
        case FactKind.HOLE:
            return layout.filled(fact.holes[0]) & ~layout.here(fact.holes[0], colours[0])
        case FactKind.NOT_HERE:
            return sum(layout.here(hole, c) for hole in fact.holes for c in colours)
        case FactKind.OUT:
            return sum(layout.counted(colour, 1, pegs) for colour in colours)
        case FactKind.IN:
            return sum(layout.counted(colour, 0, fact.count - 1) for colour in colours)
        case FactKind.COUNT:
            return sum(
                layout.counted(colour, 0, pegs) & ~layout.counted(colour, fact.count, fact.count)
                for colour in colours
            )
        case _:
            raise ValueError("A mark tells of one colour.")


def _proofs(
    exclusions: Exclusions, facts: dict[Fact, Marks], most_work: int
) -> Iterator[tuple[Fact, Proof]]:
    """Yield each fact with a set of turns, all needed, that proves it, while the work lasts."""
    open_ = dict(facts)
    for turns in (few for size in range(3) for few in combinations(range(exclusions.turns), size)):
        # Half of the work is reserved for longer proofs, of which there may be many.
        if not open_ or exclusions.work > most_work // 2:
            break
        left = exclusions.left(as_set(turns))
        for fact in [fact for fact, broken in open_.items() if not left & broken]:
            del open_[fact]
            yield fact, turns
    for fact, broken in open_.items():
        if exclusions.work > most_work:
            return
        yield fact, bits(thinned(exclusions.every, partial(_is_kept, exclusions, broken)))


def _is_kept(exclusions: Exclusions, broken: Marks, turns: TurnSet) -> bool:
    return not exclusions.left(turns) & broken


def true_facts(layout: MarkLayout, left: Marks) -> Iterator[Fact]:
    """Yield what is true of all codes with no other marks than these, without proofs."""
    every = range(layout.choices)
    here = [[c for c in every if left & layout.here(hole, c)] for hole in range(layout.pegs)]
    certain = {hole: colours[0] for hole, colours in enumerate(here) if len(colours) == 1}
    yield from (Fact(FactKind.HOLE, (colour,), (hole,), 1) for hole, colour in certain.items())
    if len(certain) == len(here):
        return
    for colour in range(layout.choices):
        known = sum(other == colour for other in certain.values())
        least, most = layout.count_range(left, colour)
        yield from _counts(colour, least, most, known)
        if known < most:
            yield from (
                Fact(FactKind.NOT_HERE, (colour,), (hole,))
                for hole in range(layout.pegs)
                if hole not in certain and colour not in here[hole]
            )


def _counts(colour: int, least: int, most: int, known: int) -> Iterator[Fact]:
    """Yield what is worth saying about a colour's count if ``known`` holes are known to have it."""
    if most == 0:
        yield Fact(FactKind.OUT, (colour,))
    elif least == most:
        yield Fact(FactKind.COUNT, (colour,), count=least)
    elif least > known:
        yield Fact(FactKind.IN, (colour,), count=least)


def new_facts(layout: MarkLayout, left: Marks, before: Marks, proof: Proof) -> tuple[Fact, ...]:
    """Return what these marks show and the earlier ones didn't, the most useful first."""
    known = frozenset(true_facts(layout, before))
    new = (fact for fact in true_facts(layout, left) if fact not in known)
    return in_sentences(replace(fact, proof=proof) for fact in new)


def in_sentences(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return facts joined where they are alike, the most useful first."""
    return tuple(sorted(joined(facts), key=_usefulness))


def joined(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Join facts with the same proof: the holes that a colour isn't in, then similar colours.

    What speaks of several colours or holes together is never joined.
    """
    return tuple(_merged(_merged(facts, _of_one_colour), _of_one_claim))


def _merged(facts: Iterable[Fact], key: Callable[[Fact], object]) -> Iterable[Fact]:
    joined: dict[object, Fact] = {}
    for fact in facts:
        before = joined.get(key(fact))
        joined[key(fact)] = fact if before is None else _join(before, fact)
    return joined.values()


def _of_one_colour(fact: Fact) -> object:
    return (fact.kind, fact.proof, fact.colours) if fact.kind is FactKind.NOT_HERE else fact


def _of_one_claim(fact: Fact) -> object:
    if fact.kind in JOINED:
        return (fact.kind, fact.proof, fact.holes, fact.count)
    return fact


def _join(one: Fact, other: Fact) -> Fact:
    if one.colours == other.colours:
        return replace(one, holes=one.holes + other.holes)
    return replace(one, colours=one.colours + other.colours)


def _usefulness(fact: Fact) -> tuple[int, tuple[int, ...]]:
    by = fact.holes if fact.kind is FactKind.HOLE else (len(fact.proof), *fact.proof)
    return list(FactKind).index(fact.kind), by


def grouped(facts: Iterable[Fact]) -> Iterator[tuple[Fact, ...]]:
    """Yield the facts that share a sentence: where colours aren't, proved by the same turns."""
    for (kind, *_), group in groupby(facts, lambda fact: (fact.kind, fact.proof, fact.by_list)):
        if kind is FactKind.NOT_HERE:
            yield tuple(group)
        else:
            yield from ((fact,) for fact in group)
