"""The number pair: two numbers are hidden, and the feedback compares both at once.

Invented in an article on entropy in Mastermind, also with numbers from 0 to 4: the feedback says
whether no number of the guess is less than its counterpart, and whether none is greater.
"""

from itertools import product
from typing import ClassVar, NamedTuple

from solver.deduction.rules.game import Code, Terms
from solver.deduction.rules.listed_game import ListedGame


class Comparison(NamedTuple):
    """How a guess compares: ``not_less`` and ``not_greater`` hold for both numbers at once."""

    not_less: bool
    not_greater: bool


class NumberPair(ListedGame):
    """Two numbers from 0 to 4.

    Feedback is written ``=`` for the pair itself, ``>`` if neither number of the guess is less
    than its counterpart in the secret, ``<`` if neither is greater, and ``?`` otherwise. A shell
    uses these signs itself, so ``+``, ``-`` and ``x`` are read, too.

    >>> game = NumberPair()
    >>> game.format_feedback(game.feedback((2, 3), (1, 3))), game.format_feedback((False, False))
    ('>', '?')
    >>> [game.format_turn(game.parse_turn(text)) for text in ("12:+", "12:-", "12:x")]
    ['12:>', '12:<', '12:?']
    """

    name = "pair"
    terms: ClassVar[Terms] = Terms("number", "place", "number", code="pair")
    feedback_rule = "comparison"
    codes_in_order = tuple(product(range(5), repeat=2))
    feedback_names: ClassVar = {
        "?": Comparison(False, False),
        "<": Comparison(False, True),
        ">": Comparison(True, False),
        "=": Comparison(True, True),
    }

    feedback_aliases: ClassVar = {"+": ">", "-": "<", "x": "?"}

    def feedback(self, guess: Code, secret: Code) -> Comparison:
        pairs = list(zip(guess, secret, strict=True))
        return Comparison(all(g >= s for g, s in pairs), all(g <= s for g, s in pairs))
