"""Find the step: a position that the practised technique advances, and no easier one does.

Whatever the technique places or eliminates there is right. The seed determines the technique, each
in turn. Positions come from those kept with the program, turned, mirrored and counted backwards,
with other numbers given (``vary_position``). Difficulty is how many numbers are missing for each
step that counts, by thirds of a technique's positions.

Positions are kept because most are rare. ``positions.txt`` has one a line, with tabs between
technique, level, adjacency, rows and links. They were met while solving generated boards by
techniques (``tests.bench.hidoku_positions`` makes the file), so each has one solution.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from typing import Final, NamedTuple

from solver.exercises import Draws, ExerciseError, ExerciseLevel, draws_of
from solver.hidoku.logic.patterns.failures import by_rounds
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import checked, with_reason
from solver.hidoku.logic.technique import Deduction, Technique, technique_named, techniques
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import solve
from solver.hidoku.traces.trace import Mode, trace

FILE = "positions.txt"
BETWEEN = "/"


@dataclass(frozen=True)
class KeptPosition:
    """A position of the file; every number on the board counts as given."""

    technique: Technique
    level: ExerciseLevel
    grid: Grid


def parse_position(line: str) -> KeptPosition:
    name, level, *notes = line.split("\t")
    text = "\n".join(notes).replace(BETWEEN, "\n")
    return KeptPosition(technique_named(name), ExerciseLevel(level), parse_any(text))


@cache
def position_lines() -> dict[tuple[str, str], tuple[str, ...]]:
    lines: dict[tuple[str, str], tuple[str, ...]] = {}
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    for line in text.splitlines():
        name, level, _ = line.split("\t", 2)
        lines[name, level] = (*lines.get((name, level), ()), line)
    return lines


def lines_of(technique: Technique, level: ExerciseLevel) -> tuple[str, ...]:
    return position_lines().get((technique.name, level.value), ())


@cache
def practised_techniques() -> tuple[Technique, ...]:
    names = {name for name, _ in position_lines()}
    return tuple(technique for technique in techniques() if technique.name in names)


# The technique that advances a position, and everything it shows there.
#
# A hint takes one step, the easiest to follow. An exercise has to know them all, since another step
# by the same technique is also right.


LONGEST = 30  # rounds of a trial that are looked at


def steps_by(technique: Technique, position: Position) -> Iterator[Deduction]:
    """Every step of a technique that places or eliminates something, in the order found.

    Steps by an assumption come without their reasons, the shortest first.
    """
    if technique.is_trial:
        return
    if technique.assumption is None:
        find = technique.find if technique.is_placing else technique.bare or technique.find
        yield from (s for s in find(position) if s.placed or s.eliminated)
    else:
        for failures in by_rounds(position, LONGEST):
            yield from (Deduction(technique, eliminated=(out,)) for out in failures)


NAME: Final = "find-the-step"
VERSION: Final = 2


class StepAnswer(NamedTuple):
    candidate: Candidate
    is_placed: bool


@dataclass(frozen=True)
class FindTheStep:
    technique: Technique
    grid: Grid

    @cached_property
    def position(self) -> Position:
        return Position.of(self.grid)

    @cached_property
    def steps(self) -> dict[StepAnswer, Deduction]:
        """Every right answer, and the step that shows it, without its reason."""
        answers: dict[StepAnswer, Deduction] = {}
        for step in steps_by(self.technique, self.position):
            for answer in answers_of(step):
                answers.setdefault(answer, step)
        return answers

    @cached_property
    def harder_steps(self) -> dict[StepAnswer, Technique]:
        """What only harder techniques show, with the easiest of them."""
        techniques_shown: dict[StepAnswer, Technique] = {}
        for technique in techniques():
            if technique.rank > self.technique.rank:
                for step in steps_by(technique, self.position):
                    for answer in answers_of(step):
                        techniques_shown.setdefault(answer, technique)
        return techniques_shown

    @property
    def is_placing(self) -> bool:
        return all(answer.is_placed for answer in self.steps)

    @property
    def is_eliminating(self) -> bool:
        return not any(answer.is_placed for answer in self.steps)

    def step_for(self, answer: StepAnswer) -> Deduction:
        step = self.steps[answer]
        if self.technique.assumption and not answer.is_placed:
            step = Deduction(self.technique, eliminated=(answer.candidate,))
        return checked(self.position, with_reason(self.position, step))

    def is_explained(self, answer: StepAnswer) -> bool:
        """Whether a person can follow why it's right: some fail only in a search."""
        return not self.step_for(answer).is_searched

    @cached_property
    def example(self) -> StepAnswer:
        """The first right answer that a person can follow."""
        first = next(iter(self.steps))
        return next(filter(self.is_explained, self.steps), first)


def answers_of(step: Deduction) -> Iterator[StepAnswer]:
    if step.placed:
        yield StepAnswer(step.placed, is_placed=True)
    yield from (StepAnswer(out, is_placed=False) for out in step.eliminated)


@dataclass(frozen=True)
class StepVerdict:
    """What to say about an answer.

    ``near`` is a right answer that a person can follow, for the same number or cell if possible; it
    is the answer itself if that is right. ``shown_by`` is another technique that shows what was
    answered. ``cells`` are those that the number can reach by counting steps, ``numbers`` those
    that can reach the cell: in the exact number of steps, as techniques count, not within it.
    """

    is_right: bool
    near: StepAnswer
    shown_by: Technique | None = None
    cells: tuple[Cell, ...] = ()
    numbers: tuple[int, ...] = ()


def make(level: ExerciseLevel, seed: int) -> FindTheStep:
    """The exercise of a seed.

    >>> make(ExerciseLevel.EASY, 0).technique
    technique_named('between')
    """
    draws = draws_of(NAME, level, VERSION, seed)
    technique = practised_techniques()[seed % len(practised_techniques())]
    lines = lines_of(technique, level)
    grid = parse_position(lines[draws.below(len(lines))]).grid
    grid = turn_board(grid, draws.below(count_variants(grid)))
    return FindTheStep(technique, vary_position(grid, technique, draws))


def seed_of(technique: Technique, number: int) -> int:
    """The seed of a technique's exercise with a number, from 0. Raises ExerciseError."""
    if technique not in practised_techniques():
        raise ExerciseError(f"There are no exercises of “{technique.title}”.")
    return number * len(practised_techniques()) + practised_techniques().index(technique)


@cache
def example_of(technique: Technique) -> Grid:
    """The smallest easy position that begins with a step of the technique, preferably of eight."""
    grids = (parse_position(line).grid for line in lines_of(technique, ExerciseLevel.EASY))
    return next(
        grid
        for grid in sorted(grids, key=_size)
        if trace(grid, Mode.TECHNIQUES).steps[1].technique is technique
    )


def _size(grid: Grid) -> tuple[bool, int, int]:
    return grid.adjacency is not Adjacency.EIGHT, max(grid.rows, grid.columns), grid.last


def judge(exercise: FindTheStep, answer: StepAnswer) -> StepVerdict:
    """Say whether an answer, a missing number and an empty cell, is a step of the technique."""
    if answer in exercise.steps:
        return StepVerdict(True, answer)
    number, cell = answer.candidate
    position = exercise.position.loose
    masks = position.masks
    bit = position.layout.bit(cell)
    by_nearness = sorted(  # what has most in common with it; among equals the first found
        exercise.steps, key=lambda right: (right[0].number != number) + (right[0].cell != cell)
    )
    return StepVerdict(
        False,
        next(filter(exercise.is_explained, by_nearness), by_nearness[0]),
        exercise.harder_steps.get(answer),
        position.layout.cells(masks[number]),
        tuple(n for gap in position.gaps for n in gap.missing if masks[n] & bit),
    )


def count_variants(grid: Grid) -> int:
    return 8 if grid.adjacency is Adjacency.HEX else 16


def turn_board(grid: Grid, variant: int) -> Grid:
    """A variant of the board; 0 is the board itself.

    On a hexagonal board, whose rows are shifted, rows and columns can only be reversed together.

    >>> print(turn_board(Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 2}), 1))
    6 . 5
    . . .
    >>> print(turn_board(Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 2}), 2))
    1 .
    . .
    2 .
    """
    is_backwards, is_across, is_down, is_sideways = (bool(variant >> bit & 1) for bit in range(4))
    if grid.adjacency is Adjacency.HEX:
        is_sideways = is_down

    def place(cell: Cell) -> Cell:
        row = grid.rows - 1 - cell.row if is_down else cell.row
        column = grid.columns - 1 - cell.column if is_sideways else cell.column
        return Cell(column, row) if is_across else Cell(row, column)

    return Grid.of(
        grid.columns if is_across else grid.rows,
        grid.rows if is_across else grid.columns,
        {place(cell): grid.last + 1 - n if is_backwards else n for cell, n in grid.givens},
        map(place, grid.blocked),
        grid.adjacency,
        joined=[(place(a), place(b)) for a, b in grid.joined],
    )


#: Changes of one cell to try.
TRIES: Final = 10
#: How much harder or easier than the kept position a variant may be.
NEARLY: Final = Fraction(5, 4)


def vary_position(grid: Grid, technique: Technique, draws: Draws) -> Grid:
    """Return a position like this one that the same technique advances, with one solution.

    Givens are removed and other numbers given, one by one, as long as there is one solution, no
    easier technique leads on, and it is about as hard. For contradictions, which take long to
    search, the position is returned unchanged.
    """
    norm = None if technique.assumption else _hardness(grid, technique)
    if norm is None:
        return grid
    numbers = {cell: number for number, cell in enumerate(solve(grid).solutions[0], start=1)}
    current = grid
    for _ in range(TRIES):
        variant = _change_given(current, numbers, draws)
        hard = _hardness(variant, technique)
        is_like = hard and hard <= NEARLY * norm and norm <= NEARLY * hard
        if is_like and solve(variant).unique:
            current = variant
    return current


def _hardness(grid: Grid, technique: Technique) -> Fraction | None:
    """Return how hard a position is; None if this isn't the easiest technique that leads on."""
    position = Position.of(grid)
    easier = (rival for rival in techniques() if rival.rank < technique.rank)
    if any(any(steps_by(rival, position)) for rival in easier):
        return None
    steps = tuple(steps_by(technique, position))
    return hardness(grid, steps) if steps else None


def hardness(grid: Grid, steps: Iterable[Deduction]) -> Fraction:
    answers = {answer for step in steps for answer in (step.placed, *step.eliminated) if answer}
    return Fraction(grid.last - len(grid.givens), len(answers))


def _change_given(grid: Grid, numbers: Mapping[Cell, int], draws: Draws) -> Grid:
    cells = sorted(numbers)
    cell = cells[draws.below(len(cells))]
    board = dict(grid.given)
    if cell in board:
        del board[cell]
    else:
        board[cell] = numbers[cell]
    return grid.with_givens(board)
