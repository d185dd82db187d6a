"""What the answers prove about colours together: how many pegs of the code have one of them.

A row shows that first: from red, red, orange, orange with two key pegs it follows that two pegs of
the code are red or orange, as far as repeats allow it. The sets of colours checked are those of a
row, of a row but not of another, of both, and of either; what is proved for them also holds for the
remaining colours, by what is left. Only what doesn't follow from the single colours is returned,
each with the fewest turns found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.partition import table_of
from solver.deduction.rules.game import Game, Turn

MOST_SETS: Final = 300  # of colours


def sums(game: Game, turns: Sequence[Turn]) -> tuple[Fact, ...]:
    """Return what is proved about sets of colours; nothing for boards with too many codes.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> for fact in sums(game, [game.parse_turn("1122:0,2")]):
    ...     print(fact.kind.value, fact.colours, fact.count, fact.proof)
    sum (0, 1) 2 (0,)
    """
    table = table_of(game, turns)
    if table is None or not turns or not table.left.any():
        return ()
    left = table.counts[table.left]
    lows, highs = left.min(axis=0), left.max(axis=0)
    found = (_claim(colours, left, lows, highs) for colours in sets_of_colours(turns, game.choices))
    new = dict.fromkeys(fact for fact in found if fact)
    return tuple(replace(fact, proof=table.proof(~table.holds(fact))) for fact in new)


def sets_of_colours(turns: Sequence[Turn], choices: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets, those of fewer rows first, and only one of a set and its complement."""
    rows = list(dict.fromkeys(frozenset(turn.code) for turn in turns))
    pairs = list(combinations(rows, 2))
    every = frozenset(range(choices))
    wanted = [*rows]
    wanted += [one for a, b in pairs for one in (a - b, b - a, a & b, a | b)]
    seen: set[frozenset[int]] = set()
    for one in wanted:
        if not 1 < len(one) < choices or one in seen:
            continue
        if len(seen) >= 2 * MOST_SETS:
            return
        seen |= {one, every - one}
        yield tuple(sorted(one))


def _claim(
    colours: tuple[int, ...],
    left: NDArray[np.int8],
    lows: NDArray[np.int8],
    highs: NDArray[np.int8],
) -> Fact | None:
    """Return what holds for a set of colours and isn't plain from each of them; None if nothing."""
    pegs = int(left[0].sum())
    others = tuple(colour for colour in range(left.shape[1]) if colour not in colours)
    total = left[:, list(colours)].sum(axis=1)
    least, most = int(total.min()), int(total.max())
    plain_least = max(int(lows[list(colours)].sum()), pegs - int(highs[list(others)].sum()))
    plain_most = min(int(highs[list(colours)].sum()), pegs - int(lows[list(others)].sum()))
    if (least, most) == (plain_least, plain_most):
        return None
    if least == most:
        is_short = len(colours) <= len(others) or len(others) < 2
        said, count = (colours, least) if is_short else (others, pegs - least)
        return Fact(FactKind.SUM, said, count=count)
    if least > plain_least:
        return Fact(FactKind.SOME, colours, count=least)
    return Fact(FactKind.SOME, others, count=pegs - most) if len(others) > 1 else None
