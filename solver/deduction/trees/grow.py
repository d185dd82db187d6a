"""How compiled loops grow the tree of a one-step strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from solver.deduction.knowledge.partition import size_weights
from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.rules import kernels
from solver.deduction.rules.game import Code, Game, Indices, frozen
from solver.deduction.rules.kernels import WON, Ground
from solver.deduction.rules.symmetry import hole_orders
from solver.deduction.strategies.registry import First, OneStep

Progress = Callable[[int, int], None]

#: A call of the compiled loops uses it up in some 30 ms, so that progress is reported and work can
#: stop soon.
BUDGET: Final = 6_000_000


def grown(
    game: Game,
    strategy: OneStep | First,
    secrets: Indices,
    history: Sequence[Code] = (),
    *,
    floor: int = 0,
    progress: Progress | None = None,
) -> DecisionNodes:
    """Return the nodes of the strategy's tree, in any order below the root.

    ``secrets`` are those left after the guesses of the history. Nodes with fewer than ``floor`` of
    them get no guess. The game must have a table or count pegs as Mastermind does.
    """
    ground = _ground(game, strategy)
    made = frozen(np.array(history, np.uint8).reshape(len(history), game.pegs))
    order = secrets.copy()
    # Each guess splits the candidates or finds the last, so there are at most twice as many.
    nodes = np.zeros((2 * secrets.size, kernels.DEPTH + 1), np.int32)
    nodes[0] = (-1, -1, -1, 0, 0, secrets.size, 0)
    done = np.array([0, 1, 0], np.int64)
    while done[0] < done[1]:
        kernels.grow(ground, made, floor, BUDGET, order, nodes, done)
        if progress is not None:
            progress(int(done[2]), secrets.size)
    columns = np.ascontiguousarray(nodes[: done[1], : WON + 1].T)
    guesses, parents, answers, wins = columns
    return DecisionNodes(guesses, parents, answers, wins.astype(np.bool_))


def _ground(game: Game, strategy: OneStep | First) -> Ground:
    if isinstance(strategy, First):
        strategy = OneStep(strategy.name, kernels.FIRST_CANDIDATE, size_weights)
    none = frozen(np.empty((0, 0), np.uint8))
    no_words = np.empty((2, 0), np.uint64)
    board = game.counting
    return Ground(
        codes=game.codes,
        table=none if board or game.table is None else game.table,
        words=frozen(kernels.bit_words(game.codes, game.choices) if board else no_words),
        numbers=board.answer_numbers if board else none,
        orders=hole_orders(game.pegs) if game.is_symmetric else none,
        weights=strategy.weigh(game.secret_count),
        by_largest=strategy.by_largest,
        reach=strategy.reach,
        colours=game.choices,
        feedbacks=len(game.feedbacks),
        won=game.won,
    )
