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
    >>> Renamer(game_named("classic"), [(0, 0, 1, 2)]).first((3, 4, 4, 5))
    Renaming(code=(3, 4, 3, 5), holes=(1, 0, 2, 3), colours=(0, 1, 2, 4, 3, 5))
    """

    def __init__(self, game: Game, history: Sequence[Code]) -> None:
        self._choices = game.choices
        self._is_symmetric = game.is_symmetric
        self._orders = []
        for order in hole_orders(game.pegs).tolist():
            forced = _forced(order, history)
            if forced is not None:
                free = sorted(set(range(game.choices)) - set(forced.values()))
                self._orders.append((order, forced, free))

    @property
    def is_idle(self) -> bool:
        """Whether every code has one name only."""
        (_, _, free), *others = self._orders
        return not self._is_symmetric or (not others and len(free) <= 1)

    def first(self, code: Code) -> Renaming:
        """Return the lexicographically first code that this one is by another name, and how."""
        if not self._is_symmetric:
            return Renaming(code, tuple(range(len(code))), tuple(range(self._choices)))
        order, forced, free = min(self._orders, key=lambda names: _image(code, *names))
        colours, names = dict(forced), iter(free)
        for colour in (*(code[hole] for hole in order), *range(self._choices)):
            if colour not in colours:
                colours[colour] = next(names)
        whole = tuple(colours[colour] for colour in range(self._choices))
        return Renaming(tuple(whole[code[hole]] for hole in order), tuple(order), whole)


def _image(
    code: Code, order: Sequence[int], forced: dict[int, int], free: Sequence[int]
) -> list[int]:
    """Return the code under other names: colours not forced get the free ones as they appear."""
    colours, names, image = dict(forced), iter(free), []
    for hole in order:
        colour = code[hole]
        if colour not in colours:
            colours[colour] = next(names)
        image.append(colours[colour])
    return image


def _forced(order: Sequence[int], history: Sequence[Code]) -> dict[int, int] | None:
    """Return the names that colours must have for all guesses to stay; None if there are none."""
    colours: dict[int, int] = {}
    for code in history:
        for place, hole in enumerate(order):
            if colours.setdefault(code[hole], code[place]) != code[place]:
                return None
    return colours if len(set(colours.values())) == len(colours) else None
