"""Mastermind's rules: the board, codes, feedback, and how they are written.

A code is a tuple of colours counted from 0. Written, a peg is one character: 1 to 9, then A, B, C.
An answer is written as black and white keys, ``1,2``; a turn as ``1123:1,2``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from solver.deduction.wording import counted, listed, shown

SYMBOLS: Final = "123456789ABC"
EMPTY: Final = "_"
MOST_PEGS: Final = 8
MOST_COLOURS: Final = len(SYMBOLS)
MOST_GUESSES: Final = 30

Code = tuple[int, ...]

_COLOUR_OF: Final = {symbol: colour for colour, symbol in enumerate(SYMBOLS)}
_RULES: Final = re.compile(r"([0-9]{1,3})[x×]([0-9]{1,3})(?:/([0-9]{1,3}))?")
_FEEDBACK: Final = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")


class RulesError(ValueError):
    """A board that can't be played on."""


class CodeError(ValueError):
    """A text or tuple that is no code of this board; the message says where and why."""


class FeedbackError(ValueError):
    """An answer that is unreadable or can't happen."""


class Feedback(NamedTuple):
    """An answer: ``black`` pegs right in colour and place, ``white`` right in colour only."""

    black: int
    white: int


class Turn(NamedTuple):
    """A guess and its answer."""

    code: Code
    feedback: Feedback


@dataclass(frozen=True)
class Rules:
    """A board of ``pegs`` holes and ``colours`` colours, which may repeat, and ``guesses`` rows.

    Raises RulesError if a number is out of its range.

    >>> Rules(3, 5).code_count
    125
    """

    pegs: int = 4
    colours: int = 6
    guesses: int = 10

    def __post_init__(self) -> None:
        _check_range("number of pegs", self.pegs, MOST_PEGS)
        _check_range("number of colours", self.colours, MOST_COLOURS)
        _check_range("number of guesses", self.guesses, MOST_GUESSES)

    @property
    def code_count(self) -> int:
        """The number of codes."""
        return int(self.colours**self.pegs)


def parse_rules(text: str) -> Rules:
    """Read a board; the number of guesses may be left out. Raises RulesError.

    >>> parse_rules("5x8/12")
    Rules(pegs=5, colours=8, guesses=12)
    """
    match = _RULES.fullmatch(text.strip())
    if match is None:
        raise RulesError(
            f"A board is written like “4x6/10”, pegs x colours / guesses; “{shown(text)}” is not."
        )
    return Rules(*(int(number) for number in match.groups() if number is not None))


def format_rules(rules: Rules) -> str:
    """Write a board, the inverse of parse_rules.

    >>> format_rules(Rules())
    '4x6/10'
    """
    return f"{rules.pegs}x{rules.colours}/{rules.guesses}"


def feedback(guess: Code, secret: Code) -> Feedback:
    """Answer a guess: the plain definition, to which the fast table is tested equal.

    >>> feedback((0, 0, 1, 2), (0, 1, 0, 3))
    Feedback(black=1, white=2)
    """
    black = sum(mine == theirs for mine, theirs in zip(guess, secret, strict=True))
    common = (Counter(guess) & Counter(secret)).total()
    return Feedback(black, common - black)


def parse_code(text: str, rules: Rules) -> Code:
    """Read a code; spaces don't matter, nor does the case. Raises CodeError.

    >>> parse_code("1 1 2 6", Rules())
    (0, 0, 1, 5)
    """
    symbols = "".join(text.split())
    _check_length(len(symbols), rules)
    _check_filled(symbols)
    return tuple(_parse_peg(place, symbol, rules) for place, symbol in enumerate(symbols, start=1))


def format_code(code: Code) -> str:
    """Write a code, the inverse of parse_code.

    >>> format_code((0, 0, 1, 9))
    '112A'
    """
    return "".join(SYMBOLS[colour] for colour in code)


def check_code(code: Code, rules: Rules) -> None:
    """Raise CodeError if the tuple is no code of this board."""
    _check_length(len(code), rules)
    for place, colour in enumerate(code, start=1):
        if not 0 <= colour < rules.colours:
            raise _unknown_colour(place, str(colour + 1), rules)


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """Read an answer, black first. Raises FeedbackError.

    >>> parse_feedback("1,2", Rules())
    Feedback(black=1, white=2)
    """
    match = _FEEDBACK.fullmatch(text)
    if match is None:
        raise FeedbackError(
            f"An answer is written like “1,2”, black then white; “{shown(text)}” is not."
        )
    answer = Feedback(int(match[1]), int(match[2]))
    check_feedback(answer, rules)
    return answer


def format_feedback(answer: Feedback) -> str:
    """Write an answer, the inverse of parse_feedback.

    >>> format_feedback(Feedback(1, 2))
    '1,2'
    """
    return f"{answer.black},{answer.white}"


def check_feedback(answer: Feedback, rules: Rules) -> None:
    """Raise FeedbackError if no guess on this board can get the answer."""
    if min(answer) < 0 or sum(answer) > rules.pegs:
        raise FeedbackError(
            f"{_keys(answer)} can’t be an answer: {counted(rules.pegs, 'peg')} get from 0 to "
            f"{counted(rules.pegs, 'key')}."
        )
    if answer == (rules.pegs - 1, 1):
        raise FeedbackError(
            f"{_keys(answer)} can’t be an answer: with every other peg in place, "
            "the last one has no other place to be."
        )


def parse_turn(text: str, rules: Rules) -> Turn:
    """Read a turn such as ``1122:1,0``. Raises CodeError or FeedbackError.

    >>> parse_turn("1122:1,0", Rules())
    Turn(code=(0, 0, 1, 1), feedback=Feedback(black=1, white=0))
    """
    code, colon, answer = text.partition(":")
    if not colon:
        raise FeedbackError(
            f"A turn is written like “1123:1,2”, a code and its answer; “{shown(text)}” is not."
        )
    return Turn(parse_code(code, rules), parse_feedback(answer, rules))


def format_turn(turn: Turn) -> str:
    """Write a turn, the inverse of parse_turn.

    >>> format_turn(Turn((0, 0, 1, 1), Feedback(1, 0)))
    '1122:1,0'
    """
    return f"{format_code(turn.code)}:{format_feedback(turn.feedback)}"


def _check_range(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise RulesError(f"The {what} runs from 1 to {most}; this board has {number}.")


def _check_length(length: int, rules: Rules) -> None:
    if length != rules.pegs:
        raise CodeError(f"A code has {counted(rules.pegs, 'peg')}; this one has {length}.")


def _check_filled(symbols: str) -> None:
    holes = [str(place) for place, symbol in enumerate(symbols, start=1) if symbol == EMPTY]
    if holes:
        subject, verb = ("Hole", "is") if len(holes) == 1 else ("Holes", "are")
        raise CodeError(f"{subject} {listed(holes)} {verb} still empty.")


def _parse_peg(place: int, symbol: str, rules: Rules) -> int:
    colour = _COLOUR_OF.get(symbol.upper(), rules.colours)
    if colour >= rules.colours:
        raise _unknown_colour(place, symbol, rules)
    return colour


def _unknown_colour(place: int, symbol: str, rules: Rules) -> CodeError:
    colours = f"colours run from 1 to {SYMBOLS[rules.colours - 1]}"
    return CodeError(f"Peg {place} is “{shown(symbol)}”: {colours}.")


def _keys(answer: Feedback) -> str:
    return f"{answer.black} black and {answer.white} white"
