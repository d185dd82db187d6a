"""Codes of pegs as text, spelt in the signs of whoever wrote them.

Our signs are 1 to 9, then the letters of the last three colours, and a full stop for the blank. A
colour can also be written by its letter, its name or a coloured circle. Other programs count
colours from 0 or from A, or have letters of their own, each of which gets a colour.

A position keeps the alphabet that its turns were read in: it is a part of its game
(:attr:`MastermindGame.alphabet`), so all that is written of the game follows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from string import ascii_uppercase, digits
from typing import Final
from unicodedata import normalize

from solver.deduction.rules import mastermind
from solver.deduction.rules.game import Code, CodeError
from solver.deduction.rules.mastermind import Rules
from solver.wording import join_words

#: A sign for each value of a board; none if the signs are ours.
Alphabet = tuple[str, ...]
EMPTY: Final = "_"
CIRCLES: Final = "🔴🟠🟡🟢🔵🟣⚪"
_WORDS: Final = (*(name.rpartition(" ")[2].lower() for name in mastermind.NAMES), "empty")
_GREY: Final = re.compile(r"\b(light[\s-])?gr[ae]y\b")
_NO_SIGN: Final = re.compile(r"[\s,;/()\[\]\"'\ufe0f-]+")
_BETWEEN: Final = re.compile(r"[\s,;/-]+")


@lru_cache(maxsize=4096)  # the same few rows are read again and again
def parse_code(text: str, rules: Rules, alphabet: Alphabet = ()) -> Code:
    """Read a code; spaces and the case don't matter. Raises CodeError.

    >>> parse_code("1 1 2 6", Rules()), parse_code("rROp", Rules())
    ((0, 0, 1, 5), (0, 0, 1, 5))
    >>> parse_code("red, red, blue, light grey", Rules(4, 10)), parse_code("0 0 1 5", Rules(), (
    ...     "0", "1", "2", "3", "4", "5"))
    ((0, 0, 4, 9), (0, 0, 1, 5))
    """
    signs = _words_of(text, rules) or list(_tidy(text))
    mastermind.check_length(len(signs), rules)
    if holes := [str(place) for place, sign in enumerate(signs, 1) if sign == EMPTY]:
        subject, verb = ("Hole", "is") if len(holes) == 1 else ("Holes", "are")
        raise CodeError(f"{subject} {join_words(holes)} {verb} still empty.")
    values = _values(rules, alphabet)
    for place, sign in enumerate(signs, start=1):
        if sign not in values:
            raise mastermind.unknown_colour(place, sign, rules, alphabet)
    code = tuple(values[sign] for sign in signs)
    mastermind.check_repeats(code, rules)
    return code


def has_form_of_code(text: str, rules: Rules) -> bool:
    """Say whether a text is as long as a code, of letters, digits or circles alone."""
    signs = _words_of(text, rules) or list(_tidy(text))
    return len(signs) == rules.pegs and all(
        sign.isalnum() or sign == mastermind.BLANK or not sign.isascii() for sign in signs
    )


@lru_cache(maxsize=4096)
def format_code(code: Code, rules: Rules, alphabet: Alphabet = ()) -> str:
    """Write a code, the inverse of parse_code.

    >>> format_code((0, 0, 1, 9), Rules(4, 9, blanks=True))
    '112.'
    >>> format_code((0, 0, 4, 9), Rules(4, 10), find_alphabet(["red blue"], Rules(4, 10)))
    'red-red-blue-grey'
    """
    signs = [(alphabet or rules.symbols)[value] for value in code]
    return ("-" if max(map(len, signs)) > 1 else "").join(signs)


def find_alphabet(codes: Sequence[str], rules: Rules, default: Alphabet = ()) -> Alphabet:
    """Return the alphabet in which all codes can be read: the ``default`` or another.

    >>> "".join(find_alphabet(["0012", "3350"], Rules()))
    '012345'
    >>> "".join(find_alphabet(["RRGK"], Rules()))
    'RKYGBP'
    """
    if not rules.letters:
        return ()
    if codes and all(_words_of(code, rules) for code in codes):
        return tuple(_names(rules))
    symbols = dict.fromkeys("".join(map(_tidy, codes)).replace(mastermind.BLANK, ""))
    alphabets = (default, *map(tuple, _known_alphabets(rules)))
    alphabet = next((signs for signs in alphabets if symbols.keys() <= {*signs}), None)
    if alphabet is not None:
        return () if alphabet == tuple(rules.symbols) else alphabet
    if symbols.keys() <= {*rules.symbols, *rules.letters}:
        return ()
    return _give_colours(list(symbols), rules)


def alphabet_words(rules: Rules, alphabet: Alphabet) -> str:
    """Say how codes were read if not by our signs; "" if by ours.

    >>> alphabet_words(Rules(), tuple("012345")), alphabet_words(Rules(), tuple("RKYGBP"))
    ('colours from 0', 'K as orange, since this board has no K')
    """
    if not alphabet or alphabet == tuple(_names(rules)):
        return ""
    titles = ("", "", "colours from 0", "colours from A", "")
    alphabets = map(tuple, _known_alphabets(rules))
    title = dict(zip(alphabets, titles, strict=True)).get(alphabet)
    if title is not None:
        return title
    names = dict(zip(alphabet, mastermind.NAMES, strict=False))
    strangers = [sign for sign in names if sign not in {*rules.letters, *CIRCLES, mastermind.BLANK}]
    readings = join_words([f"{sign} as {names[sign].lower()}" for sign in strangers])
    reason = f", since this board has no {join_words(strangers, 'or')}"
    return readings + reason if strangers else ""


def _known_alphabets(rules: Rules) -> Iterator[str]:
    yield rules.symbols
    for signs in (mastermind.LETTERS, digits, ascii_uppercase, CIRCLES):
        yield _completed(signs, rules) + mastermind.BLANK * rules.blanks


def _completed(signs: str, rules: Rules) -> str:
    """Return as many signs as there are colours, the last of them our letters if signs are few."""
    return signs[: rules.colours] + mastermind.LETTERS[len(signs) : rules.colours]


def _give_colours(signs: list[str], rules: Rules) -> Alphabet:
    """Return an alphabet in which each sign of another's is a colour that isn't used otherwise."""
    is_letters = all(map(str.isalpha, signs))  # with digits beside them, one is a slip
    if not is_letters and any(map(str.isascii, signs)):
        return ()
    base = list(_completed(mastermind.LETTERS if is_letters else CIRCLES, rules))
    strangers = [sign for sign in signs if sign not in base]
    vacancies = [value for value, sign in enumerate(base) if sign not in signs]
    if len(strangers) > len(vacancies):
        return ()
    for sign, value in zip(strangers, vacancies, strict=False):
        base[value] = sign
    return (*base, *mastermind.BLANK * rules.blanks)


@lru_cache(maxsize=64)
def _values(rules: Rules, alphabet: Alphabet) -> Mapping[str, int]:
    """Return the value of each sign; ours count, too, unless digits or letters mean others."""
    values = dict[str, int]()
    for signs in (CIRCLES[: rules.colours], rules.letters, rules.symbols):
        values |= {sign: value for value, sign in enumerate(signs)}
    single = "".join(sign for sign in alphabet if len(sign) == 1)
    for is_kind in (str.isdecimal, str.isalpha):
        if any(map(is_kind, single)):
            values = {sign: value for sign, value in values.items() if not is_kind(sign)}
    values |= {name: value for value, name in enumerate(_names(rules))}
    return values | {sign: value for value, sign in enumerate(alphabet)}


def _names(rules: Rules) -> list[str]:
    """Return the words for a board's values; none if they are digits."""
    return [*_WORDS[: rules.colours], *_WORDS[-1:] * rules.blanks] if rules.letters else []


def _words_of(text: str, rules: Rules) -> list[str]:
    """Return the colours that a text names; none if it isn't names alone."""
    phrase = _GREY.sub("grey", text.strip().lower()).replace("blank", "empty")
    words = _BETWEEN.split(phrase)
    return words if {*words} <= {*_names(rules)} else []


def _tidy(text: str) -> str:
    """Return the signs of a text, in capitals, of plain digits and plain circles."""
    return _NO_SIGN.sub("", normalize("NFKC", text).upper())
