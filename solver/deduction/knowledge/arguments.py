"""How several rows prove a fact: at most four short steps, each of one row or two.

A step says what follows from its rows and from the steps before it. An argument either ends with
the fact, or supposes that the fact is false and ends with rows that no such code fits. Claims come
from a pool: what can be said of one hole or colour, and of the sets of colours that rows suggest.
What a row shows after the claims of the steps before is found for each order of the rows; then
only the claims that the end needs are kept. The work is bounded, in steps that are the same on
every machine; a fact without a short argument within it has none.

On a large board arguments are looked for among a sample of its codes: some that fit each row, or
two of them, and others. Then all codes are asked whether each step follows, and those that say no
join the sample for another search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact, FactKind, joined
from solver.deduction.knowledge.sums import MOST_CODES, CodeTable, sets_of_colours, table_of
from solver.deduction.rules.game import Game, Turn

MOST_STEPS: Final = 4
MOST_CLAIMS: Final = 3  # facts of one step; all steps but the last have at most one more than these
MOST_WORK: Final = 25_000_000  # words of 64 codes looked at: about 50 ms
STEADY: Final = 8_000  # words that any question counts for, even on the smallest board
LEAST_ROWS: Final = 3  # what fewer rows prove is plain without an argument
SAMPLED: Final = 300  # codes of a large board that fit a row, or two, or are looked at besides
MOST_SAMPLES: Final = 4  # for one fact

Bits = NDArray[np.uint64]  # a set of codes, one bit each
Flags = NDArray[np.bool_]
Blocks = tuple[Proof, ...]  # the rows of each step


@dataclass(frozen=True)
class ArgumentStep:
    """What rows show together with all steps before: no code at all, if ``claims`` are empty.

    ``uses_earlier`` says whether the rows alone would not be enough.
    """

    rows: Proof
    claims: tuple[Fact, ...]
    uses_earlier: bool


@dataclass(frozen=True)
class Argument:
    """Steps that prove facts, the last one all of them.

    If ``supposes``, they start from the opposite, and the last step leaves no code. An argument
    that facts are impossible (``refutes``) starts from these facts.
    """

    facts: tuple[Fact, ...]
    steps: tuple[ArgumentStep, ...]
    supposes: bool
    refutes: bool = False


class ClaimPool(NamedTuple):
    """Claims; for each the codes for which it holds, as flags in parts and packed; its effort."""

    facts: list[Fact]
    flags: list[Flags]
    masks: Bits
    efforts: NDArray[np.intp]


class Arguments:
    """Finds arguments about one position."""

    def __init__(self, game: Game, turns: Sequence[Turn], most_work: int = MOST_WORK) -> None:
        self._game, self._turns = game, turns
        self._most, self._work_left, self._reserved = most_work, most_work, 0
        self._of_sets: dict[tuple[int, ...], ClaimPool] = {}
        self._sampled: NDArray[np.intp] | None = None  # where the codes of the sample are

    @cached_property
    def _whole(self) -> CodeTable:
        return table_of(self._game, self._turns)

    @cached_property
    def _table(self) -> CodeTable:
        whole = self._whole
        if len(whole.codes) <= MOST_CODES:
            return whole
        if self._sampled is None:
            self.spend(8 * len(self._turns) * len(whole.codes))
            self._sampled = np.unique(np.concatenate([*_some_fitting(whole)]))
        return whole.taken(self._sampled)

    @cached_property
    def _singles(self) -> ClaimPool:
        table = self._table
        if table is not self._whole:
            self.spend(400 * len(table.codes))
            return _claims_of_one(self._game, table)
        return _single_claims(self._game)

    def find(
        self, facts: tuple[Fact, ...], rows: Proof, *, refutes: bool = False
    ) -> Argument | None:
        """Return the shortest argument found for facts that these rows prove, or None.

        If ``refutes``, the rows prove that the facts are impossible together.
        """
        if not LEAST_ROWS <= len(rows) <= 2 * MOST_STEPS:
            return None
        self._reserved = self._work_left - self._most // 3  # one hard fact leaves work for others
        for _ in range(MOST_SAMPLES):
            found = self._find(facts, rows, refutes)
            overlooked = self._overlooked(found) if found else np.zeros(0, np.intp)
            if self._sampled is None or not overlooked.size:
                return found
            self._sampled = np.union1d(self._sampled, overlooked)
            self._of_sets.clear()
            del self._table, self._singles
        return None

    def _overlooked(self, argument: Argument) -> NDArray[np.intp]:
        """Return where some codes are, of all, for which a step of an argument doesn't hold."""
        whole = self._whole
        if self._sampled is None:
            return np.zeros(0, np.intp)
        earlier: list[Fact] = []
        for step in argument.steps:
            places = np.flatnonzero(whole.fitting(step.rows))
            few = whole.taken(places)
            wrong = ~_all_hold(few, step.claims) if step.claims else np.ones(len(places), np.bool_)
            if argument.supposes:
                wrong &= _all_hold(few, argument.facts) == argument.refutes
            if step.uses_earlier:
                wrong &= _all_hold(few, earlier)
            if wrong.any():
                return _some(places[wrong])
            earlier += step.claims
        return np.zeros(0, np.intp)

    def _find(self, facts: tuple[Fact, ...], rows: Proof, refutes: bool) -> Argument | None:
        table = self._table
        hold: Flags = np.logical_and.reduce([table.holds(fact) for fact in facts])
        broken = hold if refutes else ~hold
        pool = self._pool(table, rows)
        searches: dict[bool, _Search] = {}
        alone: list[Blocks] = []
        if len(rows) <= MOST_STEPS:
            alone = [tuple((row,) for row in order) for order in permutations(rows)]
        for choices in (alone, _with_pairs(rows)):
            for supposes in (True,) if refutes else (False, True):
                if not (choices and self.spend(0)):
                    continue
                if supposes not in searches:
                    searches[supposes] = self._search(table, rows, broken, pool, supposes)
                if steps := searches[supposes].best(choices):
                    end = () if supposes else facts
                    steps = (*steps[:-1], replace(steps[-1], claims=end))
                    return Argument(facts, steps, supposes, refutes)
        return None

    def _search(
        self, table: CodeTable, rows: Proof, broken: Flags, pool: ClaimPool, supposes: bool
    ) -> _Search:
        fits = {row: table.fits[row] for row in rows}
        among = np.flatnonzero(broken)
        if supposes and 4 * len(among) > len(broken):
            return _Search(self.spend, pool, fits, broken=broken, start=broken)
        if supposes:  # of few codes, copying what is known is cheaper than looking at all
            masks = _packed(np.concatenate([flags.take(among, axis=1) for flags in pool.flags]))
            self.spend(12 * masks.size + len(pool.facts) * len(among))
            few = broken[among]
            return _Search(
                self.spend,
                pool._replace(masks=masks),
                {row: fits[row][among] for row in rows},
                broken=few,
                start=few,
            )
        # Without supposing anything, only what is true in the end can be shown on the way.
        left = _packed(table.fitting(rows)[None])
        true = np.flatnonzero(~(left & ~pool.masks).any(axis=1))
        self.spend(2 * pool.masks.size)
        facts = [pool.facts[claim] for claim in true]
        pool = ClaimPool(facts, [], pool.masks[true], pool.efforts[true])
        return _Search(self.spend, pool, fits, broken=broken, start=np.ones_like(broken))

    def spend(self, words: int) -> bool:
        """Count work, and return whether some is left."""
        self._work_left -= words
        return self._work_left > max(0, self._reserved)

    def _pool(self, table: CodeTable, rows: Proof) -> ClaimPool:
        pools = [self._singles]
        for colours in sets_of_colours([self._turns[row] for row in rows], self._game.choices):
            if colours not in self._of_sets:
                self._of_sets[colours] = _claims_of_set(table, colours)
                self.spend(20 * self._of_sets[colours].masks.size)
            pools.append(self._of_sets[colours])
        facts = [fact for pool in pools for fact in pool.facts]
        flags = [part for pool in pools for part in pool.flags]
        masks = np.concatenate([pool.masks for pool in pools])
        return ClaimPool(facts, flags, masks, np.concatenate([pool.efforts for pool in pools]))


class _Search:
    """Looks for steps that together exclude all of some codes, and none of them needlessly."""

    def __init__(
        self,
        spend: Callable[[int], bool],
        pool: ClaimPool,
        fits: dict[int, Flags],
        *,
        broken: Flags,
        start: Flags,
    ) -> None:
        self._spend, self._facts, self._masks = spend, pool.facts, pool.masks
        self._fits = {row: _packed(codes[None])[0] for row, codes in fits.items()}
        self._effort = pool.efforts
        self._broken = _packed(broken[None])[0]
        self._start = _packed(start[None])[0]
        spend(2 * pool.masks.size + STEADY * len(fits))
        self._shown: dict[Blocks, tuple[list[int], Bits, Flags]] = {
            (): ([], self._start, self._holds(self._start))
        }

    def best(self, choices: Sequence[Blocks]) -> tuple[ArgumentStep, ...]:
        """Return the steps with the shortest claims that cite rows in one of these ways, if any.

        The last step has no claims.
        """
        best, least = None, 10**6
        for blocks in choices:
            if not self._spend(0):
                break
            claims = self._chosen(blocks)
            effort = sum(int(self._effort[claim]) for step in claims or () for claim in step)
            if claims and effort < least:
                best, least = (blocks, claims), effort
        return tuple(self._steps(*best)) if best else ()

    def _after(self, blocks: Blocks) -> tuple[list[int], Bits, Flags]:
        """Return what the last step adds, the codes for which all claims hold, and these."""
        if blocks not in self._shown:
            _, state, known = self._after(blocks[:-1])
            shown = self._holds(self._fitting(blocks[-1], state))
            new = np.flatnonzero(shown & ~known)
            self._spend(STEADY + self._masks.size + self._masks[new].size)
            if new.size:
                all_new: Bits = np.bitwise_and.reduce(self._masks[new], axis=0)
                state = state & all_new
            self._shown[blocks] = new.tolist(), state, known | shown
        return self._shown[blocks]

    def _chosen(self, blocks: Blocks) -> list[list[int]] | None:
        """Return the claims that each step but the last needs to make; None if they don't do."""
        _, state, _ = self._after(blocks[:-1])
        if (self._fitting(blocks[-1], state) & self._broken).any():
            return None
        new = [self._after(blocks[: place + 1])[0] for place in range(len(blocks) - 1)]
        kept = self._needed(blocks, new)
        few = all(0 < len(self._sentences(step)) <= MOST_CLAIMS for step in kept)
        total = sum(len(self._sentences(step)) for step in kept)
        return kept if few and total <= MOST_CLAIMS + 1 else None

    def _holds(self, codes: Bits) -> Flags:
        return np.logical_not((codes & ~self._masks).any(axis=1))

    def _fitting(self, rows: Proof, state: Bits) -> Bits:
        for row in rows:
            state = state & self._fits[row]
        return state

    def _needed(self, blocks: Blocks, new: list[list[int]]) -> list[list[int]]:
        """Choose claims from the last step back, then drop each that the others make needless."""
        wanted: set[int] = set()
        for place in range(len(blocks) - 1, 0, -1):
            earlier = [claim for step in new[:place] for claim in step]
            goals = (
                [self._broken]
                if place == len(blocks) - 1
                else [~self._masks[claim] for claim in new[place] if claim in wanted]
            )
            for goal in goals:
                against = self._fitting(blocks[place], self._start) & goal
                wanted |= self._cover(against, earlier, wanted)
        kept = [[claim for claim in step if claim in wanted] for step in new]
        for step in reversed(kept):  # what a later step claims may be all that needs an earlier one
            for claim in sorted(step, key=lambda claim: -int(self._effort[claim])):
                fewer = [[other for other in each if other != claim] for each in kept]
                if self._proves(blocks, fewer):
                    kept = fewer
        return kept

    def _cover(self, against: Bits, claims: list[int], wanted: set[int]) -> set[int]:
        """Choose few short claims that together exclude all these codes."""
        for claim in wanted.intersection(claims):
            against = against & self._masks[claim]
        chosen: set[int] = set()
        masks, effort = self._masks[claims], self._effort[claims]
        while against.any():
            self._spend(STEADY + masks.size)
            excluded = np.bitwise_count(against & ~masks).sum(axis=1, dtype=np.int64)
            best = int((excluded / effort).argmax())
            chosen.add(claims[best])
            against = against & masks[best]
        return chosen

    def _proves(self, blocks: Blocks, claims: list[list[int]]) -> bool:
        state = self._start
        self._spend(STEADY * len(blocks) + 4 * sum(map(len, claims)) * state.size)
        for rows, step in zip(blocks[:-1], claims, strict=True):
            fitting = self._fitting(rows, state)
            for claim in step:
                if (fitting & ~self._masks[claim]).any():
                    return False
                state = state & self._masks[claim]
        return not (self._fitting(blocks[-1], state) & self._broken).any()

    def _steps(self, blocks: Blocks, claims: list[list[int]]) -> Iterator[ArgumentStep]:
        for rows, step in zip(blocks[:-1], claims, strict=True):
            alone = self._fitting(rows, self._start)
            uses_earlier = any((alone & ~self._masks[claim]).any() for claim in step)
            yield ArgumentStep(rows, self._sentences(step), uses_earlier)
        yield ArgumentStep(blocks[-1], (), uses_earlier=True)

    def _sentences(self, step: list[int]) -> tuple[Fact, ...]:
        return joined(self._facts[claim] for claim in step)


def _all_hold(table: CodeTable, facts: Sequence[Fact]) -> Flags:
    holding: Flags = np.ones(len(table.codes), np.bool_)
    for fact in facts:
        holding &= table.holds(fact)
    return holding


def _some_fitting(table: CodeTable) -> Iterator[NDArray[np.intp]]:
    yield _some(np.arange(len(table.codes)))
    for place, fits in enumerate(table.fits):
        fitting = np.flatnonzero(fits)
        yield _some(fitting)
        yield from (_some(fitting[other[fitting]]) for other in table.fits[:place])


def _some(places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return a sample, always the same."""
    if len(places) <= SAMPLED:
        return places
    return places[np.random.default_rng(1).integers(len(places), size=SAMPLED)]


@lru_cache(maxsize=64)
def _with_pairs(rows: Proof) -> list[Blocks]:
    """Return each order of the rows, one or two a step, two at least once, in at most four steps.

    >>> _with_pairs((0, 1, 2))[:2]
    [((0,), (1, 2)), ((1, 2), (0,))]
    """
    found: list[Blocks] = []
    for some in _partitions(rows):
        if len(some) <= MOST_STEPS and len(some) < len(rows):
            found += permutations(some)
    return found


def _partitions(rows: Proof) -> Iterator[Blocks]:
    if not rows:
        yield ()
        return
    first, *others = rows
    yield from (((first,), *rest) for rest in _partitions(tuple(others)))
    for other in others:
        rest_rows = tuple(row for row in others if row != other)
        yield from (((first, other), *rest) for rest in _partitions(rest_rows))


def _claims_of_set(table: CodeTable, colours: tuple[int, ...]) -> ClaimPool:
    """Return what can be said of how many pegs have one of these colours, or of the others."""
    choices = table.counts.shape[1]
    pegs, total = table.codes.shape[1], table.total(colours)
    others = tuple(colour for colour in range(choices) if colour not in colours)
    some = range(1, pegs)
    facts, flags = _counts(FactKind.SOME, colours, some), [total >= count for count in some]
    for count in range(pegs + 1):
        is_short = len(colours) <= len(others) or len(others) < 2
        said, number = (colours, count) if is_short else (others, pegs - count)
        facts.append(Fact(FactKind.SUM, said, count=number))
        flags.append(total == count)
    if len(others) > 1:
        facts += _counts(FactKind.SOME, others, some)
        flags += [total <= pegs - count for count in some]
    return _pool_of(facts, np.stack(flags))


def _counts(kind: FactKind, colours: tuple[int, ...], counts: range) -> list[Fact]:
    return [Fact(kind, colours, count=count) for count in counts]


@lru_cache(maxsize=4)
def _single_claims(game: Game) -> ClaimPool:
    table = table_of(game, ())
    if table is None:
        raise LookupError("This game has too many codes for arguments.")
    return _claims_of_one(game, table)


def _claims_of_one(game: Game, table: CodeTable) -> ClaimPool:
    """Return what can be said of one hole or colour."""
    facts: list[Fact] = []
    for colour in range(game.choices):
        holes = range(game.pegs)
        facts += [Fact(FactKind.HOLE, (colour,), (hole,), 1) for hole in holes]
        facts += [Fact(FactKind.NOT_HERE, (colour,), (hole,)) for hole in holes]
        facts.append(Fact(FactKind.OUT, (colour,)))
        facts += _counts(FactKind.COUNT, (colour,), range(1, game.pegs + 1))
        facts += _counts(FactKind.IN, (colour,), range(1, game.pegs + 1))
    return _pool_of(facts, np.stack([table.holds(fact) for fact in facts]))


def _pool_of(facts: list[Fact], flags: Flags) -> ClaimPool:
    return ClaimPool(facts, [flags], _packed(flags), np.array([_effort(fact) for fact in facts]))


def _packed(masks: NDArray[np.bool_]) -> Bits:
    """Pack flags of codes ``[sets, codes]`` into words of 64."""
    padded = np.zeros((len(masks), -(-masks.shape[1] // 64) * 64), np.bool_)
    padded[:, : masks.shape[1]] = masks
    return np.packbits(padded, axis=1).view(np.uint64)


def _effort(fact: Fact) -> int:
    extra = {FactKind.SUM: 2, FactKind.SOME: 3, FactKind.IN: 1, FactKind.COUNT: 1}
    return 2 + len(fact.colours) + len(fact.holes) + extra.get(fact.kind, 0)
