"""Games given by a list: what ends them must be the code itself alone."""

from random import Random
from typing import ClassVar, Final

import pytest

from solver.deduction.rules.game import Code, CodeError, Feedback, RulesError
from solver.deduction.rules.listed_game import ListedGame
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree

WON: Final = (9,)


class Drawn(ListedGame):
    """A game whose answers are drawn by lot."""

    name = "drawn"
    codes_in_order = tuple((number,) for number in range(6))
    feedback_names: Final = {"a": (1,), "b": (2,), "won": WON}

    def __init__(self, chance: Random) -> None:
        self.drawn = [[chance.choice(self.feedbacks) for _ in range(6)] for _ in range(6)]
        for code in range(6):
            if chance.random() < 0.9:
                self.drawn[code][code] = WON

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        return self.drawn[guess[0]][secret[0]]


def test_a_game_that_another_code_can_end_is_refused() -> None:
    chance = Random(3)
    for _ in range(200):
        game = Drawn(chance)
        is_fair = all(
            (game.drawn[guess][secret] == WON) == (guess == secret)
            for guess in range(6)
            for secret in range(6)
        )
        if is_fair:
            assert tree(game, STRATEGIES["entropy"]).total >= 6
        else:
            with pytest.raises(RulesError, match="“won”, ends the game, so it is for the code"):
                tree(game, STRATEGIES["entropy"])


def test_the_sentence_names_a_guess_and_a_code() -> None:
    game = Drawn(Random(1))
    game.drawn = [[WON if guess == code else (1,) for code in range(6)] for guess in range(6)]
    assert game.table[2, 2] == game.won
    twin = Drawn(Random(1))
    twin.drawn = [row[:] for row in game.drawn]
    twin.drawn[4][1] = WON
    with pytest.raises(RulesError, match="here 4 gets it where the code is 1"):
        assert twin.table
    twin.drawn[4][1], twin.drawn[0][0] = (1,), (1,)
    with pytest.raises(RulesError, match="here 0 must get it where the code is 0"):
        assert twin.table


def test_numbers_of_two_digits_are_written_so_that_they_can_be_read_back() -> None:
    class Letters(ListedGame):
        name = "letters"
        codes_in_order = ((0, 1, 10), (0, 11, 0), (3, 4, 17))
        feedback_names: ClassVar = {"no": (0,), "yes": (1,)}

        def feedback(self, guess: Code, secret: Code) -> Feedback:
            return (int(guess == secret),)

    game = Letters()
    assert [game.format_code(code) for code in game.codes_in_order][:2] == ["0-1-10", "0-11-0"]
    for code in game.codes_in_order:
        assert game.parse_code(game.format_code(code)) == code
    for text in ("3417", "3-4", "3-x-17", "3-²-17", "3--17", ""):
        with pytest.raises(CodeError, match="Write it like “3-4-17”"):
            game.parse_code(text)
