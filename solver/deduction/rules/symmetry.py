"""Guesses that differ in name only.

After some guesses, two further guesses are alike if a permutation of the holes and one of the
colours turn one into the other and leave every earlier guess unchanged: they split the candidates
into groups of the same sizes, whatever the feedback was. It is enough to compare one guess of each
kind (Knuth, "The computer as Master Mind", 1976; Neuwirth 1982). The lexicographically first is
used, so a choice that prefers the first of equal guesses is the same as if all had been compared.

A :class:`Renaming` gives the permutation itself, so that others can check it. That is plain and
slow, unlike ``kernels.canonical_codes``, which only needs to know which guesses are alike.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from solver.deduction.rules import kernels
from solver.deduction.rules.game import Code, CodeError, Codes, Game, Indices, frozen

MOST_PERMUTED: Final = 6


def canonical_guesses(game: Game, history: Sequence[Code]) -> Indices:
    """Return the first guess of each kind, as ascending indices; all if there is no symmetry.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> [game.format_code(game.code_at(i)) for i in canonical_guesses(game, [])]
    ['1111', '1112', '1122', '1123', '1234']
    >>> len(canonical_guesses(game, [(0, 0, 1, 2)]))
    130
    """
    if not game.is_symmetric:
        return frozen(np.arange(game.code_count, dtype=np.int32))
    codes = np.array(history, np.uint8).reshape(len(history), game.pegs)
    return frozen(
        kernels.canonical_codes(game.codes, hole_orders(game.pegs), frozen(codes), game.choices)
    )


def first_guesses(game: Game) -> Indices:
    """Return the first guess of each kind before any has been made, on boards of every size.

    There is one for each way to divide the holes among colours, and only one without repeats.
    """
    if not game.is_symmetric:
        return canonical_guesses(game, ())
    partitions = _partitions(game.pegs, game.pegs)
    codes = (tuple(c for c, size in enumerate(sizes) for _ in range(size)) for sizes in partitions)
    indices = []
    for code in codes:
        with suppress(CodeError):  # not every code need be a guess
            indices.append(game.index_of(code))
    return frozen(np.array(sorted(indices), np.int32))


def _partitions(pegs: int, limit: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum of non-increasing numbers."""
    if not pegs:
        yield ()
    for size in range(min(pegs, limit), 0, -1):
        yield from ((size, *tail) for tail in _partitions(pegs - size, size))


@lru_cache(maxsize=8)
def hole_orders(pegs: int) -> Codes:
    """Return all orders of the holes; above six holes there are too many, so only their own."""
    orders = permutations(range(pegs)) if pegs <= MOST_PERMUTED else [range(pegs)]
    return frozen(np.array(list(orders), np.uint8))


class Renaming(NamedTuple):
    """A code under other names; its hole i has ``colours[old[holes[i]]]``."""

    code: Code
    holes: tuple[int, ...]
    colours: tuple[int, ...]


class Renamer:
    """Gives codes other names that leave every earlier guess unchanged."""

    def __init__(self, game: Game, history: Sequence[Code]) -> None:
        self._choices = game.choices
        self._is_symmetric = game.is_symmetric
        self._orders = []
        for order in hole_orders(game.pegs).tolist():
            bindings = _names_between(order, history)
            if bindings is not None:
                free_colours = sorted(set(range(game.choices)) - set(bindings.values()))
                self._orders.append((order, bindings, free_colours))

    @property
    def is_idle(self) -> bool:
        (_, _, free_colours), *other_orders = self._orders
        return not self._is_symmetric or (not other_orders and len(free_colours) <= 1)

    def first(self, code: Code) -> Renaming:
        """Return the lexicographically first code that this one can be renamed to, and how."""
        if not self._is_symmetric:
            return Renaming(code, tuple(range(len(code))), tuple(range(self._choices)))
        order, bindings, free_colours = min(self._orders, key=lambda names: _image(code, *names))
        colours, names = dict(bindings), iter(free_colours)
        for colour in (*(code[hole] for hole in order), *range(self._choices)):
            if colour not in colours:
                colours[colour] = next(names)
        whole = tuple(colours[colour] for colour in range(self._choices))
        return Renaming(tuple(whole[code[hole]] for hole in order), tuple(order), whole)


def _image(
    code: Code, order: Sequence[int], bindings: dict[int, int], free_colours: Sequence[int]
) -> list[int]:
    """Return the code under other names; free colours are renamed in order of appearance."""
    colours, names, image = dict(bindings), iter(free_colours), []
    for hole in order:
        colour = code[hole]
        if colour not in colours:
            colours[colour] = next(names)
        image.append(colours[colour])
    return image


def _names_between(order: Sequence[int], history: Sequence[Code]) -> dict[int, int] | None:
    """Return the names that colours must have so that no guess changes; None if impossible."""
    colours: dict[int, int] = {}
    for code in history:
        for place, hole in enumerate(order):
            if colours.setdefault(code[hole], code[place]) != code[place]:
                return None
    return colours if len(set(colours.values())) == len(colours) else None
