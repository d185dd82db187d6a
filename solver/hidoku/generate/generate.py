"""New boards by request and seed: a mixed path on a form, then givens taken away.

The same request and seed give the same board on every machine, as long as :data:`GENERATOR_VERSION`
stays as it is: chance is counted in whole numbers, and nodes and attempts are what limits the work.
Techniques belong to it too, since a board's grade decides which givens go. Only a deadline depends
on the clock; a board that it cut short says so, and is still a board with one solution.

Where a board has not the requested difficulty in the end (see ``fitting``), another path is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from solver.hidoku.generate.path_styles import PathStyle, has_style, styled_path
from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.generate.remove_givens import (
    MOST_CELLS_MINIMAL,
    Group,
    Thinner,
    fit,
    fit_minimal,
    is_within_reach,
)
from solver.hidoku.generate.shapes import shaped
from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.rules.grid import Adjacency, Grid, GridError
from solver.hidoku.rules.symmetry import Symmetry, orbits
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.staged_search import Budget

#: Which boards come of a request and a seed. To be raised with every change that gives another
#: board for any of them, as links name boards by request, seed and this number.
GENERATOR_VERSION = 4

PROOF = Budget(nodes=20_000)  # for each proof
ATTEMPTS = 12_000  # paths tried times cells: 120 on a 10×10, 30 on a 20×20
MOST_ATTEMPTS = 200
MINIMAL_SHARE = 6  # a sixth of these for minimal boards that are hard, which takes long to see

Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class BoardRequest:
    """What a board shall be like.

    ``difficulty`` None stands for any. ``ends_given``: the first and the last number are given.
    ``minimal``: no given can go, the ends no more than others, though they are tried last; with a
    symmetry no group of givens that change places can go. ``links`` is how many pairs of
    consecutive cells are shown as linked. ``style`` is what the path looks like.
    """

    rows: int
    columns: int
    shape: str = "rectangle"
    adjacency: Adjacency = Adjacency.EIGHT
    difficulty: Difficulty | None = None
    symmetry: Symmetry = Symmetry.NONE
    minimal: bool = False
    ends_given: bool = True
    links: int = 0
    style: PathStyle = PathStyle.MIXED

    def __post_init__(self) -> None:
        if self.links < 0:
            raise GridError("The number of joined pairs can’t be negative.")


@dataclass(frozen=True)
class Generated:
    """A board with its only solution, and the request and seed that lead to it again.

    ``grade`` is None where no difficulty was requested. ``complete`` says that no deadline cut work
    short and that every proof came to its end: a minimal board then is minimal.
    """

    grid: Grid
    path: Path
    request: BoardRequest
    seed: int
    grade: Grade | None
    complete: bool

    @property
    def givens(self) -> int:
        return len(self.grid.givens)

    @property
    def is_as_requested(self) -> bool:
        """Whether the board is as difficult as requested and, where that was asked for, minimal.

        Its path has the requested style, too.
        """
        return not any(self.flaws) and self.has_style

    @property
    def has_style(self) -> bool:
        return has_style(self.path, self.request.style, self.request.adjacency)

    @property
    def flaws(self) -> tuple[bool, int, bool]:
        """What a better board would have: minimality, the difficulty's class, a grade to its end.

        Whether a minimal board is not proved to be one, how many classes of difficulty the board is
        off, and whether its grade was cut short.
        """
        requested, found = self.request.difficulty, self.grade
        is_unproved = not self.complete and self.request.minimal
        if requested is None:
            return is_unproved, 0, False
        if found is None:  # not graded, as it is surely too hard
            return is_unproved, len(Difficulty), False
        return is_unproved, abs(found.rank - requested.rank), found.is_cut_short


def generate(
    request: BoardRequest, seed: int, budget: Budget = PROOF, tell: Tell = lambda number, most: None
) -> Generated:
    """Make a board; :class:`GridError` where the request itself is impossible.

    If no attempt has the requested difficulty, or the deadline comes first, the nearest is
    returned; :attr:`Generated.is_as_requested` tells. ``budget.nodes`` counts for each proof: a
    caller with a deadline keeps those of ``PROOF``, as they decide what a seed gives. ``tell`` is
    called before each attempt with its number, from 1, and how many there may be.

    >>> print(generate(BoardRequest(3, 4, ends_given=False), seed=1).grid)
     .  1  .  6
     3  .  9  .
     .  .  .  .
    """
    shape = shaped(request.shape, request.rows, request.columns, request.adjacency)
    chance = Chance(seed)
    most = 1 + _more_attempts(request, shape)
    tell(1, most)
    best = made = _attempt(request, seed, shape, chance, budget)
    for number in range(2, most + 1):
        if not any(made.flaws) or budget.is_over:
            break
        tell(number, most)
        made = _attempt(request, seed, shape, chance, budget)
        best = min(best, made, key=lambda each: each.flaws)
    if request.difficulty is not None and best.grade is None:
        return replace(best, grade=grade(best.grid, budget))
    return best


def _more_attempts(request: BoardRequest, shape: Grid) -> int:
    attempts = min(MOST_ATTEMPTS, ATTEMPTS // shape.last)
    is_hopeful = request.difficulty in MOST_CELLS_MINIMAL and is_within_reach(
        request.difficulty, shape.last
    )
    return attempts if is_hopeful or not request.minimal else attempts // MINIMAL_SHARE


def _attempt(
    request: BoardRequest, seed: int, shape: Grid, chance: Chance, budget: Budget
) -> Generated:
    path = styled_path(Mixer(shape), request.style, chance)
    if path is None:
        raise GridError("We found no path through all cells of this shape. Choose another size.")
    links = chance.shuffled(pairwise(path))[: request.links]
    linked = replace(shape, links=frozenset(links))
    thinner = Thinner(linked, path, budget)
    groups = _groups(request, shape, path, chance)
    if request.difficulty is None:
        thinner.thin(groups)
        return Generated(thinner.grid, path, request, seed, None, thinner.complete)
    how = fit_minimal if request.minimal else fit
    grid, found = how(thinner, groups, request.difficulty)
    complete = thinner.complete and not (found and found.is_cut_short)
    return Generated(grid, path, request, seed, found, complete)


def _groups(request: BoardRequest, shape: Grid, path: Path, chance: Chance) -> list[Group]:
    """The groups of numbers that may go, in random order, those of the ends last if at all."""
    number = {cell: n for n, cell in enumerate(path, 1)}
    groups = [tuple(number[cell] for cell in orbit) for orbit in orbits(shape, request.symmetry)]
    order = chance.shuffled(groups)
    if not request.ends_given:
        return order
    ends = [group for group in order if {1, shape.last} & set(group)]
    inner = [group for group in order if group not in ends]
    return [*inner, *ends] if request.minimal else inner
