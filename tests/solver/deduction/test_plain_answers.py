"""What is sent of an answer: every game has its signs, and none of them tells a guess."""

import pytest

from solver.deduction.games import DISPLAYS, NAMES, face_of, game_named
from solver.deduction.rules.game import FeedbackError, Turn

#: The games, and boards with each kind of feedback.
BOARDS = (*NAMES, "4x6p", "2x6h", "5of0-9p", "3of1-9rh")


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("display", ["", *DISPLAYS])
def test_answers_are_distinguished_and_no_guess_is_revealed(name: str, display: str) -> None:
    game = game_named(name)
    face = face_of(game, display)
    lines = [face.plain_feedback(feedback) for feedback in game.feedbacks]
    assert len(set(lines)) == len(lines)
    assert not any(sign.isalnum() for line in lines for sign in line)


@pytest.mark.parametrize("name", BOARDS)
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
