"""Whole trees: known figures, what a tree tells, and large trees in branches and threads."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import Candidates, Split
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice
from solver.deduction.trees import grow
from solver.deduction.trees.grow import MOST_GUESSES, tree
from solver.deduction.trees.simulate import walk
from solver.deduction.trees.tree import TreeError
from tests.solver.deduction.trees.tree_checks import CLASSIC, classic, every_small_game

# Known figures.


@pytest.mark.parametrize(
    ("name", "first", "histogram", "total"),
    [
        ("first", "1111", (1, 4, 25, 108, 305, 602, 196, 49, 6), 7471),
        ("minimax-candidates", "1122", (1, 12, 99, 468, 662, 54), 5828),
        ("knuth", "1122", (1, 6, 62, 533, 694), 5801),
        ("expected", "1123", (1, 10, 54, 645, 583, 3), 5696),
        ("entropy", "1234", (1, 4, 71, 612, 596, 12), 5722),
        ("parts", "1123", (1, 12, 72, 635, 569, 7), 5668),
    ],
)
def test_classic_trees(name: str, first: str, histogram: tuple[int, ...], total: int) -> None:
    result = classic(name)
    assert CLASSIC.format_code(result.first) == first
    assert result.histogram == walk(CLASSIC, result) == histogram
    assert result.total == total
    assert result.mean == Fraction(total, 1296)
    assert result.max == len(result.worst_line) == len(histogram)


@pytest.mark.parametrize(
    ("game", "name", "histogram", "total"),
    [
        ("distinct", "entropy", (0, 7, 55, 229, 69), 1440),
        ("pair", "entropy", (1, 3, 9, 11, 1), 83),
        ("bulls9", "first", (1, 13, 103, 525, 1234, 918, 224, 6), 15730),
    ],
)
def test_trees_of_other_games(game: str, name: str, histogram: tuple[int, ...], total: int) -> None:
    result = tree(game_named(game), STRATEGIES[name])
    assert result.histogram == walk(game_named(game), result) == histogram
    assert result.total == total


def test_the_entropy_tree_of_five_pegs_and_eight_colours() -> None:
    """A C++ program reaches 179,797: ties fall otherwise there."""
    game = game_named("super")
    result = tree(game, STRATEGIES["entropy"], threads=2)
    assert result.histogram == (1, 9, 113, 1575, 14136, 16014, 919, 1)
    assert result.total == 179_863
    assert walk(game, result) == result.histogram


# What a tree tells.


@every_small_game
@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_finds_every_secret(game: Game, name: str) -> None:
    result = tree(game, STRATEGIES[name])
    assert walk(game, result) == result.histogram
    assert sum(result.histogram) == game.secret_count
    assert result == tree(game, STRATEGIES[name])


def test_lines() -> None:
    game = game_named("pair")
    result = tree(game, STRATEGIES["entropy"])
    lines = dict(result)
    assert list(lines) == [game.code_at(int(index)) for index in game.secrets]
    for secret, line in lines.items():
        assert line[0] == result.first
        assert line[-1] == secret
    assert sum(map(len, lines.values())) == result.total
    worst = [secret for secret, line in lines.items() if len(line) == result.max]
    assert result.worst_line == lines[worst[0]]


def test_nodes_stand_level_by_level() -> None:
    result = classic("knuth")
    assert len(result) == len(result.parents) == 1378
    assert (np.diff(result.depths) >= 0).all()
    assert (np.diff(result.parents) >= 0).all()
    assert not any(array.flags.writeable for array in (result.guesses, result.wins, result.depths))
    assert result != classic("entropy")
    assert result != "1122"


# Large trees: branches, threads, progress, and what is refused.


@pytest.fixture
def small_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut calls into small pieces, which only large trees need otherwise."""
    monkeypatch.setattr(grow, "BUDGET", 1000)


@pytest.mark.usefixtures("small_branches")
@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("name", ["first", "knuth"])
def test_threads_and_branches_change_nothing(name: str, threads: int) -> None:
    reports: list[tuple[int, int]] = []
    result = tree(
        CLASSIC,
        STRATEGIES[name],
        threads=threads,
        progress=lambda count, total: reports.append((count, total)),
    )
    assert result == classic(name)
    assert reports == sorted(reports)
    assert reports[-1] == (1296, 1296)
    if threads <= 1:
        assert len(reports) > 20


class EnoughError(Exception):
    pass


def tell_enough(count: int, total: int) -> None:
    if count > total // 4:
        raise EnoughError


@pytest.mark.usefixtures("small_branches")
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_may_end_the_work(threads: int) -> None:
    with pytest.raises(EnoughError):
        tree(CLASSIC, STRATEGIES["knuth"], threads=threads, progress=tell_enough)


def test_progress_of_random_play() -> None:
    counts: list[int] = []
    tree(game_named("pair"), STRATEGIES["random"], progress=lambda count, _: counts.append(count))
    assert counts == sorted(counts)
    assert counts[-1] == 25
    with pytest.raises(EnoughError):
        tree(game_named("pair"), STRATEGIES["random"], progress=tell_enough)


@pytest.mark.parametrize(
    ("game", "words"), [("6x7", "117,649 secrets"), ("6x9", "531,441 secrets")]
)
def test_a_tree_too_large_is_refused(game: str, words: str) -> None:
    with pytest.raises(TreeError, match=words):
        tree(game_named(game), STRATEGIES["first"])


@dataclass(frozen=True)
class Stubborn:
    """Guesses the same code for ever."""

    name: str = "stubborn"

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        return Choice(
            guess=(0, 0),
            can_be_code=False,
            split=Split((codes.count,)),
            weighed_guesses=0,
            weighed_codes=0,
            exact=True,
            strategy=self.name,
        )


def test_a_strategy_without_end_is_refused() -> None:
    with pytest.raises(TreeError, match=f"stubborn has not found .* {MOST_GUESSES} guesses"):
        tree(game_named("pair"), Stubborn())
