"""Boards that people bring along: files, pasted text and links, parsed into grids.

What spreadsheets save is converted into the format with commas line by line, so that the solver's
messages name the lines and fields of the original text.
"""

from __future__ import annotations

import codecs
import re
from typing import Any

from solver.hidoku.rules.grid import Adjacency, Grid, GridError
from solver.hidoku.rules.json_format import format_json, parse_any
from solver.hidoku.rules.notation import format_plain
from solver.wording import shown
from webapp.http.forms import FormError

BREAKS = frozenset("\t\n\r\f\v")
CONTEXT = 2  # lines shown before and after a bad one
LONGEST_LINE = 200  # characters shown of a line


def decode(content: bytes, name: str) -> str:
    """Return the text of a file; FormError if it isn't text.

    UTF-8, and UTF-16 with a byte order mark, are read as such, anything else as Latin-1: the
    characters of a board are the same there.

    >>> decode("1 . 3".encode("utf-16"), "board.txt"), decode(b"1 . 3 \\xfc", "board.txt")
    ('1 . 3', '1 . 3 ü')
    """
    text = _decoded(content)
    if any(char < " " and char not in BREAKS for char in text):
        raise FormError(f"“{shown(name)}” isn’t text: expected a board as text or JSON.")
    if not text.strip():
        raise FormError(f"“{shown(name)}” is empty: expected a board as text or JSON.")
    return text


def _decoded(content: bytes) -> str:
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_wide else ("utf-8-sig", "latin-1"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return "\0"  # half a character of UTF-16: no text


def parse_adjacency(text: str) -> Adjacency | None:
    """Return the adjacency that a form or link names; None if it is left to the board."""
    try:
        return Adjacency(text) if text else None
    except ValueError as error:
        raise FormError(f"The neighbours read “{shown(text)}”: expected 8, 4 or hex.") from error


def read_board(text: str, adjacency: Adjacency | None = None) -> Grid:
    """Return the board in a text of any format; GridError with one sentence if there is none.

    >>> read_board("1;;3") == read_board("1\\t\\t3") == read_board("1,,3") == read_board("1 . 3")
    True
    """
    return parse_any(_tidied(text), adjacency)


def _tidied(text: str) -> str:
    """Return the format with commas of what a spreadsheet saves, where an empty field is an empty
    cell.
    """
    if _is_json(text):
        return text
    if ";" in text:
        return _in_commas(text, ";")
    if "\t" in text and " " not in text:
        return _in_commas(text, "\t")
    return _in_commas(text, ",") if "," in text and "_" not in text else text


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def _in_commas(text: str, mark: str) -> str:
    return "\n".join(_line_in_commas(line, mark) for line in lines_of(text))


def _line_in_commas(line: str, mark: str) -> str:
    """Return one line; a row of only empty cells is still a row, and a single # is a hole."""
    if not line.replace(mark, "x").strip():
        return ""
    return ",".join(_field(field) for field in line.removeprefix("\ufeff").split(mark))


def _field(text: str) -> str:
    said = text.strip(' "')
    return "##" if said == "#" else said or "_"


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as the solver's messages count them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def format_link(grid: Grid) -> dict[str, str]:
    """Return the arguments of a link that contains a board.

    >>> format_link(read_board("1 . #\\n. . 5", Adjacency.FOUR))
    {'text': '1 . #/. . 5', 'adjacency': '4'}
    """
    if grid.links or 0 in grid.given.values():
        return {"text": format_json(grid).replace(", ", ",").replace(": ", ":")}
    rows = "/".join(" ".join(line.split()) for line in format_plain(grid).splitlines())
    is_usual = grid.adjacency is Adjacency.EIGHT
    return {"text": rows} | ({} if is_usual else {"adjacency": grid.adjacency.value})


def parse_link(text: str) -> str:
    return text if _is_json(text) or "\n" in text else text.replace("/", "\n")


def bad_line(text: str, problem: Exception) -> dict[str, Any] | None:
    """Return the line that a problem names; None if it names none."""
    lines = lines_of(text)
    if not isinstance(problem, GridError) or not 0 < problem.line <= len(lines):
        return None
    label, line = problem.line, lines[problem.line - 1]
    start = sum(len(line) + 1 for line in lines[: label - 1])
    field = re.search(rf"(?<![^\s,;\"]){re.escape(problem.field)}(?![^\s,;\"])", line)
    first, last = field.span() if field and problem.field else (0, len(line))
    near = range(max(label - 1 - CONTEXT, 0), min(label + CONTEXT, len(lines)))
    around = tuple((index + 1, lines[index][:LONGEST_LINE]) for index in near)
    return {"label": label, "around": around, "start": start + first, "end": start + last}
