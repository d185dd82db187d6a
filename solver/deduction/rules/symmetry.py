"""Guesses that differ in name only.

After some guesses, two further guesses are alike if a permutation of the holes and one of the
colours turn one into the other and leave every guess made as it is: they split the candidates into
parts of the same sizes, whatever the answers were. It is enough to weigh one guess of each kind
(Knuth, "The computer as Master Mind", 1976; Neuwirth 1982). The lexicographically first is taken,
so a choice that prefers the first of equal guesses is the same as if all had been weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

import numpy as np

from solver.deduction.rules import kernels
from solver.deduction.rules.game import Code, CodeError, Codes, Game, Indices, frozen

MOST_PERMUTED: Final = 6


def canonical_guesses(game: Game, history: Sequence[Code]) -> Indices:
    """Return the first guess of each kind, as ascending indices; all if the game has no symmetry.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> [game.format_code(game.code_at(i)) for i in canonical_guesses(game, [])]
    ['1111', '1112', '1122', '1123', '1234']
    >>> len(canonical_guesses(game, [(0, 0, 1, 2)]))
    130
    """
    if not game.is_symmetric:
        return frozen(np.arange(game.code_count, dtype=np.int32))
    made = np.array(history, np.uint8).reshape(len(history), game.pegs)
    return frozen(
        kernels.canonical_codes(game.codes, hole_orders(game.pegs), frozen(made), game.choices)
    )


def first_guesses(game: Game) -> Indices:
    """Return the first guess of each kind before any is made, on boards of every size.

    There is one for each way to part the holes among colours, and one only without repeats.

    >>> from solver.deduction.games import game_named
    >>> [len(first_guesses(game_named(board))) for board in ("8x12", "4of0-9", "pair")]
    [22, 1, 25]
    """
    if not game.is_symmetric:
        return canonical_guesses(game, ())
    parted = _parted(game.pegs, game.pegs)
    codes = (tuple(c for c, size in enumerate(sizes) for _ in range(size)) for sizes in parted)
    indices = [game.index_of(code) for code in codes if _is_guess(game, code)]
    return frozen(np.array(sorted(indices), np.int32))


def _parted(pegs: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum of falling numbers."""
    if not pegs:
        yield ()
    for size in range(min(pegs, most), 0, -1):
        yield from ((size, *rest) for rest in _parted(pegs - size, size))


def _is_guess(game: Game, code: Code) -> bool:
    try:
        game.index_of(code)
    except CodeError:
        return False
    return True


@lru_cache(maxsize=8)
def hole_orders(pegs: int) -> Codes:
    """Return all orders of the holes; above six holes, where they are too many, their own alone."""
    orders = permutations(range(pegs)) if pegs <= MOST_PERMUTED else [range(pegs)]
    return frozen(np.array(list(orders), np.uint8))
