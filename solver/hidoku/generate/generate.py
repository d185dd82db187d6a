"""New boards by request and seed: a mixed path on a shape, then givens are removed.

The same request and seed give the same board on every machine while :data:`GENERATOR_VERSION` stays
the same: random numbers are whole numbers, and work is limited by nodes and attempts. Techniques
are part of this too, since a board's grade decides which givens go. Only a deadline depends on the
clock; a board cut short by it says so, and still has one solution.

If a board doesn't have the requested difficulty in the end (see ``fit``), another path is tried;
if it has that with too few hard steps, or too many, only a few more are.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from itertools import groupby, pairwise

from solver.hidoku.generate.fit_difficulty import SCANNED, count_missing, fit, fit_minimal
from solver.hidoku.generate.path_styles import PathStyle, draw_styled_path, has_style
from solver.hidoku.generate.random_paths import SEEDS, Chance, Mixer
from solver.hidoku.generate.remove_givens import MOST_CELLS_MINIMAL, Group, Thinner, is_within_reach
from solver.hidoku.generate.shapes import Symmetry, make_shape, orbits
from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.logic.steps import walk_through
from solver.hidoku.rules.grid import Adjacency, Grid, GridError
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.staged_search import Budget

GENERATOR_VERSION = 7

PROOF = Budget(nodes=20_000)  # for each proof
ATTEMPTS = 12_000  # number of paths times cells: 120 paths on a 10×10, 30 on a 20×20
MOST_ATTEMPTS = 200
_APART = 10**12  # seeds are below: boards of different difficulties have different paths
EVEN = 800  # likewise, for paths with that difficulty until one has its hard steps: 8 on a 10×10
MINIMAL_SHARE = 6  # divides these for hard minimal boards, whose difficulty takes long to find out

Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class BoardRequest:
    """What the board should be like.

    ``difficulty`` None means any. ``ends_given``: the first and the last number are given.
    ``minimal``: no given can be removed, not even the ends, though they are tried last; with a
    symmetry, no group of symmetric givens can be removed. ``joined`` is how many pairs of
    consecutive cells are joined. ``style`` is what the path looks like.
    """

    rows: int
    columns: int
    _: KW_ONLY
    shape: str = "rectangle"
    adjacency: Adjacency = Adjacency.EIGHT
    difficulty: Difficulty | None = None
    symmetry: Symmetry = Symmetry.NONE
    minimal: bool = False
    ends_given: bool = True
    joined: int = 0
    style: PathStyle = PathStyle.MIXED

    def __post_init__(self) -> None:
        if self.joined < 0:
            raise GridError("The number of joined pairs can’t be negative.")


@dataclass(frozen=True, kw_only=True)
class Generated:
    """A board with its only solution, and the request and seed that lead to it again.

    ``grade`` is None if no difficulty was requested. ``complete`` says that no deadline cut work
    short and that every proof finished: a minimal board then is minimal.
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
        return not any(self.flaws) and self.has_style

    @property
    def has_style(self) -> bool:
        return has_style(self.path, self.request.style, self.request.adjacency)

    @property
    def flaws(self) -> tuple[bool, int, bool]:
        """How far the board is from the request; smaller is better.

        Whether a requested minimal board is unproved, how many classes of difficulty the board is
        off, and whether its grade was cut short.
        """
        difficulty = self.request.difficulty
        grade = self.grade
        is_unproved = not self.complete and self.request.minimal
        if difficulty is None:
            return is_unproved, 0, False
        if grade is None:  # not graded because it is certainly too hard
            return is_unproved, len(Difficulty), False
        return is_unproved, abs(grade.rank - difficulty.rank), grade.is_cut_short


def unevenness(board: Generated) -> int:
    """How many hard steps more or fewer than its class a board has; a minimal one may."""
    if board.grade is None or board.request.difficulty is None or board.request.minimal:
        return 0
    return abs(count_missing(board.grade, board.request.difficulty, board.grid.last))


def generate(
    request: BoardRequest, seed: int, budget: Budget = PROOF, tell: Tell = lambda number, most: None
) -> Generated:
    """Make a board; :class:`GridError` if the request itself is impossible.

    If no attempt has the requested difficulty, or the deadline comes first, the nearest is
    returned; see :attr:`Generated.is_as_requested`. ``budget.nodes`` applies to each proof: a
    caller with a deadline should keep those of ``PROOF``, as they decide what a seed gives.
    ``tell`` is called before each attempt with its number, from 1, and the greatest possible one.

    >>> print(generate(BoardRequest(3, 4, ends_given=False), seed=1).grid)
     .  1  .  6
     3  .  9  .
     .  .  .  .
    """
    shape = make_shape(request.shape, request.rows, request.columns, request.adjacency)
    offset = 0 if request.difficulty is None else _APART * (1 + request.difficulty.rank)
    chance = Chance((seed + offset) % SEEDS)
    attempts = 1 + _more_attempts(request, shape)
    tell(1, attempts)
    best = attempt = _attempt(request, seed, shape, chance, budget)
    hits = 0
    for number in range(2, attempts + 1):
        hits += not any(attempt.flaws)
        is_even = not unevenness(best) or hits >= EVEN // shape.last
        if (hits and is_even) or budget.is_over:
            break
        tell(number, attempts)
        attempt = _attempt(request, seed, shape, chance, budget)
        best = min(best, attempt, key=lambda board: (board.flaws, unevenness(board)))
    if request.difficulty is not None and best.grade is None:
        best = replace(best, grade=grade(best.grid, budget))
    return replace(best, complete=best.complete and not budget.is_over)


def _more_attempts(request: BoardRequest, shape: Grid) -> int:
    attempts = min(MOST_ATTEMPTS, ATTEMPTS // shape.last)
    is_hopeful = request.difficulty in MOST_CELLS_MINIMAL and is_within_reach(
        request.difficulty, shape.last
    )
    return attempts if is_hopeful or not request.minimal else attempts // MINIMAL_SHARE


def _attempt(
    request: BoardRequest, seed: int, shape: Grid, chance: Chance, budget: Budget
) -> Generated:
    path = draw_styled_path(Mixer(shape), request.style, chance)
    if path is None:
        raise GridError("We found no path through all cells of this shape. Choose another size.")
    pairs = chance.shuffle(pairwise(path))[: request.joined]
    board = replace(shape, joined=frozenset(pairs))
    thinner = Thinner(board, path, budget)
    groups = _groups(request, shape, path, chance)
    board_grade = None
    if request.difficulty is None:
        thinner.thin(groups)
        grid = thinner.grid
    elif request.minimal:
        grid, board_grade = fit_minimal(thinner, groups, request.difficulty)
    else:
        grid, board_grade = fit(thinner, groups, request.difficulty)
    complete = thinner.complete and not (board_grade and board_grade.is_cut_short)
    return Generated(
        grid=grid, path=path, request=request, seed=seed, grade=board_grade, complete=complete
    )


def _groups(request: BoardRequest, shape: Grid, path: Path, chance: Chance) -> list[Group]:
    """The groups of numbers that may be removed, in random order; any with ends come last."""
    number = {cell: n for n, cell in enumerate(path, 1)}
    groups = [tuple(number[cell] for cell in orbit) for orbit in orbits(shape, request.symmetry)]
    order = chance.shuffle(groups)
    if not request.ends_given:
        return order
    ends = [group for group in order if {1, shape.last} & set(group)]
    inner = [group for group in order if group not in ends]
    return [*inner, *ends] if request.minimal else inner


# The best of some boards of one request, for a day, whose board all players get. It has its hardest
# step seldom, and late, and few cells in a row to be compared with all numbers.


SELDOM = 3  # times that the hardest idea of a hard board is needed at most
EARLY = 3  # divides the rounds: the hardest idea isn't in the first of so many parts


def draw_best(first: Generated, draws: int, budget: Budget) -> Generated:
    """Return the best of so many boards, the first one of which is there.

    The others have the seeds that follow. When the budget's deadline comes, no more are drawn.
    """
    boards = [first]
    for number in range(1, draws):
        board = generate(first.request, (first.seed + number) % SEEDS, budget)
        if budget.is_over:
            break
        boards.append(board)
    return min(boards, key=roughness)


def roughness(board: Generated) -> tuple[bool, int, bool, int, int]:
    """Return what a composed board shouldn't be: not as requested, uneven, one to be searched, one
    with its hardest step often or early, and one with many cells in a row to be compared.
    """
    walk = walk_through(board.grid)
    ideas = [entry.technique for entry in walk.rounds]
    hardest = max(ideas, key=lambda idea: idea.rank, default=None)
    places = [place for place, idea in enumerate(ideas) if idea is hardest]
    is_remembered = board.request.difficulty in {Difficulty.HARD, Difficulty.EXPERT} and places
    repeats = max(0, len(places) - SELDOM) if is_remembered else 0
    is_early = bool(is_remembered and places[0] * EARLY < len(ideas))
    runs = groupby(walk.rounds, key=lambda entry: entry.technique.weight == SCANNED)
    in_a_row = max(
        (sum(entry.placed for entry in group) for is_it, group in runs if is_it), default=0
    )
    return (
        not board.is_as_requested,
        unevenness(board),
        not walk.is_solved,
        repeats + SELDOM * is_early,
        in_a_row,
    )
