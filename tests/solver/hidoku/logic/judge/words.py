"""Numbers and cells read back from words."""

import re

from solver.hidoku.rules.grid import Cell

_CELL = re.compile(r"[Rr]ow (\d+), column (\d+)")
_SUMS = re.compile(r": ((?:\d+, )*(?:\d+ or )?\d+) numbers? for (\d+) cells?")
_COUNTS = re.compile(
    rf"{_SUMS.pattern}|\d+ more|\d+ other c|\d+ of their c|\d+ steps?|\d+ cells?\b|\d+ numbers?\b"
)
_RANGE = re.compile(r"(\d+) to (\d+)")


def cells_of(text: str) -> list[Cell]:
    return [Cell(int(row) - 1, int(column) - 1) for row, column in _CELL.findall(text)]


def _bare(text: str) -> str:
    """A text without cells and counts, so that what is left are numbers of the board."""
    return _COUNTS.sub("", _CELL.sub("@", text))


def digits_of(text: str) -> set[int]:
    """The numbers of the board that stand in a text, of a span the first and the last."""
    return {int(n) for n in re.findall(r"\d+", _bare(text))}


def numbers_of(text: str) -> set[int]:
    bare = _bare(text)
    spans = [range(int(low), int(high) + 1) for low, high in _RANGE.findall(bare)]
    return digits_of(text) | {n for span in spans for n in span}


def few_numbers(text: str) -> set[int]:
    """The numbers of a list; of odd or even numbers, every second.

    >>> sorted(few_numbers("odd numbers from 3 to 9")), sorted(few_numbers("3 and 5 to 7"))
    ([3, 5, 7, 9], [3, 5, 6, 7])
    """
    numbers = numbers_of(text)
    is_every_second = re.search("(odd|even) numbers", text)
    return {n for n in numbers if not is_every_second or n % 2 == min(numbers) % 2}
