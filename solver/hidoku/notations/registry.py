"""Every notation of boards, in the order in which a text is tried, and the one reader of them."""

from __future__ import annotations

from logging import getLogger
from typing import Final

from solver.hidoku.notations import ascent, course, frame, json_format, kudamono, plain
from solver.hidoku.notations.notation import BoardText, Notation, choose_reading
from solver.hidoku.notations.notes import check_length
from solver.hidoku.rules.grid import Adjacency, Grid

#: The last one takes whatever is left, and refuses what is no board.
NOTATIONS: Final[tuple[Notation, ...]] = (
    json_format.NOTATION,
    kudamono.NOTATION,
    ascent.NOTATION,
    frame.NOTATION,
    course.NOTATION,
    plain.COMMAS,
    plain.CSV,
    plain.SPACES,
)
WRITTEN: Final = {notation.ending: notation for notation in NOTATIONS if notation.format}


def read_text(text: str, layout: str = "", reading: int | None = None) -> BoardText:
    """Read a board in any notation; ``layout`` applies where the text doesn't name its own.

    ``reading`` is the number of the reading to take if there are several. Raises
    :class:`GridError` with one sentence if the board can't be read, or read only with doubt.

    >>> read_text("_ 7 .\\n. _ 1\\n_ _ 3").taken.words
    'empty “_”, blocked “.”, eight neighbours'
    """
    check_length(text)
    text = text.removeprefix("\ufeff")
    notation = next(entry for entry in NOTATIONS if entry.is_recognised(text))
    return choose_reading(tuple(notation.parse(text, layout)), reading)


def parse_any(text: str, adjacency: Adjacency | str | None = None) -> Grid:
    """Read a board in any notation.

    ``adjacency`` applies where the text doesn't give one (default eight). Text that gives another
    one is refused. Raises :class:`GridError` with one sentence if the board can't be read. If the
    text can be read in several ways, the logger ``solver`` says which was taken.

    >>> parse_any("1 . 3") == parse_any("1,_,3") == parse_any('{"board": [[1, 0, 3]]}')
    True
    """
    layout = adjacency.value if isinstance(adjacency, Adjacency) else adjacency
    found = read_text(text, layout or "")
    if found.is_doubtful:
        getLogger("solver").warning("Read as: %s.", found.taken.words)
    return found.grid
