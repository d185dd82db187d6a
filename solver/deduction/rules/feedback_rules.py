"""The kinds of feedback of a board of pegs, a rule for each; Words has the marks, too.

Marks are one a hole: right place, elsewhere, or absent. Of a value that a guess has more often than
the secret, only as many are marked as the secret has, right places first, then from the left.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import ClassVar, Final

import numpy as np

from solver.deduction.rules import kernels, mastermind
from solver.deduction.rules.feedback_text import read_counts, read_marks
from solver.deduction.rules.game import Code, Codes, Feedback, FeedbackError, frozen
from solver.deduction.rules.mastermind import FeedbackKind, KeyPegs, Rules
from solver.wording import plural, quote

GREY, YELLOW, GREEN = range(3)
#: The sign for each of them.
SIGNS: Final = "-yg"


class FeedbackRule:
    """How guesses are answered; ``name`` is what readers of files call the rule.

    This one counts the pegs in place, and the right ones in another place.
    """

    name: ClassVar[str] = "keys"
    is_symmetric: ClassVar[bool] = True

    def possible(self, pegs: int) -> tuple[Feedback, ...]:
        """Return all feedback in the engine's order, the one that ends the game last.

        All pegs but one black and one white is impossible.
        """
        feedbacks = (KeyPegs(b, w) for b in range(pegs + 1) for w in range(pegs + 1 - b))
        return tuple(feedback for feedback in feedbacks if feedback != (pegs - 1, 1))

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        return mastermind.feedback(guess, secret)

    def parse(self, text: str, rules: Rules) -> Feedback:
        return mastermind.parse_feedback(text, rules)

    def format(self, feedback: Feedback) -> str:
        return mastermind.format_feedback(feedback)

    def table(self, guesses: Codes, secrets: Codes, choices: int) -> Codes:
        return kernels.feedback_table(guesses, secrets, count_numbers(guesses.shape[1]), choices)


class RightPlaces(FeedbackRule):
    name = "places"

    def possible(self, pegs: int) -> tuple[Feedback, ...]:
        return tuple((count,) for count in range(pegs + 1))

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        return (sum(peg == secret_peg for peg, secret_peg in zip(guess, secret, strict=True)),)

    def parse(self, text: str, rules: Rules) -> Feedback:
        counts = read_counts(text.strip() + ",0" * text.strip().isdecimal(), rules.pegs)
        peg = rules.terms.peg
        if counts is None or counts[1]:
            raise FeedbackError(
                f"Write feedback like “2” (how many {peg}s are in the right place), "
                f"not “{quote(text)}”."
            )
        if (count := counts[0]) > rules.pegs:
            raise FeedbackError(
                f"{count} isn’t possible feedback: a code has {plural(rules.pegs, peg)}."
            )
        return (count,)

    def table(self, guesses: Codes, secrets: Codes, choices: int) -> Codes:
        pegs = guesses.shape[1]
        numbers = np.arange(pegs + 1, dtype=np.uint8).repeat(pegs + 1).reshape(-1, pegs + 1)
        return kernels.feedback_table(guesses, secrets, frozen(numbers), choices)


class MarkedHoles(FeedbackRule):
    name = "holes"
    is_symmetric = False  # marks change places with the holes

    def possible(self, pegs: int) -> tuple[Feedback, ...]:
        return possible_marks(pegs)

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        return mark_holes(guess, secret)

    def parse(self, text: str, rules: Rules) -> Feedback:
        signs = read_marks(text, rules.pegs)
        if not signs:
            example = (SIGNS[::-1] * rules.pegs)[: rules.pegs]
            raise FeedbackError(
                f"Write feedback like “{example}”, a sign for each {rules.terms.hole}: g for the "
                f"right place, y for elsewhere, - for absent; not “{quote(text)}”."
            )
        feedback = tuple(map(SIGNS.index, signs))
        if feedback not in possible_marks(rules.pegs):
            raise FeedbackError(
                f"With every other {rules.terms.peg} in place, the last one has nowhere else to go."
            )
        return feedback

    def format(self, feedback: Feedback) -> str:
        return "".join(SIGNS[mark] for mark in feedback)

    def table(self, guesses: Codes, secrets: Codes, choices: int) -> Codes:
        numbers = number_marks(possible_marks(guesses.shape[1]))
        return kernels.letter_marks(guesses, secrets, numbers)


FEEDBACK_RULES: Final[Mapping[FeedbackKind, FeedbackRule]] = MappingProxyType(
    {
        FeedbackKind.BOTH: FeedbackRule(),
        FeedbackKind.PLACES: RightPlaces(),
        FeedbackKind.HOLES: MarkedHoles(),
    }
)


@lru_cache(maxsize=8)
def count_numbers(pegs: int) -> Codes:
    """Return the index of feedback that counts pegs, ``[in place, in another place]``."""
    numbers = np.zeros((pegs + 1, pegs + 1), np.uint8)
    for number, (black, white) in enumerate(FeedbackRule().possible(pegs)):
        numbers[black, white] = number
    return frozen(numbers)


def mark_holes(guess: Code, secret: Code) -> Feedback:
    is_green = [peg == secret_peg for peg, secret_peg in zip(guess, secret, strict=True)]
    values = Counter(value for value, green in zip(secret, is_green, strict=True) if not green)
    marks = []
    for value, green in zip(guess, is_green, strict=True):
        is_there = not green and values[value] > 0
        values[value] -= is_there
        marks.append(GREEN if green else YELLOW if is_there else GREY)
    return tuple(marks)


@lru_cache(maxsize=8)
def possible_marks(pegs: int) -> tuple[Feedback, ...]:
    """Return all feedback; if all but one are right, the last has nowhere else to go."""
    impossibility = [YELLOW] + [GREEN] * (pegs - 1)
    feedbacks = product(range(3), repeat=pegs)
    return tuple(feedback for feedback in feedbacks if sorted(feedback) != impossibility)


@lru_cache(maxsize=8)
def number_marks(feedbacks: tuple[Feedback, ...]) -> Codes:
    """Return the index of feedback, by its marks as digits of a number to base three."""
    numbers = np.zeros(3 ** len(feedbacks[0]), np.uint8)
    numbers[[int("".join(map(str, feedback)), 3) for feedback in feedbacks]] = range(len(feedbacks))
    return frozen(numbers)
