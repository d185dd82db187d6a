"""Bulls and Cows: Mastermind with digits, which rarely repeat, and with words of its own.

A bull is a digit in its place (a black key peg), a cow a digit in another place (a white one).
Digits run from 1 to 9, as in the Prolog program that brought this game here, or from 0 to 9.
"""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import ClassVar, Final

from solver.deduction.rules.game import RulesError, Terms
from solver.deduction.rules.mastermind import FeedbackKind, Rules
from solver.wording import shown

SHORTEST: Final = 3
LONGEST: Final = 6

_DIGITS: Final = re.compile(r"([0-9])of([01])-9(r?)([ph]?)(?:/([0-9]{1,3}))?")


@dataclass(frozen=True)
class Digits(Rules):
    """A secret of 3 to 6 digits, from 1 to 9 or (``colours`` 10) from 0 to 9, usually different.

    >>> Digits(4, 9).code_count, Digits(4, 10).code_count, Digits(4, 10, repeats=True).code_count
    (3024, 5040, 10000)
    """

    colours: int = 10
    _: KW_ONLY
    repeats: bool = False

    terms: ClassVar[Terms] = Terms(
        peg="digit",
        hole="place",
        colour="digit",
        key="mark",
        black="bull",
        white="cow",
        blacks="bulls",
        whites="cows",
    )

    def __post_init__(self) -> None:
        if self.blanks or self.colours not in (9, 10):
            raise RulesError("Bulls and Cows has the digits 1 to 9 or 0 to 9.")
        if not SHORTEST <= self.pegs <= LONGEST:
            raise RulesError(
                f"The number of digits runs from {SHORTEST} to {LONGEST}; "
                f"this game has {self.pegs}."
            )
        super().__post_init__()

    @cached_property
    def symbols(self) -> str:
        return "0123456789"[10 - self.colours :]

    @property
    def letters(self) -> str:
        return ""


def parse_digits(text: str) -> Digits:
    """Read a game such as ``4of0-9/10``, digits and guesses; ``4of0-9r`` has repeats.

    The letters ``p`` and ``h`` are those of a board. Raises RulesError.

    >>> parse_digits("4of1-9") == Digits(4, 9)
    True
    """
    match = _DIGITS.fullmatch(text.strip())
    if match is None:
        raise RulesError(f"Write a game of Bulls and Cows like “4of1-9/10”, not “{shown(text)}”.")
    length, least, repeats, kind, guesses = match.groups()
    return Digits(
        int(length),
        10 - int(least),
        guesses=int(guesses or Digits.guesses),
        repeats=bool(repeats),
        feedback_kind=FeedbackKind(kind),
    )


def format_digits(rules: Digits) -> str:
    """Write a game of Bulls and Cows, the inverse of parse_digits.

    >>> format_digits(Digits()), format_digits(Digits(3, 9, repeats=True))
    ('4of0-9/10', '3of1-9r/10')
    """
    letters = ("r" if rules.secret_repeats else "") + rules.feedback_kind.value
    return f"{rules.pegs}of{10 - rules.colours}-9{letters}/{rules.guesses}"
