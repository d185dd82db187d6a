"""Where a number can go, which numbers a cell can hold, and whether the path joins two cells.

Counting steps comes first, then the paths that a search finds. Each candidate that is called
possible has a path, and each that isn't was excluded by counting or by a search of all paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from solver.hidoku.logic.counted import known_from
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import fewest
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.why import (
    WHY_BUDGET,
    Answer,
    WhyReply,
    ask,
    certain,
    check_cell,
    check_number,
    searched_from,
)
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Board, Cell, Grid, Link
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import Budget

MOST_PATHS = 20  # looked for at once
MOST_SEARCHES = 40  # for single candidates after that


@dataclass(frozen=True)
class WhichReply:
    """What is known of a number, of a cell, or of two cells, whichever was ``asked`` about.

    ``possible`` are the candidates with a known path, ``undecided`` those that no search decides,
    ``counted`` how many counting steps leaves; ``parts`` has the answer for the only one. Of two
    cells, ``numbers`` are those placed in them, ``are_apart`` says that they aren't neighbours,
    ``path`` steps between them if any does, ``parts`` are the answers for the numbers next to the
    one that is placed in one of them, or for what one must hold, and ``through`` is the one that
    the path can't pass but by the other. If counting steps shows that no path joins them,
    ``holding`` has the numbers that they can hold. ``searched`` are the placed numbers from which
    that counting, or else a search, shows the answer, as few as a few searches find.
    ``wrong`` says what is wrong with the board.
    """

    asked: int | Cell | Link
    answer: Answer
    possible: tuple[Candidate, ...] = ()
    undecided: tuple[Candidate, ...] = ()
    counted: int = 0
    numbers: tuple[int, ...] = ()
    are_apart: bool = False
    path: Path | None = field(default=None, repr=False)
    parts: tuple[WhyReply, ...] = ()
    holding: tuple[tuple[int, ...], ...] = ()
    through: Cell | None = None
    searched: tuple[Candidate, ...] = ()
    wrong: Hint | None = None


def ask_number(play: Play, number: int, budget: Budget = WHY_BUDGET) -> WhichReply:
    """Return the cells where a number can go; MoveError if the board has no such number.

    >>> reply = ask_number(Play(Grid.of(1, 5, {Cell(0, 2): 2})), 5)
    >>> reply.answer, [cell.column for _, cell in reply.possible]
    (<Answer.WRONG_BOARD: 'wrong board'>, [])
    >>> ask_number(Play(Grid.of(1, 5, {Cell(0, 1): 2})), 5).possible
    (Candidate(number=5, cell=Cell(row=0, column=4)),)
    """
    check_number(play, number)
    if number in play.where:
        placed = Candidate(number, play.where[number])
        return WhichReply(number, Answer.PLACED, (placed,))
    question = _Question(play, budget)
    return question.which(number, question.position.candidates(number))


def ask_cell(play: Play, cell: Cell, budget: Budget = WHY_BUDGET) -> WhichReply:
    """Return the numbers that a cell can hold; MoveError if the board has no such cell."""
    check_cell(play, cell)
    if cell in play.board:
        return WhichReply(cell, Answer.PLACED, (Candidate(play.board[cell], cell),))
    question = _Question(play, budget)
    return question.which(cell, question.fitting(cell))


def ask_pair(play: Play, one: Cell, other: Cell, budget: Budget = WHY_BUDGET) -> WhichReply:
    """Return whether the path steps from one cell to the other; MoveError for a wrong cell.

    >>> play = Play(Grid.of(2, 2, {Cell(0, 0): 1, Cell(0, 1): 2}))
    >>> ask_pair(play, Cell(1, 0), Cell(1, 1)).answer
    <Answer.CERTAIN: 'certain'>
    """
    check_cell(play, one)
    check_cell(play, other)
    link = _link(one, other)
    numbers = tuple(play.board[cell] for cell in link if cell in play.board)
    reply = WhichReply(link, Answer.IMPOSSIBLE, numbers=numbers)
    if len(numbers) == 2:
        is_step = abs(numbers[0] - numbers[1]) == 1
        return replace(reply, answer=Answer.PLACED) if is_step else reply
    if link in play.grid.links:
        return replace(reply, answer=Answer.PLACED)
    if other not in play.grid.neighbours(one):
        return replace(reply, are_apart=True)
    return _Question(play, budget).pair(reply, link)


class _Question:
    """A board in play, the paths found on it so far, and the searches left."""

    def __init__(self, play: Play, budget: Budget) -> None:
        self.play, self.budget, self.left = play, budget, MOST_SEARCHES
        self.shown = play.grid.with_givens(play.board)
        self.known = solve(self.shown, MOST_PATHS, budget)
        self.paths = list(self.known.solutions)
        self.is_wrong = self.known.verdict is Verdict.NONE

    @cached_property
    def position(self) -> Position:
        return Position.of(self.play.grid, self.play.board)

    def fitting(self, cell: Cell) -> tuple[Candidate, ...]:
        """The candidates of a cell by counting steps."""
        bit = self.position.layout.bit(cell)
        missing = (number for gap in self.position.gaps for number in gap.missing)
        return tuple(Candidate(n, cell) for n in missing if self.position.strict[n] & bit)

    def which(self, asked: int | Cell, candidates: Sequence[Candidate]) -> WhichReply:
        if self.is_wrong:
            return self._wrong(asked)
        found = [(each, self._is_possible(each)) for each in candidates]
        possible = tuple(each for each, holds in found if holds)
        undecided = tuple(each for each, holds in found if holds is None)
        reply = WhichReply(asked, Answer.POSSIBLE, possible, undecided, len(candidates))
        if not possible:
            return replace(reply, answer=Answer.UNKNOWN) if undecided else self._wrong(asked)
        if len(possible) > 1 or undecided:
            return reply
        path = next((each for each in self.paths if _has(each, possible[0])), None)
        part = certain(self.position, possible[0], path, self.budget)
        return replace(reply, answer=Answer.CERTAIN, parts=(part,))

    def _wrong(self, asked: int | Cell | Link) -> WhichReply:
        return WhichReply(asked, Answer.WRONG_BOARD, wrong=hint(self.play))

    def _is_possible(self, placed: Candidate) -> bool | None:
        """Whether some path has a candidate; None if no search decides that."""
        number, cell = placed
        if any(_has(path, placed) for path in self.paths):
            return True
        board = {**self.play.board, cell: number}
        return False if self.known.complete else self._search(self.shown.with_givens(board))

    def _search(self, grid: Grid) -> bool | None:
        if not self.left or self.budget.is_over:
            return None
        self.left -= 1
        found = solve(grid, 1, self.budget)
        self.paths += found.solutions
        return bool(found.count) or (False if found.complete else None)

    def pair(self, reply: WhichReply, link: Link) -> WhichReply:
        if self.is_wrong:
            return self._wrong(link)
        path = self._joining(link)
        joined = _joined(self.shown, link)
        can = bool(path) or (False if self.known.complete else self._search(joined))
        path = path or self._joining(link)
        if can is None:
            return replace(reply, answer=Answer.UNKNOWN)
        must = can and self._must(link)
        answer = Answer.CERTAIN if must else Answer.POSSIBLE if can else Answer.IMPOSSIBLE
        reply = replace(reply, answer=answer, path=path)
        if answer is Answer.POSSIBLE:
            return reply
        if reply.numbers:
            return replace(reply, parts=tuple(self._parts(link, reply.numbers[0])))
        return self._always(reply, link) if must else self._apart(reply, link)

    def _by_one(self, link: Link, *, must: bool) -> tuple[WhyReply, ...]:
        """What one of two cells must hold, if counting steps from there gives the answer."""
        for cell, other in (link, link[::-1]):
            numbers = {path.index(cell) + 1 for path in self.paths}
            if not self.known.complete or len(numbers) > 1:
                continue
            placed, bit = Candidate(numbers.pop(), cell), self.position.layout.bit(other)
            after = self.position.placing(placed).strict
            near = {n for n in _beside(placed.number, self.shown.last) if after[n] & bit}
            if any(after[n] == bit for n in near) if must else not near:
                part = certain(self.position, placed, self.paths[0], self.budget)
                return (part,) if part.steps else ()
        return ()

    def _always(self, reply: WhichReply, link: Link) -> WhichReply:
        """Why every path steps between two empty cells."""
        through = next((cell for cell in link if len(self._open(cell)) == 2), None)
        if through and {1, self.shown.last} <= self.play.where.keys():
            return replace(reply, through=through)
        if parts := self._by_one(link, must=True):
            return replace(reply, parts=parts)
        found = self._fewest(link, lambda board: self._otherwise(link, board))
        return replace(reply, searched=found)

    def _open(self, cell: Cell) -> list[Cell]:
        """The neighbours that are empty, or hold a number next to a missing one."""
        missing = {*range(1, self.shown.last + 1)} - self.play.where.keys()
        beside = {number + side for number in missing for side in (-1, 1)}
        neighbours = self.shown.neighbours(cell)
        return [near for near in neighbours if self.play.board.get(near) in {None, *beside}]

    def _apart(self, reply: WhichReply, link: Link) -> WhichReply:
        """Why no path steps between two empty cells: by what they can hold, or by a search."""
        bits = [self.position.layout.bit(cell) for cell in link]

        def holding(kept: Sequence[Candidate]) -> tuple[tuple[int, ...], ...]:
            masks = known_from(self.position, kept).masks
            return tuple(tuple(n for n, mask in enumerate(masks) if mask & bit) for bit in bits)

        def are_apart(kept: Sequence[Candidate]) -> bool:
            one, other = map(set, holding(kept))
            return not one & {near for n in other for near in (n - 1, n + 1)}

        if not are_apart(self.position.placed):
            if parts := self._by_one(link, must=False):
                return replace(reply, parts=parts)
            shown = self.shown
            found = self._fewest(link, lambda board: [_joined(shown.with_givens(board), link)])
            return replace(reply, searched=found)
        kept = fewest(self.position.placed, are_apart)
        return replace(reply, searched=kept, holding=holding(kept))

    def _joining(self, link: Link) -> Path | None:
        return next((path for path in self.paths if _steps_between(path, link)), None)

    def _must(self, link: Link) -> bool:
        """Whether every path steps between two cells; False too if no search decides that.

        If one doesn't, it goes through the first cell by two other neighbours, or ends there.
        """
        if not all(_steps_between(path, link) for path in self.paths):
            return False
        return self.known.complete or all(
            self._search(grid) is False for grid in self._otherwise(link, self.play.board)
        )

    def _otherwise(self, link: Link, board: Board) -> Iterator[Grid]:
        """The board with each other way through a cell."""
        cell, barred = link
        shown = self.shown.with_givens(board)
        ways = [_link(cell, near) for near in shown.neighbours(cell) if near != barred]
        for both in combinations(ways, 2):
            yield _joined(shown, *both)
        where = {number: each for each, number in board.items()}
        for end in (1, shown.last):
            if board.get(cell, end) == end and where.get(end, cell) == cell:
                grid = shown.with_givens({**board, cell: end})
                yield from (_joined(grid, way) for way in ways)

    def _parts(self, link: Link, number: int) -> Iterator[WhyReply]:
        """The answers for the numbers beside a placed one in the other cell."""
        empty = next(cell for cell in link if cell not in self.play.board)
        for beside in _beside(number, self.shown.last):
            if beside not in self.play.where:
                yield ask(self.play, Candidate(beside, empty), self.budget)

    def _fewest(
        self, link: Link, grids: Callable[[Board], Iterable[Grid]]
    ) -> tuple[Candidate, ...]:
        """The placed numbers from which searches show that none of some boards has a path."""
        return searched_from(self.position.placed, grids, link[0], self.budget)


def _joined(grid: Grid, *links: Link) -> Grid:
    return replace(grid, links=grid.links | {*links})


def _link(one: Cell, other: Cell) -> Link:
    return min(one, other), max(one, other)


def _beside(number: int, last: int) -> tuple[int, ...]:
    return tuple(n for n in (number - 1, number + 1) if 1 <= n <= last)


def _has(path: Path, placed: Candidate) -> bool:
    return path[placed.number - 1] == placed.cell


def _steps_between(path: Path, link: Link) -> bool:
    return abs(path.index(link[0]) - path.index(link[1])) == 1
