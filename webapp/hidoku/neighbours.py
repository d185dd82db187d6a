"""What each kind of adjacency is called: in names and style sheets, in sentences, and in forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.hidoku.rules.grid import Adjacency


@dataclass(frozen=True)
class AdjacencyWords:
    """The words of an adjacency.

    ``name`` stands in links, fields and classes, ``words`` after the size of a board, ``choice`` is
    what a form offers, ``rule`` says which cells touch.
    """

    name: str
    words: str
    choice: str
    rule: str


WORDS: Final = {
    Adjacency.EIGHT: AdjacencyWords(
        "eight", "eight neighbours", "8: corners count", "eight: a corner is enough"
    ),
    Adjacency.FOUR: AdjacencyWords("four", "four neighbours", "4: sides only", "four: sides only"),
    Adjacency.HEX: AdjacencyWords("hex", "hexagonal", "6: hexagonal", "six, on a hexagonal board"),
}
