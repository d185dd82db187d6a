"""What is sent of a game: every game has its signs, and none of them tells a guess."""

from __future__ import annotations

import pytest

from solver.deduction.games import DISPLAYS, NAMES, face_of, game_named
from solver.deduction.rules.game import Turn
from solver.deduction.text.share import share_text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("display", ["", *DISPLAYS])
def test_answers_are_told_apart_and_no_guess_is_told(name: str, display: str) -> None:
    game = game_named(name)
    face = face_of(game, display)
    lines = [face.plain_answer(answer) for answer in game.feedbacks]
    assert len(set(lines)) == len(lines)
    assert not any(sign.isalnum() for line in lines for sign in line)


def test_a_lost_game_is_said_to_be_lost() -> None:
    game = game_named("words")
    secret = game.parse_code("CRANE")
    guess = game.parse_code("CRIME")
    turns = [Turn(guess, game.feedback(guess, secret))] * game.rows
    text = share_text("Words", face_of(game), turns, hints=2)
    assert text.splitlines()[:3] == ["Words: not found in 6 guesses", "2 hints", "🟩🟩⬛⬛🟩"]
    assert game.format_code(guess) not in text
