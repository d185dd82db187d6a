"""Games for tests: boards without a table of feedback, and a list that no rule knows."""

from types import MappingProxyType

from solver.deduction.rules.game import Code
from solver.deduction.rules.listed_game import ListedGame
from solver.deduction.rules.mastermind_game import MastermindGame


class Untabled(MastermindGame):
    """A small board that the engine must treat as if it were too large for a table."""

    @property
    def table(self) -> None:
        return None


class Distance(ListedGame):
    """A number from 0 to 9, and the feedback says how far away a guess is."""

    name = "distance"
    codes_in_order = tuple((number,) for number in range(10))
    feedback_names = MappingProxyType({"far": (9,), "near": (2,), "next": (1,), "found": (0,)})

    def feedback(self, guess: Code, secret: Code) -> Code:
        away = abs(guess[0] - secret[0])
        return (away if away < 3 else 9,)

    def is_secret(self, code: Code) -> bool:
        return code != (3,)
