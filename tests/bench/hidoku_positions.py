"""Make ``solver/hidoku/exercises/positions.txt``: ``python -m tests.bench.hidoku_positions 20000``.

So many boards of the generator are solved by techniques. Each time a number was placed it is looked
which technique leads on from the numbers that stand, and of each technique one position a board is
taken. How hard a position is for its technique: how many numbers are missing for each step that
counts; the thirds of a technique's positions are easy, medium and hard.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.find_the_step import BETWEEN, FILE, KeptPosition, hardness, steps_by
from solver.hidoku.generate.generate import BoardRequest, Generated, generate
from solver.hidoku.generate.random_paths import Chance
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.logic.patterns.failures import by_rounds
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Technique, technique_named, techniques
from solver.hidoku.notations.plain import format_text
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError

MOST = 40  # positions of a technique and a level
FEWEST = 9  # of a technique: with fewer one would meet the same again and again
LEAST_SIDE, SIDES = 4, 5
JOINED = 0, 0, 0, 4
ROUNDS = 2  # of the shortest try in a position where tries lead on
LEAST_MISSING = 8  # with fewer there is nothing to look for
Met = tuple[Fraction, str, Grid]  # how hard, the technique, the position


def made(seed: int) -> Generated | None:
    """Return a board of some form, with more numbers on it than it needs or not."""
    chance = Chance(seed)
    rows, columns = LEAST_SIDE + chance.below(SIDES), LEAST_SIDE + chance.below(SIDES)
    adjacency = list(Adjacency)[chance.below(len(Adjacency))]
    shape = list(SHAPES)[chance.below(len(SHAPES))] if chance.below(3) == 0 else "rectangle"
    joins, ends = JOINED[chance.below(len(JOINED))], bool(chance.below(2))
    request = BoardRequest(
        rows, columns, shape=shape, adjacency=adjacency, joined=joins, ends_given=ends
    )
    try:
        return generate(request, seed)
    except GridError:
        return None


class NextTechnique(NamedTuple):
    """The easiest technique that leads on, and its steps."""

    technique: Technique
    steps: tuple[Deduction, ...]


def next_technique(position: Position) -> NextTechnique | None:
    """The easiest technique that places or eliminates anything; None if none does."""
    for technique in techniques():
        steps = tuple(steps_by(technique, position))
        if steps:
            return NextTechnique(technique, steps)
    return None


def positions(grid: Grid) -> Iterator[tuple[Grid, NextTechnique]]:
    """Yield the position after each round in which numbers were placed, and what leads on there."""
    board = dict(grid.given)
    while len(board) < grid.last:
        position, numbers = Position.of(grid, board), dict[Cell, int]()
        is_first = True
        while not numbers:
            lead = next_technique(position)
            if lead is None or position.dead:
                return
            if is_first:
                yield grid.with_givens(board), lead
            numbers = {step.placed.cell: step.placed.number for step in lead.steps if step.placed}
            position, is_first = position.after(*lead.steps), False
        board |= numbers


def is_fair(grid: Grid, technique: Technique) -> bool:
    """Say whether there is something to look for, and a person can follow: a try must be short."""
    if grid.last - len(grid.givens) < LEAST_MISSING:
        return False
    return technique.assumption is None or any(by_rounds(Position.of(grid), ROUNDS))


def met(seed: int) -> list[Met]:
    """Return a position for each technique that led on while a board was solved."""
    board, by_technique = made(seed), dict[Technique, Met]()
    for grid, lead in positions(board.grid) if board else ():
        technique = lead.technique
        if technique not in by_technique and is_fair(grid, technique):
            by_technique[technique] = hardness(grid, lead.steps), technique.name, grid
    return list(by_technique.values())


def thirds(pairs: Sequence[tuple[Fraction, Grid]]) -> Iterator[tuple[ExerciseLevel, Grid]]:
    """Yield positions of a technique with their levels, evenly out of all."""
    order = sorted(pairs, key=lambda pair: pair[0])
    for place, level in enumerate(ExerciseLevel):
        third = order[place * len(order) // 3 : (place + 1) * len(order) // 3]
        count = min(MOST, len(third))
        yield from ((level, third[at * len(third) // count][1]) for at in range(count))


def main(boards: int) -> None:
    by_technique: dict[str, list[tuple[Fraction, Grid]]] = defaultdict(list)
    with ProcessPoolExecutor(2) as pool:
        for results in pool.map(met, range(boards), chunksize=50):
            for hard, name, grid in results:
                by_technique[name].append((hard, grid))
    write(by_technique)


def format_position(position: KeptPosition) -> str:
    """Write a position as a line that ``parse_position`` reads back."""
    lines = [" ".join(line.split()) for line in format_text(position.grid).split("\n")]
    notes = [line for line in lines if ":" in line]
    rows = BETWEEN.join(line for line in lines if ":" not in line)
    return "\t".join([position.technique.name, position.level.value, rows, *notes])


def write(by_technique: Mapping[str, Sequence[tuple[Fraction, Grid]]]) -> None:
    lines = []
    for name in sorted(by_technique, key=lambda name: technique_named(name).rank):
        print(f"{name}: {len(by_technique[name])}")
        if len(by_technique[name]) >= FEWEST:
            lines += [
                format_position(KeptPosition(technique_named(name), level, grid))
                for level, grid in thirds(by_technique[name])
            ]
    path = Path(__file__).parents[2] / "solver/hidoku/exercises" / FILE
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
