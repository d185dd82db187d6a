"""Placements that follow from eliminations, with as few of these as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import RoundSteps, fewest, with_reason
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

FEW_WORDS, MOST_WORDS = 90, 115  # in all reasons of a hint; the most if no fewer show anything
MOST_BEFORE = 8  # eliminations before a placement
_REASON = 12  # the work of one reason, measured in questions whether a placement follows
_MOST_LIVE = 6  # known eliminations that add one to that
_MOST_BACKED = 6  # placements of a layer that are traced back to eliminations
_MOST_ASKED = 60  # questions for one placement

Steps = tuple[Deduction, ...]


class ExhaustedError(Exception):
    """The work allowed is used up."""


@dataclass
class WorkLeft:
    """The work left, in questions whether a placement follows (half a millisecond each).

    Where somebody waits, a ``budget`` can end it earlier.
    """

    left: int = 400
    words: int = FEW_WORDS  # that a hint may take
    budget: Budget = NO_LIMIT

    def spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0 or self.budget.is_over:
            raise ExhaustedError


def words(steps: Iterable[Deduction]) -> int:
    """How many words the reasons of some steps have, without the numbers that steps count from.

    Those are named only once for all steps of a hint.
    """
    alone = (replace(step, because=replace(step.because, others=())) for step in steps)
    return sum(len(step.technique.reason(step).split()) for step in alone)


def backed(layers: Sequence[RoundSteps], placing: Deduction, work: WorkLeft) -> Steps:
    """The eliminations that a placement rests on, then itself; empty if that is too much."""
    needed = set(placing.because.eliminated)
    before: list[Deduction] = []
    for position, steps in reversed(layers):
        chosen = _covering(steps, needed)
        if len(before) + len(chosen) > MOST_BEFORE:
            return ()
        for step in chosen:
            kept_steps = reasoned(position, step, work)
            if kept_steps is None:
                return ()
            needed -= set(step.eliminated)
            needed |= set(kept_steps.because.eliminated)
            before.insert(0, kept_steps)
            if words(_gathered(before)) > work.words:
                return ()
    every_step = (*_gathered(before), placing)
    return every_step if not needed and words(every_step) <= work.words else ()


def _gathered(steps: Sequence[Deduction]) -> list[Deduction]:
    """Steps without repeats: candidates that fail with the same consequence form one step."""
    gathered: dict[object, Deduction] = {}
    for at, step in enumerate(steps):
        tried = step.because.refuted
        key = (tried[0].chain, tried[0].missing, tried[0].why) if tried else at
        gathered[key] = _joined(gathered[key], step) if key in gathered else step
    return list(gathered.values())


def _joined(one: Deduction, other: Deduction) -> Deduction:
    a = one.because
    b = other.because
    because = replace(
        a,
        refuted=(*a.refuted, *b.refuted),
        joined=tuple(dict.fromkeys((*a.joined, *b.joined))),
        eliminated=tuple(dict.fromkeys((*a.eliminated, *b.eliminated))),
        others=tuple(dict.fromkeys((*a.others, *b.others))),
    )
    return replace(one, because=because, eliminated=(*one.eliminated, *other.eliminated))


def reasoned(position: Position, step: Deduction, work: WorkLeft) -> Deduction | None:
    """A step with its reason; None if it needs eliminations in other gaps.

    Those may matter too, but finding out takes long, and following it even longer.
    """
    work.spend(_REASON + len(position.eliminations) // _MOST_LIVE)
    if step.technique.assumption or not position.eliminations:
        return with_reason(position, step)
    missing = set(step.because.missing)
    near = position.plain.without(c for c in position.eliminations if c.number in missing)
    near_steps = step.technique.find(near.about(step.because.missing, step.because.area))
    holds = any(
        s.placed == step.placed and {*step.eliminated} <= {*s.eliminated} for s in near_steps
    )
    return with_reason(near, step) if holds else None


def _covering(steps: Sequence[Deduction], needed: set[Candidate]) -> list[Deduction]:
    """Steps that eliminate what is needed, each reduced to what none before it eliminates."""
    uncovered = set(needed)
    kept_steps = list[Deduction]()
    while steps and uncovered and len(kept_steps) <= MOST_BEFORE:
        best = max(steps, key=lambda step: len(uncovered & set(step.eliminated)))
        mine = tuple(candidate for candidate in best.eliminated if candidate in uncovered)
        if not mine:
            break
        uncovered -= set(mine)
        kept_steps.append(replace(best, eliminated=mine))
    return kept_steps


def backed_placements(
    position: Position, work: WorkLeft, wanted: Candidate | None = None
) -> Iterator[Deduction]:
    """Placements that follow from eliminations, with reasons; those that seem simplest first.

    Only the ``wanted`` one, if that is given.
    """
    if position.dead:
        return
    masks = position.plain.strict
    kept_steps = dict.fromkeys(position.eliminations)
    live = [c for c in kept_steps if masks[c.number] & position.layout.bit(c.cell)]
    by_number = Counter(c.number for c in live)
    by_cell = Counter(c.cell for c in live)

    def least(placed: Candidate) -> int:
        counts = by_number[placed.number], by_cell[placed.cell]
        return min((count for count in counts if count), default=MOST_BEFORE)

    places: dict[Candidate, Technique] = {}
    for technique in techniques():
        for step in technique.bare(position) if technique.bare else ():
            if wanted not in {None, step.placed}:
                continue
            if step.placed and least(step.placed) <= 2 * MOST_BEFORE:
                places.setdefault(step.placed, technique)
    for placed in sorted(places, key=least)[:_MOST_BACKED]:
        yield from _Follow(position, places[placed], placed, work).backed(live)


@dataclass(frozen=True)
class _Follow:
    """A placement that a technique shows in a position."""

    position: Position
    technique: Technique
    placed: Candidate
    work: WorkLeft

    def backed(self, live: Sequence[Candidate]) -> Iterator[Deduction]:
        """The placement with its reason, by as few of the nearby eliminations as possible."""
        near = next(filter(self._is_forced, self._near(live)), None)
        questions = WorkLeft(_MOST_ASKED)

        def is_forced(needed: Sequence[Candidate]) -> bool:
            questions.spend(1)
            return self._is_forced(needed)

        try:
            needed = fewest(near or (), is_forced)
        except ExhaustedError:
            if questions.left >= 0:
                raise
            return
        if near and len(needed) <= MOST_BEFORE:
            after = self.position.plain.without(needed).about((self.placed.number,))
            steps = self.technique.find(after)
            yield from [step for step in steps if step.placed == self.placed][:1]

    def _near(self, live: Sequence[Candidate]) -> Iterator[list[Candidate]]:
        """The eliminations of the number, of the cell, in the gap, and in all gaps of the cell."""
        number, cell = self.placed
        yield [c for c in live if c.number == number]
        yield [c for c in live if c.cell == cell]
        bit = self.position.layout.bit(cell)
        masks = self.position.plain.strict
        gaps = [gap.missing for gap in self.position.gaps]
        of_number = [missing for missing in gaps if number in missing]
        of_cell = [missing for missing in gaps if any(masks[n] & bit for n in missing)]
        for near in of_number, of_cell:
            yield [c for c in live if any(c.number in missing for missing in near)]

    def _is_forced(self, eliminated: Sequence[Candidate]) -> bool:
        self.work.spend(1)
        position = self.position.plain.without(eliminated)
        placements = self.technique.bare(position) if self.technique.bare else ()
        return any(step.placed == self.placed for step in placements)
