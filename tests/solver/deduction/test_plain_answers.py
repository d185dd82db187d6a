"""What is sent of an answer: every game has its signs, and none of them tells a guess."""

from __future__ import annotations

import pytest

from solver.deduction.games import DISPLAYS, NAMES, face_of, game_named


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("display", ["", *DISPLAYS])
def test_answers_are_told_apart_and_no_guess_is_told(name: str, display: str) -> None:
    game = game_named(name)
    face = face_of(game, display)
    lines = [face.plain_answer(answer) for answer in game.feedbacks]
    assert len(set(lines)) == len(lines)
    assert not any(sign.isalnum() for line in lines for sign in line)
