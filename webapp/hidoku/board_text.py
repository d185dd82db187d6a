"""What is stored of a board: the board, and for one made on request what was found out on the way.

The board is the object of ``notations.json_format``, which anybody can export and import. Boards
that players drew have no more than that, nor has the first board of a game or a draft.
"""

import json
from collections import Counter
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from solver.hidoku.generate.generate import Generated
from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.logic.technique import Technique, technique_named
from solver.hidoku.notations.json_format import format_json, parse_object
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search.staged_search import Budget
from webapp.storage.documents import DocumentForm, refuse_damage
from webapp.work.limits import LASTING_SECONDS

GridObject = dict[str, Any]  # what ``notations.json_format`` writes and reads


class GradeDocument(TypedDict):
    """A :class:`Grade`, with the names of its difficulty and of its techniques.

    The ``score`` of boards by versions 1 and 2 of the generator, and ``score_of_100`` of those by 3
    to 5, aren't comparable with today's. They are kept, and not read.
    """

    difficulty: str
    techniques: dict[str, int]
    longest: int
    solved_by_techniques: bool
    score: NotRequired[int]
    score_of_100: NotRequired[int | None]
    points: NotRequired[int | None]
    is_cut_short: bool


class BoardDocument(TypedDict):
    """A board; one made on request has its grade, and whether it is as requested."""

    grid: GridObject
    grade: NotRequired[GradeDocument]
    as_requested: NotRequired[bool]


BOARD: Final = DocumentForm(BoardDocument, schema=1)


class StoredBoard(NamedTuple):
    grid: Grid
    grade: Grade | None = None
    is_as_requested: bool = True


def object_of(grid: Grid) -> GridObject:
    grid_object: GridObject = json.loads(format_json(grid))
    return grid_object


def format_board(grid: Grid) -> str:
    """Write only a board.

    >>> format_board(Grid.of(1, 2))
    '{"schema":1,"grid":{"board":[[0,0]],"adjacency":"8","links":[]}}'
    """
    return BOARD.write({"grid": object_of(grid)})


def format_made(board: Generated) -> str:
    """Write a board that was made; if no difficulty was requested, it is graded here."""
    board_grade = board.grade or grade(board.grid, Budget(deadline=monotonic() + LASTING_SECONDS))
    grid = object_of(board.grid)
    is_fit = board.is_as_requested
    return BOARD.write({"grid": grid, "grade": _plain(board_grade), "as_requested": is_fit})


def parse_stored(text: str) -> StoredBoard:
    """Parse what :func:`format_board` or :func:`format_made` wrote. Raises DocumentError."""
    document = BOARD.read(text)
    with refuse_damage("a board"):
        grid = parse_object(document["grid"])
        board_grade = _grade(document["grade"]) if "grade" in document else None
    return StoredBoard(grid, board_grade, document.get("as_requested", True))


def _plain(board_grade: Grade) -> GradeDocument:
    return {
        "difficulty": board_grade.word,
        "techniques": {
            technique.name: count for technique, count in board_grade.techniques.items()
        },
        "longest": board_grade.longest,
        "solved_by_techniques": board_grade.solved_by_techniques,
        "points": board_grade.score,
        "is_cut_short": board_grade.is_cut_short,
    }


#: Until version 7 areas and cuts counted by chessboard colours were ideas of their own.
_MERGED: Final = {"parity": "area", "lone_area": "area", "colour_count": "cut"}


def _grade(document: GradeDocument) -> Grade:
    parts: dict[str, Any] = {"score": document.get("points")}
    parts |= {name: document[name] for name in ("longest", "solved_by_techniques", "is_cut_short")}
    counts = Counter[Technique]()
    for name, count in document["techniques"].items():
        counts[technique_named(_MERGED.get(name, name))] += count
    techniques = dict(sorted(counts.items(), key=lambda entry: entry[0].rank))
    return Grade(Difficulty(document["difficulty"]), techniques, **parts)


# The words for each adjacency: in names and style sheets, in sentences, and in forms.


@dataclass(frozen=True)
class AdjacencyWords:
    """The words for an adjacency.

    ``name`` is used in links, fields and classes, ``words`` after the size of a board, ``choice``
    in forms; ``rule`` says which cells are neighbours.
    """

    name: str
    words: str
    choice: str
    rule: str


WORDS: Final = {
    Adjacency.EIGHT: AdjacencyWords(
        "eight", "eight neighbours", "8: corners too", "eight: corners too"
    ),
    Adjacency.FOUR: AdjacencyWords("four", "four neighbours", "4: sides only", "four: sides only"),
    Adjacency.HEX: AdjacencyWords("hex", "hexagonal", "6: hexagonal", "six, on a hexagonal board"),
}
