"""Boards that show only right places, or mark each hole, by rules written anew here."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import FeedbackError, RulesError, Turn
from solver.deduction.rules.symmetry import Renamer
from tests.cases import cases


def right_places(guess: str, secret: str) -> str:
    return str(sum(guess[hole] == secret[hole] for hole in range(len(guess))))


def marks(guess: str, secret: str) -> str:
    """Take each marked peg out of the secret: first those in place, then from the left."""
    pegs, signs = list(secret), ["-"] * len(guess)
    for sign in "gy":
        for hole, peg in enumerate(guess):
            fits = secret[hole] == peg if sign == "g" else signs[hole] == "-" and peg in pegs
            if fits:
                signs[hole] = sign
                pegs.remove(peg)
    return "".join(signs)


def some(indices: NDArray[np.int32]) -> NDArray[np.int32]:
    return indices[:: len(indices) // 80 + 1]


@pytest.mark.parametrize("rows", [0, 1])
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        *((name, right_places) for name in ("4x4p", "3x4bsp", "5x8p", "4of1-9p", "4of0-9rp")),
        *((name, marks) for name in ("4x4h", "3x4bsh", "5x8h", "4of1-9h", "4of0-9rh")),
    ],
)
def test_feedback_and_possible_codes_follow_the_rule(
    name: str, rule: Callable[[str, str], str], rows: int
) -> None:
    """5x8 and 4of0-9r have too many codes for a table."""
    game = game_named(name)
    assert game.name == f"{name}/10"
    guesses = some(np.arange(game.code_count, dtype=np.int32))
    numbers = game.feedback_table(guesses, some(game.secrets))
    for guess, row in zip(map(game.code_at, guesses.tolist()), numbers.tolist(), strict=True):
        for secret, number in zip(some(game.secrets).tolist(), row, strict=True):
            code = game.code_at(secret)
            feedback = rule(game.format_code(guess), game.format_code(code))
            assert game.format_feedback(game.feedbacks[number]) == feedback
            assert game.feedback(guess, code) == game.parse_feedback(feedback)
    guess, code = game.code_at(game.code_count // 3), game.code_at(int(game.secrets[-7]))
    text = rule(game.format_code(guess), game.format_code(code))
    options = candidates(game, [game.parse_turn(f"{game.format_code(guess)}:{text}")] * (rows + 1))
    written = map(game.format_code, map(game.code_at, game.secrets.tolist()))
    fitting = [secret for secret in written if rule(game.format_code(guess), secret) == text]
    assert [game.format_code(option) for option in options] == fitting


@cases(
    ("name", "turns", "codes"),
    [
        ("3x3p", "111:1 122:1", "133 212 221 312 321"),
        ("4x6dh", "5143:y-yg", "2453 4253 4523 4563 4653 6453"),
    ],
)
def test_possible_codes(name: str, turns: str, codes: str) -> None:
    game = game_named(name)
    options = candidates(game, [game.parse_turn(text) for text in turns.split()])
    assert " ".join(map(game.format_code, options)) == codes


@cases(
    ("name", "text", "sentence"),
    [
        ("4x6p", "1,1", "Write feedback like “2” (how many pegs are in the right place)"),
        ("4x6p", "5", "5 isn’t possible feedback: a code has 4 pegs."),
        ("4of0-9p", "x", "how many digits are in the right place"),
        ("4x6h", "1,1", "Write feedback like “gy-g”, a sign for each hole"),
        ("4x6h", "gy-", "Write feedback like “gy-g”, a sign for each hole"),
        ("3of0-9h", "gyz", "Write feedback like “gy-”, a sign for each place"),
        ("4x6h", "gyGG", "With every other peg in place, the last one has nowhere else to go."),
    ],
)
def test_what_is_no_feedback_is_refused(name: str, text: str, sentence: str) -> None:
    with pytest.raises(FeedbackError) as error:
        game_named(name).parse_feedback(text)
    assert sentence in str(error.value)


@cases("name", ["6x3h", "6of0-9h", "4x6pb", "4x6ph"])
def test_boards_that_can_not_be_are_refused(name: str) -> None:
    with pytest.raises(RulesError):
        game_named(name)


@cases("name", ["4x6p", "4x6sp", "4of0-9rp"])
def test_whites_are_not_mentioned_where_there_are_none(name: str) -> None:
    face = face_of(game_named(name))
    words = " ".join((face.repeats, face.scope, face.digits_give, *map(str, face.help)))
    legend = " ".join(map(str, (*face.legend, *face.feedback_fields)))
    assert "right place" in words
    assert not any(word in (words + legend).lower() for word in ("white", "cow", "wrong place"))


@pytest.mark.parametrize("name", ["3x4p", "3x3h"])
def test_no_guess_is_left_out_that_splits_otherwise(name: str) -> None:
    """Guesses that are alike are compared once, so whatever the feedback they must be alike."""
    game = game_named(name)
    for text in ("112", "123"):
        guess = game.parse_code(text)
        renamer = Renamer(game, [guess])
        for feedback in game.feedbacks:
            options = candidates(game, [Turn(guess, feedback)])
            for code in map(game.code_at, range(game.code_count)):
                first = renamer.first(code).code
                assert sorted(options.sizes(first)) == sorted(options.sizes(code))
