"""The techniques that place numbers, said again in the words of their titles, by the plain twin."""

from itertools import pairwise

from tests.plain.boards import Place, PlainBoard, Sets, in_reach

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
    placements = set()
    for number in range(2, board.last):
        low, high = board.where.get(number - 1), board.where.get(number + 1)
        if number not in board.where and low and high:
            cells = board.near[low] & board.near[high] & board.empty
            placements |= {(number, place) for place in cells if len(cells) == 1}
    return placements


def one_way(board: PlainBoard) -> set[Placed]:
    """A number beside one that stands, of which one neighbour is empty and one number missing."""
    placements = set()
    for number, place in board.where.items():
        near = board.near[place] & board.empty
        beside = {n for n in (number - 1, number + 1) if 1 <= n <= board.last} - set(board.where)
        if len(near) == len(beside) == 1:
            placements.add((*beside, *near))
    return placements


def link(board: PlainBoard) -> set[Placed]:
    """A cell joined with a number that has one missing number beside it."""
    placements = set()
    for number, place in board.where.items():
        beside = {n for n in (number - 1, number + 1) if 1 <= n <= board.last} - set(board.where)
        if len(beside) == 1:
            placements |= {(*beside, partner) for partner in board.partners(place) & board.empty}
    return placements


def straight_run(board: PlainBoard) -> set[Placed]:
    """The numbers between two that stand so far apart that there is one way to walk."""
    placements: set[Placed] = set()
    order = sorted(board.where)
    for low, high in pairwise(order):
        start, goal = board.where[low], board.where[high]
        if high - low > 2 and not any(_ways(board, start, goal, n) for n in range(2, high - low)):
            layers = _layers(board, start, goal, high - low)
            if all(len(layer) == 1 for layer in layers):
                placements |= {
                    (low + at, place) for at, layer in enumerate(layers, 1) for place in layer
                }
    return placements


def _ways(board: PlainBoard, start: Place, goal: Place, steps: int) -> bool:
    return all(_layers(board, start, goal, steps))


def _layers(board: PlainBoard, start: Place, goal: Place, steps: int) -> list[set[Place]]:
    """Return the empty cells after each step of all walks of so many steps, the ends left out."""
    forward, back = [{start}], [{goal}]
    for _ in range(steps - 1):
        forward.append({n for place in forward[-1] for n in board.near[place]} & board.empty)
        back.append({n for place in back[-1] for n in board.near[place]} & board.empty)
    return [forward[at] & back[steps - at] for at in range(1, steps)]


def only_cell(board: PlainBoard) -> set[Placed]:
    """Numbers that get to one cell only."""
    return singles(board, in_reach(board, is_distinct=False))[0]


def only_number(board: PlainBoard) -> set[Placed]:
    """Cells to which one number only gets."""
    return singles(board, in_reach(board, is_distinct=False))[1]


def loose_end(board: PlainBoard) -> set[Placed]:
    """The open end of a path, in a cell that one way alone leads into."""
    ends = {1, board.last} - set(board.where)
    dead = _dead_ends(board, in_reach(board, is_distinct=True, is_joined=False))
    return {(*ends, place) for place in dead} if len(ends) == 1 else set()


def out_of_loose_ends(board: PlainBoard) -> set[Placed]:
    """Both open ends, in all cells but two that one way alone leads into."""
    ends = {1, board.last} - set(board.where)
    reach = in_reach(board, is_distinct=True, is_joined=False)
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
