"""A strategy's tree grown: played against every secret of a game.

One-step strategies are grown by compiled loops. At each node these compare every guess on every
candidate, even on boards where :meth:`OneStep.choose` would sample. Guesses that differ in name
only are compared once (see ``rules.symmetry``), which never changes the choice. Every other
strategy is asked node by node. Large trees are grown branch by branch, optionally in threads; the
number of threads doesn't change the tree.

A whole tree can be grown in pieces: the first guess, and a branch for each outcome of it. The
branches are independent, so they can be grown anywhere and in any order. Joined, they are the same
tree as :func:`tree` grows in one go.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event
from typing import Final, TypeGuard

import numpy as np

from solver.deduction.knowledge.candidates import Candidates, candidates
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.optimal import PlanSearch, optimum
from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.rules import kernels
from solver.deduction.rules.game import Code, Game, Indices, Turn, frozen
from solver.deduction.rules.kernels import WON, Ground
from solver.deduction.rules.symmetry import hole_orders
from solver.deduction.strategies.measures import WORST
from solver.deduction.strategies.perfect import Perfect, group_candidates, is_searched
from solver.deduction.strategies.registry import First, OneStep
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.trees.tree import Row, Tree, TreeError, columns_of, level_order, nodes_of

MOST_SECRETS: Final = 100_000
MOST_GUESSES: Final = 99
REPORT_SECONDS: Final = 0.05

Progress = Callable[[int, int], None]

#: A call of the compiled loops uses it up in some 30 ms, so that progress is reported and work can
#: stop soon.
BUDGET: Final = 6_000_000


def grow_nodes(
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
    codes = frozen(np.array(history, np.uint8).reshape(len(history), game.pegs))
    order = secrets.copy()
    # Each guess splits the candidates or finds the last, so there are at most twice as many.
    nodes = np.zeros((2 * secrets.size, kernels.DEPTH + 1), np.int32)
    nodes[0] = (-1, -1, -1, 0, 0, secrets.size, 0)
    counters = np.array([0, 1, 0], np.int64)
    while counters[0] < counters[1]:
        kernels.grow(ground, codes, floor, BUDGET, order, nodes, counters)
        if progress is not None:
            progress(int(counters[2]), secrets.size)
    return nodes_of(nodes[: counters[1], : WON + 1])


def _ground(game: Game, strategy: OneStep | First) -> Ground:
    if isinstance(strategy, First):
        strategy = OneStep(strategy.name, WORST, strategy.words, kernels.FIRST_CANDIDATE)
    none = frozen(np.empty((0, 0), np.uint8))
    no_words = np.empty((2, 0), np.uint64)
    board = game.counting
    return Ground(
        codes=game.codes,
        table=none if board or game.table is None else game.table,
        words=frozen(kernels.bit_words(game.codes, game.choices) if board else no_words),
        numbers=board.feedback_numbers if board else none,
        orders=hole_orders(game.pegs) if game.is_symmetric else none,
        weights=strategy.measure.weigh(game.secret_count),
        by_largest=strategy.measure.by_largest,
        reach=strategy.reach,
        colours=game.choices,
        feedback_count=len(game.feedbacks),
        won=game.won,
    )


def tree(
    game: Game, strategy: Strategy, *, threads: int = 1, progress: Progress | None = None
) -> Tree:
    """Play the strategy against every secret.

    ``progress`` is called every 50 ms or so, in the caller's thread, with the number of secrets
    done and of all; an exception from it ends the work. Raises TreeError above 100,000 secrets
    and for a strategy that hasn't found a secret after 99 guesses.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> tree(game_named("classic"), STRATEGIES["entropy"]).histogram
    (1, 4, 71, 612, 596, 12)
    """
    check_size(game)
    if is_searched(strategy, game):
        return perfect_tree(game, strategy, progress)
    if threads > 1 and is_grown(strategy, game):
        return _in_threads(game, strategy, threads, progress)
    return level_order(game, strategy.name, nodes_after(game, strategy, (), progress))


def check_size(game: Game) -> None:
    if game.secret_count > MOST_SECRETS:
        raise TreeError(
            f"The game {game.name} has {game.secret_count:,} secrets; whole trees are for up to "
            f"{MOST_SECRETS:,}."
        )


def nodes_after(
    game: Game, strategy: Strategy, turns: Sequence[Turn], progress: Progress | None = None
) -> DecisionNodes:
    """Continue the strategy against every secret that fits the turns; its nodes in any order.

    The strategy must have made the guesses of the turns. ``progress`` and errors are as for
    :func:`tree`, except that even ``perfect`` is asked node by node.
    """
    secrets = game.secrets if not turns else candidates(game, turns).indices
    if is_grown(strategy, game):
        return grow_nodes(game, strategy, secrets, [turn.code for turn in turns], progress=progress)
    return _ask_node_by_node(game, strategy, tuple(turns), secrets, progress)


def is_grown(strategy: Strategy, game: Game) -> TypeGuard[OneStep | First]:
    """Return whether compiled loops grow the strategy's trees."""
    has_kernels = game.counting is not None or game.table is not None
    return has_kernels and isinstance(strategy, OneStep | First)


def _in_threads(game: Game, strategy: Strategy, threads: int, progress: Progress | None) -> Tree:
    """Grow the branches in parallel. If ``progress`` raises, the threads end soon."""
    guess = first_guess(game, strategy)
    turns = first_turns(game, guess)
    found_counts = dict.fromkeys(turns, 0)
    stop = Event()

    def branch(turn: Turn) -> DecisionNodes:
        def note(count: int, _: int) -> None:
            found_counts[turn] = count
            if stop.is_set():
                raise TreeError("The work was stopped.")

        return nodes_after(game, strategy, (turn,), note)

    with ThreadPoolExecutor(threads) as pool:
        branches = [pool.submit(branch, turn) for turn in turns]
        jobs = set(branches)
        try:
            while jobs:
                _, jobs = wait(jobs, REPORT_SECONDS, return_when=FIRST_COMPLETED)
                if progress is not None:
                    total = game.is_secret(guess) + sum(found_counts.values())
                    progress(total, game.secret_count)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
    return join_branches(
        game, strategy.name, guess, turns, [branch.result() for branch in branches]
    )


def perfect_tree(game: Game, strategy: Perfect, progress: Progress | None = None) -> Tree:
    """Return the tree with the least total, proved. Raises OptimumError if that is impossible."""
    total = game.secret_count

    def report(search: PlanSearch) -> None:
        if progress is not None:
            progress(int(search.fraction * total), total)

    is_strict = strategy.rule is GuessRule.STRICT
    plan = optimum(game, progress=report, ordered=True, strict=is_strict).plan
    if plan is None:
        raise TreeError(f"There is no plan for every secret of {game.name}.")
    return level_order(game, strategy.name, plan)


def _ask_node_by_node(
    game: Game,
    strategy: Strategy,
    history: tuple[Turn, ...],
    secrets: Indices,
    progress: Progress | None,
) -> DecisionNodes:
    rows: list[Row] = []
    codes = Candidates(game, secrets)
    waiting: list[tuple[int, int, tuple[Turn, ...], Candidates]] = [(-1, -1, history, codes)]
    found_count = 0
    for parent, feedback, turns, codes in waiting:
        if len(turns) == MOST_GUESSES:
            raise TreeError(
                f"The strategy {strategy.name} has not found every secret after "
                f"{MOST_GUESSES} guesses."
            )
        guess = strategy.choose(game, codes, turns).guess
        groups = group_candidates(game, codes, guess)
        wins = groups.pop(game.won, None) is not None
        for number, group in groups.items():
            turn = Turn(guess, game.feedbacks[number])
            waiting.append((len(rows), number, (*turns, turn), group))
        rows.append((game.index_of(guess), parent, feedback, wins))
        found_count += wins
        if progress is not None:
            progress(found_count, secrets.size)
    return nodes_of(rows)


def first_guess(game: Game, strategy: Strategy) -> Code:
    """Return the guess at the root of the strategy's tree.

    Raises TreeError for a game too large for a tree.
    """
    check_size(game)
    if is_grown(strategy, game):
        root = grow_nodes(game, strategy, game.secrets, floor=game.secret_count)
        return game.code_at(int(root.guesses[0]))
    return strategy.choose(game, candidates(game, ())).guess


def first_turns(game: Game, guess: Code) -> tuple[Turn, ...]:
    """Return the first guess with each outcome that doesn't end the game, in order.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("pair")
    >>> [game.format_turn(turn) for turn in first_turns(game, (2, 2))]
    ['22:?', '22:<', '22:>']
    """
    sizes = candidates(game, ()).sizes(guess)
    feedbacks = enumerate(game.feedbacks)
    return tuple(
        Turn(guess, feedback) for place, feedback in feedbacks if sizes[place] and place != game.won
    )


def join_branches(
    game: Game, strategy: str, guess: Code, turns: Sequence[Turn], branches: Sequence[DecisionNodes]
) -> Tree:
    """Return the tree of a first guess, its turns, and the branch grown after each of them."""
    pieces = [nodes_of([(game.index_of(guess), -1, -1, game.is_secret(guess))])]
    count = 1
    for turn, branch in zip(turns, branches, strict=True):
        parents, feedbacks = branch.parents + count, branch.feedbacks.copy()
        parents[0], feedbacks[0] = 0, game.feedbacks.index(turn.feedback)
        pieces.append(DecisionNodes(branch.guesses, parents, feedbacks, branch.wins))
        count += len(parents)
    columns = zip(*map(columns_of, pieces), strict=True)
    return level_order(game, strategy, DecisionNodes(*map(np.concatenate, columns)))
