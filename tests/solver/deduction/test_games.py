"""Every game through the one interface: presets, boards of all kinds, the number pair."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import DISPLAYS, NAMES, face_of, game_for, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import (
    MOST_CODES,
    Code,
    CodeError,
    FeedbackError,
    Game,
    LargeBoardError,
    RulesError,
    Turn,
)
from solver.deduction.rules.mastermind import Digits, Rules, parse_rules
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.deduction.rules.symmetry import canonical_guesses, first_guesses

BOARDS = [
    Rules(3, 4),
    Rules(2, 3, blanks=True),
    Rules(3, 4, secret_repeats=False),
    Rules(3, 5, repeats=False),
    Rules(1, 1),
    Digits(3, 9),
]


@pytest.mark.parametrize(
    ("name", "codes", "secrets", "feedbacks", "rows"),
    [
        ("classic", 1296, 1296, 14, 10),
        ("eight", 1296, 1296, 14, 8),
        ("mini", 64, 64, 9, 10),
        ("super", 32_768, 32_768, 20, 12),
        ("grand", 531_441, 531_441, 27, 12),
        ("distinct", 1296, 360, 14, 10),
        ("bulls9", 3024, 3024, 14, 10),
        ("bulls10", 5040, 5040, 14, 10),
        ("pair", 25, 25, 4, 10),
        ("words", 478, 478, 238, 6),
        ("words2", 6500, 2208, 238, 6),
    ],
)
def test_presets(name: str, codes: int, secrets: int, feedbacks: int, rows: int) -> None:
    game = game_named(name)
    assert (game.name, game.code_count, game.secret_count) == (name, codes, secrets)
    assert (len(game.feedbacks), game.rows) == (feedbacks, rows)
    assert len(game.codes) == codes
    assert len(game.secrets) == secrets
    assert game_named(name) is game
    code = game.code_at(int(game.secrets[0]))
    assert game.feedbacks[game.won] == game.feedback(code, code)


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_counts_its_codes_and_names_itself(name: str) -> None:
    game = game_named(name)
    assert game.name == name
    assert len(game.codes) == game.code_count == len({*map(bytes, game.codes)})
    assert len(game.secrets) == game.secret_count <= game.code_count
    assert len({*game.feedbacks}) == len(game.feedbacks)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_codes_are_those_the_rules_allow(rules: Rules) -> None:
    game = game_for(rules)
    codes = list(product(range(rules.choices), repeat=rules.pegs))
    distinct = list(permutations(range(rules.choices), rules.pegs))
    guesses = codes if rules.repeats else distinct
    secrets = codes if rules.secret_repeats else distinct
    assert [game.code_at(index) for index in range(game.code_count)] == guesses
    assert [game.code_at(int(index)) for index in game.secrets] == secrets
    assert [code for code in guesses if game.is_secret(code)] == secrets
    assert [game.index_of(code) for code in guesses] == list(range(len(guesses)))
    assert (game.indices_of(game.codes) == np.arange(len(guesses))).all()
    assert list(candidates(game, ())) == secrets


@given(st.data(), st.sampled_from(["8x5", "5x11b", "6x11d", "6x9s", "grand"]))
def test_codes_of_large_boards_are_known_by_their_index(data: st.DataObject, name: str) -> None:
    game = game_named(name)
    indices = np.array(
        data.draw(st.lists(st.integers(0, game.code_count - 1), min_size=1, max_size=5)), np.int32
    )
    codes = game.codes_at(np.sort(indices))
    assert (game.indices_of(codes) == np.sort(indices)).all()
    written = [tuple(code) for code in codes.tolist()]
    assert written == sorted(written)
    for code in written:
        assert game.code_at(game.index_of(code)) == code


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("8x12", "429,981,696"),
        ("7x10d/12", "604,800"),
        ("6x10s", "1,000,000"),
        ("8x5b", "1,679,616"),
    ],
)
def test_a_board_has_600_000_codes_at_most(name: str, codes: str) -> None:
    with pytest.raises(LargeBoardError, match=f"{codes} codes. A board can have up to 600,000."):
        game_named(name)
    with pytest.raises(LargeBoardError, match=codes):
        game_for(parse_rules(name))


@pytest.mark.parametrize("name", ["6x9", "8x5", "7x6", "5x12", "6x11d", "grand"])
def test_boards_up_to_the_bound(name: str) -> None:
    game = game_named(name)
    assert len(game.codes) == game.code_count <= MOST_CODES
    assert game.table is None
    assert len(game.secrets) == game.secret_count


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "chess",
            f"There’s no board called “chess”. There are {', '.join(NAMES[:-1])} and {NAMES[-1]}.",
        ),
        ("4x", "Write a board like “4x6/10”"),
        ("7of0-9", "The number of digits runs from 3 to 6"),
        ("4x3d", "Without repeats, 4 pegs need as many colours; there are 3."),
    ],
)
def test_a_game_that_is_none(text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        game_named(text)
    assert str(caught.value).startswith(sentence)


PAIRS = [((2, 2), (1, 2), ">"), ((0, 2), (1, 2), "<"), ((0, 3), (1, 2), "?"), ((1, 2), (1, 2), "=")]


@pytest.mark.parametrize(("guess", "secret", "feedback"), PAIRS)
def test_the_number_pair(guess: Code, secret: Code, feedback: str) -> None:
    game = game_named("pair")
    assert game.format_feedback(game.feedback(guess, secret)) == feedback
    turn = game.parse_turn(f"{guess[0]}{guess[1]}:{feedback}")
    assert secret in set(candidates(game, [turn]))
    assert game.format_turn(turn) == f"{guess[0]}{guess[1]}:{feedback}"


@pytest.mark.parametrize("text", ["5", "05", "000", "ab", "²1", ""])
def test_a_pair_that_is_none(text: str) -> None:
    with pytest.raises(CodeError, match="Write it like “44”"):
        game_named("pair").parse_code(text)


@pytest.mark.parametrize("text", ["00", "00:", "00:!", "00:1,0"])
def test_a_comparison_that_is_none(text: str) -> None:
    with pytest.raises(FeedbackError):
        game_named("pair").parse_turn(text)


def images(game: MastermindGame, code: Code, history: tuple[Code, ...]) -> set[Code]:
    """Return all codes that differ from one in name only, plainly."""
    codes = set()
    for order in permutations(range(game.pegs)):
        for names in permutations(range(game.choices)):
            moved_codes = [tuple(names[c[hole]] for hole in order) for c in (*history, code)]
            if tuple(moved_codes[:-1]) == history:
                codes.add(moved_codes[-1])
    return codes


@given(st.data(), st.sampled_from([Rules(3, 4), Rules(2, 4, repeats=False), Rules(4, 3)]))
def test_canonical_guesses_are_the_first_of_their_kinds(data: st.DataObject, rules: Rules) -> None:
    game = game_for(rules)
    codes = [game.code_at(index) for index in range(game.code_count)]
    history = tuple(data.draw(st.lists(st.sampled_from(codes), max_size=2)))
    first = [code for code in codes if min(images(game, code, history)) == code]
    assert [game.code_at(int(i)) for i in canonical_guesses(game, history)] == first


@pytest.mark.parametrize("name", ["classic", "bulls9", "super", "5x3", "pair"])
def test_first_guesses_are_canonical(name: str) -> None:
    game: Game = game_named(name)
    assert first_guesses(game).tolist() == canonical_guesses(game, ()).tolist()


# What is sent of an answer: every game has its signs, and none of them tells a guess.

#: The games, and boards with each kind of feedback.
NAMED_BOARDS = (*NAMES, "4x6p", "2x6h", "5of0-9p", "3of1-9rh")


@pytest.mark.parametrize("name", NAMED_BOARDS)
@pytest.mark.parametrize("display", ["", *DISPLAYS])
def test_answers_are_distinguished_and_no_guess_is_revealed(name: str, display: str) -> None:
    game = game_named(name)
    face = face_of(game, display)
    lines = [face.plain_feedback(feedback) for feedback in game.feedbacks]
    assert len(set(lines)) == len(lines)
    assert not any(sign.isalnum() for line in lines for sign in line)


@pytest.mark.parametrize("name", NAMED_BOARDS)
def test_every_answer_is_worded_drawn_and_entered(name: str) -> None:
    face = face_of(game_named(name))
    game = face.game
    views = {face.show(feedback) for feedback in game.feedbacks}
    assert len(views) == len({view.words for view in views}) == len(game.feedbacks)
    for feedback in game.feedbacks:
        assert face.parse_feedback_fields(face.format_feedback_fields(feedback)) == feedback
    code = game.code_at(game.code_count // 2)
    pegs = face.turn_pegs(Turn(code, game.feedbacks[0]))
    assert [peg.symbol for peg in pegs if peg] == list(face.draft_of(code))
    assert game.parse_code(face.example)
    with pytest.raises(FeedbackError) as caught:
        game.parse_feedback("nonsense")
    assert len(str(caught.value)) < 200
