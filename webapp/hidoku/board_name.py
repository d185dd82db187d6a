"""A request for a board and its seed as one name for links: ``10x10-ring-hex-hard-7``.

The size comes first and the seed last; between them, in any order, whatever is not as usual: a
form, ``four`` or ``hex``, a difficulty, a symmetry (without its hyphen), ``minimal``, ``open`` for
ends that need not be given, and ``links`` with their number.
"""

from __future__ import annotations

import re
from typing import Any

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.logic.difficulty import Difficulty
from solver.hidoku.rules.grid import Adjacency, GridError, check_size
from solver.hidoku.rules.symmetry import Symmetry
from solver.wording import shown

_NAME = re.compile(r"([0-9]{1,2})x([0-9]{1,2})((?:-[a-z]+[0-9]{0,3})*)-([0-9]{1,12})", re.ASCII)
_LINKS = re.compile(r"links([0-9]{1,3})", re.ASCII)

ADJACENCIES = {Adjacency.EIGHT: "eight", Adjacency.FOUR: "four", Adjacency.HEX: "hex"}
SYMMETRIES = {each: each.value.replace("-", "") for each in Symmetry}


def _table() -> dict[str, tuple[str, Any]]:
    """What each word of a name says: a field of the request, and its value."""
    words: dict[str, tuple[str, Any]] = {name: ("shape", name) for name in SHAPES}
    words |= {name: ("adjacency", each) for each, name in ADJACENCIES.items()}
    words |= {each.value: ("difficulty", each) for each in Difficulty}
    words |= {name: ("symmetry", each) for each, name in SYMMETRIES.items()}
    return words | {"minimal": ("minimal", True), "open": ("ends_given", False)}


_WORDS = _table()


def format_request(request: BoardRequest, seed: int) -> str:
    """Return the name of a request and its seed.

    >>> format_request(BoardRequest(8, 10, "ring", difficulty=Difficulty.HARD, links=3), 7)
    '8x10-ring-hard-links3-7'
    """
    words = [
        request.shape * (not SHAPES[request.shape].is_whole),
        ADJACENCIES[request.adjacency] * (request.adjacency is not Adjacency.EIGHT),
        request.difficulty.value if request.difficulty else "",
        SYMMETRIES[request.symmetry] * (request.symmetry is not Symmetry.NONE),
        "minimal" * request.minimal,
        "open" * (not request.ends_given),
        f"links{request.links}" * (request.links > 0),
    ]
    return "-".join([f"{request.rows}x{request.columns}", *filter(None, words), str(seed)])


def parse_request(name: str) -> tuple[BoardRequest, int]:
    """Return the request and the seed of a name; :class:`GridError` where it names none.

    >>> parse_request("8x10-hard-7")[0].difficulty
    <Difficulty.HARD: 'hard'>
    """
    found = _NAME.fullmatch(name)
    if not found:
        raise GridError(f"“{shown(name)}” is not the name of a board.")
    rows, columns = int(found[1]), int(found[2])
    check_size(rows, columns)
    said: dict[str, Any] = {}
    for word in filter(None, found[3].split("-")):
        links = _LINKS.fullmatch(word)
        field, value = ("links", int(links[1])) if links else _WORDS.get(word, ("", None))
        if not field or field in said:
            raise GridError(f"“{shown(word)}” says nothing here of a board.")
        said[field] = value
    return BoardRequest(rows, columns, **said), int(found[4])
