"""Where a number can go, which numbers a cell can hold, and whether the path joins two cells.

Counting steps comes first, then the paths that a search finds. Each candidate that is called
possible has a path, and each that isn't was excluded by counting or by a search of all paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.placement.choice import easiest_placement
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import fewest
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.why import (
    SMALL,
    WHY_BUDGET,
    Answer,
    WhyReply,
    ask,
    check_cell,
    check_number,
)
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Grid, Link
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import Budget

MOST_PATHS = 20  # looked for at once
MOST_SEARCHES = 40  # for single candidates after that


@dataclass(frozen=True)
class WhichReply:
    """What is known of a number, of a cell, or of two cells, whichever was ``asked`` about.

    ``possible`` are the candidates with a known path, ``undecided`` those that no search decides,
    ``counted`` how many counting steps leaves; ``steps`` show the only one. Of two cells,
    ``numbers`` are those placed in them, ``are_apart`` says that they aren't neighbours, ``path``
    steps between them if any does, ``parts`` are the answers for the numbers next to the one that
    is placed in one of them, and ``searched`` the placed numbers from which a search shows that no
    path does. ``wrong`` says what is wrong with the board.
    """

    asked: int | Cell | Link
    answer: Answer
    possible: tuple[Candidate, ...] = ()
    undecided: tuple[Candidate, ...] = ()
    counted: int = 0
    steps: tuple[Deduction, ...] = ()
    numbers: tuple[int, ...] = ()
    are_apart: bool = False
    path: Path | None = field(default=None, repr=False)
    parts: tuple[WhyReply, ...] = ()
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
        steps = easiest_placement(self.position, possible[0])
        return replace(reply, answer=Answer.CERTAIN, steps=steps)

    def _wrong(self, asked: int | Cell | Link) -> WhichReply:
        return WhichReply(asked, Answer.WRONG_BOARD, wrong=hint(self.play))

    def _is_possible(self, placed: Candidate) -> bool | None:
        """Whether some path has a candidate; None if no search decides that."""
        number, cell = placed
        if any(path[number - 1] == cell for path in self.paths):
            return True
        board = {**self.play.board, cell: number}
        return False if self.known.complete else self._search(self.shown.with_givens(board))

    def _search(self, grid: Grid) -> bool | None:
        if not self.left:
            return None
        self.left -= 1
        found = solve(grid, 1, self.budget)
        self.paths += found.solutions
        return bool(found.count) or (False if found.complete else None)

    def pair(self, reply: WhichReply, link: Link) -> WhichReply:
        if self.is_wrong:
            return self._wrong(link)
        linked = self._linked(self.shown, link)
        path = self._joining(link)
        can = bool(path) or (False if self.known.complete else self._search(linked))
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
        return reply if must else replace(reply, searched=self._against(link))

    def _linked(self, grid: Grid, *links: Link) -> Grid:
        return replace(grid, links=grid.links | {*links})

    def _joining(self, link: Link) -> Path | None:
        return next((path for path in self.paths if _steps_between(path, link)), None)

    def _must(self, link: Link) -> bool:
        """Whether every path steps between two cells; False too if no search decides that.

        If one doesn't, it goes through the first cell by two other neighbours, or ends there.
        """
        if not all(_steps_between(path, link) for path in self.paths):
            return False
        return self.known.complete or all(
            self._search(grid) is False for grid in self._otherwise(*link)
        )

    def _otherwise(self, cell: Cell, barred: Cell) -> Iterator[Grid]:
        """The board with each other way through a cell."""
        ways = [_link(cell, near) for near in self.shown.neighbours(cell) if near != barred]
        for both in combinations(ways, 2):
            yield self._linked(self.shown, *both)
        board = self.play.board
        for end in (1, self.shown.last):
            if board.get(cell, end) == end and self.play.where.get(end, cell) == cell:
                grid = self.shown.with_givens({**board, cell: end})
                yield from (self._linked(grid, way) for way in ways)

    def _parts(self, link: Link, number: int) -> Iterator[WhyReply]:
        """The answers for the numbers beside a placed one in the other cell."""
        empty = next(cell for cell in link if cell not in self.play.board)
        for beside in (number - 1, number + 1):
            if 1 <= beside <= self.shown.last and beside not in self.play.where:
                yield ask(self.play, Candidate(beside, empty), self.budget)

    def _against(self, link: Link) -> tuple[Candidate, ...]:
        """The placed numbers from which a search shows that no path steps between two cells."""
        placed = tuple(Candidate(*item) for item in self.play.where.items())

        def fails(kept: Sequence[Candidate]) -> bool:
            board = {cell: number for number, cell in kept}
            grid = self._linked(self.shown.with_givens(board), link)
            small = Budget(SMALL, self.budget.deadline)
            return solve(grid, 1, small, 0).verdict is Verdict.NONE

        return fewest(placed, fails) if fails(placed) else placed


def _link(one: Cell, other: Cell) -> Link:
    return min(one, other), max(one, other)


def _steps_between(path: Path, link: Link) -> bool:
    return abs(path.index(link[0]) - path.index(link[1])) == 1
