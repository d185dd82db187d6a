"""Boards on paper: which ones, how many on a page, and their solutions at the end."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound

from solver.hidoku.search.solve import Verdict, board_of
from solver.wording import quote
from webapp.hidoku.exchange.import_routes import size_words
from webapp.hidoku.picture.svg import svg_on_paper
from webapp.hidoku.puzzles import Puzzle, load_puzzle
from webapp.hidoku.verdict import solutions_of
from webapp.http.forms import FormError
from webapp.work.limits import GLANCE

MOST_BOARDS = 12
SOLUTIONS_ON_PAGE = 4

_LINK = re.compile(r"(?:.*/boards/)?([\w-]{1,120})(?:[/?#].*)?", re.ASCII)


class PaperBoard(NamedTuple):
    """A board on paper; ``drawing`` is an SVG."""

    name: str
    title: str
    words: str
    drawing: str


Sheets = tuple[tuple[PaperBoard, ...], ...]


@dataclass(frozen=True)
class ShownPaper:
    sheets: Sheets
    solved: Sheets


def chosen_boards(form: MultiDict[str, str]) -> list[str]:
    """Return the names of the boards to print, each once; FormError for one that can't be added.

    What is added by hand may be a name or a link; NotMadeError if that board isn't made yet.
    """
    names = list(dict.fromkeys(form.getlist("board")))
    addition = form.get("add", "").strip()
    if addition:
        names = list(dict.fromkeys([*names, _added(addition)]))
    if len(names) > MOST_BOARDS:
        raise FormError(f"At most {MOST_BOARDS} boards can be printed at once.")
    return names


def _added(text: str) -> str:
    match = _LINK.fullmatch(text)
    try:
        return load_puzzle(match[1] if match else "").name
    except NotFound as error:
        raise FormError(f"“{quote(text)}” isn’t a board’s name or link.") from error


def parse_per(form: Mapping[str, str]) -> int:
    """Return how many boards go on a page.

    >>> [parse_per({"per": text}) for text in ("2", "9", "x")], parse_per({})
    ([2, 1, 1], 1)
    """
    per = form.get("per", "")
    return int(per) if per in {"1", "2", "3", "4"} else 1


def sheets_of(names: Sequence[str], per: int, with_solutions: bool) -> ShownPaper:
    puzzles = [load_puzzle(name) for name in names]
    boards = list(map(_show_board, puzzles))
    solution_boards = list[PaperBoard]()
    end = GLANCE.deadline
    for puzzle, board in zip(puzzles, boards, strict=True) if with_solutions else ():
        grid = puzzle.grid
        result = solutions_of(grid) if time.monotonic() < end else None
        words = SOLVED[result.verdict if result else Verdict.UNDECIDED]
        path = result.solutions[:1] if result else ()
        drawing = svg_on_paper(grid, board_of(path[0]) if path else grid.given)
        solution_boards.append(board._replace(words=words, drawing=drawing))
    return ShownPaper(_in_sheets(boards, per), _in_sheets(solution_boards, SOLUTIONS_ON_PAGE))


def _in_sheets(boards: Sequence[PaperBoard], per: int) -> Sheets:
    return tuple(tuple(boards[first : first + per]) for first in range(0, len(boards), per))


def _show_board(puzzle: Puzzle) -> PaperBoard:
    grid = puzzle.grid
    words = size_words(grid)
    if puzzle.grade is not None and puzzle.grade.word not in puzzle.title:
        words = f"{words}, {puzzle.grade.word}"
    return PaperBoard(puzzle.name, puzzle.title, words, svg_on_paper(grid, grid.given))


SOLVED = {
    Verdict.UNIQUE: "The only solution",
    Verdict.SEVERAL: "One of several solutions",
    Verdict.NONE: "There is no solution",
    Verdict.UNDECIDED: "Not solved in time",
}
