"""What a player pencils in: notes in many cells at once, lines without numbers, and tints.

Each function returns a new game in which all of it is one move, or raises :class:`MoveError`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.moves import MOST_NOTES, Move, MoveError, cell_name
from solver.wording import capitalised


def note_each(play: Play, cells: Iterable[Cell], numbers: Iterable[int]) -> Play:
    """Note every number in every cell; if all of them are already noted, rub them out.

    Filled cells are skipped unless all are filled.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = note_each(Play(Grid.of(1, 3)), [Cell(0, 0), Cell(0, 1)], [2, 3])
    >>> play.notes[Cell(0, 1)], note_each(play, [Cell(0, 0)], [2]).notes[Cell(0, 0)]
    ((2, 3), (3,))
    """
    chosen = list(dict.fromkeys(cells))
    open_cells = [cell for cell in chosen if cell not in play.board] or chosen
    entries = [(cell, number) for cell in open_cells for number in dict.fromkeys(numbers)]
    changes = [entry for entry in entries if entry[1] not in play.notes.get(entry[0], ())]
    return play.together(*(Move("note", *entry) for entry in changes or entries))


def note_candidates(play: Play, *cells: Cell) -> Play:
    """Note in empty cells exactly the numbers that can go there by counting steps.

    Filled cells are skipped unless all are filled. Raises MoveError if there is nothing to note,
    no number fits a cell, or more fit than it has room for.
    """
    chosen = list(dict.fromkeys(cells))
    open_cells = [cell for cell in chosen if cell not in play.board] or chosen
    moves = tuple(move for cell in open_cells for move in _candidate_notes(play, cell))
    if not moves:
        place = capitalised(cell_name(open_cells[0]))
        has = "These cells have" if len(open_cells) > 1 else f"{place} has"
        raise MoveError(f"{has} all these notes already.")
    return play.together(*moves)


def _candidate_notes(play: Play, cell: Cell) -> Iterator[Move]:
    if cell in play.board or not play.grid.has_cell(cell):
        raise MoveError(f"Choose an empty cell: {cell_name(cell)} isn’t one.")
    numbers = numbers_of(play, cell)
    place = cell_name(cell)
    if not numbers:
        raise MoveError(f"No missing number can reach {place}, so something on the board is wrong.")
    if len(numbers) > MOST_NOTES:
        raise MoveError(
            f"{len(numbers)} numbers can still reach {place}. It has room for {MOST_NOTES} notes."
        )
    return _rewrite(play, cell, numbers)


def note_eliminated(play: Play, candidates: Iterable[tuple[int, Cell]]) -> Play:
    """Record in the notes that numbers can't go in certain cells.

    They are removed from each cell's notes. A cell without notes gets the numbers that can still go
    there by counting steps, if there is room.
    """
    out: dict[Cell, set[int]] = {}
    for number, cell in candidates:
        out.setdefault(cell, set()).add(number)
    moves = [move for cell, numbers in out.items() for move in _rule_out(play, cell, numbers)]
    if not moves:
        raise MoveError("There’s nothing new to note.")
    return play.together(*moves)


def _rule_out(play: Play, cell: Cell, out: set[int]) -> Iterator[Move]:
    if cell in play.board or not play.grid.has_cell(cell):
        return
    notes = play.notes.get(cell, ())
    candidates = [number for number in notes or numbers_of(play, cell) if number not in out]
    if len(candidates) <= MOST_NOTES:
        yield from _rewrite(play, cell, candidates)


def _rewrite(play: Play, cell: Cell, numbers: Sequence[int]) -> Iterator[Move]:
    """The moves from a cell's notes to new ones; removals come first, to make room."""
    notes = play.notes.get(cell, ())
    removals = (number for number in notes if number not in numbers)
    additions = (number for number in numbers if number not in notes)
    for number in (*removals, *additions):
        yield Move("note", cell, number)


def draw_line(play: Play, cells: Sequence[Cell]) -> Play:
    """Draw a line without numbers along cells; if all of it is already drawn, rub it out.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = draw_line(Play(Grid.of(1, 3)), [Cell(0, 1), Cell(0, 0)])
    >>> play.lines == {(Cell(0, 0), Cell(0, 1))}, draw_line(play, [Cell(0, 0), Cell(0, 1)]).lines
    (True, frozenset())
    """
    steps = list(pairwise(cells))
    changes = [step for step in steps if (min(step), max(step)) not in play.lines]
    return play.together(*(Move("line", cell, goal=goal) for cell, goal in changes or steps))


def erase_cells(play: Play, *cells: Cell) -> Play:
    """Erase numbers from cells; if all are empty, their notes and the lines that touch them.

    Tints stay: :func:`untint` removes them.
    """
    filled_cells = [cell for cell in cells if cell in play.board]
    if filled_cells:
        return play.erase(*filled_cells)
    notes = [Move("note", cell, n) for cell in cells for n in play.notes.get(cell, ())]
    line_ends = sorted(line for line in play.lines if {*line} & {*cells})
    lines = [Move("line", start, goal=goal) for start, goal in line_ends]
    return play.together(*notes, *lines) if notes or lines else play.erase(*cells)


def tint_each(play: Play, cells: Iterable[Cell], tint: int) -> Play:
    """Give cells a tint; if all of them already have it, remove it.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = tint_each(Play(Grid.of(1, 3)), [Cell(0, 0), Cell(0, 1)], 2)
    >>> play.tints[Cell(0, 1)], tint_each(play, play.tints, 2).tints
    (2, {})
    """
    chosen = list(dict.fromkeys(cells))
    changes = [cell for cell in chosen if play.tints.get(cell) != tint]
    return play.together(*(Move("tint", cell, tint) for cell in changes or chosen))


def untint(play: Play, cells: Iterable[Cell]) -> Play:
    moves = [Move("tint", cell, play.tints[cell]) for cell in {*cells} & play.tints.keys()]
    if not moves:
        raise MoveError("No cell here has a colour.")
    return play.together(*sorted(moves))


# Where a missing number can go, and which numbers can go in a cell, by counting steps alone.
#
# From the nearest placed number below, and from the nearest above, the path takes as many steps as
# the numbers differ, all through empty cells. Players count this first. What follows for other
# reasons (joined cells, narrow places, what else has to fit) is left to the techniques.


@dataclass(frozen=True)
class Reach:
    """The empty cells that a missing number can reach from the nearest placed numbers.

    ``low`` and ``high`` are those numbers, or None if nothing is placed on that side.
    """

    number: int
    cells: tuple[Cell, ...]
    low: int | None
    high: int | None


def reach_of(play: Play, number: int) -> Reach:
    """Return the cells where a missing number can go.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1, Cell(0, 4): 5}))
    >>> reach_of(play, 3).cells
    (Cell(row=0, column=2),)
    """
    low = max((n for n in play.where if n < number), default=None)
    high = min((n for n in play.where if n > number), default=None)
    cells = set(play.grid.cells) - set(play.board)
    for end in (low, high):
        if end is not None:
            cells &= steps_from(play, play.where[end], abs(number - end)).keys()
    return Reach(number, tuple(sorted(cells)), low, high)


def numbers_of(play: Play, cell: Cell) -> tuple[int, ...]:
    """Return the missing numbers that can go in an empty cell, ascending."""
    steps = steps_from(play, cell, play.grid.last)
    gaps = pairwise([0, *play.where, play.grid.last + 1])  # including what lies beyond both ends
    return tuple(number for gap in gaps for number in _fitting(play, gap, steps))


def _fitting(play: Play, gap: tuple[int, int], steps: dict[Cell, int]) -> Iterator[int]:
    """The numbers in a gap near enough to both its ends, or to one if the other is open."""
    low, high = gap
    first = low + 1
    last = high - 1
    if low in play.where:
        first = low + steps.get(play.where[low], high)
    if high in play.where:
        last = high - steps.get(play.where[high], high)
    yield from range(first, last + 1)


def steps_from(play: Play, start: Cell, limit: int) -> dict[Cell, int]:
    """Return the cells within ``limit`` steps, with their distances; filled cells block the way."""
    distances = {start: 0}
    edge = [start]
    for steps in range(1, limit + 1):
        edge = [
            neighbour
            for neighbour in dict.fromkeys(n for cell in edge for n in play.grid.neighbours(cell))
            if neighbour not in distances
        ]
        distances.update(dict.fromkeys(edge, steps))
        edge = [cell for cell in edge if cell not in play.board]
        if not edge:
            break
    return distances


def shortest_route(play: Play, start: Cell, goal: Cell) -> tuple[Cell, ...]:
    """Return a shortest route through empty cells, both ends included; empty if there is none."""
    steps = steps_from(play, goal, play.grid.last)
    route = [start] if start in steps else []
    while route and (steps_left := steps[route[-1]]):
        neighbours = play.grid.neighbours(route[-1])
        exits = (cell for cell in neighbours if cell == goal or cell not in play.board)
        route.append(next(cell for cell in exits if steps.get(cell) == steps_left - 1))
    return tuple(route)
