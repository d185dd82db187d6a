"""Small boards by seed, and on them a hint with each objection."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

from solver.hidoku.logic.claims import Objection, Structure, Sum
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections import counted
from solver.hidoku.logic.objections.consequences import DeadEnd, EachWay
from solver.hidoku.logic.objections.gaps import EveryRoute
from solver.hidoku.logic.objections.leaves import Leaves
from solver.hidoku.logic.steps import Hint
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Grid
from tests.solver.hidoku.logic.techniques.structure_checks import path_board

#: Of a board with a number of which each cell fails.
EACH_WAY: Final = """{"board": [
[25, 24, 23, 22, 72, 71, 70, 68, 67], [26, 28, 75, 73, 21, 20, 69, 66, 64],
[27, 29, 74, 76, 0, 18, 19, 63, 65], [31, 30, 0, 78, 17, 15, 0, 0, 62],
[32, 0, 81, 0, 0, 0, 13, 58, 0], [34, 0, 0, 6, 0, 10, 0, 0, 0], [0, 0, 0, 0, 7, 0, 0, 52, 0],
[40, 37, 0, 0, 3, 1, 0, 51, 0], [39, 38, 0, 0, 0, 0, 0, 0, 0]], "adjacency": "8",
"links": [[[1, 5], [2, 6]], [[2, 1], [3, 1]], [[8, 5], [8, 6]]]}"""

#: A hint with each objection: its board, or its seed, and how many hints were followed before.
HINTS: Final[Mapping[type[Objection], tuple[int | str, int]]] = {
    counted.OneWayIn: (1, 11),
    counted.TooFar: (26, 2),
    counted.WrongColour: (13, 8),
    counted.NotJoined: (5, 9),
    counted.JoinedToEmpty: (45, 1),
    counted.JoinedAway: (240, 0),
    counted.FreeNeighbours: (12, 8),
    counted.BothNeed: (164, 10),
    EveryRoute: (78, 1),
    Leaves: (25, 8),
    Structure: (469, 2),
    DeadEnd: (904, 0),
    EachWay: (EACH_WAY, 0),
    Sum: (168, 2),
}


@cache
def hint_with(kind: type[Objection]) -> tuple[Play, Hint]:
    """A hint on a board, one of whose alternatives has an objection of a class."""
    return hint_after(*HINTS[kind])


def hint_after(board: int | str, count: int) -> tuple[Play, Hint]:
    """A hint on a board, or on that of a seed, after some that were followed."""
    play = Play(parse_any(board) if isinstance(board, str) else board_by_seed(board))
    for _ in range(count):
        advice = hint(play)
        assert advice.number is not None
        assert advice.cell is not None
        play = play.place(advice.cell, advice.number)
    return play, hint(play)


def hints(seed: int = 4) -> Iterator[tuple[Play, Hint]]:
    """A hint with each objection, and then those of a board."""
    yield from map(hint_with, HINTS)
    play = Play(board_by_seed(seed))
    while not play.is_solved:
        advice = hint(play)
        yield play, advice
        assert advice.number is not None
        assert advice.cell is not None
        play = play.place(advice.cell, advice.number)


def board_by_seed(seed: int) -> Grid:
    """A board with some numbers of a path given; of every fifth some joined cells too."""
    random = Random(seed)
    shape, path = path_board(4, 5, list(Adjacency)[seed % 3], seed, seed % 4)
    share = (0.15, 0.25, 0.4)[seed // 3 % 3]
    givens = {cell: number for number, cell in enumerate(path, 1) if random.random() < share}
    joins = [pair for pair in pairwise(path) if seed % 5 == 0 and random.random() < 0.3]
    return Grid.of(shape.rows, shape.columns, givens, shape.blocked, shape.adjacency, joined=joins)
