"""Each technique on a small board on which it is the easiest next step."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.logic.easiest import all_finders, direct_finders, simple_finders
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Technique, techniques
from solver.hidoku.logic.techniques.between import straight_gaps
from solver.hidoku.logic.techniques.singles import only_cells, only_numbers
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, Pair
from solver.hidoku.search.staged_search import NO_LIMIT
from tests.solver.hidoku.hidoku_checks import solvable

EIGHT, FOUR, HEX = Adjacency.EIGHT, Adjacency.FOUR, Adjacency.HEX


def at(text: str, adjacency: Adjacency = EIGHT, *joins: Pair) -> Position:
    grid = parse_any(text, adjacency)
    return Position.of(
        Grid.of(grid.rows, grid.columns, grid.given, grid.blocked, adjacency, joined=joins)
    )


def pair(row: int, column: int, other_row: int, other_column: int) -> Pair:
    return Cell(row, column), Cell(other_row, other_column)


def test_the_table_has_every_technique_in_order() -> None:
    by_rank = names(sorted(techniques(), key=lambda technique: technique.rank))
    assert by_rank == sorted({*by_rank}, key=by_rank.index)
    by_rank.remove("blocked")  # it explains what the last one finds
    by_rank.remove("free_neighbours")  # a naked pair, which others count
    assert names(all_finders(at("_,_"), NO_LIMIT)) == by_rank
    assert names(direct_finders()) == by_rank[:-1]
    assert names(simple_finders()) == by_rank[: by_rank.index("only_number") + 1]
    assert by_rank[-1] == "contradiction"


def names(finders: Iterable[Technique]) -> list[str]:
    return [technique.name for technique in finders]


def test_a_detour_is_no_straight_run() -> None:
    position = at("1,_,_,4\n_,_,_,_", EIGHT)
    assert not list(straight_gaps(position))
    assert len(list(straight_gaps(at("1,_,_,4\n_,_,_,_", FOUR)))) == 2


def test_a_placement_names_the_eliminations_it_rests_on() -> None:
    start = at("1,_,_\n_,_,4\n6,_,_")
    keep = start.candidates(5)[0]
    away = [candidate for candidate in start.candidates(5) if candidate != keep]
    useless = start.candidates(9)[0]
    assert len(away) >= 1
    position = start.without((*away, useless))
    assert position.plain.strict == start.strict
    (deduction,) = (step for step in only_cells(position) if step.placed == keep)
    assert set(deduction.needed) == set(away)


def test_a_cell_names_the_eliminations_it_rests_on() -> None:
    start = at("1,_,_\n_,_,_\n_,_,9")
    cell = Cell(1, 1)
    fits = [n for gap in start.gaps for n in gap.missing if (n, cell) in start.candidates(n)]
    away = [Candidate(n, cell) for n in fits[1:]]
    position = start.without(tuple(away))
    (deduction,) = (step for step in only_numbers(position) if step.placed == (fits[0], cell))
    assert set(deduction.needed) <= set(away)
    fewer = start.without(deduction.needed)
    assert deduction.placed in {step.placed for step in only_numbers(fewer)}


@given(solvable(20), st.data())
def test_after_a_step_a_position_is_as_if_read_again(grid: Grid, data: st.DataObject) -> None:
    position = Position.of(grid)
    while not position.dead and not position.is_full:
        number = data.draw(st.sampled_from([n for gap in position.gaps for n in gap.missing]))
        candidate = data.draw(st.sampled_from(position.candidates(number)))
        position = position.placing(candidate)
        anew = Position.of(grid, position.board)
        assert (position.dead is None) == (anew.dead is None)
        if not anew.dead:
            assert (position.masks, position.strict) == (anew.masks, anew.strict)
            assert position.loose.strict == anew.loose.strict
            assert position.gaps == anew.gaps
