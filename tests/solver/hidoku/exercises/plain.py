"""A plain twin for exercises of Hidoku: sets and loops, and nothing of the solver's.

A board is told by its shown rows alone. All paths are found by trying, with the cells that each
number can still take as sets; the techniques that place numbers are said again in the words of
their titles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

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
    links: frozenset[frozenset[Place]] = field(default_factory=frozenset)

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
        return {other for link in self.links if place in link for other in link if other != place}


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
    given = {place: int(text) for place, text in fields.items() if text != "."}
    return PlainBoard(frozenset(fields), near, given, frozenset(frozenset(link) for link in links))


def solutions(board: PlainBoard, most: int = 2) -> list[dict[Place, int]]:
    """Find paths through all cells, so many at most."""
    found: list[dict[Place, int]] = []
    sets = {n: set(board.empty) for n in range(1, board.last + 1)}
    for place, number in board.given.items():
        sets[number] = {place}
    _try(board, sets, found, most)
    return found


def _try(board: PlainBoard, sets: Sets, found: list[dict[Place, int]], most: int) -> None:
    if len(found) >= most or not _narrow(board, sets):
        return
    open_ = [number for number in sets if len(sets[number]) > 1]
    if not open_:
        found.append({place: number for number, (place,) in sets.items()})
        return
    number = min(open_, key=lambda n: len(sets[n]))
    for place in sorted(sets[number]):
        _try(board, {**{n: set(s) for n, s in sets.items()}, number: {place}}, found, most)


def _narrow(board: PlainBoard, sets: Sets) -> bool:
    """Take away what cannot be, until nothing changes; False if a number or a cell has nothing."""
    while True:
        size = sum(map(len, sets.values()))
        if not walk(board, sets, is_distinct=False):
            return False
        for number, (place,) in [(n, tuple(s)) for n, s in sets.items() if len(s) == 1]:
            for other in sets:
                if other != number:
                    sets[other].discard(place)
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


def walk(board: PlainBoard, sets: Sets, *, is_distinct: bool, is_linked: bool = True) -> bool:
    """Keep the cells of a number that touch one of the number before and one of the number after.

    With ``is_distinct`` these are two cells. Linked cells hold numbers that follow each other.
    """
    changed = True
    while changed:
        changed = False
        for number in sets:
            kept = {
                place
                for place in sets[number]
                if _has_company(board, sets, number, place, is_distinct, is_linked)
            }
            if not kept:
                return False
            changed |= kept != sets[number]
            sets[number] = kept
    return True


def _has_company(
    board: PlainBoard, sets: Sets, number: int, place: Place, is_distinct: bool, is_linked: bool
) -> bool:
    near = board.near[place]
    if is_linked:  # a cell with two links is joined with these two cells alone
        near = frozenset(n for n in near if len(has := board.partners(n)) < 2 or place in has)
    before = sets[number - 1] & near if number > 1 else {None}
    after = sets[number + 1] & near if number < board.last else {None}
    partners = board.partners(place) if is_linked else set()
    return any((a != b or not is_distinct) and partners <= {a, b} for a in before for b in after)


def in_reach(board: PlainBoard, *, is_distinct: bool, is_linked: bool = True) -> Sets:
    """Return the cells that each number gets to by counting steps through empty cells."""
    sets = {n: set(board.empty) for n in range(1, board.last + 1)}
    sets |= {number: {place} for place, number in board.given.items()}
    walk(board, sets, is_distinct=is_distinct, is_linked=is_linked)
    return sets


Placed = tuple[int, Place]


def singles(board: PlainBoard, sets: Sets) -> tuple[set[Placed], set[Placed]]:
    """Return numbers with one cell, and cells with one number."""
    missing = [n for n in sets if n not in board.where]
    by_number = {(n, place) for n in missing if len(sets[n]) == 1 for place in sets[n]}
    by_cell = {
        (owners[0], place)
        for place in board.empty
        if len(owners := [n for n in missing if place in sets[n]]) == 1
    }
    return by_number, by_cell


def between(board: PlainBoard) -> set[Placed]:
    """A number between two that stand, with one empty cell that touches both."""
    found = set()
    for number in range(2, board.last):
        low, high = board.where.get(number - 1), board.where.get(number + 1)
        if number not in board.where and low and high:
            both = board.near[low] & board.near[high] & board.empty
            found |= {(number, place) for place in both if len(both) == 1}
    return found


def one_way(board: PlainBoard) -> set[Placed]:
    """A number beside one that stands, of which one neighbour is empty and one number missing."""
    found = set()
    for number, place in board.where.items():
        near = board.near[place] & board.empty
        beside = {n for n in (number - 1, number + 1) if 1 <= n <= board.last} - set(board.where)
        if len(near) == len(beside) == 1:
            found.add((*beside, *near))
    return found


def link(board: PlainBoard) -> set[Placed]:
    """A cell linked with a number that has one missing number beside it."""
    found = set()
    for number, place in board.where.items():
        beside = {n for n in (number - 1, number + 1) if 1 <= n <= board.last} - set(board.where)
        if len(beside) == 1:
            found |= {(*beside, other) for other in board.partners(place) & board.empty}
    return found


def straight_run(board: PlainBoard) -> set[Placed]:
    """The numbers between two that stand so far apart that there is one way to walk."""
    found: set[Placed] = set()
    order = sorted(board.where)
    for low, high in pairwise(order):
        start, goal = board.where[low], board.where[high]
        if high - low > 2 and not any(_ways(board, start, goal, n) for n in range(2, high - low)):
            layers = _layers(board, start, goal, high - low)
            if all(len(layer) == 1 for layer in layers):
                found |= {
                    (low + at, place) for at, layer in enumerate(layers, 1) for place in layer
                }
    return found


def _ways(board: PlainBoard, start: Place, goal: Place, steps: int) -> bool:
    return all(_layers(board, start, goal, steps))


def _layers(board: PlainBoard, start: Place, goal: Place, steps: int) -> list[set[Place]]:
    """Return the empty cells after each step of all walks of so many steps, the ends left out."""
    there, back = [{start}], [{goal}]
    for _ in range(steps - 1):
        there.append({n for place in there[-1] for n in board.near[place]} & board.empty)
        back.append({n for place in back[-1] for n in board.near[place]} & board.empty)
    return [there[at] & back[steps - at] for at in range(1, steps)]


def only_cell(board: PlainBoard) -> set[Placed]:
    """Numbers that get to one cell only."""
    return singles(board, in_reach(board, is_distinct=False))[0]


def only_number(board: PlainBoard) -> set[Placed]:
    """Cells to which one number only gets."""
    return singles(board, in_reach(board, is_distinct=False))[1]


def loose_end(board: PlainBoard) -> set[Placed]:
    """The open end of a path, in a cell that one way alone leads into."""
    ends = {1, board.last} - set(board.where)
    dead = _dead_ends(board, in_reach(board, is_distinct=True, is_linked=False))
    return {(*ends, place) for place in dead} if len(ends) == 1 else set()


def out_of_loose_ends(board: PlainBoard) -> set[Placed]:
    """Both open ends, in all cells but two that one way alone leads into."""
    ends = {1, board.last} - set(board.where)
    reach = in_reach(board, is_distinct=True, is_linked=False)
    dead = _dead_ends(board, reach)
    if len(ends) != 2 or len(dead) != 2:
        return set()
    return {(end, place) for end in ends for place in reach[end] - dead}


def _dead_ends(board: PlainBoard, reach: Sets) -> set[Place]:
    def is_way(place: Place, near: Place) -> bool:
        number = board.given.get(near)
        if number is None:
            return near in board.empty
        return any(place in reach.get(n, ()) for n in (number - 1, number + 1))

    return {p for p in board.empty if sum(is_way(p, near) for near in board.near[p]) == 1}


def corner(board: PlainBoard) -> set[Placed]:
    """The same where the cells before and after a number differ, if that is what it takes."""
    weak = singles(board, in_reach(board, is_distinct=False))
    strict = singles(board, in_reach(board, is_distinct=True))
    return (strict[0] | strict[1]) - weak[0] - weak[1]


PLACING = {
    each.__name__: each
    for each in (between, one_way, link, straight_run, only_cell, only_number, loose_end, corner)
}
