"""Simulations: by seed alone, the same with and without memory, and near exact means."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import sqrt
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import game_named
from solver.deduction.strategies.registry import STRATEGIES, Random
from solver.deduction.trees import simulate as module
from solver.deduction.trees.simulate import Lengths, lengths, lengths_of, line

CLASSIC = game_named("classic")
FIRST = STRATEGIES["first"]


def test_every_secret_of_the_classic_game() -> None:
    """The first consistent code needs 7471 guesses for all 1296 secrets, 9 at most."""
    guesses: module.Guesses = {}
    needed = [len(line(CLASSIC, FIRST, CLASSIC.code_at(code), guesses)) for code in range(1296)]
    sample = lengths_of(needed)
    assert sample.histogram == (1, 4, 25, 108, 305, 602, 196, 49, 6)
    assert (sample.count, sample.total, sample.max) == (1296, 7471, 9)
    assert float(sample.mean) == pytest.approx(5.7647, abs=5e-5)


@pytest.mark.parametrize(
    ("game", "name", "total"),
    [("classic", "first", 7471), ("classic", "entropy", 5722), ("pair", "perfect", 83)],
)
def test_means_are_near_the_exact_ones(game: str, name: str, total: int) -> None:
    board = game_named(game)
    sample = lengths_of(lengths(board, STRATEGIES[name], 600, seed=7))
    assert sample.count == 600
    assert sample.error is not None
    assert abs(float(sample.mean) - total / board.secret_count) < 4 * sample.error


@pytest.mark.parametrize("strategy", [FIRST, Random()])
def test_a_game_depends_on_the_seed_and_its_number_alone(strategy: module.Strategy) -> None:
    game = game_named("mini")
    sample = list(lengths(game, strategy, 30, seed=3))
    assert list(lengths(game, strategy, 12, seed=3)) == sample[:12]
    assert list(islice(lengths(game, strategy, 10**9, seed=3), 12)) == sample[:12]
    assert list(lengths(game, strategy, 30, seed=4)) != sample


@pytest.mark.parametrize("limit", [0, 5])
def test_memory_changes_nothing(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    guess_counts = list(lengths(CLASSIC, STRATEGIES["knuth"], 40, seed=1))
    monkeypatch.setattr(module, "MOST_REMEMBERED", limit)
    assert list(lengths(CLASSIC, STRATEGIES["knuth"], 40, seed=1)) == guess_counts


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 2)
    guesses: module.Guesses = {}
    for code in (5, 700, 1100):
        line(CLASSIC, FIRST, CLASSIC.code_at(code), guesses)
    assert len(guesses) == 2


def test_strategies_that_draw_draw_again_in_each_game() -> None:
    """Their first guess is a different one in most games, so a lucky first guess is as likely."""
    game = game_named("mini")
    sample = lengths_of(lengths(game, Random(), 640, seed=2))
    assert 2 <= sample.histogram[0] <= 25
    secret = game.code_at(17)
    firsts = {line(game, replace(Random(), seed=seed), secret, {})[0] for seed in range(20)}
    assert len(firsts) > 10


@given(st.lists(st.integers(1, 20), min_size=2))
def test_figures_are_those_of_the_lengths(scores: list[int]) -> None:
    sample = lengths_of(scores)
    counts = Counter(scores)
    assert sample.histogram == tuple(counts[i] for i in range(1, max(scores) + 1))
    assert (sample.count, sample.total, sample.max) == (len(scores), sum(scores), max(scores))
    assert sample.mean == Fraction(sum(scores), len(scores))
    assert sample.error == pytest.approx(stdev(scores) / sqrt(len(scores)))


def test_few_games() -> None:
    assert Lengths((0, 0, 0, 1)).error is None
    assert (lengths_of([]).mean, lengths_of([]).max) == (0, 0)
