"""All codes of a small board at once: how many pegs of each colour they have, and whom they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Codes, Game, Turn

#: Codes of the largest board that is looked at as a whole.
MOST_CODES: Final = 60_000

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class CodeTable:
    """The secrets of a game, and for each turn which of them fit it.

    ``counts[code, colour]`` is how many pegs of a colour a code has.
    """

    codes: Codes
    counts: NDArray[np.int8]
    fits: tuple[Mask, ...]

    @property
    def left(self) -> Mask:
        """Which codes fit all turns."""
        return self.fitting(range(len(self.fits)))

    def fitting(self, turns: Sequence[int]) -> Mask:
        """Return which codes fit the turns of these numbers, from 0."""
        fitting = np.ones(len(self.codes), np.bool_)
        for turn in turns:
            fitting &= self.fits[turn]
        return fitting

    def total(self, colours: Sequence[int]) -> NDArray[np.int8]:
        """Return how many pegs of each code have one of some colours."""
        total: NDArray[np.int8] = self.counts[:, list(colours)].sum(axis=1, dtype=np.int8)
        return total

    def holds(self, fact: Fact) -> Mask:
        """Return of which codes a fact is true."""
        colours, counts = list(fact.colours), self.counts[:, list(fact.colours)]
        truth: Any
        match fact.kind:
            case FactKind.HOLE:
                truth = self.codes[:, fact.holes[0]] == colours[0]
            case FactKind.NOT_HERE:
                truth = ~np.isin(self.codes[:, list(fact.holes)], colours).any(axis=1)
            case FactKind.OUT:
                truth = ~counts.any(axis=1)
            case FactKind.COUNT:
                truth = (counts == fact.count).all(axis=1)
            case FactKind.IN:
                truth = (counts >= fact.count).all(axis=1)
            case FactKind.SUM:
                truth = self.total(colours) == fact.count
            case FactKind.SOME:
                truth = self.total(colours) >= fact.count
        return np.asarray(truth, np.bool_)


def table_of(game: Game, turns: Sequence[Turn]) -> CodeTable | None:
    """Return the table of a game and its turns; None if the game has too many codes."""
    if not game.is_listed or game.secret_count > MOST_CODES:
        return None
    codes, counts = _counted(game)
    guesses = np.array([game.index_of(turn.code) for turn in turns], np.int32)
    answers = game.answers(guesses, game.secrets) if turns else ()
    numbers = [game.feedbacks.index(turn.feedback) for turn in turns]
    fits = (row == number for row, number in zip(answers, numbers, strict=True))
    return CodeTable(codes, counts, tuple(fits))


@lru_cache(maxsize=4)
def _counted(game: Game) -> tuple[Codes, NDArray[np.int8]]:
    codes = game.codes_at(game.secrets)
    counts = [(codes == colour).sum(axis=1, dtype=np.int8) for colour in range(game.choices)]
    return codes, np.stack(counts, axis=1)
