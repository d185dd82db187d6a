"""Each technique on a small board on which it is the easiest next step."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.hidoku.logic.easiest import (
    all_finders,
    direct_finders,
    first_round,
    simple_finders,
)
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.logic.techniques.areas import filled_areas
from solver.hidoku.logic.techniques.between import between, links, one_way, straight_runs
from solver.hidoku.logic.techniques.cuts import shores
from solver.hidoku.logic.techniques.passages import bottlenecks, required_cells
from solver.hidoku.logic.techniques.singles import corners, only_cells, only_numbers
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, Link
from solver.hidoku.rules.notation import parse_grid
from solver.hidoku.search.staged_search import NO_LIMIT
from tests.solver.hidoku.hidoku_checks import solvable

EIGHT, FOUR, HEX = Adjacency.EIGHT, Adjacency.FOUR, Adjacency.HEX


def at(text: str, adjacency: Adjacency = EIGHT, *links: Link) -> Position:
    grid = parse_grid(text, adjacency)
    return Position.of(
        Grid.of(grid.rows, grid.columns, grid.given, grid.holes, adjacency, links=links)
    )


def link(row: int, column: int, other_row: int, other_column: int) -> Link:
    return Cell(row, column), Cell(other_row, other_column)


def easiest(position: Position) -> tuple[Deduction, ...]:
    return first_round(position, all_finders(position, NO_LIMIT))


def test_the_table_has_every_technique_in_order() -> None:
    by_rank = names(sorted(techniques(), key=lambda each: each.rank))
    assert by_rank == sorted({*by_rank}, key=by_rank.index)
    assert names(all_finders(at("_,_"), NO_LIMIT)) == by_rank
    assert names(direct_finders()) == by_rank[:-1]
    assert names(simple_finders()) == by_rank[: by_rank.index("only_number") + 1]
    assert by_rank[-1] == "contradiction"


def names(finders: Iterable[Technique]) -> list[str]:
    return [technique.name for technique in finders]


@pytest.mark.parametrize(
    ("text", "adjacency", "links", "technique", "placed", "numbers"),
    [
        ("1,_,3", EIGHT, [], between, [(2, 0, 1)], (1, 3)),
        ("##,##,3\n1,_,_", HEX, [], between, [(2, 1, 1)], (1, 3)),
        ("_,_,1\n_,##,##", HEX, [], one_way, [(2, 0, 1)], (1,)),
        ("_,2,##\n_,1,##", FOUR, [], one_way, [(3, 0, 0)], (2,)),
        ("##,_,_\n##,1,_", EIGHT, [link(0, 1, 1, 1)], links, [(2, 0, 1)], (1,)),
        (
            "_,_,_\n_,2,1",
            EIGHT,
            [link(0, 1, 1, 1)],
            links,
            [(3, 0, 1)],
            (2, 1),
        ),
        (
            "1,_,_,4\n_,_,_,##",
            HEX,
            [],
            straight_runs,
            [(2, 0, 1)],
            (1, 4),
        ),
        ("##,_,_\n##,_,4", FOUR, [], only_cells, [(2, 0, 1)], (4,)),
        ("_,##,_\n2,_,_", HEX, [], only_cells, [(3, 1, 1)], (2,)),
        ("##,_,_\n##,_,3", HEX, [], only_numbers, [(1, 0, 1)], (3,)),
        (
            "8,_,##\n_,3,_\n_,2,_",
            EIGHT,
            [],
            corners,
            [(6, 0, 1)],
            (3, 8),
        ),
        ("##,_,_\n##,1,_", HEX, [], corners, [(3, 0, 2)], (1,)),
    ],
)
def test_placements(
    text: str,
    adjacency: Adjacency,
    links: list[Link],
    technique: Technique,
    placed: list[tuple[int, int, int]],
    numbers: tuple[int, ...],
) -> None:
    position = at(text, adjacency, *links)
    found = easiest(position)
    assert {step.technique for step in found} == {technique}
    assert [step.placed for step in found] == [Candidate(n, Cell(r, c)) for n, r, c in placed]
    for step in found:
        assert step.because.numbers == numbers
        assert step.because.cells == tuple(position.where[n] for n in numbers)
        assert set(step.because.links) == set(links)
        assert step.because.is_distinct == (technique is corners)
        assert not step.because.eliminated


@pytest.mark.parametrize(
    ("text", "adjacency", "technique", "eliminated"),
    [
        ("_,_,1\n4,5,_", EIGHT, bottlenecks, {(6, 0, 1)}),
        ("##,_,_\n##,3,_", HEX, required_cells, {(4, 0, 2)}),
        ("_,_,_,_\n__,##,5,_", EIGHT, filled_areas, {(3, 0, 0), (3, 1, 0)}),
        ("5,_,_\n_,_,2\n_,8,_", FOUR, shores, {(4, 1, 0), (6, 0, 1)}),
    ],
)
def test_eliminations(
    text: str, adjacency: Adjacency, technique: Technique, eliminated: set[tuple[int, int, int]]
) -> None:
    found = easiest(at(text, adjacency))
    assert {step.technique for step in found} == {technique}
    assert {(n, *cell) for step in found for n, cell in step.eliminated} == eliminated


def test_a_detour_is_no_straight_run() -> None:
    position = at("1,_,_,4\n_,_,_,_", EIGHT)
    assert not list(straight_runs(position))
    assert len(list(straight_runs(at("1,_,_,4\n_,_,_,_", FOUR)))) == 2


def test_what_a_placement_needs_is_as_little_as_possible() -> None:
    far, near = link(0, 0, 0, 1), link(1, 0, 1, 1)
    position = at("_,_,_\n3,2,_", EIGHT, far, near)
    found = {step.placed: step.because.links for step in corners(position)}
    assert found[Candidate(4, Cell(0, 0))] == (far,)


def test_a_placement_names_the_eliminations_it_rests_on() -> None:
    start = at("1,_,_\n_,_,4\n6,_,_")
    keep = start.candidates(5)[0]
    away = [candidate for candidate in start.candidates(5) if candidate != keep]
    useless = start.candidates(9)[0]
    assert len(away) >= 1
    position = start.without((*away, useless))
    assert position.plain.strict == start.strict
    (found,) = (step for step in only_cells(position) if step.placed == keep)
    assert set(found.because.eliminated) == set(away)


def test_a_cell_names_the_eliminations_it_rests_on() -> None:
    start = at("1,_,_\n_,_,_\n_,_,9")
    cell = Cell(1, 1)
    fits = [n for gap in start.gaps for n in gap.missing if (n, cell) in start.candidates(n)]
    away = [Candidate(n, cell) for n in fits[1:]]
    position = start.without(tuple(away))
    (found,) = (step for step in only_numbers(position) if step.placed == (fits[0], cell))
    assert set(found.because.eliminated) <= set(away)
    fewer = start.without(found.because.eliminated)
    assert found.placed in {step.placed for step in only_numbers(fewer)}


@settings(deadline=None, max_examples=60)
@given(solvable(20), st.data())
def test_after_a_step_a_position_is_as_if_read_anew(grid: Grid, data: st.DataObject) -> None:
    position = Position.of(grid)
    while not position.dead and not position.is_full:
        number = data.draw(st.sampled_from([n for gap in position.gaps for n in gap.missing]))
        placed = data.draw(st.sampled_from(position.candidates(number)))
        position = position.placing(placed)
        anew = Position.of(grid, position.board)
        assert (position.dead is None) == (anew.dead is None)
        if not anew.dead:
            assert (position.masks, position.strict) == (anew.masks, anew.strict)
            assert position.loose.strict == anew.loose.strict
            assert position.gaps == anew.gaps
