"""A packed trace says what the trace says that it was packed from."""

from __future__ import annotations

import pickle

import pytest

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.trace import Mode, trace
from tests.cases import cases
from webapp.hidoku.watch.traces import PIECE, PackedTrace, packed

FINDLING = BOARDS["findling"].grid
GRIDS = {
    "unique": FINDLING,
    "hex": Grid.of(3, 5, {Cell(0, 0): 1}, [Cell(2, 4)], Adjacency.HEX),
    "none": Grid.of(3, 3, {Cell(0, 0): 1, Cell(2, 2): 3, Cell(1, 1): 9}),
    "faulty": Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 1}),
    "one cell": Grid.of(1, 1),
}


@cases("mode", Mode)
@cases("name", GRIDS)
@cases("most", [100, 20_000])
def test_each_step_is_as_it_was(name: str, mode: Mode, most: int) -> None:
    plain = trace(GRIDS[name], mode, Budget(nodes=3000), most_steps=most)
    small: PackedTrace = pickle.loads(pickle.dumps(packed(plain)))
    assert len(small) == len(plain)
    assert tuple(map(small.step, range(len(small)))) == plain.steps
    assert (small.faults, small.solution) == (plain.faults, plain.solution)
    for index in range(-1, len(plain), 7):
        assert small.step(index) == plain.steps[index]
        assert list(small.board_at(index).items()) == list(plain.board_at(index).items())
        assert small.eliminations_at(index) == plain.eliminations_at(index)
        counters, wanted = small.counters_at(index), plain.counters_at(index)
        assert (counters.nodes, counters.mean_branching, counters.board, counters.left) == (
            wanted.nodes,
            wanted.mean_branching,
            wanted.board,
            wanted.left,
        )


def test_a_long_trace_is_small_and_read_piece_by_piece() -> None:
    plain = trace(FINDLING, Mode.SEARCH)
    small = packed(plain)
    assert len(small.pieces) == -(-len(plain) // PIECE)
    assert small.weight < len(pickle.dumps(plain)) / 2.5
    with pytest.raises(IndexError):
        small.step(len(plain))
