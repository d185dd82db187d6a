"""The word game: its list, the rule of repeated letters, the fast table, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import face_of, game_named
from solver.deduction.rules.game import CodeError, FeedbackError
from solver.deduction.rules.words import FIRST_LIST, LETTERS, OTHERS, WORDS, WordGame
from tests.cases import cases

GAME = game_named("words2")
FACE = face_of(GAME)


@pytest.mark.parametrize(
    ("words", "size"), [(WORDS, 2208), (OTHERS, 4292), (FIRST_LIST, 478), ((*WORDS, *OTHERS), 6500)]
)
def test_a_list_is_of_different_words(words: tuple[str, ...], size: int) -> None:
    assert len(set(words)) == len(words) == size
    assert all(len(word) == LETTERS and word.isascii() and word.isupper() for word in words)
    assert set(FIRST_LIST) <= {*WORDS, *OTHERS}


@cases(
    ("guess", "secret", "feedback"),
    [
        ("CRANE", "CRANE", "ggggg"),
        ("CRANE", "BUILD", "-----"),
        ("EAGER", "SPEED", "y--g-"),  # the green one first, then the other
        ("SPEED", "EAGLE", "--yy-"),  # and two of two the other way
        ("FLOOR", "LOOSE", "-ygy-"),
        ("LEVEL", "HELLO", "yg--y"),  # the first of two letters that the word has once is told
        ("SHEEP", "STEEL", "g-gg-"),
        ("ERROR", "CRANE", "yg---"),  # one green leaves nothing for the others
    ],
)
def test_repeated_letters(guess: str, secret: str, feedback: str) -> None:
    result = GAME.feedback(GAME.parse_code(guess), GAME.parse_code(secret))
    assert GAME.format_feedback(result) == feedback


@given(st.integers(0, GAME.code_count - 1), st.integers(0, GAME.code_count - 1))
def test_the_table_is_the_plain_rule(guess: int, secret: int) -> None:
    assert GAME.table is not None
    plain = GAME.feedbacks.index(GAME.feedback(GAME.code_at(guess), GAME.code_at(secret)))
    assert GAME.feedback_table(*np.array([[[guess]], [[secret]]], np.int32)[:, 0])[0, 0] == plain
    if GAME.is_secret(GAME.code_at(secret)):
        assert GAME.table[guess, secret] == plain


def test_only_the_word_itself_wins() -> None:
    assert GAME.table is not None
    identity = np.eye(GAME.code_count, GAME.secret_count, dtype=np.bool_)
    assert np.array_equal(GAME.table == GAME.won, identity)


def test_common_words_alone_are_secrets() -> None:
    assert {GAME.format_code(GAME.code_at(int(index))) for index in GAME.secrets} == {*WORDS}
    possible = GAME.are_secrets(GAME.codes)
    assert [GAME.is_secret(tuple(code)) for code in GAME.codes.tolist()] == possible.tolist()
    assert possible.sum() == len(WORDS)
    with pytest.raises(CodeError, match="list of words"):
        game_named("words").parse_code("AALII")
    assert not GAME.is_secret(GAME.parse_code("AALII"))


def test_openers_of_analyses_are_guesses_and_change_no_index() -> None:
    openers = [GAME.parse_code(word) for word in ("salet", "soare", "roate", "tarse", "reast")]
    assert [GAME.index_of(code) for code in openers] == [*range(6495, 6500)]
    assert not any(map(GAME.is_secret, openers))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("QWXYZ", "“QWXYZ” is not on this game’s list of words."),
        ("cran", "A word has 5 letters here; this one has 4."),
        ("CR_NE", "Place 3 is still empty."),
        ("CR4NE", "“CR4NE” is not on this game’s list of words."),
    ],
)
def test_what_is_no_word_of_the_game(text: str, sentence: str) -> None:
    with pytest.raises(CodeError) as caught:
        GAME.parse_code(text)
    assert str(caught.value) == sentence


def test_words_are_written_in_either_case() -> None:
    assert GAME.format_code(GAME.parse_code(" crane ")) == "CRANE"
    assert GAME.parse_turn("crane:gy---") == GAME.parse_turn("CRANE:gy---")


@pytest.mark.parametrize(
    ("marks", "sentence"),
    [
        ("gggg", "Choose a colour for letter 5."),
        ("", "Choose a colour for letters 1, 2, 3, 4 and 5."),
        ("ggggy", "With four letters in place, the last one has nowhere else to go."),
    ],
)
def test_answers_that_can_not_be(marks: str, sentence: str) -> None:
    form = {f"place-{place}": mark for place, mark in enumerate(marks, 1)}
    with pytest.raises(FeedbackError) as caught:
        FACE.parse_feedback_fields(form)
    assert str(caught.value) == sentence


def test_feedback_differs_by_words_and_shapes_too() -> None:
    view = FACE.show(GAME.parse_feedback("gy--g"))
    assert view.words == "letters 1 and 5 right, letter 2 elsewhere"
    assert [mark.shape for mark in view.marks] == ["tile", "ring", "dot", "dot", "tile"]
    pegs = FACE.turn_pegs(GAME.parse_turn("CRANE:gy---"))
    assert [peg.shape for peg in pegs if peg] == ["tile", "ring", "bare", "bare", "bare"]
    assert len({entry.mark and entry.mark.shape for entry in FACE.legend}) == 3


def test_the_game_is_made_once() -> None:
    assert isinstance(GAME, WordGame)
    assert game_named("words2") is GAME
