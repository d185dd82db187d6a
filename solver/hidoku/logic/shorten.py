"""The steps of a path that count, found from the end back: placements and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple, TypeVar

from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify import is_held
from solver.hidoku.rules.grid import Link
from solver.hidoku.search.bitboard import BitLayout, is_single
from solver.hidoku.search.domains import owners
from solver.hidoku.search.staged_search import Budget

# Which links and earlier eliminations a placement needs: as few as possible.
#
# Each is left out in turn; it stays out if the placement still follows.


T = TypeVar("T")


def fewest(items: Sequence[T], holds: Callable[[Sequence[T]], bool]) -> tuple[T, ...]:
    """A smallest subset for which ``holds`` is true: no item can be left out.

    Earlier items are preferred. ``holds`` must be true for all items together, and stay true when
    items are added. By halves (U. Junker, QuickXplain, 2004): few questions if few items are
    needed.

    >>> fewest([3, 5, 8, 2], lambda kept: sum(kept) >= 8)
    (3, 5)
    """

    def ask(places: Iterable[int]) -> bool:
        return holds([items[place] for place in sorted(places)])

    def among(kept: tuple[int, ...], open_: tuple[int, ...], is_news: bool) -> tuple[int, ...]:
        if is_news and ask(kept):
            return ()
        if len(open_) <= 1:
            return open_
        middle = len(open_) // 2
        right = among(kept + open_[:middle], open_[middle:], is_news=True)
        left = among(kept + right, open_[:middle], is_news=bool(right))
        return left + right

    if ask(()):
        return ()
    return tuple(items[place] for place in sorted(among((), tuple(range(len(items))), False)))


def needed(
    position: Position, is_distinct: bool, number: int, bit: int, is_by_cell: bool
) -> tuple[tuple[Link, ...], tuple[Candidate, ...]]:
    """The links and eliminations that leave a number one cell, or a cell one number."""
    single = _Single(position, is_distinct, number, bit, is_by_cell)
    eliminated = fewest(single.eliminations(), lambda kept: single.holds(single.links, kept))
    return fewest(single.links, lambda kept: single.holds(kept, eliminated)), eliminated


@dataclass(frozen=True)
class _Single:
    """A number in a cell, to be derived again from fewer links and eliminations."""

    position: Position
    is_distinct: bool
    number: int
    bit: int
    is_by_cell: bool

    @cached_property
    def links(self) -> tuple[Link, ...]:
        return tuple(sorted(self.position.layout.grid.links))

    def eliminations(self) -> tuple[Candidate, ...]:
        """The eliminations to start from: those of this number or cell alone, if they suffice."""
        masks, layout = self._plain.masks, self.position.layout
        kept_steps = dict.fromkeys(self.position.eliminations)
        live = [c for c in kept_steps if masks[c.number] & layout.bit(c.cell)]
        cell = layout.cell(self.bit)
        direct = [
            c for c in live if (c.cell == cell if self.is_by_cell else c.number == self.number)
        ]
        return tuple(direct if self.holds(self.links, direct) else self._near(live))

    def _near(self, eliminations: Iterable[Candidate]) -> list[Candidate]:
        """The eliminations in relevant gaps: the number's own, or all that can reach the cell."""
        masks = self._plain.masks
        return [
            candidate
            for gap in self.position.gaps
            if (
                any(masks[n] & self.bit for n in gap.missing)
                if self.is_by_cell
                else self.number in gap.missing
            )
            for candidate in eliminations
            if candidate.number in gap.missing
        ]

    @cached_property
    def _plain(self) -> Reading:
        plain = self.position.plain
        return plain.close if self.is_distinct else plain.weak

    def holds(self, links: Sequence[Link], eliminations: Sequence[Candidate]) -> bool:
        """Whether the number follows with these links and eliminations."""
        bits = [(number, self.position.layout.bit(cell)) for number, cell in eliminations]
        masks = self._reading(links).after(self._plain.standing, (), bits).masks
        if not self.is_by_cell:
            return is_single(masks[self.number])
        once, twice = owners(masks)
        return bool(once & ~twice & self.bit)

    def _reading(self, links: Sequence[Link]) -> Reading:
        if len(links) == len(self.links):
            return self._plain
        grid = replace(self.position.layout.grid, links=frozenset(links))
        loose = self.position.loose
        masks = (loose.close if self.is_distinct else loose.weak).masks
        stale = (2 << grid.last) - 2
        return Reading(BitLayout(grid), self.is_distinct, self._plain.standing, masks, stale)


class RoundSteps(NamedTuple):
    """Steps of one technique that all hold in one position."""

    position: Position
    steps: tuple[Deduction, ...]


def shortened(rounds: Sequence[RoundSteps], end: Position, budget: Budget) -> tuple[Deduction, ...]:
    """The steps that lead to the end, each with its reason.

    If the board is neither full nor dead at the end, all steps count. Empty if time runs out.
    """
    if end.is_full or end.dead:
        return _backed(rounds, _of_dead(end), budget)
    kept_steps: list[Deduction] = []
    for position, steps in rounds:
        for place, step in enumerate(steps):
            if budget.is_over:
                return ()
            kept_steps += _in_turn(position, steps[:place], step)
    return tuple(kept_steps)


def _backed(
    rounds: Sequence[RoundSteps], eliminated: Iterable[Candidate], budget: Budget
) -> tuple[Deduction, ...]:
    """The placements, with the eliminations that they and ``eliminated`` rest on."""
    needed = set(eliminated)
    kept: list[Deduction] = []
    for position, steps in reversed(rounds):
        kept_steps: list[Deduction] = []
        for place, step in enumerate(steps):
            if budget.is_over:
                return ()
            mine = tuple(each for each in step.eliminated if each in needed)
            if step.placed or mine:
                needed.difference_update(mine)
                kept_steps += _in_turn(position, steps[:place], replace(step, eliminated=mine))
        for step in kept_steps:
            needed |= set(step.because.eliminated)
        kept += reversed(kept_steps)
    return tuple(reversed(kept))


def _of_dead(end: Position) -> tuple[Candidate, ...]:
    """The eliminations that make a position dead."""
    if end.dead is None:
        return ()

    def is_dead(eliminations: Sequence[Candidate]) -> bool:
        return end.plain.without(eliminations).dead is not None

    return fewest(tuple(dict.fromkeys(end.eliminations)), is_dead)


def _in_turn(
    position: Position, before: Sequence[Deduction], step: Deduction
) -> tuple[Deduction, ...]:
    """A step of a round with its reason, for the board after the steps before it.

    Since its reason uses as few eliminations as possible, it may mention a number or a cell that an
    earlier step has filled. Then the reason is found again with those filled, unless the step no
    longer does anything there.
    """
    kept_steps = with_reason(position, step)
    placing = [each for each in before if each.placed]
    filled = {part for each in placing for part in each.placed or ()}
    because = kept_steps.because
    if filled.isdisjoint((*because.missing, *because.area, *because.fitting)):
        return (kept_steps,)
    later = position.after(*placing)
    if step.placed and because.fitting:
        found = step.technique.find(later.about((step.placed.number,)))
        return (next((each for each in found if each.placed == step.placed), step),)
    live = (each for each in step.eliminated if each in later.candidates(each.number))
    step = replace(step, eliminated=tuple(live))
    return (with_reason(later, step),) if step.placed or step.eliminated else ()


def resting_on_all(position: Position, step: Deduction) -> Deduction:
    """A step that names every link and every earlier elimination: sufficient, and found at once."""
    if step.technique.is_placing:
        return step
    links = tuple(sorted(position.layout.grid.links))
    eliminated = tuple(dict.fromkeys(position.eliminations))
    return replace(step, because=replace(step.because, links=links, eliminated=eliminated))


def with_reason(position: Position, step: Deduction) -> Deduction:
    assumption = step.technique.assumption
    if assumption:
        return assumption.explained(position, step) or step
    if step.because.refuted:
        return step
    return step if step.technique.is_placing else _resting(position, step)


def _resting(position: Position, step: Deduction) -> Deduction:
    """A structural step that rests on as few eliminations, and then as few links, as possible.

    The rest of its reason is what the technique gives with these alone.
    """
    every = tuple(sorted(position.layout.grid.links))

    @cache
    def found(links: tuple[Link, ...], eliminated: tuple[Candidate, ...]) -> Deduction | None:
        rests = position.resting_on(links, eliminated).about(
            step.because.missing, step.because.area
        )
        steps = step.technique.find(rests)
        return next((each for each in steps if does_as_much(each, step)), None)

    kept_steps = tuple(dict.fromkeys(position.eliminations))
    eliminated = fewest(kept_steps, lambda kept: found(every, tuple(kept)) is not None)
    links = fewest(every, lambda kept: found(tuple(kept), eliminated) is not None)
    because = (found(links, eliminated) or step).because
    return replace(step, because=replace(because, links=links, eliminated=eliminated))


def resting_on_fewest(position: Position, step: Deduction) -> Deduction:
    """The same step without the eliminations, and then the links, that it holds without."""
    links, eliminated = step.because.links, step.because.eliminated
    eliminated = fewest(eliminated, lambda some: is_held(position, _resting_on(step, links, some)))
    links = fewest(links, lambda some: is_held(position, _resting_on(step, some, eliminated)))
    return _resting_on(step, links, eliminated)


def _resting_on(
    step: Deduction, links: Sequence[Link], eliminated: Sequence[Candidate]
) -> Deduction:
    because = replace(step.because, links=tuple(links), eliminated=tuple(eliminated))
    return replace(step, because=because)


def does_as_much(found: Deduction, step: Deduction) -> bool:
    return found.placed == step.placed and set(step.eliminated) <= set(found.eliminated)
