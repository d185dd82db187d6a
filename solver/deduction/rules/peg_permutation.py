"""By which names a guess is another: the permutations behind ``canonical_guesses``, told.

Plain and slow beside :mod:`solver.deduction.rules.symmetry`, which only needs to know which guesses
are alike; here it is said how, so that somebody else can make sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.deduction.rules.game import Code, Game
from solver.deduction.rules.symmetry import hole_orders


class Renaming(NamedTuple):
    """A code under other names: its hole i has ``colours[old[holes[i]]]``."""

    code: Code
    holes: tuple[int, ...]
    colours: tuple[int, ...]


class Renamer:
    """Gives codes other names, of which none changes a guess that was made.

    >>> from solver.deduction.games import game_named
    >>> Renamer(game_named("classic"), [(0, 0, 1, 2)]).first((2, 3, 3, 5))
    Renaming(code=(0, 1, 1, 2), holes=(0, 1, 3, 2), colours=(3, 4, ...))
    """

    def __init__(self, game: Game, history: Sequence[Code]) -> None:
        orders = hole_orders(game.pegs).tolist() if game.is_symmetric else [[*range(game.pegs)]]
        self._choices = game.choices
        self._is_symmetric = game.is_symmetric
        self._orders = [
            (tuple(order), colours)
            for order in orders
            if (colours := _forced(order, history)) is not None
        ]

    @property
    def is_idle(self) -> bool:
        """Whether every code has one name only."""
        free = self._choices - len(self._orders[0][1])
        return not self._is_symmetric or (len(self._orders) == 1 and free <= 1)

    def first(self, code: Code) -> Renaming:
        """Return the lexicographically first code that this one is by another name, and how."""
        return min(self._renamed(code, order, dict(forced)) for order, forced in self._orders)

    def _renamed(self, code: Code, order: tuple[int, ...], colours: dict[int, int]) -> Renaming:
        """Give the colours that no guess has the first names left, in order of appearance."""
        moved = [code[hole] for hole in order]
        names = iter(sorted(set(range(self._choices)) - set(colours.values())))
        for colour in (*moved, *range(self._choices)):
            if colour not in colours:
                colours[colour] = next(names)
        whole = tuple(colours[colour] for colour in range(self._choices))
        return Renaming(tuple(whole[colour] for colour in moved), order, whole)


def _forced(order: Sequence[int], history: Sequence[Code]) -> dict[int, int] | None:
    """Return the names that colours must have for all guesses to stay; None if there are none."""
    colours: dict[int, int] = {}
    for code in history:
        for place, hole in enumerate(order):
            if colours.setdefault(code[hole], code[place]) != code[place]:
                return None
    return colours if len(set(colours.values())) == len(colours) else None
