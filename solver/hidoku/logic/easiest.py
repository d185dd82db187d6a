"""The next round of a person's reasoning, and what techniques show at once of a position."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.patterns.chains import OF_HINT, Foresight
from solver.hidoku.logic.patterns.sight import sight_of
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Finder, Technique, techniques
from solver.hidoku.search.staged_search import Budget

Finders = Mapping[Technique, Finder]
MOST_TRIED = 24  # candidates of which each way is followed; more take long, for few reasons
MOST_WEIGHT = 7  # of techniques that don't add up the gaps of the whole board

Claims = Mapping[Candidate, Sequence[Objection]]


def simple_finders() -> Finders:
    return {t: t.find for t in techniques() if t.is_simple}


def direct_finders() -> Finders:
    """All techniques that don't assume anything."""
    return {t: t.find for t in techniques() if not (t.assumption or t.is_trial)}


def all_finders(position: Position, budget: Budget) -> Finders:
    return {
        t: t.assumption.finder(position, budget) if t.assumption else t.find
        for t in techniques()
        if not t.is_trial
    }


def first_round(position: Position, finders: Finders) -> tuple[Deduction, ...]:
    """The steps of the easiest technique that finds any; each places or eliminates something new.

    They still hold when taken one after another. Techniques that count steps around a gap give only
    one step per gap, since the next one could count from a nearer number.
    """
    for technique, find in finders.items():
        steps = tuple(_fresh(position, find(position), technique.is_one_a_gap))
        if steps:
            return steps
    return ()


def next_round(
    position: Position, finders: Finders
) -> tuple[tuple[Deduction, ...], Position] | None:
    """The next round's steps and the position after them; None if nothing is found.

    If taking all the steps together leads to a dead position, a later one may rest on something
    that an earlier one has made untrue; then only the first is taken.
    """
    steps = first_round(position, finders)
    if not steps:
        return None
    after = position.after(*steps)
    if len(steps) > 1 and after.dead:
        return steps[:1], position.after(steps[0])
    return steps, after


def _fresh(
    position: Position, steps: Iterator[Deduction], is_one_a_gap: bool
) -> Iterator[Deduction]:
    """The steps that add something to those before them and don't clash with any of them.

    A step waits if it calls a number missing, or a cell empty, that an earlier step fills.
    """
    fills: set[object] = set()
    gaps: set[object] = set()
    eliminations = set(position.eliminations)
    for step in steps:
        if not fills.isdisjoint(step.claim.vacancies):
            continue
        if step.placed and fills.isdisjoint(step.placed):
            gap = position.gap_of(step.placed.number)
            if not (is_one_a_gap and gap in gaps):
                fills |= set(step.placed)
                gaps.add(gap)
                yield step
        elif not step.placed and not set(step.eliminated) <= eliminations:
            eliminations |= set(step.eliminated)
            yield step


class Survey:
    """What is counted of a position, once for all questions about it."""

    def __init__(self, position: Position, foresight: Foresight = OF_HINT) -> None:
        self.foresight = foresight
        self.position = position.plain
        self.sight = sight_of(self.position)
        self.tries = iter(range(MOST_TRIED))

    @cached_property
    def structure(self) -> Claims:
        """For each candidate that a technique rules out at once, why, the easiest first."""
        return self._ruled_out(are_sums=False)

    @cached_property
    def sums(self) -> Claims:
        """The same for techniques that add up the gaps of the whole board."""
        return self._ruled_out(are_sums=True)

    def _ruled_out(self, *, are_sums: bool) -> Claims:
        claims: dict[Candidate, list[Objection]] = {}
        for technique, find in direct_finders().items():
            is_sum = technique.weight > MOST_WEIGHT
            if is_sum is are_sums and not (technique.is_placing or technique.is_by_candidate):
                for step in find(self.position):
                    for out in step.eliminated:
                        if isinstance(step.claim, Objection):
                            claims.setdefault(out, []).append(step.claim)
        return claims
