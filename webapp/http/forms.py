"""Text from outside, turned into values; whatever can't be is refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from solver.hidoku.rules.grid import MOST_CELLS, Cell
from solver.wording import shown

MOST_DIGITS = 6


class FormError(ValueError):
    """A form sent something that can't be meant; the message is for the player."""


def parse_version(form: Mapping[str, str]) -> int:
    return _whole(form.get("version", ""), "Please reload the page and try again.")


def parse_tier(form: Mapping[str, str]) -> int:
    tier = form.get("tier", "")
    if tier not in {"1", "2", "3"}:
        raise FormError("A hint has three steps: 1, 2 and 3.")
    return int(tier)


def parse_cell(form: Mapping[str, str]) -> Cell:
    """Return the chosen cell; a page sends ``row,column``, both from 0.

    >>> parse_cell({"cell": "2,3"})
    Cell(row=2, column=3)
    """
    row, _, column = form.get("cell", "").partition(",")
    sentence = "Choose a cell first."
    return Cell(_whole(row, sentence), _whole(column, sentence))


def chosen_cell(form: Mapping[str, str], field: str = "cell") -> Cell | None:
    """Return the cell that a form or an address chose, or None if it can't be read.

    >>> chosen_cell({"cell": "2,3"}), chosen_cell({"cell": "here"})
    (Cell(row=2, column=3), None)
    """
    try:
        return parse_cell({"cell": form.get(field, "")})
    except FormError:
        return None


def parse_number(form: Mapping[str, str], last: int) -> int:
    text = form.get("number", "").strip()
    if not text:
        raise FormError(f"Type a number from 1 to {last}.")
    return _whole(text, f"“{shown(text)}” isn’t a number from 1 to {last}.")


def parse_numbers(form: Mapping[str, str], last: int) -> tuple[int, ...]:
    """Return the numbers typed for notes, separated by spaces or commas.

    >>> parse_numbers({"number": "3, 5 12"}, 20)
    (3, 5, 12)
    """
    texts = form.get("number", "").replace(",", " ").split() or [""]
    return tuple(parse_number({"number": text}, last) for text in texts)


def parse_cells(form: Mapping[str, str]) -> tuple[Cell, ...]:
    """Return the cells of a stroke; a page sends each as ``row,column``, separated by spaces.

    >>> parse_cells({"cells": "0,1 1,2"})
    (Cell(row=0, column=1), Cell(row=1, column=2))
    """
    cells = tuple(parse_cell({"cell": text}) for text in form.get("cells", "").split())
    if not 1 <= len(cells) <= MOST_CELLS:
        raise FormError("A stroke goes through at least one cell, and through each only once.")
    return cells


def parse_direction(form: Mapping[str, str]) -> int:
    """Return which way numbers are counted: 1 for up (the default), -1 for down."""
    return -1 if form.get("direction") == "down" else 1


def parse_tint(form: Mapping[str, str]) -> int:
    return _whole(form.get("tint", ""), "Choose a colour.")


def submitted_row(form: Mapping[str, str]) -> str:
    """Return the row of a form: typed by hand, or built from pegs.

    >>> submitted_row({"typed": " ", "code": "1122"})
    '1122'
    """
    return form.get("typed", "").strip() or form.get("code", "")


def parse_step(text: str | None, last: int) -> int:
    """Return a frame's number, clamped to 0 … ``last``, so that no link is broken.

    >>> [parse_step(text, 9) for text in ("4", "400", "-1", "x", None)]
    [4, 9, 0, 0, 0]
    """
    try:
        return min(_whole(text or "", ""), last)
    except FormError:
        return 0


def _whole(text: str, sentence: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise FormError(sentence)
    return int(text)
