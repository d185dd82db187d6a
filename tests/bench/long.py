"""Figures that take minutes: exact optima of larger games, and the means of sampled play."""

from collections.abc import Iterator

from solver.deduction.games import game_named
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.simulate import lengths, lengths_of, walk
from tests.bench.deduction import in_a_new_process
from tests.bench.measure import Figure

# The first two have goals: C++ programs take 85 s and 20 s. For 4x9 the best total published was
# 34,853, and for 4x8 that 20,471 is the least was open.
OPTIMA = (
    ("bulls10", 26274, 120),
    ("4x7", 11228, 30),
    ("bulls9", 14914, None),
    ("4x8", 20471, None),
    ("4x9", 34666, None),
)
# Board, the mean of the best C++ player with its sample, games for an error of about 0.02.
SAMPLED = (("5x8", 5.50, 4000), ("6x9", 6.32, 3000))


def long_figures() -> Iterator[Figure]:
    yield from sampled_figures()
    yield from tree_figures()
    yield from optimum_figures()


def tree_figures() -> Iterator[Figure]:
    """Yield the total of a whole large tree; 179,259 was the least known."""
    game = game_named("super")
    grown = tree(game, STRATEGIES["sampled"])
    assert walk(game, grown) == grown.histogram
    yield Figure("Whole (5,8) tree, sampled: total", float(grown.total), "guesses", 179_259)


def optimum_figures() -> Iterator[Figure]:
    """Yield what exact play takes, one core, each in a new process."""
    for game, total, goal in OPTIMA:
        ms, answer = in_a_new_process(game, "optimum(game).total")
        assert answer == total
        yield Figure(f"Exact optimum of {game}: {total:,}, proved", ms / 1000, "s", goal)


def sampled_figures() -> Iterator[Figure]:
    """Yield the mean number of guesses on large boards."""
    for board, goal, games in SAMPLED:
        sample = lengths_of(lengths(game_named(board), STRATEGIES["sampled"], games, seed=1))
        title = f"Sampled play on {board}, {games} games (± {sample.error:.3f})"
        yield Figure(title, float(sample.mean), "guesses", goal)
