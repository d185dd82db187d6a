"""The analysis of positions, against a plain slow twin and what else is known of them."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.explain import analysis
from solver.deduction.explain.analysis import Ranking, rank, try_guess
from solver.deduction.explain.review import review_turn
from solver.deduction.games import NAMES, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.measures import MEASURES, NEED, ONE_STEP, Measure
from solver.deduction.strategies.registry import OFFERED, STRATEGIES, OneStep
from solver.deduction.text.analysis import guess_words, ranking_words
from tests.plain.codes import partition
from tests.solver.deduction.drawn import turns_of
from tests.solver.deduction.explain.review_checks import best_play

CLASSIC = game_named("classic")
SMALL = ("2x3", "2x4", "3x2", "2x3b", "2x4d", "3x3s", "pair")


def plain_left(game: Game, turns: Sequence[Turn]) -> frozenset[Code]:
    codes = map(game.code_at, range(game.code_count))
    return frozenset(
        code
        for code in codes
        if game.is_secret(code) and all(game.feedback(t.code, code) == t.feedback for t in turns)
    )


@st.composite
def positions(
    draw: st.DrawFn, names: Sequence[str], minimum: int = 0
) -> tuple[Game, tuple[Turn, ...]]:
    game = game_named(draw(st.sampled_from(names)))
    indices = st.integers(0, game.code_count - 1)
    secret = game.code_at(draw(indices.filter(lambda i: game.is_secret(game.code_at(i)))))
    guesses = map(game.code_at, draw(st.lists(indices, min_size=minimum, max_size=4)))
    return game, tuple(Turn(guess, game.feedback(guess, secret)) for guess in guesses)


@given(positions(SMALL), st.data())
def test_what_is_needed_is_what_trying_everything_needs(
    position: tuple[Game, tuple[Turn, ...]], data: st.DataObject
) -> None:
    game, turns = position
    options = plain_left(game, turns)
    ranking = rank(game, turns)
    assert ranking.measure == NEED.name
    assert ranking.is_exact
    assert ranking.least
    assert ranking.least.total == best_play(game).least(options)
    for entry in ranking.best:
        assert entry.need
        assert entry.need.total == best_play(game).after(entry.guess, options)
    useful = [game.code_at(index) for index in range(game.code_count)]
    guess = data.draw(st.sampled_from(useful))
    trial = try_guess(game, turns, guess)
    plain = partition(guess, options, game.feedback)
    sizes = {game.feedbacks[i]: n for i, n in enumerate(trial.weighed.split.sizes) if n}
    assert sizes == {feedback: len(part) for feedback, part in plain.items()}
    assert trial.weighed.can_be_code == (guess in options)
    for number, need in trial.needs.items():
        assert need.total == best_play(game).least(plain[game.feedbacks[number]])
    assert set(trial.needs) == {game.feedbacks.index(a) for a in plain} - {game.won}


@given(positions(SMALL))
def test_the_ten_best_are_the_ten_best_of_all(position: tuple[Game, tuple[Turn, ...]]) -> None:
    """The totals listed are the least there are, kinds counted once; a possible code goes first."""
    game, turns = position
    options = plain_left(game, turns)
    ranking = rank(game, turns)
    totals = [row.need.total for row in ranking.best if row.need]
    assert totals == sorted(totals)
    costs = (best_play(game).after(game.code_at(i), options) for i in range(game.code_count))
    if len(options) > 1:
        best_totals = sorted(set(totals))
        assert best_totals == sorted(set(costs))[: len(best_totals)]
    best = [row for row in ranking.best if row.need and row.need.total == totals[0]]
    assert [row.can_be_code for row in best] == sorted((o.can_be_code for o in best), reverse=True)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("measure", ONE_STEP, ids=lambda measure: measure.name)
@given(position=positions(("classic", "mini", "distinct", "pair", "words", "bulls9"), minimum=1))
def test_the_first_by_a_measure_is_the_choice_of_its_strategy(
    measure: Measure, position: tuple[Game, tuple[Turn, ...]]
) -> None:
    game, turns = position
    knuth = STRATEGIES["knuth"]
    assert isinstance(knuth, OneStep)
    (way,) = (
        way
        for way in OFFERED
        if isinstance(way, OneStep) and way.reach == knuth.reach and way.measure == measure
    )
    choice = way.choose(game, candidates(game, turns), turns)
    ranking = rank(game, turns, measure.name)
    assert ranking.best[0].guess == choice.guess
    assert ranking.best[0].split == choice.split
    assert ranking.is_exact


def test_every_strategy_that_compares_all_guesses_has_a_measure() -> None:
    weighing = [
        strategy.measure
        for strategy in OFFERED
        if isinstance(strategy, OneStep) and strategy.name != "minimax-candidates"
    ]
    assert len(weighing) == len(ONE_STEP)
    assert set(weighing) == set(ONE_STEP)


def test_the_classic_start_is_known() -> None:
    ranking = rank(CLASSIC, ())
    totals = {CLASSIC.format_code(row.guess): row.need and row.need.total for row in ranking.best}
    assert totals == {"1123": 5625, "1234": 5673, "1122": 5702, "1112": 5791, "1111": 6318}
    assert (ranking.covered, ranking.kinds, ranking.codes) == (1296, 5, 1296)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "rows", "total"),
    [
        ("words", "FLAME:--y-- ROAST:--y-y", 9),
        ("words", "RAISE:-----", None),
        ("words", "RAISE:--y-- CLOUD:-----", None),
        ("bulls10", "0123:0,1 4567:1,1", None),
        ("super", "11223:1,1 14556:0,1 33778:1,0", None),
        ("grand", "377.26:0,4 .18237:0,3 66375.:0,4 7.6578:0,3", 153),
    ],
)
def test_advice_is_one(name: str, rows: str, total: int | None) -> None:
    """Hint, analysis, what a guess needs, and review go by the same figure, and it is proved."""
    game = game_named(name)
    turns = turns_of(game, *rows.split())
    options = candidates(game, turns)
    choice = STRATEGIES["perfect"].choose(game, options, turns)
    ranking = rank(game, turns)
    if total:
        assert choice.total == total
    assert ranking.least
    assert ranking.best[0].need
    assert ranking.least.total == ranking.best[0].need.total == choice.total
    for guess in (choice.guess, next(iter(options))):
        review = review_turn(game, turns, Turn(guess, game.feedback(guess, next(iter(options)))))
        need = try_guess(game, turns, guess).weighed.need
        assert review.exact
        assert need
        assert review.worth.least == ranking.least.mean
        assert review.worth.mean == need.mean


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [*NAMES, "8x5", "7x2", "5x8s"])
@pytest.mark.parametrize("measure", MEASURES)
def test_every_game_by_every_measure(name: str, measure: str) -> None:
    game = game_named(name)
    first = game.code_at(game.code_count // 3)
    places = (*range(game.code_count // 2, game.code_count), *range(game.code_count // 2))
    secret = next(code for code in map(game.code_at, places) if game.is_secret(code))
    turns = (Turn(first, game.feedback(first, secret)),)
    check(game, turns, rank(game, turns, measure))


def check(game: Game, turns: tuple[Turn, ...], ranking: Ranking) -> None:
    options = candidates(game, turns)
    values = [MEASURES[ranking.measure].of(entry.split) for entry in ranking.best]
    assert 1 <= len(ranking.best) <= 10
    assert len({entry.guess for entry in ranking.best}) == len(ranking.best)
    if ranking.measure == NEED.name:
        values = [entry.need.mean for entry in ranking.best if entry.need]
    assert values == sorted(values)
    for entry in ranking.best:
        assert entry.split.sizes == options.sizes(entry.guess)
        fits = all(game.feedback(turn.code, entry.guess) == turn.feedback for turn in turns)
        assert entry.can_be_code == (fits and game.is_secret(entry.guess))
    assert ranking_words(ranking)
    trial = try_guess(game, turns, ranking.best[0].guess)
    assert trial.weighed.split == ranking.best[0].split
    assert guess_words(game, trial, ranking.least)


def test_a_budget_that_ends_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = turns_of(CLASSIC, "1122:1,0")
    monkeypatch.setattr(analysis, "BUDGET", 500)
    ranking = rank(CLASSIC, turns)
    assert not ranking.is_exact
    assert len(ranking.best) == 10
    assert "too many guesses" in ranking_words(ranking)[1]
    monkeypatch.setattr(analysis, "BUDGET_OF_ONE", 3)
    ranking = rank(CLASSIC, turns)
    assert (ranking.least, ranking.measure) == (None, "average")
    trial = try_guess(CLASSIC, turns, (2, 3, 3, 4))
    assert trial.weighed.need is None
    assert set(trial.needs) < {i for i, n in enumerate(trial.weighed.split.sizes) if n}


@pytest.mark.parametrize(
    ("name", "rows", "guess", "words"),
    [
        ("classic", ("1122:0,0", "3344:0,0"), "5555", "It could be the code."),
        ("classic", ("1122:0,0",), "1111", "It tells you nothing new"),
        ("classic", ("1122:0,0", "3344:0,0"), "3344", "rows"),
        ("distinct", (), "1123", "nothing repeats in the code"),
        ("classic", ("1122:2,0", "1134:2,0", "1155:3,0"), "1115", "Whatever the feedback"),
    ],
)
def test_a_guess_in_words(name: str, rows: tuple[str, ...], guess: str, words: str) -> None:
    game = game_named(name)
    trial = try_guess(game, turns_of(game, *rows), game.parse_code(guess))
    text = " ".join(guess_words(game, trial))
    if words == "rows":
        assert "It can’t be the code: row 2 rules it out." in text
    else:
        assert words in text


def test_one_code_left() -> None:
    turns = turns_of(CLASSIC, "1122:4,0")
    ranking = rank(CLASSIC, turns)
    assert [entry.guess for entry in ranking.best] == [(0, 0, 1, 1)]
    assert ranking.least
    assert (ranking.least.mean, ranking.least.most) == (Fraction(1), 1)
    assert guess_words(CLASSIC, try_guess(CLASSIC, turns, (0, 0, 1, 1)))[0] == "It’s the code."


def test_contradictory_answers_have_no_analysis() -> None:
    turns = turns_of(CLASSIC, "1122:0,0", "1122:1,0")
    with pytest.raises(ValueError, match="No code fits"):
        rank(CLASSIC, turns)
    with pytest.raises(ValueError, match="No code fits"):
        try_guess(CLASSIC, turns, (0, 0, 0, 0))
