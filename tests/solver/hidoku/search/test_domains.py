import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.phrases import dead_text
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout, bits, is_single
from solver.hidoku.search.domains import Contradiction, Dead, initial, sweep, uncovered
from solver.hidoku.search.propagation import Engine, PropagationLevel
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions, solvable, unpack
from tests.solver.hidoku.search.plain import propagate


@given(st.one_of(puzzles(), solvable(60)))
def test_the_kernel_equals_its_plain_twin(grid: Grid) -> None:
    layout = BitLayout(grid)
    engine, masks = Engine(layout), initial(layout)
    assume(not engine.shape.is_faulty)
    domains = engine.pack(masks)
    assert unpack(domains) == masks
    alive = engine.propagate_fully(domains)
    assert alive == (propagate(layout, masks) is None)
    if alive:
        assert unpack(domains) == masks


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize(("rows", "columns"), [(3, 50), (50, 3), (12, 9), (30, 30)])
def test_the_kernel_equals_its_twin_over_many_words(
    adjacency: Adjacency, rows: int, columns: int
) -> None:
    grid = Grid.of(rows, columns, {Cell(1, 1): 1, Cell(1, 0): 3}, {Cell(0, 2)}, adjacency)
    layout = BitLayout(grid)
    engine, masks = Engine(layout), initial(layout)
    domains = engine.pack(masks)
    assert engine.propagate_fully(domains) == (propagate(layout, masks) is None)
    assert unpack(domains) == masks


@given(puzzles(), st.booleans())
def test_a_sweep_is_at_rest_and_the_weaker_one_keeps_more(grid: Grid, distinct: bool) -> None:
    layout = BitLayout(grid)
    masks = initial(layout)
    if sweep(layout, masks, distinct) is None:
        again = list(masks)
        assert sweep(layout, again, distinct) is None
        assert again == masks
        weak = initial(layout)
        assert sweep(layout, weak, False) is None
        assert all(mask & ~weak_mask == 0 for mask, weak_mask in zip(masks, weak, strict=True))


@given(puzzles(most_cells=12))
def test_around_and_paired_count_cells_a_path_can_come_from(grid: Grid) -> None:
    layout = BitLayout(grid)
    mask = sum(layout.bit(cell) for cell, _ in grid.givens)
    given_cells = set(grid.given)
    full = {cell for cell, partners in grid.partners.items() if len(partners) > 1}
    for cell in grid.cells:
        partners = grid.partners.get(cell, ())
        ways = {c for c in grid.neighbours(cell) if c in partners or not full & {c, cell}}
        touching = len(given_cells & ways)
        assert bool(layout.around(mask) & layout.bit(cell)) == (touching >= 1)
        assert bool(layout.paired(mask) & layout.bit(cell)) == (touching >= 2)


@pytest.mark.parametrize(
    ("text", "kind", "numbers", "cells", "words"),
    [
        (
            "1,_,_\n3,_,4",
            *(Dead.APART, (3, 4), (Cell(1, 0), Cell(1, 2))),
            "no step leads from 3 in row 2, column 1 to 4 in row 2, column 3",
        ),
        (
            "_,_,6\n_,5,_\n_,_,_\nlinks: r1c2-r1c3 r1c3-r2c3",
            *(Dead.APART, (5, 6), (Cell(1, 1), Cell(0, 2))),
            "no step leads from 5 in row 2, column 2 to 6 in row 1, column 3",
        ),
        ("2,1,_", Dead.NO_CELL, (3, 2), (Cell(0, 0),), "3 has no cell after 2"),
        ("_,3,2", Dead.NO_CELL, (1, 2), (Cell(0, 2),), "1 has no cell before 2"),
        (
            "1,_,##,_,5,_",
            *(Dead.NO_CELL, (3, 1, 5), (Cell(0, 0), Cell(0, 4))),
            "3 has no cell between 1 and 5",
        ),
        (
            "1,4,_\n_,_,_\nlinks: r1c1-r1c2",
            *(Dead.UNJOINED, (1, 4), (Cell(0, 0), Cell(0, 1))),
            "1 and 4 are in joined cells but aren’t consecutive",
        ),
    ],
)
def test_contradictions_carry_their_reason(
    text: str, kind: Dead, numbers: tuple[int, ...], cells: tuple[Cell, ...], words: str
) -> None:
    layout = BitLayout(parse_any(text))
    for distinct in (False, True):
        standing = layout.grid.given.values()
        dead_end = sweep(layout, initial(layout), distinct, standing)
        assert dead_end == Contradiction(kind, numbers, cells)
        assert dead_text(dead_end) == words


def test_two_numbers_that_need_one_cell_clash() -> None:
    layout = BitLayout(Grid.of(2, 3))
    masks = initial(layout)
    masks[2] = masks[5] = layout.bit(Cell(1, 1))
    dead_end = propagate(layout, masks)
    assert dead_end == Contradiction(Dead.CLASH, (2, 5), (Cell(1, 1),))
    assert dead_text(dead_end) == "2 and 5 both need row 2, column 2"


def test_a_cell_without_numbers_is_named() -> None:
    layout = BitLayout(Grid.of(1, 2))
    dead_end = uncovered(layout, [0, 1, 1])
    assert dead_end == Contradiction(Dead.NO_NUMBER, (), (Cell(0, 1),))
    assert dead_text(dead_end) == "nothing fits row 1, column 2"


@given(st.one_of(puzzles(), solvable(40)))
def test_each_level_keeps_less_than_the_one_before(grid: Grid) -> None:
    engine = Engine(BitLayout(grid))
    before = None
    for level in PropagationLevel:
        masks = initial(engine.layout)
        domains = engine.pack(masks)
        if not engine.propagate_fully(domains, level):
            before = [0] * len(masks)
            continue
        after = unpack(domains)
        if before is not None:
            assert all(mask & ~prior == 0 for mask, prior in zip(after, before, strict=True))
        before = after


@given(puzzles())
def test_no_level_loses_a_solution(grid: Grid) -> None:
    engine = Engine(BitLayout(grid))
    boards = list(slow_solutions(grid))
    for level in PropagationLevel:
        domains = engine.pack(initial(engine.layout))
        alive = engine.propagate_fully(domains, level)
        if boards:
            assert alive
        masks = unpack(domains)
        for board in boards:
            assert all(masks[number] & engine.layout.bit(cell) for cell, number in board.items())


def rounds_to_death(layout: BitLayout, masks: list[int], limit: int) -> int:
    """The plain twin: reach at rest, then all singles of both kinds at once, is a round."""
    for rounds in range(limit + 1):
        if sweep(layout, masks):
            return rounds
        single = [mask for mask in masks if is_single(mask)]
        once = sum({bit for mask in masks for bit in bits(mask) if holders(masks, bit) == 1})
        clash = len(set(single)) < len(single) or any(
            mask & once and not is_single(mask & once) for mask in masks
        )
        union = sum(set(single))
        after = [mask if is_single(mask) else mask & ~union for mask in masks]
        if clash or uncovered(layout, masks) or 0 in after[1:]:
            return rounds + 1 if rounds < limit else -1
        after = [cut & (mask & once or mask) for cut, mask in zip(after, masks, strict=True)]
        if after == masks:
            return -1
        masks = after
    return -1


def holders(masks: list[int], bit: int) -> int:
    return sum(bool(mask & bit) for mask in masks)


@given(puzzles(), st.integers(0, 3))
def test_rounds_of_a_refutation_equal_their_plain_twin(grid: Grid, cap: int) -> None:
    layout = BitLayout(grid)
    engine, masks = Engine(layout), initial(layout)
    assume(not engine.shape.is_faulty)
    domains = engine.pack(masks)
    table = {(number, bit): rounds for number, bit, rounds in engine.refutations(domains, cap)}
    for number, mask in enumerate(masks):
        for bit in () if is_single(mask) else bits(mask):
            probe = [*masks[:number], bit, *masks[number + 1 :]]
            assert table.pop((number, bit)) == rounds_to_death(layout, probe, cap)
    assert not table


@pytest.mark.parametrize("text", ["1,_,_,_,_,_\n_,_,_,_,_,9", "1,2,_,_,_,_\n_,_,_,_,3,_"])
def test_refutations_stop_between_two_lots_of_candidates(text: str) -> None:
    """One board has solutions, the other is dead at once: 1, 2 and 3 do not fit together."""
    engine = Engine(BitLayout(parse_any(text)))
    domains = engine.pack(initial(engine.layout))
    whole = engine.refutations(domains)
    sizes = []
    while not sizes or sizes[-1] < len(whole):
        answers = iter([False] * len(sizes) + [True])
        part = engine.refutations(domains, stop=answers.__next__)
        assert part == whole[: len(part)]
        sizes.append(len(part))
    assert sizes == [*range(0, len(whole), 64), len(whole)]


@given(solvable(25))
def test_rounds_do_not_depend_on_how_a_board_is_turned(grid: Grid) -> None:
    """Counted backwards and turned half round."""

    def turned(cell: Cell) -> Cell:
        return Cell(grid.rows - 1 - cell.row, grid.columns - 1 - cell.column)

    last = grid.last
    turned_grid = Grid.of(
        grid.rows,
        grid.columns,
        {turned(cell): last + 1 - number for cell, number in grid.givens},
        map(turned, grid.blocked),
        grid.adjacency,
        joined=[(turned(a), turned(b)) for a, b in grid.joined],
    )
    layout, two = BitLayout(grid), BitLayout(turned_grid)
    refutations = Engine(layout).refutations(Engine(layout).pack(initial(layout)))
    turned_refutations = Engine(two).refutations(Engine(two).pack(initial(two)))
    assert {(n, layout.cell(bit), rounds) for n, bit, rounds in refutations} == {
        (last + 1 - n, turned(two.cell(bit)), rounds) for n, bit, rounds in turned_refutations
    }
