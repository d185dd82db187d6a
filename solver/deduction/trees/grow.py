"""How compiled loops grow the tree of a one-step strategy, optionally in threads.

A growth is an unfinished tree: an array of nodes that :func:`kernels.grow` adds to. A large tree
starts with a stem, whose nodes with few candidates are left open. From each of them a branch is
grown separately, by whichever thread is free, and put in its place at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from queue import SimpleQueue
from threading import Event
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.partition import size_weights
from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.rules import kernels
from solver.deduction.rules.game import Code, Game, Indices, frozen
from solver.deduction.rules.kernels import END, GUESS, PARENT, START, WON, Ground
from solver.deduction.rules.symmetry import hole_orders
from solver.deduction.strategies.registry import First, OneStep

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Progress = Callable[[int, int], None]

# A tree with at most this many secrets is grown in one piece. Each call of the compiled loops uses
# up the budget in some 30 ms, so that progress is reported and work can stop soon.
MOST_IN_ONE_PIECE: Final = 2048
BUDGET: Final = 6_000_000


class Growth:
    """An unfinished tree of the secrets that are left after the guesses of a history."""

    def __init__(self, ground: Ground, secrets: Indices, history: Sequence[Code] = ()) -> None:
        self.ground = ground
        pegs = ground.codes.shape[1]
        self.history = frozen(np.array(history, np.uint8).reshape(len(history), pegs))
        self.order = secrets.copy()
        # Each guess splits the candidates or finds the last, so there are at most twice as many.
        self._nodes = np.zeros((2 * secrets.size, kernels.DEPTH + 1), np.int32)
        self._nodes[0] = (-1, -1, -1, 0, 0, secrets.size, 0)
        self._done = np.array([0, 1, 0], np.int64)

    @property
    def nodes(self) -> Indices:
        """The nodes so far, one row each, with the columns named in the kernels."""
        return self._nodes[: self._done[1]]

    def grow(self, floor: int = 0) -> Iterator[int]:
        """Grow to the end, leaving out nodes with fewer than ``floor`` candidates.

        Yields regularly how many secrets have been found since the last time.
        """
        found = 0
        while self._done[0] < self._done[1]:
            kernels.grow(
                self.ground, self.history, floor, BUDGET, self.order, self._nodes, self._done
            )
            yield int(self._done[2]) - found
            found = int(self._done[2])

    def branches(self) -> dict[int, Growth]:
        nodes = self.nodes
        opened = np.flatnonzero(nodes[:, GUESS] < 0)
        sizes = nodes[opened, END] - nodes[opened, START]
        largest_first = opened[np.argsort(-sizes, kind="stable")]
        return {node: self._branch(node) for node in largest_first.tolist()}

    def _branch(self, node: int) -> Growth:
        start, end = self.nodes[node, [START, END]]
        path = []
        above = self.nodes[node, PARENT]
        while above >= 0:
            path.append(tuple(self.ground.codes[self.nodes[above, GUESS]].tolist()))
            above = self.nodes[above, PARENT]
        return Growth(self.ground, self.order[start:end], path[::-1])


def grown(
    game: Game,
    strategy: OneStep | First,
    secrets: Indices,
    history: Sequence[Code],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> DecisionNodes:
    """Return the nodes of the strategy's tree, in any order below the root.

    ``secrets`` are those left after the guesses of the history. The game must have a table or count
    pegs as Mastermind does.
    """
    stem = Growth(_ground(game, strategy), secrets, history)
    floor = 0 if secrets.size <= MOST_IN_ONE_PIECE else secrets.size // 32
    branches: dict[int, Growth] = {}
    found = 0
    with closing(_all_work(stem, floor, branches, threads)) as work:
        for more in work:
            found += more
            if progress is not None:
                progress(found, secrets.size)
    nodes = _joined(stem, branches)
    guesses, parents, answers, wins = np.ascontiguousarray(nodes[:, : WON + 1].T)
    return DecisionNodes(guesses, parents, answers, wins.astype(np.bool_))


def first_guess(game: Game, strategy: OneStep | First) -> Code:
    """Return the guess at the root of the strategy's tree."""
    stem = Growth(_ground(game, strategy), game.secrets)
    for _ in stem.grow(game.secret_count):
        pass
    return game.code_at(int(stem.nodes[0, GUESS]))


def _all_work(
    stem: Growth, floor: int, branches: dict[int, Growth], threads: int
) -> Generator[int]:
    """Grow the stem, then the branches it leaves; yield how many more secrets were found."""
    yield from stem.grow(floor)
    branches.update(stem.branches())
    if threads > 1:
        yield from _in_threads(list(branches.values()), threads)
    else:
        for branch in branches.values():
            yield from branch.grow()


def _in_threads(branches: Sequence[Growth], threads: int) -> Iterator[int]:
    """Grow branches in parallel. When this generator is closed, the threads end soon."""
    news: SimpleQueue[int | None] = SimpleQueue()
    stopped = Event()

    def work(branch: Growth) -> None:
        try:
            for found in branch.grow():
                news.put(found)
                if stopped.is_set():
                    return
        finally:
            news.put(None)

    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(work, branch) for branch in branches]
        try:
            ended = 0
            while ended < len(jobs):
                found = news.get()
                if found is None:
                    ended += 1
                else:
                    yield found
            for job in jobs:
                job.result()
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)


def _joined(stem: Growth, branches: dict[int, Growth]) -> Indices:
    """Put the branches in place of the open nodes."""
    parts = [stem.nodes]
    count = len(stem.nodes)
    for node, branch in branches.items():
        root, rest = branch.nodes[0], branch.nodes[1:]
        stem.nodes[node, [GUESS, WON]] = root[[GUESS, WON]]
        rest[:, PARENT] = np.where(rest[:, PARENT], rest[:, PARENT] + count - 1, node)
        parts.append(rest)
        count += len(rest)
    return np.concatenate(parts)


def _ground(game: Game, strategy: OneStep | First) -> Ground:
    if isinstance(strategy, First):
        strategy = OneStep(strategy.name, kernels.FIRST_CANDIDATE, size_weights)
    none = frozen(np.empty((0, 0), np.uint8))
    board = game.counting
    return Ground(
        codes=game.codes,
        table=none if board or game.table is None else game.table,
        words=_words(game),
        numbers=board.answer_numbers if board else none,
        orders=hole_orders(game.pegs) if game.is_symmetric else none,
        weights=strategy.weigh(game.secret_count),
        by_largest=strategy.by_largest,
        reach=strategy.reach,
        colours=game.choices,
        feedbacks=len(game.feedbacks),
        won=game.won,
    )


def _words(game: Game) -> NDArray[np.uint64]:
    if game.counting:
        return frozen(kernels.bit_words(game.codes, game.choices))
    return frozen(np.empty((2, 0), np.uint64))
