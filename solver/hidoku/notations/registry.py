"""Every notation of boards, in the order in which a text is tried, and the one reader of them."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from logging import getLogger
from typing import Final

from solver.hidoku.notations import frame, game_ids, json_format, lists, plain, triples
from solver.hidoku.notations.copied_text import clean_text, split_boards
from solver.hidoku.notations.layouts import check_length
from solver.hidoku.notations.notation import BoardReading, BoardText, Notation, choose_reading
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Grid, GridError

#: The last one takes whatever is left, and refuses what is no board.
NOTATIONS: Final[tuple[Notation, ...]] = (
    json_format.NOTATION,
    game_ids.KUDAMONO,
    game_ids.HAMILTON,
    game_ids.ASCENT,
    frame.NOTATION,
    plain.COURSE,
    lists.NOTATION,
    triples.NOTATION,
    plain.COMMAS,
    plain.CSV,
    plain.SPACES,
)
#: Of these, nothing beside the board can be told apart, or needs to be.
_WHOLE: Final = (json_format.NOTATION, game_ids.KUDAMONO, game_ids.ASCENT, game_ids.HAMILTON)
WRITTEN: Final = {notation.ending: notation for notation in NOTATIONS}


def read_text(text: str, layout: str = "", reading: int | None = None) -> BoardText:
    """Read a board in any notation; ``layout`` applies where the text doesn't name its own.

    ``reading`` is the number of the reading to take if there are several. Raises
    :class:`GridError` with one sentence if the board can't be read, or read only with doubt.

    >>> read_text("_ 7 .\\n. _ 1\\n_ _ 3").taken.words
    'empty “_”, blocked “.”, eight neighbours'
    """
    check_length(text)
    text = text.removeprefix("\ufeff")
    if not any(notation.is_recognised(text) for notation in _WHOLE):
        text = clean_text(text)
    boards = tuple(_read_boards(text, layout))
    return choose_reading(boards or tuple(_read_board(text, layout)), reading)


def _read_board(text: str, layout: str) -> Iterable[BoardReading]:
    notation = next(entry for entry in NOTATIONS if entry.is_recognised(text))
    return notation.parse(text, layout)


def _read_boards(text: str, layout: str) -> Iterator[BoardReading]:
    """Yield the boards of a text of several; none if it is one board with blank lines in it."""
    boards = [(f"the board from line {line} on", board) for line, board in split_boards(text)]
    parts = list[list[BoardReading]]()
    for words, board in [("one board", text), *boards] if boards else ():
        parts.append([])
        with suppress(GridError):
            for reading in _read_board(board, layout):
                part_reading = replace(reading, words=f"{words}: {reading.words}", is_usual=False)
                parts[-1].append(part_reading)
    are_boards = all(not all(faults(reading.grid) for reading in part) for part in parts[1:])
    for part in parts if are_boards else parts[:1]:
        yield from part


def parse_any(text: str, adjacency: Adjacency | str | None = None) -> Grid:
    """Read a board in any notation.

    ``adjacency`` applies where the text doesn't give one (default eight). Text that gives another
    one is refused. Raises :class:`GridError` with one sentence if the board can't be read. If the
    text can be read in several ways, the logger ``solver`` says which was taken.

    >>> parse_any("1 . 3") == parse_any("1,_,3") == parse_any('{"board": [[1, 0, 3]]}')
    True
    """
    layout = adjacency.value if isinstance(adjacency, Adjacency) else adjacency
    board_text = read_text(text, layout or "")
    if board_text.is_doubtful:
        getLogger("solver").warning("Read as: %s.", board_text.taken.words)
    return board_text.grid
