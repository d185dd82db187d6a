"""Dead ends that tries tell are such: checked by walks, and by a SAT solver (``judge.claims``).

What placements rest on, and what is said of it, a SAT solver judges: see ``judge``.
"""

from collections import Counter
from collections.abc import Mapping

import pytest

from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.steps import StepKind
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.domains import Contradiction, Dead
from solver.hidoku.text.hints import hint_texts
from solver.hidoku.traces.trace import Mode, trace
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.claims import Scene

Board = Mapping[Cell, int]


def check_dead(grid: Grid, board: Board, dead: Contradiction) -> None:
    scene = Scene(grid, board, frozenset(board.values()))
    match dead.kind:
        case Dead.NO_CELL:
            number, *ends = dead.numbers
            assert number in scene.missing
            assert ends == [end for end in scene.gap(number) if end in scene.where]
            assert dead.cells == tuple(scene.where[end] for end in ends)
            assert not scene.reach(number)
        case Dead.NO_NUMBER:
            (cell,) = dead.cells
            assert cell in scene.empty
            assert not any(scene.fits(number, cell) for number in scene.missing)
        case _:
            pytest.fail(f"no such reason here: {dead}")


def test_every_dead_end_of_a_trace_is_one() -> None:
    kinds = Counter[Dead]()
    for grid in (BOARDS["findling"].grid, *map(board_by_seed, range(60))):
        record = trace(grid, Mode.RULES, most_steps=200)
        for index, step in enumerate(record.steps):
            if step.kind is StepKind.CONTRADICTION and not grid.joined:
                assert step.dead
                check_dead(grid, record.board_at(index), step.dead)
                kinds[step.dead.kind] += 1
    assert min(kinds[Dead.NO_CELL], kinds[Dead.NO_NUMBER]) > 50


@pytest.mark.parametrize(
    ("adjacency", "text", "reason"),
    [
        (
            Adjacency.FOUR,
            "##,1,##\n##,2,_\n_,_,4",
            "What can fill row 3, column 1? 6: 2 after 4. No other missing number is "
            "near enough. So it’s 6.",
        ),
        (
            Adjacency.EIGHT,
            "_,_,_",
            "Where can 2 go? Row 1, column 2: It’s the one that’s left. Not row 1, column 1 "
            "or row 1, column 3: Only one empty neighbour, but it needs two. So it’s row 1, "
            "column 2.",
        ),
        (
            Adjacency.EIGHT,
            "_",
            "Where can 1 go? Row 1, column 1: It’s the only empty cell. So it’s row 1, column 1.",
        ),
        (
            Adjacency.EIGHT,
            "_,2,_,_,_",
            "What can fill row 1, column 5? 5: 3 after 2. No other missing number is "
            "near enough. So it’s 5.",
        ),
        (
            Adjacency.EIGHT,
            "1,_,_,_",
            "Where can 2 go? Row 1, column 2: 1 is an end of the path and has only one empty "
            "neighbour. So it’s row 1, column 2.",
        ),
    ],
)
def test_reasons_at_open_ends(adjacency: Adjacency, text: str, reason: str) -> None:
    assert hint_texts(hint(Play(parse_any(text, adjacency))))[1] == reason


def test_what_counting_leaves_a_cell_is_counted_by_a_judge_whatever_was_asked_before() -> None:
    cells = 0
    for seed in range(90):
        grid = board_by_seed(seed)
        scene = Scene(grid, grid.given, frozenset(grid.given.values()), joined=grid.joined)
        sight = Sight(grid, grid.given)
        for number in scene.missing:
            sight.table.cells_of(number)
        for cell in scene.empty:
            assert [*sight.reaching(cell)] == [n for n in scene.missing if scene.counts(n, cell)]
            cells += 1
    assert cells > 500
