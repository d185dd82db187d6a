"""Dead ends that hints and tries tell are such: checked by walks and paths counted here.

What placements rest on, and what is said of it, a SAT solver judges: see ``judge``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.reasons import Because
from solver.hidoku.logic.steps import Hint, State, StepKind
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.domains import Contradiction, Dead
from solver.hidoku.search.solve import solve
from solver.hidoku.text.chains import step_text
from solver.hidoku.text.hints import hint_texts
from solver.hidoku.traces.trace import Mode, trace
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions, solvable, touches
from tests.solver.hidoku.logic.boards import board_by_seed

Board = Mapping[Cell, int]


class Reach:
    """Where numbers can stand on a board, counted by steps through empty cells."""

    def __init__(self, grid: Grid, board: Board) -> None:
        self.grid, self.last = grid, grid.rows * grid.columns - len(grid.blocked)
        self.where = {number: cell for cell, number in board.items()}
        self.empty = {cell for cell in grid.cells if cell not in board}
        self.missing = [n for n in range(1, self.last + 1) if n not in self.where]

    def near(self, cell: Cell) -> list[Cell]:
        return [other for other in self.empty if touches(cell, other, self.grid.adjacency)]

    def walked(self, start: Cell, steps: int) -> set[Cell]:
        cells = {start}
        for _ in range(steps):
            cells = {near for cell in cells for near in self.near(cell)}
        return cells

    def paths(self, start: Cell, steps: int) -> Iterator[tuple[Cell, ...]]:
        def extend(path: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
            if len(path) > steps:
                yield path
                return
            for near in self.near(path[-1]):
                if near not in path:
                    yield from extend((*path, near))

        return extend((start,))

    def rests(self, number: int) -> list[int]:
        below = [max((n for n in self.where if n < number), default=0)]
        above = [min((n for n in self.where if n > number), default=0)]
        return [n for n in below + above if n]

    def by_walks(self, number: int, ends: tuple[int, ...]) -> set[Cell]:
        """Cells that meet what is said of a number: its steps, and the room for these ends."""
        cells = set(self.empty)
        for rest in self.rests(number):
            cells &= self.walked(self.where[rest], abs(number - rest))
        return {c for c in cells if all(self.walked(c, abs(end - number)) for end in ends)}

    def by_paths(self, number: int, ends: tuple[int, ...]) -> set[Cell]:
        """The same for paths that use no cell twice."""
        rests = self.rests(number)
        targets = [*((r, self.where[r]) for r in rests), *((end, None) for end in ends)]
        return {cell for cell in self.empty if self._joins(number, cell, targets)}

    def _joins(
        self,
        number: int,
        cell: Cell,
        targets: list[tuple[int, Cell | None]],
        used: frozenset[Cell] = frozenset(),
    ) -> bool:
        if not targets:
            return True
        (goal, place), *others = targets
        return any(
            self._joins(number, cell, others, used | set(path))
            for path in self.paths(cell, abs(goal - number) - (place is not None))
            if place is None or touches(path[-1], place, self.grid.adjacency)
            if not used & set(path[1:])
        )


def ends_of(because: Because, reach: Reach, number: int) -> tuple[int, ...]:
    """The ends that lie on the open side of a number."""
    low = any(n < number for n in reach.where)
    high = any(n > number for n in reach.where)
    return tuple(end for end in because.ends if end != number and not (low, high)[end > 1])


def open_ends(reach: Reach, number: int) -> tuple[int, ...]:
    """The first and last number, where a number has none placed on that side."""
    return ends_of(Because(ends=tuple({1, reach.last} - set(reach.where))), reach, number)


def check_dead(grid: Grid, board: Board, dead: Contradiction) -> None:
    reach = Reach(grid, board)
    match dead.kind:
        case Dead.NO_CELL:
            number, *rests = dead.numbers
            assert number not in reach.where
            assert rests == reach.rests(number)
            assert dead.cells == tuple(reach.where[rest] for rest in rests)
            ends = open_ends(reach, number)
            if dead.is_distinct:
                assert not reach.by_paths(number, ends)
            else:
                assert not reach.by_walks(number, ())
        case Dead.NO_NUMBER:
            (cell,) = dead.cells
            assert cell in reach.empty
            for number in reach.missing:
                ends = open_ends(reach, number)
                assert cell not in reach.by_paths(number, ends)
        case Dead.CLASH:
            (cell,) = dead.cells
            for number in dead.numbers:
                assert reach.by_paths(number, open_ends(reach, number)) <= {cell}
        case Dead.APART:
            assert not touches(*dead.cells, grid.adjacency)
            assert dead.numbers[0] + 1 == dead.numbers[1]
            assert [reach.where[n] for n in dead.numbers] == list(dead.cells)
        case _:
            pytest.fail(f"no such reason here: {dead}")


def check_elimination(grid: Grid, board: Board, step: Deduction) -> None:
    """What is struck stands in no solution; a dead end without a chain is as it is told."""
    for solution in slow_solutions(on(grid, board)):
        assert not any(solution[cell] == number for number, cell in step.eliminated)
    for entry in step.because.refuted:
        if not (entry.chain or grid.joined or step.because.eliminated):
            check_dead(grid, {**board, entry.cell: entry.number}, entry.why)


def on(grid: Grid, board: Board) -> Grid:
    return grid.with_givens(board)


def check_hint(play: Play, found: Hint) -> None:
    if found.step and found.number and found.cell:
        for step in found.before:
            check_elimination(play.grid, play.board, step)
    elif found.technique is State.SEVERAL:
        assert solve(on(play.grid, play.board)).count == 2


@given(st.one_of(solvable(11), puzzles(9)))
def test_every_reason_of_a_hint_is_true(grid: Grid) -> None:
    play = Play(grid)
    while (found := hint(play)).technique not in (State.FINISHED, State.IMPOSSIBLE):
        check_hint(play, found)
        assert all(hint_texts(found))
        assert found.cell is not None
        assert found.number is not None
        play = play.place(found.cell, found.number)


@given(st.one_of(solvable(11), puzzles(9)), st.sampled_from([Mode.RULES, Mode.TECHNIQUES]))
def test_every_reason_of_a_trace_is_true(grid: Grid, mode: Mode) -> None:
    found = trace(grid, mode, most_steps=300)
    board: Board = dict(grid.givens)
    for index, step in enumerate(found.steps):
        if step.technique and not (step.number and step.technique.is_placing):
            taken = Deduction(step.technique, step.because, eliminated=step.eliminated)
            check_elimination(grid, board, taken)
        elif step.kind is StepKind.CONTRADICTION:
            assert step.dead is not None
            if grid.joined or mode is Mode.TECHNIQUES:
                assert not any(slow_solutions(on(grid, board)))
            else:
                check_dead(grid, board, step.dead)
        board = found.board_at(index)


def test_no_step_of_the_known_board_speaks_of_a_number_that_stands() -> None:
    grid = BOARDS["findling"].grid
    found = trace(grid, Mode.RULES)
    dead = [(i, s.dead) for i, s in enumerate(found.steps) if s.kind is StepKind.CONTRADICTION]
    assert dead
    for index, why in dead:
        assert why is not None
        check_dead(grid, found.board_at(index), why)


def test_the_rule_that_cells_differ_is_named_where_it_is_used() -> None:
    traces = (trace(board_by_seed(seed), Mode.TECHNIQUES) for seed in range(8))
    used = [step for found in traces for step in found.steps if step.because.is_distinct]
    assert used
    assert all("without turning back" in step_text(step) for step in used)
    weak = trace(BOARDS["findling"].grid, Mode.RULES)
    assert not any(step.because.is_distinct for step in weak.steps)


@pytest.mark.parametrize(
    ("adjacency", "text", "reason"),
    [
        (
            Adjacency.FOUR,
            "##,1,##\n##,2,_\n_,_,4",
            "5 has only one cell left. It must be next to 4. The path must go on to 6.",
        ),
        (
            Adjacency.EIGHT,
            "_,_,_",
            "2 has only one cell left. The path must go on to 1 and 3 without turning back.",
        ),
        (Adjacency.EIGHT, "_", "1 has only one cell left. Only one cell is empty."),
        (
            Adjacency.EIGHT,
            "_,2,_,_,_",
            "3 has only one cell left. It must be next to 2. The path must go on to 5.",
        ),
        (
            Adjacency.EIGHT,
            "1,_,_,_",
            "2 has only one cell left. 1 is an end of the path and has only one empty neighbour.",
        ),
    ],
)
def test_reasons_at_open_ends(adjacency: Adjacency, text: str, reason: str) -> None:
    play = Play(parse_any(text, adjacency))
    found = hint(play)
    check_hint(play, found)
    assert hint_texts(found)[1] == reason
