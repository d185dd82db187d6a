"""Reviews: games worked out by hand, the sum they must keep, and fast ways equal to plain ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.deduction import weights
from solver.deduction.boards import Board
from solver.deduction.candidates import candidates, contradicted
from solver.deduction.game import Code, CodeError, Game, Turn
from solver.deduction.games import game_for, game_named
from solver.deduction.listed_game import ListedGame
from solver.deduction.mastermind import Rules
from solver.deduction.partition import split
from solver.deduction.play import MoveError
from solver.deduction.prospects import estimated_total, perfect, totals, worth
from solver.deduction.review import MISTAKE, OVERSIGHT, Review, chance, review
from solver.deduction.review_words import review_words, turn_words
from solver.deduction.strategies import STRATEGIES

CLASSIC = game_named("classic")
DISTINCT = game_named("distinct")
PAIR = game_named("pair")
ONE_PEG = game_for(Rules(1, 4))
SMALL: list[Game] = [
    PAIR,
    game_named("mini"),
    *map(game_for, (Rules(1, 4), Rules(2, 4), Rules(3, 3), Rules(3, 3, secret_repeats=False))),
    game_for(Rules(3, 4, repeats=False)),
]


class Untabled(Board):
    """A small board that the engine must treat as if it were too large for a table."""

    @property
    def table(self) -> None:
        return None


class Wide(ListedGame):
    """More answers than the exact search takes: the distance between two numbers."""

    name = "wide"
    codes_in_order = tuple((number,) for number in range(70))
    answers_written: Final = {str(away): (away,) for away in range(69, -1, -1)}

    def feedback(self, guess: Code, secret: Code) -> tuple[int, ...]:
        return (abs(guess[0] - secret[0]),)


@st.composite
def played(draw: st.DrawFn, games: Sequence[Game] = SMALL) -> tuple[Game, Code, list[Code]]:
    """Draw a game, a secret, and guesses that end with it or go on without it."""
    game = draw(st.sampled_from(games))
    secret = game.code_at(draw(st.sampled_from(game.secrets.tolist())))
    drawn = draw(st.lists(st.integers(0, game.code_count - 1), max_size=4))
    guesses = [code for code in map(game.code_at, drawn) if code != secret]
    return game, secret, [*guesses, secret] if draw(st.booleans()) else guesses


def parsed(game: Game, *texts: str) -> list[Code]:
    return [game.parse_code(text) for text in texts]


def line(game: Game, name: str, secret: Code) -> list[Code]:
    turns: tuple[Turn, ...] = ()
    while not turns or turns[-1].code != secret:
        guess = STRATEGIES[name].choose(game, candidates(game, turns), turns).guess
        turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    return [turn.code for turn in turns]


@cache
def plain_total(game: Game, members: frozenset[Code]) -> int:
    """Return the least number of guesses for all members: every guess tried, nothing else."""
    if len(members) <= 2:
        return 2 * len(members) - 1
    every = (game.code_at(index) for index in range(game.code_count))
    splits = (plain_parts(game, members, guess) for guess in every)
    return min(plain_sum(game, parts) for parts in splits if members not in parts)


def plain_parts(game: Game, members: frozenset[Code], guess: Code) -> list[frozenset[Code]]:
    """Return what each answer leaves; the part that is won is left out."""
    parts = defaultdict(set)
    for member in members - {guess}:
        parts[game.feedback(guess, member)].add(member)
    won = {member for member in members if member == guess}
    return [*map(frozenset, parts.values()), frozenset(won)]


def plain_sum(game: Game, parts: list[frozenset[Code]]) -> int:
    *open_, won = parts
    return sum(len(part) + plain_total(game, part) for part in open_) + len(won)


def test_one_peg_by_hand() -> None:
    """Four codes, and each guess wins or tells nothing: 4 + 3 + 2 + 1 guesses for all of them."""
    seen = review(ONE_PEG, (2,), [(0,), (0,), (1,), (2,)])
    half = Fraction(1, 2)
    assert [(turn.number, turn.before, turn.after) for turn in seen.turns] == [
        (1, 4, 3),
        (2, 3, 3),
        (3, 3, 2),
        (4, 2, 1),
    ]
    assert [turn.regret for turn in seen.turns] == [0, 1, 0, 0]
    assert [turn.saved for turn in seen.turns] == [-half, 0, -half, half]
    assert [turn.skill for turn in seen.turns] == [100, 0, 100, 100]
    assert [turn.chance for turn in seen.turns] == [
        Fraction(3, 8),
        half,
        Fraction(1, 3),
        Fraction(3, 4),
    ]
    assert [turn.contradicts for turn in seen.turns] == [(), (1,), (), ()]
    assert [turn.can_be_code for turn in seen.turns] == [True, False, True, True]
    assert [turn.best for turn in seen.turns] == [(0,), (1,), (1,), (2,)]
    assert (seen.par, seen.given_away, seen.saved) == (Fraction(5, 2), 1, -half)
    assert [turn.worth.variance for turn in seen.turns] == [3 * half**2, 0, half, half**2]
    # (-0.319 * 0.866 - 0.431 * 0.707 + 0.674 * 0.5) / 1.225 = -0.199, which 42 in 100 are below
    assert (seen.skill, seen.luck, seen.first_mistake, seen.exact) == (18, 42, 2, True)


def test_a_win_by_luck() -> None:
    seen = review(ONE_PEG, (2,), [(2,)])
    (turn,) = seen.turns
    assert (turn.before, turn.after, turn.bits) == (4, 1, 2.0)
    assert (turn.skill, turn.luck) == (seen.skill, seen.luck) == (100, 88)
    assert seen.first_mistake is None
    everywhere = review(CLASSIC, (0, 0, 1, 2), [(0, 0, 1, 2)])
    assert (everywhere.skill, everywhere.luck) == (100, 100)


def test_one_candidate_left() -> None:
    """Playing it is no feat and no luck; not playing it wastes a row."""
    game = game_for(Rules(1, 2))
    found = review(game, (1,), [(0,), (1,)])
    assert found.turns[1].expected_after == 1
    assert not found.turns[1].had_choice
    assert (found.turns[1].skill, found.turns[1].luck, found.luck) == (100, 50, 25)
    missed = review(game, (1,), [(0,), (0,)]).turns[1]
    assert (missed.before, missed.after, missed.regret, missed.best) == (1, 1, 1, (1,))
    assert (missed.had_choice, missed.skill, missed.luck, missed.is_mistake) == (True, 0, 50, True)


def test_without_guesses() -> None:
    seen = review(CLASSIC, (0, 0, 0, 0), [])
    assert (seen.turns, seen.skill, seen.luck, seen.first_mistake) == ((), 100, 50, None)
    assert (seen.par, seen.given_away, seen.saved, seen.exact) == (None, 0, 0, True)
    assert review_words(seen) == ("No guess has been made.",)


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
    assert turn.regret == Fraction(total - 5625, 1296)
    assert (turn.exact, turn.is_mistake) == (True, is_mistake)
    assert (turn.best == turn.guess) == (turn.regret == 0)


def test_a_guess_that_overlooks_an_answer_is_a_mistake_sooner() -> None:
    """Both second guesses give away between a fiftieth and a tenth; the first contradicts 1123."""
    overlooked = review(CLASSIC, (0, 5, 2, 1), parsed(CLASSIC, "1123", "1425")).turns[1]
    careful = review(CLASSIC, (0, 2, 2, 2), parsed(CLASSIC, "1123", "6125")).turns[1]
    for turn in (overlooked, careful):
        assert OVERSIGHT < turn.regret < MISTAKE
        assert turn.is_mistake == (not turn.can_be_code)
    assert overlooked.is_mistake
    assert not careful.is_mistake


def test_a_guess_that_is_no_secret_cannot_be_the_code() -> None:
    (turn,) = review(DISTINCT, (0, 1, 2, 3), parsed(DISTINCT, "1123")).turns
    assert (turn.can_be_code, turn.contradicts) == (False, ())
    assert any("nothing repeats" in words for words in turn_words(DISTINCT, turn))


@pytest.mark.parametrize(
    "game", [CLASSIC, game_named("mini"), PAIR, DISTINCT], ids=lambda g: g.name
)
def test_perfect_play_has_full_skill(game: Game) -> None:
    for index in game.secrets[:: max(1, game.secret_count // 12)]:
        secret = game.code_at(int(index))
        guesses = line(game, "perfect", secret)
        seen = review(game, secret, guesses)
        assert [turn.regret for turn in seen.turns] == [0] * len(guesses)
        assert (seen.skill, seen.first_mistake, seen.exact) == (100, None, True)


@settings(max_examples=150, deadline=None)
@given(played())
def test_what_every_review_keeps(position: tuple[Game, Code, list[Code]]) -> None:
    game, secret, guesses = position
    seen = review(game, secret, guesses, ("entropy", "first"))
    turns = tuple(Turn(code, game.feedback(code, secret)) for code in guesses)
    assert [Turn(turn.guess, turn.answer) for turn in seen.turns] == list(turns)
    assert 0 <= seen.skill <= 100
    assert 0 <= seen.luck <= 100
    for turn, made in zip(seen.turns, turns, strict=True):
        earlier = turns[: turn.number - 1]
        assert turn.before == candidates(game, earlier).count
        assert turn.after == candidates(game, (*earlier, made)).count
        assert turn.contradicts == tuple(i + 1 for i in contradicted(game, made.code, earlier))
        assert turn.can_be_code == (made.code in set(candidates(game, earlier)))
        assert 0 <= turn.regret <= 1
        assert (turn.regret == 0) == (turn.best == turn.guess)
        assert 0 <= turn.skill <= 100
        assert 0 <= turn.luck <= 100
        assert [choice.strategy for choice in turn.choices] == ["entropy", "first"]
        assert turn_words(game, turn)
    mistakes = [turn.number for turn in seen.turns if turn.is_mistake]
    assert seen.first_mistake == (mistakes[0] if mistakes else None)
    assert review_words(seen)


@settings(max_examples=100, deadline=None)
@given(played())
def test_guesses_are_par_and_mistakes_less_luck(position: tuple[Game, Code, list[Code]]) -> None:
    game, secret, guesses = position
    assume(guesses and guesses[-1] == secret)
    seen = review(game, secret, guesses, ())
    assert seen.exact
    assert seen.par is not None
    assert len(guesses) == seen.par + seen.given_away - seen.saved


def test_the_sum_on_the_classic_board() -> None:
    guesses = parsed(CLASSIC, "1122", "1344", "6666", "3546", "6543")
    seen = review(CLASSIC, guesses[-1], guesses)
    assert seen.exact
    assert seen.par is not None
    assert len(guesses) == seen.par + seen.given_away - seen.saved


def test_a_hit_outweighs_small_bad_luck() -> None:
    """Four answers left more than the average, but hitting one of ten codes saved more guesses."""
    guesses = parsed(CLASSIC, "1111", "1122", "3344", "3355", "3636")
    seen = review(CLASSIC, guesses[-1], guesses)
    assert [turn.luck > 50 for turn in seen.turns] == [False, False, False, False, True]
    assert seen.saved > 0
    assert seen.luck > 50


@settings(max_examples=40, deadline=None)
@given(played([game for game in SMALL if game.code_count <= 27]))
def test_worth_is_that_of_a_plain_search(position: tuple[Game, Code, list[Code]]) -> None:
    game, secret, guesses = position
    for turn in review(game, secret, guesses, ()).turns:
        earlier = [Turn(code, game.feedback(code, secret)) for code in guesses[: turn.number - 1]]
        members = frozenset(candidates(game, earlier))
        total = plain_sum(game, plain_parts(game, members, turn.guess))
        assert turn.worth.least == Fraction(plain_total(game, members), len(members))
        assert turn.worth.mean == Fraction(total, len(members))


@settings(max_examples=60, deadline=None)
@given(
    played([game_named("mini"), *map(game_for, (Rules(2, 4), Rules(3, 3, secret_repeats=False)))])
)
def test_without_a_table_the_exact_part_is_the_same(
    position: tuple[Board, Code, list[Code]],
) -> None:
    game, secret, guesses = position
    exact, bounded = (review(g, secret, guesses) for g in (game, Untabled(game.rules)))
    for plain, turn in zip(exact.turns, bounded.turns, strict=True):
        assert (turn.split, turn.after, turn.chance) == (plain.split, plain.after, plain.chance)
        assert 0 <= turn.regret <= 1
        if turn.exact:
            assert (turn.regret, turn.saved) == (plain.regret, plain.saved)
        elif turn.best == turn.guess:
            assert turn.regret == 0


@pytest.mark.parametrize(
    ("turns", "codes", "total"),
    [
        (["111:2,0", "222:1,0"], {"112", "121", "211"}, 6),
        (["112:1,2", "333:0,0"], {"121", "211"}, 3),
        (["111:1,0", "222:1,0"], {"123", "132", "213", "231", "312", "321"}, None),
    ],
)
def test_few_codes_on_a_large_board(turns: list[str], codes: set[str], total: int | None) -> None:
    """Any of 112, 121 and 211 leaves the other two alike, so they need 1 + 2 + 3 guesses."""
    game = Untabled(Rules(3, 3))
    made = [game.parse_turn(text) for text in turns]
    left = candidates(game, made)
    assert set(left) == set(parsed(game, *codes))
    play = perfect(game, left, made)
    assert (play and play.total) == total
    if total:
        assert plain_total(game, frozenset(left)) == total


@pytest.mark.parametrize("name", ["grand", "8x12", "6of0-9", "bulls10", "super"])
def test_large_boards(name: str) -> None:
    game = game_named(name)
    secret = game.code_at(game.code_count // 2 + 5)
    guesses = line(game, "entropy", secret)
    seen = review(game, secret, [guesses[0], *guesses], ("entropy", "parts"))
    assert [turn.before for turn in seen.turns[1:]] == [turn.after for turn in seen.turns[:-1]]
    assert seen.turns[0].before == game.secret_count
    assert (seen.turns[1].luck, seen.turns[1].after) == (50, seen.turns[1].before)
    assert seen.turns[1].regret > MISTAKE
    assert seen.first_mistake == 2
    assert not seen.turns[0].exact
    assert seen.turns[-1].exact
    assert all(0 <= turn.regret <= 1 for turn in seen.turns)
    assert any("estimate" in words for words in turn_words(game, seen.turns[1]))
    assert "about" in " ".join(review_words(seen))


def test_more_answers_than_the_search_takes() -> None:
    game = Wide()
    seen = review(game, (3,), [(35,), (3,)])
    assert not seen.turns[0].exact
    assert seen.turns[1].exact


def test_answers_and_their_chances() -> None:
    """Of ten codes, six, three or none are left, the last by a win."""
    assert [chance((6, 3, 1), answer, 2) for answer in range(3)] == [
        Fraction(6, 20),
        Fraction(15, 20),
        Fraction(19, 20),
    ]
    assert chance((4, 4, 0), 0, 2) == chance((0, 5, 0), 1, 2) == Fraction(1, 2)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=10).filter(any), st.booleans())
def test_luck_is_fifty_on_average(sizes: list[int], can_win: bool) -> None:
    sizes[-1] = int(can_win)
    assume(any(sizes))
    came = [number for number, size in enumerate(sizes) if size]
    chances = {number: chance(sizes, number, len(sizes) - 1) for number in came}
    assert sum(sizes[n] * chances[n] for n in came) == Fraction(sum(sizes), 2)
    assert all(0 < each < 1 for each in chances.values())


def test_the_strategies_are_asked() -> None:
    names = tuple(STRATEGIES)
    (turn,) = review(CLASSIC, (0, 1, 2, 3), parsed(CLASSIC, "1122"), names).turns
    guesses = {choice.strategy: CLASSIC.format_code(choice.guess) for choice in turn.choices}
    assert tuple(guesses) == names
    assert (guesses["knuth"], guesses["entropy"], guesses["first"]) == ("1122", "1234", "1111")
    words = turn_words(CLASSIC, turn)
    assert any("“entropy”" in sentence and "1234" in sentence for sentence in words)


@pytest.mark.parametrize("size", [0, 1, 2, 5, 8, 9, 100, 5000])
def test_single_costs_are_those_of_the_table(size: int) -> None:
    assert estimated_total(size) * 1024 == int(weights.cost_weights(9000)[size])


def test_bulls_and_cows_and_the_number_pair() -> None:
    bulls = game_named("bulls9")
    seen = review(bulls, bulls.parse_code("1234"), parsed(bulls, "5678", "1243", "1234"))
    assert [turn.answer for turn in seen.turns] == [(0, 0), (2, 2), (4, 0)]
    assert seen.turns[0].before == 3024
    pairs = review(PAIR, (1, 3), [(2, 2), (1, 3)])
    assert pairs.exact
    assert pairs.par == Fraction(83, 25)
    assert "(" not in " ".join(turn_words(PAIR, pairs.turns[0]))


def test_words_of_a_whole_game() -> None:
    guesses = parsed(CLASSIC, "1111", "1222", "3456", "3456")[:3]
    seen = review(CLASSIC, guesses[-1], guesses)
    words = " ".join(review_words(seen))
    assert "The first mistake was in row 1." in words
    assert "Perfect play needs 4.34 guesses on average." in words
    assert "contradicts the answer to row 1" in " ".join(turn_words(CLASSIC, seen.turns[1]))
    assert "this was the one" in turn_words(CLASSIC, seen.turns[2])[0]
    flawless = review(CLASSIC, (0, 0, 1, 2), [(0, 0, 1, 2)])
    assert "There was no mistake." in review_words(flawless)
    last = review(game_for(Rules(1, 2)), (1,), [(0,), (1,)]).turns[1]
    assert turn_words(game_for(Rules(1, 2)), last) == ("It was the only code still possible.",)


@pytest.mark.parametrize(
    ("game", "secret", "guesses", "error", "words"),
    [
        (CLASSIC, (0, 0, 0), [], CodeError, "4 pegs"),
        (DISTINCT, (0, 0, 1, 2), [], CodeError, "1123 can’t be the secret"),
        (CLASSIC, (0, 0, 0, 0), [(0, 0, 0, 6)], CodeError, "colours run from 1 to 6"),
        (PAIR, (1, 3), [(1, 5)], CodeError, "no code of this game"),
        (CLASSIC, (0, 0, 0, 0), [(0, 0, 0, 0), (0, 0, 0, 1)], MoveError, "is over"),
        (CLASSIC, (0, 0, 0, 0), [(1, 1, 1, 1)] * 11, MoveError, "is over"),
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


def test_a_review_is_a_value() -> None:
    again = [review(CLASSIC, (0, 1, 2, 3), parsed(CLASSIC, "1122", "1345")) for _ in range(2)]
    assert again[0] == again[1]
    assert isinstance(again[0], Review)


def test_totals_of_a_guess_are_those_of_its_parts() -> None:
    left = candidates(CLASSIC, ())
    found = totals(CLASSIC, left, (), (0, 0, 1, 2))
    assert found is not None
    assert 1296 + sum(found.values()) == 5625
    assert found[CLASSIC.won] == 0


def test_an_estimate_weighs_the_rivals_too() -> None:
    game = game_named("super")
    left = candidates(game, ())
    poor, good = Turn((0,) * 5, game.feedbacks[0]), (0, 0, 1, 2, 3)
    alone, rivalled = (
        worth(game, left, poor, (), {code: split(left, code) for code in codes})
        for codes in ([poor.code], [poor.code, good])
    )
    assert (alone.exact, alone.best) == (rivalled.exact, rivalled.best) == (False, good)
    assert alone.regret == rivalled.regret > MISTAKE
