"""The numbers of a review: the sum they keep, chances, and fast ways equal to plain ones."""

from fractions import Fraction
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.deduction.explain.review import MISTAKE, chance, review
from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.rules.listed_game import ListedGame
from solver.deduction.rules.mastermind import Rules
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.deduction.strategies.perfect import Perfect, perfect, plays_after, worth
from tests.solver.deduction.explain.review_checks import (
    CLASSIC,
    SMALL,
    best_play,
    line,
    parsed,
    played,
)
from tests.solver.deduction.made_up_games import Untabled


class Wide(ListedGame):
    """More answers than a word of the machine has bits: the distance between two numbers."""

    name = "wide"
    codes_in_order = tuple((number,) for number in range(70))
    feedback_names: Final = {str(away): (away,) for away in range(69, -1, -1)}

    def feedback(self, guess: Code, secret: Code) -> tuple[int, ...]:
        return (abs(guess[0] - secret[0]),)


@given(played())
def test_guesses_are_par_and_mistakes_less_luck(position: tuple[Game, Code, list[Code]]) -> None:
    game, secret, guesses = position
    assume(guesses and guesses[-1] == secret)
    report = review(game, secret, guesses, ())
    assert report.exact
    assert report.par is not None
    assert len(guesses) == report.par + report.total_cost - report.saved


def test_a_hit_outweighs_small_bad_luck() -> None:
    """Four answers left more than the average, but hitting one of ten codes saved more guesses."""
    guesses = parsed(CLASSIC, "1111", "1122", "3344", "3355", "3636")
    report = review(CLASSIC, guesses[-1], guesses)
    assert [turn.luck > 50 for turn in report.turns] == [False, False, False, False, True]
    assert report.saved > 0
    assert report.luck > 50


@given(played([game for game in SMALL if game.code_count <= 27]))
def test_worth_is_that_of_a_plain_search(position: tuple[Game, Code, list[Code]]) -> None:
    game, secret, guesses = position
    for turn in review(game, secret, guesses, ()).turns:
        earlier = [Turn(code, game.feedback(code, secret)) for code in guesses[: turn.number - 1]]
        members = frozenset(candidates(game, earlier))
        play = best_play(game)
        assert turn.worth.least == Fraction(play.least(members), len(members))
        assert turn.worth.mean == Fraction(play.after(turn.guess, members), len(members))


@given(
    played([game_named("mini"), *map(game_for, (Rules(2, 4), Rules(3, 3, secret_repeats=False)))])
)
def test_without_a_table_the_exact_part_is_the_same(
    position: tuple[MastermindGame, Code, list[Code]],
) -> None:
    game, secret, guesses = position
    exact, estimate = (review(g, secret, guesses) for g in (game, Untabled(game.rules)))
    for plain, turn in zip(exact.turns, estimate.turns, strict=True):
        assert (turn.split, turn.after, turn.chance) == (plain.split, plain.after, plain.chance)
        assert 0 <= turn.cost <= 1
        if turn.exact:
            assert (turn.cost, turn.saved) == (plain.cost, plain.saved)
        elif turn.best == turn.guess:
            assert turn.cost == 0


@pytest.mark.parametrize(
    ("turns", "codes", "total"),
    [
        (["111:2,0", "222:1,0"], {"112", "121", "211"}, 6),
        (["112:1,2", "333:0,0"], {"121", "211"}, 3),
        (["111:1,0", "222:1,0"], {"123", "132", "213", "231", "312", "321"}, 15),
    ],
)
def test_few_codes_on_a_large_board(turns: list[str], codes: set[str], total: int) -> None:
    """Any of 112, 121 and 211 leaves the other two alike, so they need 1 + 2 + 3 guesses."""
    game = Untabled(Rules(3, 3))
    history = [game.parse_turn(text) for text in turns]
    options = candidates(game, history)
    assert set(options) == set(parsed(game, *codes))
    play = perfect(game, options, history)
    assert (play and play.total) == best_play(game).least(options) == total


def test_many_answers_are_compared_exactly() -> None:
    """The first number tells all apart: it takes one guess and the others two."""
    report = review(Wide(), (3,), [(35,), (3,)])
    assert report.exact
    assert (report.par, report.turns[0].best) == (Fraction(1 + 2 * 69, 70), (0,))


def test_answers_and_their_chances() -> None:
    """Of ten codes, six, three or none are left, the last by a win."""
    assert [chance((6, 3, 1), feedback, 2) for feedback in range(3)] == [
        Fraction(6, 20),
        Fraction(15, 20),
        Fraction(19, 20),
    ]
    assert chance((4, 4, 0), 0, 2) == chance((0, 5, 0), 1, 2) == Fraction(1, 2)


@pytest.mark.parametrize(("name", "strategy"), [("mini", "perfect"), ("mini", "entropy")])
def test_the_luck_of_games_is_fifty_on_average(name: str, strategy: str) -> None:
    game = game_named(name)
    secrets = [game.code_at(index) for index in game.secrets.tolist()]
    games = [review(game, secret, line(game, strategy, secret), ()) for secret in secrets]
    assert sum(game.luck for game in games) / len(games) == pytest.approx(50, abs=1.5)
    assert all((game.luck > 50) == (game.saved > 0) for game in games if abs(game.saved) > 0.1)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=10).filter(any), st.booleans())
def test_luck_is_fifty_on_average(sizes: list[int], can_win: bool) -> None:
    sizes[-1] = int(can_win)
    assume(any(sizes))
    came = [number for number, size in enumerate(sizes) if size]
    chances = {number: chance(sizes, number, len(sizes) - 1) for number in came}
    assert sum(sizes[n] * chances[n] for n in came) == Fraction(sum(sizes), 2)
    assert all(0 < share < 1 for share in chances.values())


def test_totals_of_a_guess_are_those_of_its_parts() -> None:
    options = candidates(CLASSIC, ())
    plays = plays_after(CLASSIC, options, (), (0, 0, 1, 2))
    assert plays is not None
    assert 1296 + sum(play.total for play in plays.values()) == 5625
    assert plays[CLASSIC.won].total == 0


def test_an_estimate_is_held_against_what_a_hint_advises() -> None:
    game = game_named("super")
    options = candidates(game, ())
    advice = Perfect().choose(game, options).guess
    poor = worth(game, options, Turn((0,) * 5, game.feedbacks[0]), ())
    same = worth(game, options, Turn(advice, game.feedbacks[0]), ())
    assert (poor.exact, poor.best, same.exact, same.best) == (False, advice, False, advice)
    assert poor.cost > MISTAKE
    assert same.cost == 0
