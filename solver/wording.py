"""Small pieces of English for building messages and hints."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import wraps
from math import floor
from typing import Final, ParamSpec

_ECHO: Final = 20
_FEW: Final = ("no", "one", "two", "three", "four", "five", "six")
_SPELLED: Final = (*_FEW, "seven", "eight", "nine", "ten", "eleven", "twelve")

About = ParamSpec("About")


class InputError(ValueError):
    """What was given can't be used; the message is a sentence for whoever gave it."""


def sentences(say: Callable[About, Iterator[str]]) -> Callable[About, tuple[str, ...]]:
    """Make a function that yields sentences return them all."""

    @wraps(say)
    def said(*args: About.args, **kwargs: About.kwargs) -> tuple[str, ...]:
        return tuple(say(*args, **kwargs))

    return said


def decimal(value: Fraction | float, places: int = 2) -> str:
    """Write a number with so many decimals; a half is rounded up, as taught at school.

    >>> decimal(Fraction(34, 16)), decimal(3.3125, 3), decimal(2)
    ('2.13', '3.313', '2.00')
    """
    scale = 10**places
    return f"{floor(Fraction(value) * scale + Fraction(1, 2)) / scale:.{places}f}"


def quote(text: str) -> str:
    """Return a player's text ready to quote in a message: shortened, and printable throughout.

    >>> quote("x" * 1000)
    'xxxxxxxxxxxxxxxxxxxx…'
    """
    start = "".join(char if char.isprintable() else "�" for char in text[:_ECHO])
    return start + "…" * (len(text) > _ECHO)


def plural(number: int, thing: str, things: str = "") -> str:
    """Return a number of things, in the plural if necessary.

    >>> plural(1, "peg"), plural(1296, "code"), plural(2, "guess", "guesses")
    ('1 peg', '1,296 codes', '2 guesses')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def spelled(number: int) -> str:
    """Return a small number as a word, a larger one in figures.

    >>> spelled(4), spelled(13)
    ('four', '13')
    """
    return _SPELLED[number] if number < len(_SPELLED) else f"{number:,}"


def times(count: int) -> str:
    """Return how often something happens.

    >>> times(1), times(3)
    ('once', '3 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words by commas, and the last two by a word.

    >>> join_words(["1", "2", "4"])
    '1, 2 and 4'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def capitalised(text: str) -> str:
    """Capitalise the first letter, as at the start of a sentence, and leave the rest unchanged.

    >>> capitalised("red is out")
    'Red is out'
    """
    return text[:1].upper() + text[1:]


def short(count: int) -> str:
    """Write a count in at most four characters, for small spaces.

    >>> [short(count) for count in (999, 1296, 9_960, 34_200, 999_700, 429_981_696)]
    ['999', '1.3k', '10k', '34k', '1.0M', '430M']
    """
    for unit, sign in ((1_000_000, "M"), (1_000, "k")):
        if count >= 0.9995 * unit and count >= 1_000:
            return f"{count / unit:.{0 if count >= 9.95 * unit else 1}f}{sign}"
    return str(count)


def date_words(day: date) -> str:
    """Return a day in words.

    >>> date_words(date(2026, 11, 2))
    '2 November 2026'
    """
    return f"{day.day} {day:%B} {day.year}"


def day_words(text: str) -> str:
    """Return a day, given as ISO 8601, in words.

    >>> day_words("2026-11-02")
    '2 November 2026'
    """
    return date_words(date.fromisoformat(text))


def time_words(seconds: int) -> str:
    """Return a time as a clock shows it.

    >>> time_words(65), time_words(3723)
    ('1:05', '1:02:03')
    """
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
