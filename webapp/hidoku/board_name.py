"""A board's request, seed and generator as one name for links: ``10x10-hex-hard-7``.

The size comes first and the seed last; between them, in any order, comes whatever differs from the
default: a shape, ``four`` or ``hex``, a difficulty, a symmetry (without its hyphen), the style of
the path (``calm``, ``winding`` or ``uncrossed``), ``minimal``, ``open`` for ends that need not be
given, and ``links`` with their number.

If the generator changes, a request and a seed give another board, so names begin with its version:
``v7-10x10-hex-hard-7``. Names without one are of version 1, from before there was a second. The
words in names keep their meaning for ever, since names of all versions are read here.
"""

import re
from typing import Any, Final, NamedTuple

from solver.hidoku.generate.generate import GENERATOR_VERSION, BoardRequest
from solver.hidoku.generate.path_styles import PathStyle
from solver.hidoku.generate.shapes import SHAPES, Symmetry
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Adjacency, GridError, check_size
from solver.wording import quote
from webapp.hidoku.board_text import WORDS

_NAME = re.compile(
    r"(?:v([1-9][0-9]{0,2})-)?([0-9]{1,2})x([0-9]{1,2})((?:-[a-z]+[0-9]{0,3})*)-([0-9]{1,12})",
    re.ASCII,
)
_JOINED = re.compile(r"links([0-9]{1,3})", re.ASCII)
FIRST: Final = 1  # the version of names that don't say

SYMMETRIES = {symmetry: symmetry.value.replace("-", "") for symmetry in Symmetry}


class BoardName(NamedTuple):
    """What a name says: the request for the board, the seed, and the generator's version."""

    request: BoardRequest
    seed: int
    version: int

    @property
    def is_current(self) -> bool:
        return self.version == GENERATOR_VERSION


class VersionError(GridError):
    """A board of another version of the generator; today's would make a different one."""

    def __init__(self, board: BoardName) -> None:
        self.name = format_name(*board)
        self.is_older = board.version < GENERATOR_VERSION
        super().__init__(
            f"This link names a board of version {board.version} of the board generator, "
            f"which isn’t kept here. Version {GENERATOR_VERSION}, which we use now, would make a "
            "different board."
        )


def _table() -> dict[str, tuple[str, Any]]:
    words: dict[str, tuple[str, Any]] = {name: ("shape", name) for name in SHAPES}
    words |= {entry.name: ("adjacency", adjacency) for adjacency, entry in WORDS.items()}
    words |= {entry.value: ("difficulty", entry) for entry in Difficulty}
    words |= {name: ("symmetry", entry) for entry, name in SYMMETRIES.items()}
    words |= {entry.value: ("style", entry) for entry in PathStyle}
    return words | {"minimal": ("minimal", True), "open": ("ends_given", False)}


_WORDS = _table()


def format_name(request: BoardRequest, seed: int, version: int | None = None) -> str:
    """Return the name of a request and its seed, for this version of the generator or today's.

    >>> ring = BoardRequest(8, 10, shape="ring", difficulty=Difficulty.HARD, joined=3)
    >>> format_name(ring, 7, version=1)
    '8x10-ring-hard-links3-7'
    >>> format_name(BoardRequest(8, 10), 7, version=2)
    'v2-8x10-7'
    """
    words = [
        prefix(GENERATOR_VERSION if version is None else version),
        f"{request.rows}x{request.columns}",
        "" if SHAPES[request.shape].is_whole else request.shape,
        "" if request.adjacency is Adjacency.EIGHT else WORDS[request.adjacency].name,
        request.difficulty.value if request.difficulty else "",
        "" if request.symmetry is Symmetry.NONE else SYMMETRIES[request.symmetry],
        "" if request.style is PathStyle.MIXED else request.style.value,
        "minimal" if request.minimal else "",
        "" if request.ends_given else "open",
        f"links{request.joined}" if request.joined else "",
    ]
    return "-".join([*filter(None, words), str(seed)])


def prefix(version: int) -> str:
    """Return the word that names of a version begin with, or ""."""
    return "" if version == FIRST else f"v{version}"


def parse_name(name: str) -> BoardName:
    """Parse a board's name; :class:`GridError` if it isn't one.

    >>> parse_name("8x10-hard-7").request.difficulty
    <Difficulty.HARD: 'hard'>
    >>> parse_name("8x10-hard-7").version, parse_name("v2-8x10-hard-7").version
    (1, 2)
    """
    match = _NAME.fullmatch(name)
    if not match:
        raise GridError(f"“{quote(name)}” isn’t the name of a board.")
    rows = int(match[2])
    columns = int(match[3])
    check_size(rows, columns)
    request = BoardRequest(rows, columns, **_said(match[4].split("-")))
    return BoardName(request, int(match[5]), int(match[1] or FIRST))


def _said(words: list[str]) -> dict[str, Any]:
    request_fields: dict[str, Any] = {}
    for word in filter(None, words):
        joint = _JOINED.fullmatch(word)
        field, value = ("joined", int(joint[1])) if joint else _WORDS.get(word, ("", None))
        if not field or field in request_fields:
            raise GridError(f"“{quote(word)}” doesn’t belong in a board’s name.")
        request_fields[field] = value
    return request_fields


def remade() -> tuple[str, ...]:
    """Return how names begin for boards that today's generator can make again.

    >>> "v7-10x10-hard-7".startswith(remade()), "daily-2026-11-22".startswith(remade())
    (True, False)
    """
    word = prefix(GENERATOR_VERSION)
    return (f"{word}-",) if word else tuple("0123456789")
