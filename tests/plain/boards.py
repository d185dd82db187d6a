"""The rules of Hidoku once more, plainly: sets and loops, and nothing of the solver's.

A board is told by its rows as they are printed. All paths are found by trying, with the cells that
each number can still take as sets.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Place = tuple[int, int]
Sets = dict[int, set[Place]]
STEPS = {
    "8": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)],
    "4": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "hex": [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1), (1, -1)],
}


@dataclass(frozen=True)
class PlainBoard:
    """Cells, which of them touch, numbers by cell, and pairs of cells that are linked."""

    cells: frozenset[Place]
    near: Mapping[Place, frozenset[Place]]
    given: Mapping[Place, int]
    joined: frozenset[frozenset[Place]] = field(default_factory=frozenset)

    @property
    def last(self) -> int:
        return len(self.cells)

    @property
    def where(self) -> dict[int, Place]:
        return {number: place for place, number in self.given.items()}

    @property
    def empty(self) -> set[Place]:
        return set(self.cells) - set(self.given)

    def partners(self, place: Place) -> set[Place]:
        return {end for link in self.joined if place in link for end in link if end != place}

    def distances(self, start: Place) -> dict[Place, int]:
        """Steps from a cell through empty ones; filled ones can be come to."""
        distances, waiting = {start: 0}, deque([start])
        while waiting:
            place = waiting.popleft()
            if place != start and place in self.given:
                continue
            for neighbour in self.near[place] - distances.keys():
                distances[neighbour] = distances[place] + 1
                waiting.append(neighbour)
        return distances


def read(rows: str, adjacency: str, links: Iterable[tuple[Place, Place]] = ()) -> PlainBoard:
    """Read a board as it is printed: numbers, dots and #."""
    fields = {
        (r, c): text
        for r, row in enumerate(rows.splitlines())
        for c, text in enumerate(row.split())
        if text != "#"
    }
    near = {
        (r, c): frozenset((r + a, c + b) for a, b in STEPS[adjacency] if (r + a, c + b) in fields)
        for r, c in fields
    }
    givens = {place: int(text) for place, text in fields.items() if text.isdecimal()}
    return PlainBoard(frozenset(fields), near, givens, frozenset(frozenset(link) for link in links))


def solutions(board: PlainBoard, limit: int = 2) -> list[dict[Place, int]]:
    """Find paths through all cells, so many at most."""
    boards: list[dict[Place, int]] = []
    sets = {n: set(board.empty) for n in range(1, board.last + 1)}
    for place, number in board.given.items():
        sets[number] = {place}
    _try(board, sets, boards, limit)
    return boards


def _try(board: PlainBoard, sets: Sets, boards: list[dict[Place, int]], limit: int) -> None:
    if len(boards) >= limit or not _narrow(board, sets):
        return
    open_ = [number for number in sets if len(sets[number]) > 1]
    if not open_:
        boards.append({place: number for number, (place,) in sets.items()})
        return
    number = min(open_, key=lambda n: len(sets[n]))
    for place in sorted(sets[number]):
        _try(board, {**{n: set(s) for n, s in sets.items()}, number: {place}}, boards, limit)


def _narrow(board: PlainBoard, sets: Sets) -> bool:
    """Take away what cannot be, until nothing changes; False if a number or a cell has nothing."""
    while True:
        size = sum(map(len, sets.values()))
        if not walk(board, sets, is_distinct=False):
            return False
        for number, (place,) in [(n, tuple(s)) for n, s in sets.items() if len(s) == 1]:
            for rival in sets:
                if rival != number:
                    sets[rival].discard(place)
        for place in board.cells:
            owners = [number for number in sets if place in sets[number]]
            if not owners:
                return False
            if len(owners) == 1:
                sets[owners[0]] = {place}
        if not all(sets.values()):
            return False
        if sum(map(len, sets.values())) == size:
            return True


def walk(board: PlainBoard, sets: Sets, *, is_distinct: bool, is_joined: bool = True) -> bool:
    """Keep the cells of a number that touch one of the number before and one of the number after.

    With ``is_distinct`` these are two cells. Linked cells hold numbers that follow each other.
    """
    is_changed = True
    while is_changed:
        is_changed = False
        for number in sets:
            places = {
                place
                for place in sets[number]
                if _has_company(board, sets, number, place, is_distinct, is_joined)
            }
            if not places:
                return False
            is_changed |= places != sets[number]
            sets[number] = places
    return True


def _has_company(
    board: PlainBoard, sets: Sets, number: int, place: Place, is_distinct: bool, is_joined: bool
) -> bool:
    near = board.near[place]
    if is_joined:  # a cell with two links is joined with these two cells alone
        near = frozenset(n for n in near if len(has := board.partners(n)) < 2 or place in has)
    before = sets[number - 1] & near if number > 1 else {None}
    after = sets[number + 1] & near if number < board.last else {None}
    partners = board.partners(place) if is_joined else set()
    return any((a != b or not is_distinct) and partners <= {a, b} for a in before for b in after)


def in_reach(board: PlainBoard, *, is_distinct: bool, is_joined: bool = True) -> Sets:
    """Return the cells that each number gets to by counting steps through empty cells."""
    sets = {n: set(board.empty) for n in range(1, board.last + 1)}
    sets |= {number: {place} for place, number in board.given.items()}
    walk(board, sets, is_distinct=is_distinct, is_joined=is_joined)
    return sets
