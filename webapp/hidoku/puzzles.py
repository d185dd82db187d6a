"""The boards of Hidoku that a link can name: known ones, boards on request, daily and own ones.

==========================  =====================================================================
name                        board
==========================  =====================================================================
``findling``                one of ``solver.hidoku.rules.known_boards``
``10x10-hard-7``            made from that request and seed (``webapp.hidoku.board_name``), and kept
``daily-2026-11-21``        the daily board of that day (``webapp.hidoku.days``)
``own-…``                   drawn or imported; the name is a digest of the board
``example-bottleneck-v2``   what the idea of a technique shows
==========================  =====================================================================

The stored board is the one that a name stands for, whichever generator made it. A daily board is
made on its day, or when it is first asked for, and never changes.
"""

import hashlib
import re
from base64 import b32encode
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from flask import abort

from solver.hidoku.exercises.find_the_step import VERSION, example_of, practised_techniques
from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.path_styles import PathStyle
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.logic.grade import Grade
from solver.hidoku.logic.technique import Technique
from solver.hidoku.notations.json_format import format_json
from solver.hidoku.rules.grid import Grid, GridError
from solver.hidoku.rules.known_boards import BOARDS, KnownBoard
from solver.wording import plural
from webapp.hidoku.board_name import BoardName, VersionError, format_name, parse_name
from webapp.hidoku.board_text import WORDS, format_board, parse_stored
from webapp.hidoku.days import KIND, NO_BOARD, boards_of, find_day
from webapp.storage.boards import OWN, find_board, keep_board
from webapp.storage.games import store
from webapp.storage.records.dailies import today
from webapp.storage.records.races import starts_raced_on

RACED_ON: Final = "Players race on this board now. You can open it when the round is over."
EXAMPLE: Final = "example-"
_OWN_NAME = re.compile(r"own-[a-z2-7]{16}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A board that a link can name, with its title and where it comes from.

    A board on request also has its grade, and whether it is as asked for.
    """

    name: str
    title: str
    source: str
    grid: Grid
    grade: Grade | None = None
    is_as_requested: bool = True


class NotMadeError(Exception):
    """A board on request that nobody asked for before: it must be made first."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The board {name} hasn’t been made yet.")
        self.name = name


def known_board(name: str) -> KnownBoard | None:
    """Return a known board, or the example of a technique; None for any other name."""
    for technique in practised_techniques() if name.startswith(EXAMPLE) else ():
        if name == example_name(technique):
            return KnownBoard(f"An example: {technique.title}", "", example_of(technique))
    return BOARDS.get(name)


def example_name(technique: Technique) -> str:
    """Return the name of a technique’s example, whose solve begins with a step of it."""
    return f"{EXAMPLE}{technique.name}-v{VERSION}"


def load_puzzle(name: str) -> Puzzle:
    """Return the board of a name; 404 if there is none, 403 while it is that of a race.

    Raises NotMadeError.
    """
    if board := known_board(name):
        return Puzzle(name=name, title=board.title, source=board.source, grid=board.grid)
    title, source = described(name)
    text = find_board(store(), name)
    if text is not None:
        puzzle = Puzzle(name=name, title=title, source=source, **parse_stored(text)._asdict())
        return abort(403, RACED_ON) if is_raced_on(puzzle) else puzzle
    if name.startswith(OWN):
        abort(404, NO_BOARD)
    raise NotMadeError(name)


def grade_of(name: str) -> Grade | None:
    """Return the grade that a board got when it was made; None for other boards."""
    text = None if known_board(name) else find_board(store(), name)
    return parse_stored(text).grade if text else None


def described(name: str) -> tuple[str, str]:
    """Return the title of a board that isn't a known one, and where it comes from; 404 if none."""
    if _OWN_NAME.fullmatch(name):
        return "A player’s board", "Drawn or imported."
    if board_of_day := find_day(name):
        return board_of_day.title, "Everyone gets the same board on this day (UTC)."
    board = _named(name)
    sentence = f"Made with seed {board.seed}"
    if board.is_current:
        source = f"{sentence}: this link always gives the same board."
    else:
        source = f"{sentence} by version {board.version} of the board generator, and stored here."
    return title_of_request(board.request), source


def title_of(name: str) -> str:
    """Return the title of a board by its name alone; 404 if there can be none."""
    board = known_board(name)
    return board.title if board else described(name)[0]


def request_of(name: str) -> tuple[BoardRequest, int]:
    """Return the request and seed that a name stands for; 404 if it isn't valid.

    The seed of a day's board isn't in its name, or it would be known the day before. It is the
    server's own (``webapp.storage.records.dailies.day_seed``), and 0 here.
    """
    if board_of_day := find_day(name):
        return board_of_day.request, 0
    board = _named(name)
    return board.request, board.seed


def _named(name: str) -> BoardName:
    """Return what the name of a board on request says; 404 if it is invalid or not the shortest."""
    try:
        board = parse_name(name)
    except GridError:
        abort(404, NO_BOARD)
    return board if format_name(*board) == name else abort(404, NO_BOARD)


def makable(name: str) -> tuple[BoardRequest, int]:
    """Return what a board is to be made from: :func:`request_of`.

    Raises VersionError if another version of the generator made it: today's can't make it again.
    """
    if not (find_day(name) or (board := _named(name)).is_current):
        raise VersionError(board)
    return request_of(name)


def todays_name(name: str) -> str:
    return format_name(*request_of(name))


def title_of_request(request: BoardRequest) -> str:
    """Return the title of a board on request.

    >>> from solver.hidoku.logic.grade import Difficulty
    >>> title_of_request(BoardRequest(8, 10, shape="ring", difficulty=Difficulty.HARD))
    '8 × 10 ring, hard'
    """
    shape_rule = SHAPES[request.shape]
    shape = "" if shape_rule.is_whole else f" {request.shape}"
    how_hard = f", {request.difficulty.value}" if request.difficulty else ""
    is_told = request.adjacency is shape_rule.adjacency
    touching = "" if is_told else f", {WORDS[request.adjacency].words}"
    join_words = f", {plural(request.joined, 'joined pair')}" if request.joined else ""
    style = f", {request.style.words}" if request.style is not PathStyle.MIXED else ""
    return f"{request.rows} × {request.columns}{shape}{touching}{how_hard}{style}{join_words}"


def keep_own(grid: Grid) -> str:
    """Store a board that a player drew or imported; return its name."""
    name = own_name(grid)
    keep_board(store(), name, format_board(grid))
    return name


def own_name(grid: Grid) -> str:
    digest = hashlib.sha256(format_json(grid).encode()).digest()
    return OWN + b32encode(digest)[:16].decode().lower()


def secret_of(grid: Grid) -> Grid | None:
    """Return a daily board of today if this is that board, perhaps with more numbers; else None."""
    for board in boards_of(today()):
        with suppress(NotMadeError):
            daily = load_puzzle(board.name).grid
            if _has_grown_from(grid, daily):
                return daily
    return None


def is_raced_on(puzzle: Puzzle) -> bool:
    """Say whether this is the board of a race's round to come or being played, perhaps with more
    numbers.
    """
    starts = starts_raced_on(store(), KIND, puzzle.name)
    return any(_has_grown_from(puzzle.grid, parse_stored(start).grid) for start in starts)


def _has_grown_from(grid: Grid, larger: Grid) -> bool:
    is_same = (larger.cells, larger.adjacency) == (grid.cells, grid.adjacency)
    return is_same and larger.given.items() <= grid.given.items()
