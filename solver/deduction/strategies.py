"""Functions that choose a guess, named in one table.

One-step strategies weigh how a guess splits the candidates (Knuth, "The computer as Master Mind",
1976; Neuwirth, "Some strategies for Mastermind", 1982). Their rule of choice is one for all: the
best measure, then a guess that can be the code, then the first in lexicographic order. What is
weighed, and when a sample must do, stands in :mod:`solver.deduction.pools`.

``random`` and ``opening`` are what people do; ``perfect`` is exact play, where it is in reach;
``sampled`` is made for large boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Protocol

import numpy as np

from solver.deduction import kernels, weights
from solver.deduction.boards import Board
from solver.deduction.candidates import Candidates, candidates
from solver.deduction.game import Code, Game, Turn, frozen
from solver.deduction.optimal import OptimumError, best
from solver.deduction.partition import Split, split
from solver.deduction.pools import (
    SAMPLED_CELLS,
    Pool,
    arena,
    generator_for,
    pool,
    sampled_pool,
    telling,
)
from solver.deduction.sampling import bred, two_step
from solver.deduction.weights import Weights

MOST_LIVE_CELLS: Final = 2_000_000  # guesses times candidates; the classic start has 1.7 million


@dataclass(frozen=True)
class Choice:
    """A guess, and what it was chosen on.

    ``exact`` says whether every guess the strategy allows was weighed on every candidate; the
    split is over all candidates in any case. ``strategy`` is the name of the strategy, ``total``
    the number of guesses that perfect play needs for all candidates together, where it is known.
    """

    guess: Code
    can_be_code: bool
    split: Split
    weighed_guesses: int
    weighed_codes: int
    exact: bool
    strategy: str
    total: int | None = None


class Strategy(Protocol):
    """A way to choose."""

    @property
    def name(self) -> str:
        """The name by which the table and the command line know it."""

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess after the turns, which left these candidates. Raises ValueError on none.

        The same position always gets the same guess.
        """


def _check_any(left: Candidates) -> None:
    if not left.count:
        raise ValueError("There is no candidate left to choose for.")


def _plain(name: str, game: Game, left: Candidates, turns: Sequence[Turn], guess: Code) -> Choice:
    """Return a choice that nothing was weighed for."""
    can_be = game.is_secret(guess) and all(
        game.feedback(turn.code, guess) == turn.feedback for turn in turns
    )
    return Choice(guess, can_be, split(left, guess), 0, 0, True, name)


@dataclass(frozen=True)
class First:
    """The first consistent code in lexicographic order, as the Prolog program of Bulls and Cows."""

    name: str = "first"

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess."""
        _check_any(left)
        return _plain(self.name, game, left, turns, next(iter(left)))


@dataclass(frozen=True)
class Random:
    """A consistent code, each as likely; another seed plays other games."""

    name: str = "random"
    seed: int = 0

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess."""
        _check_any(left)
        drawn = left.sample(1, generator_for(game, turns, self.seed))
        return _plain(self.name, game, left, turns, game.code_at(int(drawn[0])))


@dataclass(frozen=True)
class Opening:
    """Fixed guesses first, whatever their answers; then the first consistent code.

    This is the program of the eight-guess game, which opens with 0123 and 2345. A code that is the
    only one left is played at once.
    """

    name: str = "opening"

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess."""
        _check_any(left)
        is_open = len(turns) < len(game.openings) and left.count > 1
        guess = game.openings[len(turns)] if is_open else next(iter(left))
        return _plain(self.name, game, left, turns, guess)


@dataclass(frozen=True)
class OneStep:
    """The guess with the best split: which guesses are weighed, and the weight of a part.

    ``weigh(n)`` gives the weights of sizes 0 to n. The measure of a guess, the smaller the better,
    is the sum of its parts' weights, or the largest of them.
    """

    name: str
    reach: int
    weigh: Callable[[int], Weights]
    by_largest: bool = False

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess.

        >>> from solver.deduction.games import game_named
        >>> game = game_named("classic")
        >>> STRATEGIES["entropy"].choose(game, candidates(game, ())).guess
        (0, 1, 2, 3)
        """
        _check_any(left)
        weighed = self._pool(game, left, turns)
        place = self._best(game, weighed)
        guess = game.code_at(int(weighed.guesses[place]))
        return Choice(
            guess=guess,
            can_be_code=bool(weighed.own[place]),
            split=split(left, guess),
            weighed_guesses=weighed.covered,
            weighed_codes=len(weighed.secrets),
            exact=weighed.is_exact,
            strategy=self.name,
        )

    def _pool(self, game: Game, left: Candidates, turns: Sequence[Turn]) -> Pool:
        """Return what to weigh; a candidate that tells all apart by itself can't be beaten."""
        is_narrow = self.reach == kernels.AMONG_CANDIDATES
        if game.table is None and (settled := telling(game, left, is_narrow)):
            return settled
        return pool(game, left, turns, only_candidates=is_narrow)

    def _best(self, game: Game, weighed: Pool) -> int:
        table, rows, columns = arena(game, weighed.guesses, weighed.secrets)
        own = np.zeros(len(table), np.bool_)
        own[rows[weighed.own]] = True
        return kernels.best_guess(
            table,
            rows,
            frozen(own),
            columns,
            self.weigh(len(weighed.secrets)),
            self.by_largest,
            len(game.feedbacks),
        )


@dataclass(frozen=True)
class Sampled:
    """For large boards: two steps ahead on a sample, by the guesses that parts will about need."""

    name: str = "sampled"

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess."""
        _check_any(left)
        weighed = self._pool(game, left, turns)
        place = two_step(game, weighed)
        guess = game.code_at(int(weighed.guesses[place]))
        return Choice(
            guess=guess,
            can_be_code=bool(weighed.own[place]),
            split=split(left, guess),
            weighed_guesses=weighed.covered,
            weighed_codes=len(weighed.secrets),
            exact=weighed.is_exact,
            strategy=self.name,
        )

    def _pool(self, game: Game, left: Candidates, turns: Sequence[Turn]) -> Pool:
        if game.table is not None:
            weighed = pool(game, left, turns, most_cells=SAMPLED_CELLS)
        else:
            weighed = sampled_pool(game, left, turns)
        if turns and not weighed.is_exact and isinstance(game, Board):
            return bred(game, weighed, turns)
        return weighed


@dataclass(frozen=True)
class Perfect:
    """The least mean number of guesses, proved, where that is in reach; else as ``sampled``.

    In reach are positions of games with a table of answers, of up to 2 million guesses times
    candidates, whose search ends within its budget: at worst 40 ms.
    """

    name: str = "perfect"

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess, with ``total`` if it is exact.

        >>> from solver.deduction.games import game_named
        >>> game = game_named("mini")
        >>> STRATEGIES["perfect"].choose(game, candidates(game, ())).total
        206
        """
        _check_any(left)
        in_reach = game.table is not None and left.count * game.code_count <= MOST_LIVE_CELLS
        known = perfect_first(game, tuple(turns)) if in_reach else None
        if known is None:
            return replace(Sampled().choose(game, left, turns), strategy=self.name, exact=False)
        guess, total = known
        plain = _plain(self.name, game, left, turns, guess)
        return replace(
            plain, weighed_guesses=game.code_count, weighed_codes=left.count, total=total
        )


@lru_cache(maxsize=1024)
def perfect_first(game: Game, turns: tuple[Turn, ...]) -> tuple[Code, int] | None:
    """Return the first guess of perfect play after the turns, and the total of guesses it needs.

    None if that is not proved within the budget of a request, or the game has too many answers for
    the search. The game must have a table.
    """
    left = candidates(game, turns).indices
    try:
        known = best(game, left, history=[turn.code for turn in turns])
    except OptimumError:
        return None
    if not known.proved or known.plan is None:
        return None
    return game.code_at(known.plan.first), known.plan.total


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
        generator = np.random.default_rng(self.seed)
        noticed = tuple(turn for turn in turns if generator.random() >= self.share)
        if noticed == tuple(turns):
            return self.strategy.choose(game, left, turns)
        believed = candidates(game, noticed)
        made = {turn.code for turn in turns}
        choice = self.strategy.choose(game, believed, noticed)
        if choice.guess in made:
            fresh = next((code for code in believed if code not in made), choice.guess)
            return _plain(self.name, game, believed, noticed, fresh)
        return choice


STRATEGIES: Final[dict[str, Strategy]] = {
    strategy.name: strategy
    for strategy in (
        First(),
        Random(),
        Opening(),
        OneStep(
            "minimax-candidates", kernels.AMONG_CANDIDATES, weights.size_weights, by_largest=True
        ),
        OneStep("knuth", kernels.AMONG_ALL_CODES, weights.size_weights, by_largest=True),
        OneStep("expected", kernels.AMONG_ALL_CODES, weights.square_weights),
        OneStep("entropy", kernels.AMONG_ALL_CODES, weights.entropy_weights),
        OneStep("parts", kernels.AMONG_ALL_CODES, weights.part_weights),
        Perfect(),
        Sampled(),
    )
}
