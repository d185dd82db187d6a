"""All codes of a board at once, and what the answers prove about colours together.

A row shows first how many pegs of the code have one of its colours: from red, red, orange, orange
with two key pegs it follows that two pegs of the code are red or orange, as far as repeats allow
it. The sets of colours checked are those of a row, of a row but not of another, of both, and of
either; what is proved for them also holds for the remaining colours, by what is left. Only what
doesn't follow from the single colours is returned, each with the fewest turns found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import fitting_secrets, secret_codes
from solver.deduction.knowledge.exclusions import Proof, fewest_hitting
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Codes, Game, Turn

#: The most codes of a board for which sums are looked for.
MOST_CODES: Final = 60_000

Mask = NDArray[np.bool_]
MOST_SETS: Final = 300  # of colours


@dataclass(frozen=True)
class CodeTable:
    """The secrets of a game, and which of them fit each turn.

    ``counts[code, colour]`` is how many pegs of a colour a code has.
    """

    codes: Codes
    counts: NDArray[np.int8]
    fits: tuple[Mask, ...]

    @property
    def left(self) -> Mask:
        return self.fitting(range(len(self.fits)))

    def fitting(self, turns: Iterable[int]) -> Mask:
        fitting = np.ones(len(self.codes), np.bool_)
        for turn in turns:
            fitting &= self.fits[turn]
        return fitting

    def taken(self, chosen: NDArray[np.intp]) -> CodeTable:
        """Return the table of some codes."""
        fits = tuple(fits[chosen] for fits in self.fits)
        return CodeTable(self.codes[chosen], self.counts[chosen], fits)

    def files(self, codes: Mask) -> NDArray[np.int64]:
        """Return the sets of turns that exclude these codes, each once, as bits of numbers."""
        files = np.zeros(int(codes.sum()), np.int64)
        for place, fits in enumerate(self.fits):
            files |= np.int64(1 << place) * ~fits[codes]
        return np.unique(files)

    def proof(self, codes: Mask) -> Proof:
        """Return the fewest turns that together exclude these codes, which all turns do."""
        return fewest_hitting(self.files(codes), len(self.fits))

    def total(self, colours: Sequence[int]) -> NDArray[np.int8]:
        total: NDArray[np.int8] = np.add.reduce([self.counts[:, colour] for colour in colours])
        return total

    def holds(self, fact: Fact) -> Mask:
        colours, counts = list(fact.colours), [self.counts[:, c] for c in fact.colours]
        truth: Any
        match fact.kind:
            case FactKind.HOLE:
                truth = self.codes[:, fact.holes[0]] == colours[0]
            case FactKind.NOT_HERE:
                parts = [self.codes[:, h] == c for h in fact.holes for c in colours]
                truth = ~np.logical_or.reduce(parts)
            case FactKind.OUT:
                truth = np.logical_and.reduce([each == 0 for each in counts])
            case FactKind.COUNT:
                truth = np.logical_and.reduce([each == fact.count for each in counts])
            case FactKind.IN:
                truth = np.logical_and.reduce([each >= fact.count for each in counts])
            case FactKind.SUM:
                truth = self.total(colours) == fact.count
            case FactKind.SOME:
                truth = self.total(colours) >= fact.count
        return np.asarray(truth, np.bool_)


def table_of(game: Game, turns: Sequence[Turn]) -> CodeTable:
    return CodeTable(*secret_codes(game), tuple(fitting_secrets(game, turn) for turn in turns))


def sums(game: Game, turns: Sequence[Turn]) -> tuple[Fact, ...]:
    """Return what is proved about sets of colours; nothing for boards with too many codes.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> for fact in sums(game, [game.parse_turn("1122:0,2")]):
    ...     print(fact.kind.value, fact.colours, fact.count, fact.proof)
    sum (0, 1) 2 (0,)
    """
    if not turns or game.secret_count > MOST_CODES:
        return ()
    table = table_of(game, turns)
    if not table.left.any():
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
