"""A strategy's whole tree: which guess it makes after which answers, for every secret of a game.

One-step strategies are grown by compiled loops. At each node these compare every guess on every
candidate, even on boards where :meth:`OneStep.choose` would sample. Guesses that differ in name
only are compared once (see ``rules.symmetry``), which never changes the choice. Every other
strategy is asked node by node. Large trees are grown branch by branch, optionally in threads; the
number of threads doesn't change the tree.

:mod:`solver.deduction.trees.export` writes trees, and :mod:`solver.deduction.trees.simulate` checks
them code by code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from typing import Final, TypeGuard

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import ListedCandidates, candidates
from solver.deduction.optimal import PlanSearch, optimum
from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.rules.game import MOST_LISTED, Code, Game, Indices, Turn, frozen
from solver.deduction.strategies.perfect import Perfect
from solver.deduction.strategies.registry import First, OneStep
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.trees import grow
from solver.deduction.trees.grow import Progress

MOST_SECRETS: Final = 100_000
MOST_GUESSES: Final = 99
REPORT_SECONDS: Final = 0.05

Flags = NDArray[np.bool_]
Row = tuple[int, int, int, bool]


class TreeError(ValueError):
    """A game too large for a whole tree, or a strategy that never ends."""


@dataclass(frozen=True, eq=False, repr=False)
class Tree(DecisionNodes):
    """A strategy's guesses, level by level, and below each node by ascending answer.

    All arrays are read-only; the root's answer is -1.
    """

    game: Game
    strategy: str

    def __eq__(self, other: object) -> bool:
        """Trees of one game are equal if they make the same guesses; strategy names don't count."""
        if not isinstance(other, Tree):
            return NotImplemented
        pairs = zip(self._arrays, other._arrays, strict=True)
        return self.game.name == other.game.name and all(np.array_equal(*pair) for pair in pairs)

    def __hash__(self) -> int:
        return hash((self.game.name, self.guesses.tobytes()))

    def __len__(self) -> int:
        return len(self.guesses)

    def __iter__(self) -> Iterator[tuple[Code, tuple[Code, ...]]]:
        """Yield each secret, in order, with the guesses made against it, itself the last."""
        return ((line[-1], line) for line in map(self._line_to, self._ends))

    @property
    def _arrays(self) -> tuple[Indices, Indices, Indices, Flags]:
        return self.guesses, self.parents, self.answers, self.wins

    @property
    def first(self) -> Code:
        return self._codes[0]

    @property
    def worst_line(self) -> tuple[Code, ...]:
        """The guesses against the first of the secrets that need the most."""
        worst = np.flatnonzero(self.wins & (self.depths == self.max))
        return self._line_to(int(worst[self.guesses[worst].argmin()]))

    def line(self, secret: Code) -> tuple[Code, ...]:
        """Return the guesses made against a secret, itself the last.

        Raises CodeError for an invalid code, TreeError for a code that no line ends with.
        """
        index = self.game.index_of(secret)
        ends = np.flatnonzero(self.wins & (self.guesses == index))
        if not ends.size:
            raise TreeError(f"No line of the tree ends with {self.game.format_code(secret)}.")
        return self._line_to(int(ends[0]))

    @cached_property
    def _codes(self) -> list[Code]:
        return [tuple(code) for code in self.game.codes_at(self.guesses).tolist()]

    @cached_property
    def _above(self) -> list[int]:
        above: list[int] = self.parents.tolist()
        return above

    @property
    def _ends(self) -> list[int]:
        """The nodes at which a secret is found, in the order of the secrets."""
        ends = np.flatnonzero(self.wins)
        nodes: list[int] = ends[self.guesses[ends].argsort(kind="stable")].tolist()
        return nodes

    def _line_to(self, node: int) -> tuple[Code, ...]:
        line = []
        while node >= 0:
            line.append(self._codes[node])
            node = self._above[node]
        return tuple(reversed(line))


def tree(
    game: Game, strategy: Strategy, *, threads: int = 1, progress: Progress | None = None
) -> Tree:
    """Play the strategy against every secret.

    ``progress`` is called every 50 ms or so, in the caller's thread, with the number of secrets
    done and of all; an exception from it ends the work. Raises TreeError above 100,000 secrets,
    above 600,000 guesses, and for a strategy that hasn't found a secret after 99 guesses.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> tree(game_named("classic"), STRATEGIES["entropy"]).histogram
    (1, 4, 71, 612, 596, 12)
    """
    check_size(game)
    if isinstance(strategy, Perfect) and game.table is not None:
        return perfect_tree(game, progress)
    if threads > 1 and is_grown(strategy, game):
        return _in_threads(game, strategy, threads, progress)
    return level_order(game, strategy.name, nodes_after(game, strategy, (), progress))


def check_size(game: Game) -> None:
    if game.secret_count > MOST_SECRETS or game.code_count > MOST_LISTED:
        raise TreeError(
            f"The game {game.name} has {game.secret_count:,} secrets and {game.code_count:,} "
            f"guesses; whole trees are for up to {MOST_SECRETS:,} secrets and {MOST_LISTED:,} "
            "guesses."
        )


def nodes_after(
    game: Game, strategy: Strategy, turns: Sequence[Turn], progress: Progress | None = None
) -> DecisionNodes:
    """Continue the strategy against every secret that fits the turns; its nodes in any order.

    The strategy must have made the guesses of the turns. ``progress`` and errors are as for
    :func:`tree`, except that even ``perfect`` is asked node by node.
    """
    left = game.secrets if not turns else candidates(game, turns).indices
    if is_grown(strategy, game):
        return grow.grown(game, strategy, left, [turn.code for turn in turns], progress=progress)
    return _asked(game, strategy, tuple(turns), left, progress)


def is_grown(strategy: Strategy, game: Game) -> TypeGuard[OneStep | First]:
    """Return whether compiled loops grow the strategy's trees."""
    has_kernels = game.counting is not None or game.table is not None
    return has_kernels and isinstance(strategy, OneStep | First)


def _in_threads(game: Game, strategy: Strategy, threads: int, progress: Progress | None) -> Tree:
    """Grow the branches in parallel. If ``progress`` raises, the threads end soon."""
    guess = first_guess(game, strategy)
    turns = first_turns(game, guess)
    found = dict.fromkeys(turns, 0)
    stopped = Event()

    def branch(turn: Turn) -> DecisionNodes:
        def note(done: int, _: int) -> None:
            found[turn] = done
            if stopped.is_set():
                raise TreeError("The work was stopped.")

        return nodes_after(game, strategy, (turn,), note)

    with ThreadPoolExecutor(threads) as pool:
        branches = [pool.submit(branch, turn) for turn in turns]
        left = set(branches)
        try:
            while left:
                _, left = wait(left, REPORT_SECONDS, return_when=FIRST_COMPLETED)
                if progress is not None:
                    done = game.is_secret(guess) + sum(found.values())
                    progress(done, game.secret_count)
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)
    return joined(game, strategy.name, guess, turns, [branch.result() for branch in branches])


def perfect_tree(game: Game, progress: Progress | None = None) -> Tree:
    """Return the tree with the least total, proved. Raises OptimumError if that is impossible."""
    every = game.secret_count

    def report(search: PlanSearch) -> None:
        if progress is not None:
            progress(int(search.fraction * every), every)

    plan = optimum(game, progress=report).plan
    if plan is None:
        raise TreeError(f"There is no plan for every secret of {game.name}.")
    return level_order(game, "perfect", plan)


def level_order(game: Game, strategy: str, nodes: DecisionNodes) -> Tree:
    """Return a tree from nodes in any order, with node 0 as the root."""
    guesses, parents, answers, wins = nodes.guesses, nodes.parents, nodes.answers, nodes.wins
    steps = np.diff(parents.astype(np.int64) * 256 + answers)
    if not (steps > 0).all():
        order, parents = _by_level(nodes)
        guesses, answers, wins = guesses[order], answers[order], wins[order]
    return Tree(frozen(guesses), frozen(parents), frozen(answers), frozen(wins), game, strategy)


def nodes_of(rows: Sequence[Row]) -> DecisionNodes:
    """Return nodes from rows of guess, parent, answer, and whether the guess can be the secret."""
    guesses, parents, answers, wins = np.array(rows, np.int32).T
    return DecisionNodes(guesses, parents, answers, wins.astype(np.bool_))


def _by_level(nodes: DecisionNodes) -> tuple[NDArray[np.int64], Indices]:
    """Return the nodes in the order of a tree, and their parents' indices in that order."""
    parents, answers, depths = nodes.parents, nodes.answers, nodes.depths
    places = np.zeros(len(parents), np.int64)
    levels = [np.zeros(1, np.int64)]
    count = 1
    for depth in range(2, int(depths.max()) + 1):
        level = np.flatnonzero(depths == depth)
        level = level[np.lexsort((answers[level], places[parents[level]]))]
        places[level] = np.arange(count, count + level.size)
        levels.append(level)
        count += level.size
    order = np.concatenate(levels)
    return order, np.append(-1, places[parents[order[1:]]]).astype(np.int32)


def _asked(
    game: Game,
    strategy: Strategy,
    made: tuple[Turn, ...],
    secrets: Indices,
    progress: Progress | None,
) -> DecisionNodes:
    rows: list[Row] = []
    waiting: list[tuple[int, int, tuple[Turn, ...], Indices]] = [(-1, -1, made, secrets)]
    found = 0
    for parent, answer, turns, left in waiting:
        if len(turns) == MOST_GUESSES:
            raise TreeError(
                f"The strategy {strategy.name} has not found every secret after "
                f"{MOST_GUESSES} guesses."
            )
        guess = strategy.choose(game, ListedCandidates(game, left), turns).guess
        index = game.index_of(guess)
        split = game.answers(np.array([index], np.int32), left)[0]
        wins = False
        for number in np.unique(split).tolist():
            if number == game.won:
                wins = True
                continue
            turn = Turn(guess, game.feedbacks[number])
            waiting.append((len(rows), number, (*turns, turn), frozen(left[split == number])))
        rows.append((index, parent, answer, wins))
        found += wins
        if progress is not None:
            progress(found, secrets.size)
    return nodes_of(rows)


# A strategy's whole tree in pieces: the first guess, and a branch for each answer to it.
#
# The branches are independent, so they can be grown anywhere and in any order. Joined, they are the
# same tree as :func:`solver.deduction.trees.tree.tree` grows in one go.


def first_guess(game: Game, strategy: Strategy) -> Code:
    """Return the guess at the root of the strategy's tree.

    Raises TreeError for a game too large for a tree.
    """
    check_size(game)
    if is_grown(strategy, game):
        root = grow.grown(game, strategy, game.secrets, floor=game.secret_count)
        return game.code_at(int(root.guesses[0]))
    return strategy.choose(game, candidates(game, ())).guess


def first_turns(game: Game, guess: Code) -> tuple[Turn, ...]:
    """Return the first guess with each possible answer that doesn't end the game, in order.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("pair")
    >>> [game.format_turn(turn) for turn in first_turns(game, (2, 2))]
    ['22:?', '22:<', '22:>']
    """
    sizes = candidates(game, ()).sizes(guess)
    answers = enumerate(game.feedbacks)
    return tuple(
        Turn(guess, answer) for place, answer in answers if sizes[place] and place != game.won
    )


def joined(
    game: Game, strategy: str, guess: Code, turns: Sequence[Turn], branches: Sequence[DecisionNodes]
) -> Tree:
    """Return the tree of a first guess, its turns, and the branch grown after each of them.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.tree import nodes_after, tree
    >>> game, knuth = game_named("mini"), STRATEGIES["knuth"]
    >>> guess = first_guess(game, knuth)
    >>> turns = first_turns(game, guess)
    >>> branches = [nodes_after(game, knuth, (turn,)) for turn in turns]
    >>> joined(game, "knuth", guess, turns, branches) == tree(game, knuth)
    True
    """
    parts = [nodes_of([(game.index_of(guess), -1, -1, game.is_secret(guess))])]
    count = 1
    for turn, branch in zip(turns, branches, strict=True):
        parents, answers = branch.parents + count, branch.answers.copy()
        parents[0], answers[0] = 0, game.feedbacks.index(turn.feedback)
        parts.append(DecisionNodes(branch.guesses, parents, answers, branch.wins))
        count += len(parents)
    columns = [(part.guesses, part.parents, part.answers, part.wins) for part in parts]
    guesses, above, links, wins = (np.concatenate(column) for column in zip(*columns, strict=True))
    return level_order(game, strategy, DecisionNodes(guesses, above, links, wins))
