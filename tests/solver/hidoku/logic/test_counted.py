"""A hint names no placed number that it could do without, and counts steps rightly.

That the numbers it names suffice, ``judge`` finds out: what a reader counts from them, and that the
verifier refuses a reason without one of its rivals.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.hints import explain, hint
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify.verify import is_held
from solver.hidoku.logic.which import ask_number
from solver.hidoku.logic.why import ask
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.text.which import which_words
from solver.hidoku.text.why import why_words
from tests.solver.hidoku.hidoku_checks import touches
from tests.solver.hidoku.logic.boards import board_by_seed

BOARDS = 1  # of each kind


@cache
def around(cells: tuple[Cell, ...], adjacency: Adjacency) -> dict[Cell, list[Cell]]:
    return {cell: [near for near in cells if touches(cell, near, adjacency)] for cell in cells}


@cache
def counting() -> list[tuple[Hint, Play, Deduction]]:
    """The steps of hints that count from other numbers than those they are about."""
    counted = []
    for adjacency, seed in product(Adjacency, range(BOARDS)):
        request = BoardRequest(8, 8, shape="rectangle", adjacency=adjacency, minimal=True)
        play = Play(generate(request, seed).grid)
        while not play.is_solved:
            advice = hint(play)
            assert advice.number is not None
            assert advice.cell is not None
            counted += [(advice, play, step) for step in advice.steps if step.because.every_number]
            play = play.place(advice.cell, advice.number)
    return [each for each in counted if each[2].because.others or each[2].because.is_by_cell]


def test_no_number_that_a_hint_names_can_be_left_out() -> None:
    named: Counter[int] = Counter()
    for _, play, step in counting():
        because, position = step.because, Position.of(play.grid, play.board)
        named[len(because.every_number)] += 1
        if step.technique.is_placing:
            continue
        for each in because.others:
            rest = tuple(other for other in because.others if other != each)
            fewer = replace(step, because=replace(because, others=rest))
            assert not is_held(position, fewer), (step, each)
    assert named.total() > 20
    few = sum(count for numbers, count in named.items() if numbers <= 6)
    assert few > 0.9 * named.total(), named


STEPS_AWAY = re.compile(r"(?:(\d+) steps from|next to) (\d+)(?: and (\d+))?\b(?! steps)")


def test_a_cell_is_as_many_steps_from_the_ends_of_its_gap_as_a_hint_says() -> None:
    told = 0
    for _, play, step in counting():
        if not step.because.is_exact:
            continue
        assert step.placed
        number, cell = step.placed
        said = step.technique.reason(step).partition(", and no number but")[0].partition(" (")[0]
        away = STEPS_AWAY.findall(said)
        ends = {int(end): int(count or 1) for count, *both in away for end in both if end}
        below = max((n for n in play.where if n < number), default=0)
        above = min((n for n in play.where if n > number), default=0)
        assert set(ends) == {below, above} - {0}, said
        for other, count in ends.items():
            assert abs(other - number) == count, said
            assert shortest(play, play.where[other], cell) == count, said
            told += 1
    assert told > 5


def shortest(play: Play, start: Cell, goal: Cell) -> int:
    """How many steps through empty cells lead from a cell to another."""
    reached, steps = {start}, 0
    while goal not in reached:
        near = around(play.grid.cells, play.grid.adjacency)
        more = {other for each in reached for other in near[each] if other not in play.board}
        assert not more <= reached, "there is no way"
        reached, steps = reached | more, steps + 1
    return steps


def test_a_cell_called_farther_is_farther() -> None:
    """With four neighbours, a number that can't be in a cell by its colour may well be near it."""
    told = 0
    for grid in map(board_by_seed, range(40)):
        where = {number: cell for cell, number in grid.givens}
        for step in explain(grid).path:
            for rival in step.because.rivals:
                if step.placed and not rival.is_round:
                    [number], [end] = rival.numbers, rival.ends
                    assert not grid.is_within(where[end], step.placed.cell, abs(number - end)), step
                    told += 1
            where |= dict([step.placed] if step.placed else [])
    assert told > 2


def test_joined_cells_are_counted_with_where_only_a_search_was_told() -> None:
    reply = ask_number(Play(board_by_seed(35)), 17)
    assert "1 and 2 can’t get there from 5 through empty cells." in which_words(reply)


def test_why_not_says_what_would_have_no_cell_where_cells_are_joined() -> None:
    reply = ask(Play(board_by_seed(35)), Candidate(9, Cell(0, 1)))
    assert why_words(reply) == (
        "9 in row 1, column 2 would leave no cell for 8 between 5 and 9. This uses the joins of "
        "row 1, column 1 with row 1, column 2 and row 1, column 2 with row 1, column 3."
    )
