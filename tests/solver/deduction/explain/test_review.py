"""Reviews: games worked out by hand, what each review keeps, and what cannot be reviewed."""

from fractions import Fraction

import pytest
from hypothesis import given

from solver.deduction.explain.review import MISTAKE, review
from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge.candidates import candidates, contradicted
from solver.deduction.matches import MatchError
from solver.deduction.rules.game import Code, CodeError, Game, Turn
from solver.deduction.rules.mastermind import Rules
from solver.deduction.text.review import review_words, turn_words
from tests.sampling import drawn_by
from tests.solver.deduction.explain.review_checks import (
    CLASSIC,
    DISTINCT,
    PAIR,
    line,
    parsed,
    played,
)

ONE_PEG = game_for(Rules(1, 4))


def test_one_peg_by_hand() -> None:
    """Four codes, and each guess wins or tells nothing: 4 + 3 + 2 + 1 guesses for all of them."""
    report = review(ONE_PEG, (2,), [(0,), (0,), (1,), (2,)])
    half = Fraction(1, 2)
    assert [(turn.number, turn.before, turn.after) for turn in report.turns] == [
        (1, 4, 3),
        (2, 3, 3),
        (3, 3, 2),
        (4, 2, 1),
    ]
    assert [turn.cost for turn in report.turns] == [0, 1, 0, 0]
    assert [turn.saved for turn in report.turns] == [-half, 0, -half, half]
    assert [turn.skill for turn in report.turns] == [100, 6, 100, 100]
    assert [turn.chance for turn in report.turns] == [
        Fraction(3, 8),
        half,
        Fraction(1, 3),
        Fraction(3, 4),
    ]
    assert [turn.contradicts for turn in report.turns] == [(), (1,), (), ()]
    assert [turn.can_be_code for turn in report.turns] == [True, False, True, True]
    assert [turn.best for turn in report.turns] == [(0,), (1,), (1,), (2,)]
    assert (report.par, report.total_cost, report.saved) == (Fraction(5, 2), 1, -half)
    assert [turn.worth.variance for turn in report.turns] == [3 * half**2, 0, half, half**2]
    # -0.5 / 1.225 = -0.408 standard deviations, which 34 in 100 are below
    assert (report.skill, report.luck, report.first_mistake, report.exact) == (50, 34, 2, True)


def test_a_win_by_luck() -> None:
    report = review(ONE_PEG, (2,), [(2,)])
    (turn,) = report.turns
    assert (turn.before, turn.after, turn.bits) == (4, 1, 2.0)
    assert (turn.skill, turn.luck, report.skill) == (100, 88, 100)
    assert report.luck == 96  # 1.5 guesses saved, of a standard deviation of 0.866
    assert report.first_mistake is None
    everywhere = review(CLASSIC, (0, 0, 1, 2), [(0, 0, 1, 2)])
    assert (everywhere.skill, everywhere.luck) == (100, 100)


def test_one_candidate_left() -> None:
    """Playing it is no feat and no luck; not playing it wastes a row."""
    game = game_for(Rules(1, 2))
    report = review(game, (1,), [(0,), (1,)])
    assert report.turns[1].split.expected_size == 1
    assert not report.turns[1].had_choice
    assert (report.turns[1].skill, report.turns[1].luck, report.luck) == (100, 50, 16)
    turn = review(game, (1,), [(0,), (0,)]).turns[1]
    assert (turn.before, turn.after, turn.cost, turn.best) == (1, 1, 1, (1,))
    assert (turn.had_choice, turn.skill, turn.luck, turn.is_mistake) == (True, 6, 50, True)


@pytest.mark.parametrize(
    ("guess", "total", "is_mistake"),
    [
        ("1111", 6318, True),
        ("1112", 5791, True),
        ("1122", 5702, False),
        ("1123", 5625, False),
        ("1234", 5673, False),
    ],
)
def test_first_guesses_of_the_classic_game(guess: str, total: int, is_mistake: bool) -> None:
    (turn,) = review(CLASSIC, (5, 5, 5, 5), parsed(CLASSIC, guess)).turns
    assert turn.worth.mean == Fraction(total, 1296)
    assert turn.worth.least == Fraction(5625, 1296)
    assert turn.cost == Fraction(total - 5625, 1296)
    assert (turn.exact, turn.is_mistake) == (True, is_mistake)
    assert (turn.best == turn.guess) == (turn.cost == 0)


def test_whether_a_guess_is_a_mistake_depends_on_its_cost_alone() -> None:
    """Both second guesses cost less than a tenth; the first contradicts 1123."""
    oversight = review(CLASSIC, (0, 5, 2, 1), parsed(CLASSIC, "1123", "1425"))
    careful = review(CLASSIC, (0, 2, 2, 2), parsed(CLASSIC, "1123", "6125"))
    assert [report.turns[1].can_be_code for report in (oversight, careful)] == [False, True]
    for report in (oversight, careful):
        assert Fraction(1, 50) < report.turns[1].cost < MISTAKE
        assert report.first_mistake is None
    random, code_count = drawn_by("mistakes"), CLASSIC.code_count
    for _ in range(20):
        codes = [CLASSIC.code_at(random.randrange(code_count)) for _ in range(4)]
        report = review(CLASSIC, codes[0], [code for code in codes[1:] if code != codes[0]], ())
        costs = [turn.cost for turn in report.turns[: report.first_mistake or len(report.turns)]]
        assert report.first_mistake is None or costs[-1] == max(costs)


@pytest.mark.parametrize(
    "game", [CLASSIC, game_named("mini"), PAIR, DISTINCT], ids=lambda g: g.name
)
def test_perfect_play_has_full_skill(game: Game) -> None:
    for index in game.secrets[:: max(1, game.secret_count // 12)]:
        secret = game.code_at(int(index))
        guesses = line(game, "perfect", secret)
        report = review(game, secret, guesses)
        assert [turn.cost for turn in report.turns] == [0] * len(guesses)
        assert (report.skill, report.first_mistake, report.exact) == (100, None, True)


@given(played())
def test_what_every_review_keeps(position: tuple[Game, Code, list[Code]]) -> None:
    game, secret, guesses = position
    report = review(game, secret, guesses, ("entropy", "first"))
    turns = tuple(Turn(code, game.feedback(code, secret)) for code in guesses)
    assert [Turn(turn.guess, turn.feedback) for turn in report.turns] == list(turns)
    assert 0 <= report.skill <= 100
    assert 0 <= report.luck <= 100
    for turn, row in zip(report.turns, turns, strict=True):
        earlier = turns[: turn.number - 1]
        assert turn.before == candidates(game, earlier).count
        assert turn.after == candidates(game, (*earlier, row)).count
        assert turn.contradicts == tuple(i + 1 for i in contradicted(game, row.code, earlier))
        assert turn.can_be_code == (row.code in set(candidates(game, earlier)))
        assert 0 <= turn.cost <= 1
        assert (turn.cost == 0) == (turn.best == turn.guess)
        assert 0 <= turn.skill <= 100
        assert 0 <= turn.luck <= 100
        assert [choice.strategy for choice in turn.choices] == ["entropy", "first"]
        assert turn_words(game, turn)
    mistakes = [turn.number for turn in report.turns if turn.is_mistake]
    assert report.first_mistake == (mistakes[0] if mistakes else None)
    assert review_words(report)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["grand", "8x5", "6of0-9", "bulls10", "super"])
def test_large_boards(name: str) -> None:
    game = game_named(name)
    secret = game.code_at(game.code_count // 2 + 5)
    guesses = line(game, "entropy", secret)
    report = review(game, secret, [guesses[0], *guesses], ("entropy", "parts"))
    assert [turn.before for turn in report.turns[1:]] == [turn.after for turn in report.turns[:-1]]
    assert report.turns[0].before == game.secret_count
    assert (report.turns[1].luck, report.turns[1].after) == (50, report.turns[1].before)
    assert report.turns[1].cost > MISTAKE
    assert report.first_mistake == 2
    assert not report.turns[0].exact
    assert report.turns[-1].exact
    assert all(0 <= turn.cost <= 1 for turn in report.turns)
    assert any("estimate" in words for words in turn_words(game, report.turns[1]))
    assert "about" in " ".join(review_words(report))


def test_bulls_and_cows_and_the_number_pair() -> None:
    bulls = game_named("bulls9")
    report = review(bulls, bulls.parse_code("1234"), parsed(bulls, "5678", "1243", "1234"))
    assert [turn.feedback for turn in report.turns] == [(0, 0), (2, 2), (4, 0)]
    assert report.turns[0].before == 3024
    pairs = review(PAIR, (1, 3), [(2, 2), (1, 3)])
    assert pairs.exact
    assert pairs.par == Fraction(83, 25)
    assert "(" not in " ".join(turn_words(PAIR, pairs.turns[0]))


@pytest.mark.parametrize(
    ("game", "secret", "guesses", "error", "words"),
    [
        (CLASSIC, (0, 0, 0), [], CodeError, "4 pegs"),
        (DISTINCT, (0, 0, 1, 2), [], CodeError, "1123 can’t be the secret"),
        (CLASSIC, (0, 0, 0, 0), [(0, 0, 0, 6)], CodeError, "colours run from 1 to 6"),
        (PAIR, (1, 3), [(1, 5)], CodeError, "no code of this game"),
        (CLASSIC, (0, 0, 0, 0), [(0, 0, 0, 0), (0, 0, 0, 1)], MatchError, "is over"),
        (CLASSIC, (0, 0, 0, 0), [(1, 1, 1, 1)] * 11, MatchError, "is over"),
    ],
)
def test_what_cannot_be_reviewed(
    game: Game, secret: Code, guesses: list[Code], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        review(game, secret, guesses)


def test_an_unknown_strategy_is_named() -> None:
    with pytest.raises(ValueError, match="“luck”"):
        review(CLASSIC, (0, 0, 0, 0), [], ["entropy", "luck"])
