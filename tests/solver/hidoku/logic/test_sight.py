"""What a table keeps of the one before it is what a new one would count."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.hidoku.kernels import search
from solver.hidoku.logic.patterns.chains import OF_QUESTION, refuted_by_chain
from solver.hidoku.logic.patterns.failures import by_rounds, failing_choices
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.bitboard import bits
from tests.sampling import asks_all
from tests.solver.hidoku.hidoku_checks import solvable


@settings(
    max_examples=300 if asks_all() else 40
)  # some differ only where a cell loses its last empty neighbour
@given(solvable(30), st.data())
def test_a_table_of_what_is_supposed_equals_a_new_one(grid: Grid, data: st.DataObject) -> None:
    board = dict(grid.given)
    table = Sight(grid, board).table
    for _ in range(4):
        near = {n: table.near[n] & table.empty for gap in table.gaps for n in gap}
        number = data.draw(st.sampled_from([0, *(n for n in near if near[n])]))
        assume(number)
        bit = data.draw(st.sampled_from([*bits(near[number])]))
        if data.draw(st.booleans()):
            assert len(table.counted) > len(walks(table))  # both are known of the one before
        table = table.supposing(number, bit)
        board = {**board, table.layout.cell(bit): number}
        fresh = Sight(grid, board).table
        assert table.gaps == fresh.gaps
        assert table.counted == fresh.counted
        assert [*table.dead_ends(Cell(0, 0))] == [*fresh.dead_ends(Cell(0, 0))]
        assert walks(table) == walks(fresh)


def walks(table: Table) -> list[tuple[bool, list[int]]]:
    return [
        (table.has_walk(gap), [table.cells_of(number) for number in gap])
        for gap in sorted(table.gaps, key=lambda gap: gap.start)
    ]


@given(solvable(30), st.integers(1, 4), st.integers(2, 4))
def test_choices_that_fail_are_those_of_all_failures(grid: Grid, limit: int, most: int) -> None:
    position = Position.of(grid)
    assume(not position.dead)
    failures = {c: at for at, outs in enumerate(by_rounds(position, limit)) for c in outs}
    assert failing_choices(position, limit, most) == {
        c: failures[c]
        for c in failures
        if any(all_fail(position, group, failures, most) for group in groups_of(position, c))
    }


def test_few_choices_are_looked_at_if_one_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four numbers have ten cells, of which four are tried."""
    position = Position.of(parse_any("1,_,_,_,_,_\n_,_,_,_,_,9\n_,_,_,4,_,_\n18,_,_,_,_,_"))
    looks = list[int]()
    all_rounds = search.all_rounds

    def count(*arguments: Any) -> None:
        looks.append(len(arguments[2]))
        all_rounds(*arguments)

    monkeypatch.setattr(search, "all_rounds", count)
    failing_choices(position, 3, 3)
    few = [mask.bit_count() for mask in position.strict if 1 < mask.bit_count() <= 3]
    assert (len(few), sum(few), sum(looks)) == (4, 10, 4)


def groups_of(position: Position, candidate: Candidate) -> Iterator[list[Candidate]]:
    everything = [c for n in range(1, len(position.strict)) for c in position.candidates(n)]
    yield [c for c in everything if c.number == candidate.number]
    yield [c for c in everything if c.cell == candidate.cell]


def all_fail(
    position: Position, group: list[Candidate], failures: dict[Candidate, int], most: int
) -> bool:
    return len(group) <= most and {*group} <= failures.keys()


@given(solvable(25))
def test_a_chain_leaves_out_no_link(grid: Grid) -> None:
    position = Position.of(grid)
    assume(not position.dead)
    table = Sight(grid, grid.given).table
    for candidate in [c for outs in by_rounds(position, 3) for c in outs][:5]:
        after = table.supposing(candidate.number, table.layout.bit(candidate.cell))
        trial = refuted_by_chain(after, candidate, OF_QUESTION.links)
        if trial and trial.chain:
            for link in trial.chain:
                assert not after.is_dead
                after = after.supposing(link.number, after.layout.bit(link.cell))
            assert after.is_dead
