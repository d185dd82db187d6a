from dataclasses import replace
from fractions import Fraction

from solver.deduction.explain.review import review
from solver.deduction.games import game_for, game_named
from solver.deduction.rules.mastermind import Rules
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.text.review import guesses_words, review_words, turn_words, verdict_words
from tests.solver.deduction.explain.review_checks import CLASSIC, DISTINCT, parsed


def test_without_guesses() -> None:
    report = review(CLASSIC, (0, 0, 0, 0), [])
    assert (report.turns, report.skill, report.luck, report.first_mistake) == ((), 100, 50, None)
    assert (report.par, report.total_cost, report.saved, report.exact) == (None, 0, 0, True)
    assert review_words(report) == ("No guess has been made.",)


def test_a_guess_that_is_no_secret_cannot_be_the_code() -> None:
    (turn,) = review(DISTINCT, (0, 1, 2, 3), parsed(DISTINCT, "1123")).turns
    assert (turn.can_be_code, turn.contradicts) == (False, ())
    assert any("nothing repeats" in words for words in turn_words(DISTINCT, turn))


def test_each_strategy_chooses() -> None:
    names = tuple(STRATEGIES)
    (turn,) = review(CLASSIC, (0, 1, 2, 3), parsed(CLASSIC, "1122"), names).turns
    guesses = {choice.strategy: CLASSIC.format_code(choice.guess) for choice in turn.choices}
    assert tuple(guesses) == names
    assert (guesses["knuth"], guesses["entropy"], guesses["first"]) == ("1122", "1234", "1111")
    words = turn_words(CLASSIC, turn)
    assert any("“entropy”" in sentence and "1234" in sentence for sentence in words)


def test_words_of_a_whole_game() -> None:
    guesses = parsed(CLASSIC, "1111", "1222", "3456", "3456")[:3]
    report = review(CLASSIC, guesses[-1], guesses)
    words = " ".join(review_words(report))
    assert "The first mistake was in row 1." in words
    assert "Perfect play needs 4.34 guesses on average." in words
    assert "didn’t fit the feedback for row 1" in " ".join(turn_words(CLASSIC, report.turns[1]))
    assert "this was the one" in turn_words(CLASSIC, report.turns[2])[0]
    flawless = review(CLASSIC, (0, 0, 1, 2), [(0, 0, 1, 2)])
    assert "There was no mistake." in review_words(flawless)
    last = review(game_for(Rules(1, 2)), (1,), [(0,), (1,)]).turns[1]
    assert turn_words(game_for(Rules(1, 2)), last) == ("It was the only possible code.",)


def test_a_tiny_cost_is_not_written_as_nothing() -> None:
    """On large boards a guess may cost less by estimate than two decimals show."""
    game, tiny = game_named("super"), Fraction(1, 900)
    (turn,) = review(game, (0, 1, 2, 3, 4), [(0, 0, 1, 2, 3)], ()).turns
    worth = replace(turn.worth, best=(0, 1, 2, 3, 4), least=turn.worth.mean - tiny)
    words = verdict_words(game, replace(turn, worth=worth))
    assert words[-1].endswith("it saves less than 0.01 guesses on average.")
    assert guesses_words(Fraction(0)) == "0.00 guesses"
