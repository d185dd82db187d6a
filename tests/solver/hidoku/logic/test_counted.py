"""A hint names the placed numbers that it counts from, and none that it could do without.

Judged as a person counts, by walks that are laid here: from a number that is named through empty
cells, from any other straight over all cells. The judge looks at what is said of a cell: that only
one number can get there, or only those of one gap, and how many steps it is from the ends of that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify import is_held
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.text.hints import hint_texts
from tests.solver.hidoku.hidoku_checks import touches

BOARDS = 1  # of each kind
MOST_SAID = 12  # placed numbers that words name; more are marked on the board alone


@dataclass
class Person:
    """Somebody who counts through empty cells from the placed numbers that are named."""

    play: Play
    named: Collection[int]
    eliminated: Collection[Candidate]
    is_distinct: bool = False

    def may_be(self, number: int, cell: Cell) -> bool:
        if Candidate(number, cell) in self.eliminated:
            return False
        ways = [way for way in (-1, 1) if 1 <= number + way <= self.play.grid.last]
        beside = [self._first_steps(number, cell, way) for way in ways]
        one = set.union(*beside)
        is_one = self.is_distinct and len(ways) == 2 and len(one) == 1 and cell not in one
        return all(beside) and not is_one

    def _first_steps(self, number: int, cell: Cell, way: int) -> set[Cell]:
        """The first cells of careful walks to the next placed number or the end; else the cell."""
        where, goal = self.play.where, number
        while goal not in where and 1 <= goal + way <= self.play.grid.last:
            goal += way
        is_empty = goal in self.named or goal not in where
        careful = self.is_distinct and is_empty
        near = around(self.play.grid.cells, self.play.grid.adjacency)[cell]
        if number + way not in where and all(each in self.play.board for each in near):
            return set()
        #: The first cell of each walk, and its last two.
        walks: set[tuple[Cell | None, Cell, Cell]] = {(None, cell, cell)}
        while walks and number != goal:
            number += way
            walks = {
                (first or near, at, near) if careful else (cell, cell, near)
                for first, before, at in walks
                for near in around(self.play.grid.cells, self.play.grid.adjacency)[at]
                if not (careful and near == before)
                if self._is_open(number, near, is_empty)
            }
        return {first for first, _, _ in walks if first}

    def _is_open(self, number: int, cell: Cell, is_empty: bool) -> bool:
        if number in self.play.where:
            return self.play.where[number] == cell
        is_out = Candidate(number, cell) in self.eliminated
        return not is_empty or (cell not in self.play.board and not is_out)


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
            found = hint(play)
            assert found.number is not None
            assert found.cell is not None
            counted += [(found, play, step) for step in found.steps if step.because.every_number]
            play = play.place(found.cell, found.number)
    return [each for each in counted if each[2].because.others or each[2].because.is_by_cell]


def said_of_cells(play: Play, step: Deduction) -> tuple[Collection[Cell], set[int]]:
    """The cells that a step says most numbers can't get to, and the numbers it says so of."""
    because, missing = step.because, {*range(1, play.grid.last + 1)} - set(play.where)
    match step.technique.name:
        case "detour":
            return because.area, missing - set(because.fitting or because.missing)
        case "all_ways":
            return because.cells[len(because.numbers) :], missing - set(because.missing)
        case _ if not (step.technique.is_placing and because.is_by_cell and because.others):
            return (), set()
        case _ if because.around:
            return because.area[:1], set(because.fitting) - {*step.placed[:1]}
        case _ if step.placed:
            return because.area[:1], missing - {step.placed.number}
        case _:
            return because.area[:1], {number for number, _ in step.eliminated}


def reaching(play: Play, step: Deduction, named: Collection[int]) -> set[int]:
    """The numbers that get to a cell for somebody who counts, though the step says they can't."""
    because = step.because
    careful = because.is_distinct or not step.technique.is_placing
    person = Person(play, named, because.eliminated, careful)
    cells, numbers = said_of_cells(play, step)
    return {number for number in numbers for cell in cells if person.may_be(number, cell)}


def test_who_counts_from_the_numbers_named_finds_that_no_other_gets_to_the_cell() -> None:
    seen: Counter[str] = Counter()
    for _, play, step in counting():
        because = step.because
        seen[step.technique.name] += bool(said_of_cells(play, step)[0])
        assert not reaching(play, step, because.every_number), step
        if step.technique.is_placing and not because.is_distinct and said_of_cells(play, step)[0]:
            rounds = {n for rival in because.rivals if rival.is_round for n in rival.ends}
            for each in rounds - set(because.numbers):
                assert reaching(play, step, {*because.every_number} - {each}), (step, each)
    assert min(seen[name] for name in ("only_number", "corner", "detour")) > 1, seen


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


def test_a_hint_says_the_numbers_it_counts_from() -> None:
    for found, _, step in counting():
        said = hint_texts(found)[1]
        if len(step.because.every_number) > MOST_SAID:
            assert "the placed numbers" in said
            continue
        assert all(str(number) in said for number in step.because.every_number), said
