"""What the search knows about a position, shown over its board on request.

The connection status is that of the program of 2015: a filled cell is connected with the cells of
the numbers before and after it, if they are neighbours; it needs both, the first and the last
number one. A position is dead if a filled cell has fewer empty neighbours than missing connections,
or an empty one has too few neighbours for the path to enter and leave it.

On large boards all this is worked out in a separate process: on an empty 30×30 it takes 0.8 s.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout
from webapp.hidoku.picture.cells import Note, Notes

CANDIDATES: Final = "candidates"
MOST_KEPT: Final = 200  # overlays; for the largest boards some 50 kB each
MOST_NUMBERS: Final = 40  # listed for the cell that is looked at
SMALL: Final = 10  # up to this many columns a cell has room for several numbers
ROOM: Final = (6, 2)  # numbers shown in a cell of a small board, and of a larger one
MORE: Final = "…"  # in a cell: there are others between these two
NONE: Final = Note("–", "no number fits")
LESS_ROOM: Final = (4, 2)  # the same, above the signs of its connections

Possible = Mapping[Cell, tuple[int, ...]]


@dataclass(frozen=True)
class Joint:
    cell: Cell
    joined: int
    needed: int
    is_dead: bool

    @property
    def sign(self) -> str:
        """The name of the dots that show it, one for each connection it needs.

        >>> Joint(Cell(0, 0), 1, 2, is_dead=False).sign
        'joined-1-of-2'
        """
        return f"joined-{self.joined}-of-{self.needed}"


def joints(grid: Grid, board: Board) -> tuple[Joint, ...]:
    status = {cell: _status(grid, board, cell) for cell in grid.cells}
    has_ends = {1, grid.last} <= set(board.values())
    fewest = 0 if grid.last == 1 else 1 + has_ends  # neighbours by which an empty cell is passed

    def is_dead(cell: Cell) -> bool:
        around = grid.neighbours(cell)
        if cell in board:
            links, needed = status[cell]
            return needed - links > sum(near not in board for near in around)
        open_ones = {near for near in around if status[near][0] < status[near][1]}
        return len(open_ones) < fewest  # an empty cell is open

    return tuple(Joint(cell, *status[cell], is_dead(cell)) for cell in grid.cells)


def _status(grid: Grid, board: Board, cell: Cell) -> tuple[int, int]:
    """Return how many numbers before and after a cell's touch it, and how many must in the end."""
    number = board.get(cell)
    if number is None:
        return 0, 2
    around = [board.get(near) for near in grid.neighbours(cell)]
    return (number - 1 in around) + (number + 1 in around), (number > 1) + (number < grid.last)


@dataclass(frozen=True)
class Connections:
    """How many cells that need two connections have none, one or both; and the dead ends."""

    none: int
    one: int
    both: int
    dead: int


def count_connections(connections: Iterable[Joint]) -> Connections:
    """Return how many cells have how many connections.

    >>> count_connections(joints(Grid.of(1, 3), {Cell(0, 0): 1, Cell(0, 1): 2}))
    Connections(none=1, one=1, both=0, dead=0)
    """
    links = list(connections)
    inner = Counter(joint.joined for joint in links if joint.needed == 2)
    return Connections(inner[0], inner[1], inner[2], sum(joint.is_dead for joint in links))


def connection_marks(connections: Iterable[Joint]) -> dict[str, list[Cell]]:
    marks: dict[str, list[Cell]] = {}
    for joint in connections:
        marks.setdefault(joint.sign, []).append(joint.cell)
        if joint.is_dead:
            marks.setdefault("dead-end", []).append(joint.cell)
    return marks


def possible_numbers(position: Position) -> dict[Cell, tuple[int, ...]]:
    """Return the candidates by reach of each empty cell, in ascending order."""
    layout: BitLayout = position.layout
    numbers_at: dict[Cell, list[int]] = {cell: [] for cell in layout.cells(position.empty)}
    for number in _missing(position):
        for cell in layout.cells(position.strict[number] & position.empty):
            numbers_at[cell].append(number)
    return {cell: tuple(numbers) for cell, numbers in numbers_at.items()}


def placements_left(position: Position) -> tuple[tuple[int, int], ...]:
    masks = position.strict
    return tuple((number, masks[number].bit_count()) for number in _missing(position))


def _missing(position: Position) -> Iterator[int]:
    return (number for gap in position.gaps for number in gap.missing)


def notes_of(grid: Grid, candidates: Possible, has_signs: bool = False) -> Notes:
    """Return the text in each empty cell: its candidates, or the first and the last.

    Their number isn't shown: it would look like a number of the path.

    >>> notes = notes_of(Grid.of(2, 2), {Cell(0, 0): (2, 3), Cell(0, 1): tuple(range(1, 9))})
    >>> print(*notes.values(), sep=", ")
    2 3, 1… 8
    """
    room = (LESS_ROOM if has_signs else ROOM)[grid.columns > SMALL]
    return {cell: _note(numbers, room) for cell, numbers in candidates.items()}


def _note(numbers: tuple[int, ...], room: int) -> Note:
    if len(numbers) > room:
        return Note(f"{numbers[0]}{MORE} {numbers[-1]}")
    return Note.of(*numbers) if numbers else NONE


def candidates_text(numbers: tuple[int, ...]) -> str:
    """Return the candidates of a cell; a long list is cut short."""
    text = " ".join(map(str, numbers[:MOST_NUMBERS])) or "none"
    count_left = len(numbers) - MOST_NUMBERS
    overflow = f" and {count_left} more" if count_left > 0 else ""
    return text + overflow


@dataclass(frozen=True, kw_only=True)
class Overlays:
    notes: Notes = field(default_factory=dict)
    marks: Mapping[str, Iterable[Cell]] = field(default_factory=dict)
    connections: Connections | None = None
    looked_at: str = ""
    placements: tuple[tuple[int, int], ...] = ()


@lru_cache(maxsize=MOST_KEPT)  # at once: 3 ms on a board of 15×15, 240 on an empty one of 30×30
def overlays_of(
    grid: Grid,
    items: tuple[tuple[Cell, int], ...],
    eliminations: tuple[Candidate, ...],
    shows: tuple[str, ...],
    cell: Cell | None,
) -> Overlays:
    """Return what is shown over the numbers of these cells, and of the cell that is looked at."""
    board = dict(items)
    overlays = Overlays()
    if "connections" in shows:
        links = tuple(joints(grid, board))
        marks = connection_marks(links)
        overlays = replace(overlays, connections=count_connections(links), marks=marks)
    if not {CANDIDATES, "placements"} & {*shows}:  # which take most of the time
        return overlays
    position = Position.of(grid, board)  # as a person reads it
    if eliminations:
        position = position.without(eliminations)
    if "placements" in shows:
        overlays = replace(overlays, placements=placements_left(position))
    if CANDIDATES not in shows:
        return overlays
    candidates = possible_numbers(position)
    is_there = cell in candidates
    return replace(
        overlays,
        notes=notes_of(grid, candidates, "connections" in shows),
        looked_at=candidates_text(candidates[cell]) if cell and is_there else "",
        marks={**overlays.marks, "looked-at": (cell,)} if cell and is_there else overlays.marks,
    )
