"""Which links, and which candidates eliminated before, a placement needs: as few as possible.

A placement is tried again without each of them in turn; what it still follows without is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Link
from solver.hidoku.search.bitboard import BitLayout, is_single
from solver.hidoku.search.domains import owners

T = TypeVar("T")


def fewest(items: Sequence[T], holds: Callable[[Sequence[T]], bool]) -> tuple[T, ...]:
    """Some of the items, none of which it holds without; the earlier ones are preferred.

    It must hold for all items, and for more items if for fewer. By halves (U. Junker, QuickXplain,
    2004): few questions where few items are needed.

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
    """The links and eliminations by which a number has one cell only, or a cell one number only."""
    single = _Single(position, is_distinct, number, bit, is_by_cell)
    eliminated = fewest(single.eliminations(), lambda kept: single.holds(single.links, kept))
    return fewest(single.links, lambda kept: single.holds(kept, eliminated)), eliminated


@dataclass(frozen=True)
class _Single:
    """A number in a cell, to be found again with fewer links and eliminations."""

    position: Position
    is_distinct: bool
    number: int
    bit: int
    is_by_cell: bool

    @cached_property
    def links(self) -> tuple[Link, ...]:
        return tuple(sorted(self.position.layout.grid.links))

    def eliminations(self) -> tuple[Candidate, ...]:
        """The eliminations to begin with: those of this number or cell, if they are enough."""
        masks, layout = self._plain.masks, self.position.layout
        told = dict.fromkeys(self.position.eliminations)
        live = [c for c in told if masks[c.number] & layout.bit(c.cell)]
        cell = layout.cell(self.bit)
        direct = [
            c for c in live if (c.cell == cell if self.is_by_cell else c.number == self.number)
        ]
        return tuple(direct if self.holds(self.links, direct) else self._near(live))

    def _near(self, eliminations: Iterable[Candidate]) -> list[Candidate]:
        """The eliminations in gaps that count: the number's own, or all that can reach the cell."""
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
