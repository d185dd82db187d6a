"""A hint names the placed numbers that it counts from, and none that it could do without.

Judged as a person counts, by walks that are laid here: a missing number goes through an empty cell,
a placed one that isn't named through any, and one that is named through its own. The judge looks at
what is said of a cell: that only one number can get there, or only those of one gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import product

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.counted import Segments, follows_from
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.text.hints import hint_words
from tests.solver.hidoku.hidoku_checks import touches

BOARDS = 1  # of each kind
MOST_SAID = 12  # placed numbers that words name; more are marked on the board alone


@dataclass
class Person:
    """Somebody who counts steps from some placed numbers."""

    play: Play
    named: Collection[int]
    eliminated: Collection[Candidate]
    is_distinct: bool = False

    def may_be(self, number: int, cell: Cell) -> bool:
        if Candidate(number, cell) in self.eliminated:
            return False
        ways = [way for way in (-1, 1) if 1 <= number + way <= self.play.grid.last]
        beside = [self._first_steps(number, cell, way) for way in ways]
        is_one = self.is_distinct and len(ways) == 2 and len(set.union(*beside)) == 1
        return all(beside) and not is_one

    def _first_steps(self, number: int, cell: Cell, way: int) -> set[Cell]:
        """The first cells of walks from a cell to the next number named, or to the end."""
        #: The first cell of each walk, and its last two.
        walks: set[tuple[Cell | None, Cell, Cell]] = {(None, cell, cell)}
        while walks and number not in self.named and 1 <= number + way <= self.play.grid.last:
            number += way
            walks = {
                (first or near, at, near) if self.is_distinct else (cell, cell, near)
                for first, before, at in walks
                for near in around(self.play.grid.cells, self.play.grid.adjacency)[at]
                if not (self.is_distinct and near == before)
                if self._is_open(number, near)
            }
        return {first for first, _, _ in walks if first}

    def _is_open(self, number: int, cell: Cell) -> bool:
        where, board = self.play.where, self.play.board
        if number in self.named:
            return where[number] == cell
        is_out = Candidate(number, cell) in self.eliminated
        return number in where or (cell not in board and not is_out)


@cache
def around(cells: tuple[Cell, ...], adjacency: Adjacency) -> dict[Cell, list[Cell]]:
    return {cell: [near for near in cells if touches(cell, near, adjacency)] for cell in cells}


@cache
def counting() -> list[tuple[Hint, Play, Deduction]]:
    """The steps of hints that count from other numbers than those they are about."""
    counted = []
    for adjacency, seed in product(Adjacency, range(BOARDS)):
        request = BoardRequest(8, 8, "rectangle", adjacency, minimal=True)
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
            return because.area, missing - set(because.missing)
        case "all_ways":
            return because.cells[len(because.numbers) :], missing - set(because.missing)
        case _ if not (step.technique.is_placing and because.is_by_cell and because.others):
            return (), set()
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
            for each, _ in because.others:
                assert reaching(play, step, {*because.every_number} - {each}), (step, each)
    assert min(seen[name] for name in ("only_number", "corner", "detour")) > 2, seen


def test_no_number_that_a_hint_names_can_be_left_out() -> None:
    named: Counter[int] = Counter()
    whole = 0
    for _, play, step in counting():
        because, position = step.because, Position.of(play.grid, play.board)
        named[len(because.every_number)] += 1
        if step.technique.is_placing:
            continue
        segments = Segments(position.resting_on(because.links, because.eliminated))
        about = [Candidate(number, position.where[number]) for number in because.numbers]
        if not follows_from(segments, step, [*about, *because.others]):
            assert because.refuted, step  # its dead end is told as the whole board shows it
            whole += 1
            continue
        for each in because.others:
            rest = [other for other in because.others if other != each]
            assert not follows_from(segments, step, [*about, *rest]), (step, each)
    assert named.total() > 50
    assert whole < 0.05 * named.total()
    few = sum(count for numbers, count in named.items() if numbers <= 6)
    assert few > 0.9 * named.total(), named


def test_a_hint_says_the_numbers_it_counts_from() -> None:
    for found, _, step in counting():
        words = hint_words(found)
        said = " ".join((*words.before, words.reason))
        if len(step.because.every_number) > MOST_SAID:
            assert "the placed numbers" in said
            continue
        assert all(str(number) in said for number in step.because.every_number), said
