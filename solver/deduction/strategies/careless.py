"""A player who overlooks things, so that a human setter can win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.deduction.knowledge.candidates import Candidates, candidates
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.strategy import Choice, Strategy, check_any, unweighed


@dataclass(frozen=True)
class Careless:
    """Another strategy that overlooks a share of the turns, so that a human setter can win.

    Each answer is overlooked for good with the probability ``share``, as the text of the
    eight-guess program proposes. No guess is made twice.
    """

    strategy: Strategy
    share: float
    seed: int = 0

    @property
    def name(self) -> str:
        """The name of the strategy that overlooks."""
        return self.strategy.name

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess; ``left`` are the candidates of all turns, overlooked ones too."""
        check_any(left)
        generator = np.random.default_rng(self.seed)
        noticed = tuple(turn for turn in turns if generator.random() >= self.share)
        if noticed == tuple(turns):
            return self.strategy.choose(game, left, turns)
        believed = candidates(game, noticed)
        made = {turn.code for turn in turns}
        choice = self.strategy.choose(game, believed, noticed)
        if choice.guess in made:
            fresh = next((code for code in believed if code not in made), choice.guess)
            return unweighed(self.name, game, believed, noticed, fresh)
        return choice
