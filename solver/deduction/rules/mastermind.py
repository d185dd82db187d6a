"""Mastermind's rules: the board, codes, feedback, and how feedback is written.

A code is a tuple of colours counted from 0; the blank, if a board has one, is the last of them.
Feedback is written as its numbers of black and white key pegs, ``1,2``; a turn as ``1123:1,2``.
:mod:`solver.deduction.rules.alphabet` reads and writes codes.
"""

import re
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from functools import cached_property
from math import perm
from typing import ClassVar, Final, NamedTuple

from solver.arguments import refuse_text
from solver.deduction.rules.feedback_text import read_counts
from solver.deduction.rules.game import Code, CodeError, Feedback, FeedbackError, RulesError, Terms
from solver.wording import capitalised, join_words, plural, quote

NAMES: Final = (
    "Red",
    "Orange",
    "Yellow",
    "Green",
    "Blue",
    "Purple",
    "White",
    "Turquoise",
    "Maroon",
    "Light grey",
    "Navy",
    "Slate",
)
LETTERS: Final = "".join(name[0] for name in NAMES)
SYMBOLS: Final = "123456789" + LETTERS[9:]
BLANK: Final = "."
MOST_PEGS: Final = 8
MOST_COLOURS: Final = len(SYMBOLS)
MOST_MARKED: Final = 5  # pegs with a mark each: the index of feedback is a byte
MOST_GUESSES: Final = 30

_RULES: Final = re.compile(r"([0-9]{1,3})[x×]([0-9]{1,3})([bds]*)([ph]?)(?:/([0-9]{1,3}))?")


class FeedbackKind(Enum):
    """What feedback shows; the value is its letter in the name of a board."""

    BOTH = ""  # how many pegs are in the right place, and how many more elsewhere
    PLACES = "p"  # only how many are in the right place
    HOLES = "h"  # of each hole whether its peg is right, elsewhere or absent


class KeyPegs(NamedTuple):
    """Feedback: ``black`` pegs right in colour and place, ``white`` right in colour only."""

    black: int
    white: int


@dataclass(frozen=True)
class Rules:
    """A board of ``pegs`` holes and ``colours`` colours, and ``guesses`` rows.

    ``repeats`` says whether a guess may have a colour more than once, ``secret_repeats`` whether
    the secret may; without repeats in guesses there are none in the secret. ``blanks`` says whether
    holes may stay empty: the blank is then one more colour, the last.

    Raises RulesError if a number is out of its range.

    >>> Rules(3, 5).code_count
    125
    >>> Rules(6, 8, blanks=True).code_count
    531441
    """

    pegs: int = 4
    colours: int = 6
    guesses: int = 10
    _: KW_ONLY
    repeats: bool = True
    secret_repeats: bool = True
    blanks: bool = False
    feedback_kind: FeedbackKind = FeedbackKind.BOTH

    terms: ClassVar[Terms] = Terms()

    def __post_init__(self) -> None:
        _check_range("number of pegs", self.pegs, MOST_PEGS)
        _check_range("number of colours", self.colours, MOST_COLOURS - self.blanks)
        _check_range("number of guesses", self.guesses, MOST_GUESSES)
        if self.feedback_kind is FeedbackKind.HOLES and self.pegs > MOST_MARKED:
            raise RulesError(
                f"Where each {self.terms.hole} is marked, a code has up to {MOST_MARKED} "
                f"{self.terms.peg}s; this board has {self.pegs}."
            )
        if not self.repeats:
            object.__setattr__(self, "secret_repeats", False)
        if not self.secret_repeats and self.choices < self.pegs:
            raise RulesError(
                f"Without repeats, {plural(self.pegs, self.terms.peg)} need as many "
                f"{self.terms.colour}s; there are {self.choices}."
            )

    @cached_property
    def choices(self) -> int:
        return self.colours + self.blanks

    @cached_property
    def symbols(self) -> str:
        return SYMBOLS[: self.colours] + BLANK * self.blanks

    @property
    def letters(self) -> str:
        return LETTERS[: self.colours]

    @cached_property
    def code_count(self) -> int:
        return int(self.choices**self.pegs) if self.repeats else perm(self.choices, self.pegs)

    @cached_property
    def secret_count(self) -> int:
        return self.code_count if self.secret_repeats else perm(self.choices, self.pegs)


def parse_rules(text: str) -> Rules:
    """Read a board, ``pegs x colours / guesses``; the number of guesses may be left out.

    Letters after the colours: ``b`` for the blank, ``s`` for a secret without repeats, ``d`` for
    no repeats at all. Then ``p`` if only right places are shown, ``h`` if each hole is marked.
    Raises RulesError.

    >>> parse_rules("5x8/12") == Rules(5, 8, 12)
    True
    >>> parse_rules("4x6s").secret_repeats
    False
    """
    match = _RULES.fullmatch(text.strip())
    if match is None:
        raise RulesError(
            f"Write a board like “4x6/10” (pegs x colours / guesses), not “{quote(text)}”."
        )
    pegs, colours, letters, kind, guesses = match.groups()
    return Rules(
        int(pegs),
        int(colours),
        guesses=int(guesses or Rules.guesses),
        repeats="d" not in letters,
        secret_repeats="s" not in letters,
        blanks="b" in letters,
        feedback_kind=FeedbackKind(kind),
    )


def format_rules(rules: Rules) -> str:
    """Write a board, the inverse of parse_rules.

    >>> format_rules(Rules()), format_rules(Rules(6, 8, blanks=True))
    ('4x6/10', '6x8b/10')
    """
    repeats = "" if rules.secret_repeats else "s" if rules.repeats else "d"
    letters = ("b" if rules.blanks else "") + repeats + rules.feedback_kind.value
    return f"{rules.pegs}x{rules.colours}{letters}/{rules.guesses}"


def feedback(guess: Code, secret: Code) -> KeyPegs:
    """Score a guess by the plain definition; tests compare the fast table with it.

    >>> feedback((0, 0, 1, 2), (0, 1, 0, 3))
    KeyPegs(black=1, white=2)
    """
    black = sum(peg == secret_peg for peg, secret_peg in zip(guess, secret, strict=True))
    common = sum(min(guess.count(colour), secret.count(colour)) for colour in set(guess))
    return KeyPegs(black, common - black)


def check_code(code: Code, rules: Rules) -> None:
    refuse_text(code, "code", "Code")
    check_length(len(code), rules)
    for place, colour in enumerate(code, start=1):
        if not 0 <= colour < rules.choices:
            raise unknown_colour(place, str(colour + 1), rules)
    check_repeats(code, rules)


def parse_feedback(text: str, rules: Rules) -> KeyPegs:
    """Read feedback, black first. Raises FeedbackError.

    >>> {parse_feedback(text, Rules()) for text in ("1,2", "1A2B", "+1 -2", "1 bull 2 cows")}
    {KeyPegs(black=1, white=2)}
    """
    counts = read_counts(text, rules.pegs, is_white_placed=rules == EIGHT)
    if counts is None:
        raise FeedbackError(
            f"Write feedback like “1,2” ({rules.terms.blacks}, then {rules.terms.whites}), "
            f"not “{quote(text)}”."
        )
    key_pegs = KeyPegs(*counts)
    check_feedback(key_pegs, rules)
    return key_pegs


def format_feedback(feedback: Feedback) -> str:
    """Write feedback, the inverse of parse_feedback.

    >>> format_feedback(KeyPegs(1, 2))
    '1,2'
    """
    return ",".join(map(str, feedback))


def check_feedback(feedback: KeyPegs, rules: Rules) -> None:
    if min(feedback) < 0 or sum(feedback) > rules.pegs:
        raise FeedbackError(
            f"{key_words(feedback, rules)} isn’t possible feedback: "
            f"{plural(rules.pegs, rules.terms.peg)} "
            f"get 0 to {plural(rules.pegs, rules.terms.key)}."
        )
    if feedback == (rules.pegs - 1, 1):
        raise FeedbackError(
            f"{key_words(feedback, rules)} isn’t possible feedback: with every other "
            f"{rules.terms.peg} in place, the last one has nowhere else to go."
        )


def _check_range(quantity: str, number: int, limit: int) -> None:
    if not 1 <= number <= limit:
        raise RulesError(f"The {quantity} runs from 1 to {limit}; this board has {number}.")


def check_length(length: int, rules: Rules) -> None:
    if length != rules.pegs:
        raise CodeError(f"A code has {plural(rules.pegs, rules.terms.peg)}; this one has {length}.")


def check_repeats(code: Code, rules: Rules) -> None:
    if rules.repeats:
        return
    for place, colour in enumerate(code):
        first = code.index(colour)
        if first == place:
            continue
        if rules.symbols[colour] == BLANK:
            raise CodeError(f"Holes {first + 1} and {place + 1} are empty: only one may be here.")
        peg = rules.terms.peg
        raise CodeError(
            f"{capitalised(peg)} {place + 1} is the same as {peg} {first + 1}: "
            f"no {rules.terms.colour} may repeat here."
        )


def unknown_colour(place: int, sign: str, rules: Rules, alphabet: Sequence[str] = ()) -> CodeError:
    blank = f", or {BLANK} for the blank" if rules.blanks else ""
    signs = (alphabet or rules.symbols)[: rules.colours]
    if signs[0].isdecimal():
        by_letter = f", or {rules.letters} by letter" if rules.letters else ""
        predicate = f"run from {signs[0]} to {max(filter(str.isdecimal, signs))}{by_letter}"
    else:
        predicate = f"are {join_words(signs)}"
    peg = f"{capitalised(rules.terms.peg)} {place}"
    return CodeError(f"{peg} is “{quote(sign)}”: {rules.terms.colour}s {predicate}{blank}.")


def key_words(feedback: KeyPegs, rules: Rules) -> str:
    terms = rules.terms
    black = plural(feedback.black, terms.black, terms.blacks)
    return f"{black} and {plural(feedback.white, terms.white, terms.whites)}"


#: Its key pegs are red and white, and white ones are in place.
EIGHT: Final = Rules(guesses=8)


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
        raise RulesError(f"Write a game of Bulls and Cows like “4of1-9/10”, not “{quote(text)}”.")
    length, lowest_digit, repeats, kind, guesses = match.groups()
    return Digits(
        int(length),
        10 - int(lowest_digit),
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
