"""Two steps ahead on a sample: a strategy for large boards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.rules.game import Codes, CountingGame, Game, Indices, Turn, frozen
from solver.deduction.rules.mastermind_game import has_no_repeat
from solver.deduction.strategies import strategy
from solver.deduction.strategies.measures import Measure, Weights, cost_weights
from solver.deduction.strategies.sampling import kernels
from solver.deduction.strategies.strategy import Choice, Pool

MOST_LOOKED_INTO: Final = 1000
TOP: Final = 100
REPLIES: Final = 400
MOST_SPLIT: Final = 2
ROUNDS: Final = 3
PARENTS: Final = 12
NO_GROUP: Final = -1


@dataclass(frozen=True)
class Sampled:
    name: str = "sampled"
    words: ClassVar[strategy.StrategyWords] = strategy.StrategyWords(
        "Two steps ahead",
        "compares the most promising guesses two steps ahead",
        "of the guesses compared, it should get to the code soonest",
    )

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        strategy.check_any(codes, turns)
        pool = self._pool(game, codes, turns)
        return strategy.compared_choice(
            self.name, game, codes, pool, best_two_steps_ahead(game, pool)
        )

    def _pool(self, game: Game, codes: Candidates, turns: Sequence[Turn]) -> Pool:
        if game.table is not None:
            guesses = strategy.pool(game, codes, turns, most_cells=strategy.SAMPLED_CELLS)
        else:
            guesses = strategy.sampled_pool(game, codes, turns)
        if turns and not guesses.is_exact and (board := game.counting):
            return add_mutants(board, guesses, turns)
        return guesses


def best_two_steps_ahead(game: Game, pool: Pool) -> int:
    """Return the place in the pool of the best guess.

    First, guesses are compared by an estimate of what their groups need (``cost_weights``). If few
    candidates are left, the best hundred are examined further: each of their groups gets the best
    reply among its own codes and up to 400 other candidates, and the sum over all groups decides.
    Among equals, guesses that can be the secret come first, then the first.
    """
    order = by_cost(game, pool)
    if not MOST_SPLIT < len(pool.secrets) <= MOST_LOOKED_INTO:
        return int(order[0])
    best = np.sort(order[:TOP])
    guesses = frozen(np.union1d(pool.guesses[best], pool.secrets))
    table, rows, columns = strategy.arena(game, guesses, pool.secrets)
    looked_into = kernels.costs_after_reply(
        table,
        frozen(rows[np.searchsorted(guesses, pool.guesses[best])]),
        frozen(rows[np.searchsorted(guesses, pool.secrets)]),
        columns,
        cost_weights(len(columns)),
        min(REPLIES, len(columns)),
        len(game.feedbacks),
        game.won,
    )
    return int(best[np.lexsort((~pool.own[best], looked_into))[0]])


def by_cost(game: Game, pool: Pool) -> NDArray[np.int64]:
    """Return the places in the pool, ordered by the estimated need of their groups.

    Among equals, guesses that can be the secret come first, then the lower index.
    """
    return np.lexsort((~pool.own, costs(game, pool, cost_weights(len(pool.secrets)))))


def by_measure(game: Game, pool: Pool, measure: Measure, limit: int) -> NDArray[np.int64]:
    """Return the best places in the pool by a measure, in order; among equals as :func:`by_cost`.

    Only those are sorted: a pool may have a hundred thousand guesses.
    """
    totals = _totals(game, pool, measure.weigh(len(pool.secrets)), NO_GROUP, measure.by_largest)
    last = min(limit, len(totals)) - 1
    best = np.flatnonzero(totals <= np.partition(totals, last)[last])
    return best[np.lexsort((~pool.own[best], totals[best]))][:limit]


def costs(game: Game, pool: Pool, cost_of: Weights) -> NDArray[np.int64]:
    return _totals(game, pool, cost_of, game.won)


def _totals(
    game: Game, pool: Pool, weights: Weights, won: int, by_largest: bool = False
) -> NDArray[np.int64]:
    table, rows, columns = strategy.arena(game, pool.guesses, pool.secrets)
    count = len(game.feedbacks)
    return kernels.weights_of_groups(table, rows, columns, weights, by_largest, count, won)


def add_mutants(game: CountingGame, pool: Pool, turns: Sequence[Turn]) -> Pool:
    """Return the pool with more guesses, one change away from its best, in three rounds.

    On large boards a random code is rarely a good guess, but good guesses have better ones near
    them: one peg changed, or two pegs swapped. On (7,10) this lowers the average from 7.17 to 7.09.
    """
    for _ in range(ROUNDS):
        parents = pool.guesses[by_cost(game, pool)[:PARENTS]]
        mutants = np.setdiff1d(_near_guesses(game, game.codes_at(parents)), pool.guesses)
        if not mutants.size:
            break
        guesses = np.concatenate([pool.guesses, mutants])
        flags = np.concatenate([pool.own, strategy.can_be_secret(game, frozen(mutants), turns)])
        order = np.argsort(guesses)
        pool = replace(pool, guesses=frozen(guesses[order]), own=flags[order], covered=len(order))
    return pool


def _near_guesses(game: CountingGame, codes: Codes) -> Indices:
    """Return the guesses that differ from codes in one peg, or in the order of two."""
    variants = []
    for hole, colour in product(range(game.pegs), range(game.choices)):
        variants.append(codes.copy())
        variants[-1][:, hole] = colour
    for hole, other_hole in combinations(range(game.pegs), 2):
        variants.append(codes.copy())
        variants[-1][:, [hole, other_hole]] = codes[:, [other_hole, hole]]
    guesses = np.concatenate(variants)
    return game.indices_of(guesses if game.repeats else guesses[has_no_repeat(guesses)])
