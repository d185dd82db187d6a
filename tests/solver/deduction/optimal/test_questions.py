"""Exact play: known optima, and a plain exhaustive search beside the fast one."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import game_for, game_named
from solver.deduction.optimal import LeastWorst, WorstSearch, optimum
from solver.deduction.rules.game import Code, Game, Indices
from solver.deduction.rules.listed_game import ListedGame
from solver.deduction.rules.mastermind import Rules
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.deduction.rules.words import FirstWordGame
from tests.plain.codes import BestPlay
from tests.solver.deduction.made_up_games import Untabled
from tests.solver.deduction.optimal.optimal_checks import check_plan

SMALL = [
    game_for(rules)
    for rules in (
        *(Rules(1, 4), Rules(2, 3), Rules(2, 4), Rules(3, 2), Rules(3, 3)),
        *(Rules(2, 4, repeats=False), Rules(3, 3, secret_repeats=False), Rules(2, 2, blanks=True)),
    )
]


def least_worst(game: Game, candidates: Indices | None = None) -> LeastWorst:
    search = WorstSearch(game, candidates)
    assert search.run()
    return search.result()


class AnyFeedback(ListedGame):
    """A game whose answers follow no rule but that only the secret itself wins."""

    name = "any answers"

    def __init__(self, rows: list[list[int]], feedbacks: int) -> None:
        self._rows = rows
        self.codes_in_order = tuple((number,) for number in range(len(rows)))
        self.feedback_names = {str(a): (a,) for a in (*range(feedbacks), 99)}

    def feedback(self, guess: Code, secret: Code) -> tuple[int, ...]:
        return (99,) if guess == secret else (self._rows[guess[0]][secret[0]],)


@st.composite
def any_games(draw: st.DrawFn) -> Game:
    """Draw a game of up to nine codes with one to five answers beside the winning one."""
    size, feedbacks = draw(st.integers(1, 9)), draw(st.integers(1, 5))
    row = st.lists(st.integers(0, feedbacks - 1), min_size=size, max_size=size)
    return AnyFeedback(draw(st.lists(row, min_size=size, max_size=size)), feedbacks)


@st.composite
def positions(draw: st.DrawFn, games: st.SearchStrategy[Game]) -> tuple[Game, Indices]:
    game = draw(games)
    secrets = game.secrets.tolist()
    chosen = draw(st.sets(st.sampled_from(secrets), min_size=1, max_size=12))
    return game, np.array(sorted(chosen), np.int32)


SMALL_GAMES = st.sampled_from(SMALL) | any_games()


def plain_optimum(game: Game, candidates: Indices, limit: int | None = None) -> float:
    """Try every guess for every set: the definition, and nothing else."""
    assert game.table is not None
    table = game.table.tolist()
    play = BestPlay(range(len(table)), lambda guess, code: table[guess][code])
    return play.least(candidates.tolist(), limit)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("game", "limit", "total", "deepest"),
    [
        (game_named("classic"), None, 5625, 6),
        (game_named("classic"), 6, 5625, 6),
        (game_named("classic"), 5, 5626, 5),
        (game_named("3x6"), None, 854, None),
        (game_named("3x7"), None, 1474, None),
        (game_named("3x8"), None, 2359, None),
        (game_named("3x9"), None, 3596, None),
        (game_named("3x10"), None, 5242, None),
        (game_named("4x5"), None, 2463, None),
        (game_named("4x7"), None, 11228, None),
        (game_named("5x4"), None, 3954, None),
        (game_named("5x5"), None, 13496, None),
        (game_named("bulls9"), None, 14914, None),
        (game_for(Rules(4, 6, repeats=False)), None, 1446, None),
        (game_for(Rules(4, 7, repeats=False)), None, 3639, None),
        (game_for(Rules(4, 8, repeats=False)), None, 7817, None),
        (game_named("mini"), None, 206, None),
        (game_named("pair"), None, 83, None),
        (game_named("distinct"), None, 1435, None),
        (game_named("words"), None, 1381, 5),
        (game_named("words"), 4, 1381, 4),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_known_optima(game: Game, limit: int | None, total: int, deepest: int | None) -> None:
    result = optimum(game, max_guesses=limit)
    assert (result.proved, result.total, result.bound) == (True, total, total)
    assert result.plan is not None
    assert result.max == result.plan.max
    if deepest is not None:
        assert result.max == deepest
    check_plan(game, result.plan, game.secrets)


@pytest.mark.parametrize(
    ("name", "guesses"), [("classic", 5), ("distinct", 5), ("pair", 4), ("words", 4)]
)
def test_known_least_worst_cases(name: str, guesses: int) -> None:
    game = game_named(name)
    result = least_worst(game)
    assert (result.bound, result.max, result.proved) == (guesses, guesses, True)
    check_plan(game, result.plan, game.secrets)


@pytest.mark.parametrize("name", ["classic", "distinct"])
def test_fewer_guesses_than_enough_are_impossible(name: str) -> None:
    result = optimum(game_named(name), max_guesses=4)
    assert result.proved
    assert (result.total, result.max, result.first, result.mean, result.bound) == (None,) * 5


@given(positions(SMALL_GAMES | st.just(game_named("words"))), st.none() | st.integers(1, 6))
def test_the_optimum_is_the_plain_one(position: tuple[Game, Indices], limit: int | None) -> None:
    """Of the 238 answers of Words few occur among the words that are left."""
    game, candidates = position
    result = optimum(game, candidates, limit, ordered=not limit)
    plain = plain_optimum(game, candidates, limit)
    assert result.proved
    assert result.total == (None if plain == inf else plain)
    assert (result.plan is None) == (plain == inf)
    if result.plan is not None:
        assert result.plan.max <= (limit or result.plan.max)
        check_plan(game, result.plan, candidates)


@given(positions(SMALL_GAMES))
def test_the_least_worst_case_is_the_first_limit_with_a_plan(
    position: tuple[Game, Indices],
) -> None:
    game, candidates = position
    result = least_worst(game, candidates)
    assert result.proved
    assert plain_optimum(game, candidates, result.max) < inf
    if result.max != 1:
        assert plain_optimum(game, candidates, result.max - 1) == inf
    check_plan(game, result.plan, candidates)


@given(positions(st.sampled_from([game_named(name) for name in ("2x4", "3x4", "2x5b", "3x4s")])))
def test_without_a_table_it_is_the_same(position: tuple[Game, Indices]) -> None:
    """Guesses with a colour that no candidate has are tried with one such colour only."""
    game, candidates = position
    assert isinstance(game, MastermindGame)
    if len(candidates) < game.secret_count:
        result = optimum(Untabled(game.rules), candidates, ordered=True)
        assert result.total == plain_optimum(game, candidates)
        assert result.plan is not None
        check_plan(game, result.plan, candidates)


class SomeWords(FirstWordGame):
    """Words of which only some can be the secret."""

    name = "some words"

    def __init__(self, secrets: Indices) -> None:
        self.secrets = secrets


@pytest.mark.parametrize("size", [30, 60, 150, 300])
def test_a_position_is_as_a_game_of_its_own(size: int) -> None:
    """Answers numbered by position, and all 238 of the game: the totals are the same."""
    sample = np.random.default_rng(size).choice(478, size, replace=False)
    chosen = np.sort(sample).astype(np.int32)
    result, twin = optimum(game_named("words"), chosen), optimum(SomeWords(chosen))
    assert result.proved
    assert result.total == twin.total


def test_the_parts_of_perfect_play_are_perfect() -> None:
    """A certificate in docs/results proves the whole; each part takes as much by itself."""
    game = game_named("words")
    plan = optimum(game).plan
    assert plan is not None
    feedbacks = game.feedback_table(plan.guesses[:1], game.secrets)[0]
    top = np.arange(len(plan.parents))
    while (lower := plan.parents[top] > 0).any():
        top = np.where(lower, plan.parents[top], top)
    for node in np.flatnonzero(plan.parents == 0).tolist():
        part = game.secrets[feedbacks == plan.feedbacks[node]]
        depths = plan.depths[plan.wins & (top == node)]
        assert len(depths) == len(part)
        assert optimum(game, part).total == int((depths - 1).sum())


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_whole_small_games(game: Game) -> None:
    """From the start, where guesses of one kind are tried once."""
    assert optimum(game).total == plain_optimum(game, game.secrets)


def test_a_game_that_yields_one_code_a_guess() -> None:
    """Each guess wins or tells nothing: the search goes as deep as there are codes."""
    game = AnyFeedback([[0] * 30] * 30, 1)
    result = optimum(game)
    assert result.proved
    assert (result.total, result.max) == (30 * 31 // 2, 30)
    assert least_worst(game).max == 30
    result = optimum(game, max_guesses=29)
    assert (result.proved, result.plan) == (True, None)
