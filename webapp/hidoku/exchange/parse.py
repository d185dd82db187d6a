"""Boards that people bring along: files, links, and the line at which a text can't be read."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.hidoku.notations.layouts import check_layout, lines_of
from solver.hidoku.notations.notation import BoardReading, BoardText
from solver.hidoku.notations.plain import format_text
from solver.hidoku.notations.registry import read_text
from solver.hidoku.rules.grid import Grid, GridError
from solver.wording import quote
from webapp.http.forms import FormError, decode_text

BREAKS = frozenset("\t\n\r\f\v")
CONTEXT = 2  # lines shown before and after a bad one
LONGEST_LINE = 200  # characters shown of a line


def decode(content: bytes, name: str) -> str:
    """Return the text of a file; FormError if it isn't text.

    >>> decode("1 . 3".encode("utf-16"), "board.txt"), decode(b"1 . 3 \\xfc", "board.txt")
    ('1 . 3', '1 . 3 ü')
    """
    text = decode_text(content)
    if any(char < " " and char not in BREAKS for char in text):
        raise FormError(f"“{quote(name)}” isn’t text. Choose a board as text or JSON.")
    if not text.strip():
        raise FormError(f"“{quote(name)}” is empty. Choose a board as text or JSON.")
    return text


def read_form(text: str, layout: str, form: Mapping[str, str]) -> BoardText:
    """Read a text as the form wants it that shows its readings. Raises GridError.

    The ``layout`` may be anything that a form sends, or "".
    """
    layout = layout and check_layout(layout)
    number = form.get("reading", "")
    return read_text(text, layout, int(number) if re.fullmatch(r"[1-9]\d?", number) else None)


#: Each reading's number and words, and whether it was taken.
Readings = tuple[tuple[int, str, bool], ...]


def number_readings(readings: Sequence[BoardReading], pick: BoardReading | None = None) -> Readings:
    """Return what can be chosen of a text's readings, the one that was taken first."""
    choices = ((at, reading.words, reading is pick) for at, reading in enumerate(readings, 1))
    return tuple(sorted(choices, key=lambda entry: not entry[2]))


def format_link(grid: Grid) -> str:
    """Return a board as the text of a link.

    >>> from solver.hidoku.notations.registry import parse_any
    >>> format_link(parse_any("1 . #\\n. . 5", "4"))
    '1 . #/. . 5/adjacency: 4'
    """
    return "/".join(" ".join(line.split()) for line in format_text(grid).splitlines())


class BadLine(NamedTuple):
    """A line that can't be read, with those ``around`` it, and the characters at fault."""

    label: int
    around: tuple[tuple[int, str], ...]
    start: int
    end: int


def find_bad_line(text: str, problem: Exception) -> BadLine | None:
    lines = lines_of(text)
    if not isinstance(problem, GridError) or not 0 < problem.line <= len(lines):
        return None
    label = problem.line
    line = lines[problem.line - 1]
    start = sum(len(line) + 1 for line in lines[: label - 1])
    field = re.search(rf"(?<![^\s,;\"]){re.escape(problem.field)}(?![^\s,;\"])", line)
    first, last = field.span() if field and problem.field else (0, len(line))
    places = range(max(label - 1 - CONTEXT, 0), min(label + CONTEXT, len(lines)))
    around = tuple((index + 1, lines[index][:LONGEST_LINE]) for index in places)
    return BadLine(label, around, start + first, start + last)
