"""The steps a person takes, and hints made of them.

Two kinds of direct step need no assumption: the only cell for a number, and the only number for a
cell, where "can stand" means reachable from the nearest numbers placed below and above through
empty cells. What a number can reach depends on these two numbers and the empty cells alone, so the
reason names no more than them. A weaker reach forgets that the cells before and after a number
differ; hints use it first. If no direct step is left, a cell is struck for a number because
the opposite leads to a contradiction at once; that is enough for every unique board we have seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from solver.hidoku.domains import (
    Contradiction,
    Layout,
    Masks,
    bits,
    initial,
    is_single,
    owners,
    placed,
    propagate,
    sweep,
    uncovered,
)
from solver.hidoku.game import Play
from solver.hidoku.grid import Board, Cell, Grid
from solver.hidoku.search import Budget, Engine, Path, Result, Verdict, Words, solve

HINT_BUDGET = Budget(nodes=2_000)


class Technique(Enum):
    """How a hint was found, from the easiest on; the last five are states rather than steps."""

    BETWEEN = "between"  # both path neighbours are placed, one empty cell touches both
    ONLY_PLACE = "only_place"  # one cell in reach for the number
    ONLY_NUMBER = "only_number"  # one number in reach for the cell
    CONTRADICTION = "contradiction"  # other places fail at once
    SEARCH = "search"  # only a search shows it
    SEVERAL = "several"  # the board has several solutions from here; this is a step of one
    WRONG = "wrong"  # a placed number cannot stay
    IMPOSSIBLE = "impossible"  # the puzzle itself has no solution
    FINISHED = "finished"  # nothing left to do


@dataclass(frozen=True)
class Refuted:
    """A number that cannot stand in a cell, and what happens if it does."""

    number: int
    cell: Cell
    why: Contradiction


@dataclass(frozen=True)
class Because:
    """What a step rests on: numbers placed, cells to look at, and places that fail."""

    numbers: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    refuted: tuple[Refuted, ...] = ()
    is_distinct: bool = False  # needs that the cells before and after a number differ


NOTHING = Because()


@dataclass(frozen=True)
class Hint:
    """The next step as data; ``words.hint_texts`` says it in three tiers.

    A step has number and cell (for ``WRONG`` those to erase); a state may have neither.
    """

    technique: Technique
    number: int | None = None
    cell: Cell | None = None
    because: Because = NOTHING


def nearest(numbers: Mapping[int, object], number: int) -> tuple[int, ...]:
    """The nearest of some numbers below and above another: two, one or none.

    >>> nearest({3: "", 9: "", 12: ""}, 5)
    (3, 9)
    """
    below = max((n for n in numbers if n < number), default=None)
    above = min((n for n in numbers if n > number), default=None)
    return tuple(n for n in (below, above) if n is not None)


def direct_step(layout: Layout, masks: Masks, board: Board) -> Hint | None:
    """The easiest step in swept masks that needs no assumption, or None.

    Numbers between near neighbours come first, then those with longer gaps, then cells.
    """
    where = {number: cell for cell, number in board.items()}
    places = min(_only_places(layout, masks, where), key=_effort, default=None)
    return places or next(_only_numbers(layout, masks, where), None)


def _effort(hint: Hint) -> tuple[bool, int, int]:
    numbers = hint.because.numbers
    number = hint.number or 0
    gap = sum(abs(number - other) for other in numbers) * (3 - len(numbers))
    return hint.technique is not Technique.BETWEEN, gap, number


def _only_places(layout: Layout, masks: Masks, where: dict[int, Cell]) -> Iterator[Hint]:
    for number, mask in enumerate(masks):
        if number not in where and is_single(mask):
            rests = nearest(where, number)
            close = rests == (number - 1, number + 1)
            cells = tuple(where[n] for n in rests)
            technique = Technique.BETWEEN if close else Technique.ONLY_PLACE
            yield Hint(technique, number, layout.cell(mask), Because(rests, cells))


def _only_numbers(layout: Layout, masks: Masks, where: dict[int, Cell]) -> Iterator[Hint]:
    once, twice = owners(masks)
    taken = sum(layout.bit(cell) for cell in where.values())
    for bit in bits(once & ~twice & ~taken):
        number = next(n for n, mask in enumerate(masks) if mask & bit)
        rests = nearest(where, number)
        cells = tuple(where[n] for n in rests)
        yield Hint(Technique.ONLY_NUMBER, number, layout.cell(bit), Because(rests, cells))


def masks_of(layout: Layout, board: Board) -> Masks:
    """The masks of a board in play: each placed number in its cell alone, nothing narrowed yet."""
    masks = initial(layout)
    for cell, number in board.items():
        masks = placed(masks, number, layout.bit(cell))
    return masks


def hint(play: Play, budget: Budget = HINT_BUDGET) -> Hint:
    """The next step for a board in play, or what is wrong with it.

    The budget bounds each of the few searches that find out whether the board is still right.
    """
    known = solve(play.grid, 2, budget)
    state = _state(play, known, budget)
    return state or _next_step(play, known, budget)


def _state(play: Play, known: Result, budget: Budget) -> Hint | None:
    if play.is_solved:
        return Hint(Technique.FINISHED)
    if known.verdict is Verdict.NONE:
        return Hint(Technique.IMPOSSIBLE)
    wrong = _wrong(play, known, budget)
    if wrong is None:
        return None
    number = play.board[wrong]
    return Hint(Technique.WRONG, number, wrong, Because((number,), (wrong,)))


def _wrong(play: Play, known: Result, budget: Budget) -> Cell | None:
    """The cell of the earliest placement that cannot stay."""
    order = [cell for cell in play.board if cell not in play.grid.given]
    if known.unique:
        solution = known.solutions[0]
        return next((cell for cell in order if solution[play.board[cell] - 1] != cell), None)
    if not _is_dead(play, order, budget):
        return None
    low, high = 0, len(order)  # the first `low` may stay, the first `high` may not
    while high - low > 1:
        middle = (low + high) // 2
        dead = _is_dead(play, order[:middle], budget)
        low, high = (low, middle) if dead else (middle, high)
    return order[high - 1]


def _is_dead(play: Play, cells: list[Cell], budget: Budget) -> bool:
    """Whether the puzzle with these placements has no solution; undecided counts as alive."""
    if not cells:
        return False
    return solve(_continued(play, cells), 1, budget, 0).verdict is Verdict.NONE


def _continued(play: Play, cells: list[Cell]) -> Grid:
    givens = {**play.grid.given, **{cell: play.board[cell] for cell in cells}}
    return replace(play.grid, givens=tuple(givens.items()))


def _next_step(play: Play, known: Result, budget: Budget) -> Hint:
    layout = Layout(play.grid)
    for distinct in (False, True):
        masks = masks_of(layout, play.board)
        if sweep(layout, masks, distinct) or uncovered(layout, masks):
            return _from_solution(play, known, budget)
        step = direct_step(layout, masks, play.board)
        if step:
            return replace(step, because=replace(step.because, is_distinct=distinct))
    step = _Strikes(layout, masks, play.board, budget).step()
    return step or _from_solution(play, known, budget)


def _from_solution(play: Play, known: Result, budget: Budget) -> Hint:
    """A step that no technique explains: of the only solution, or of one of several."""
    path = known.solutions[0] if known.unique else _some_path(play, budget)
    if not path:
        return Hint(Technique.SEARCH)
    number = next(n for n in range(1, len(path) + 1) if n not in play.where)
    technique = Technique.SEARCH if known.unique else Technique.SEVERAL
    return Hint(technique, number, path[number - 1])


def _some_path(play: Play, budget: Budget) -> Path:
    found = solve(_continued(play, list(play.board)), 1, budget).solutions
    return found[0] if found else ()


class _Strikes:
    """Cells struck for numbers by one-step contradictions, until a placement follows."""

    def __init__(self, layout: Layout, masks: Masks, board: Board, budget: Budget) -> None:
        self.layout, self.masks, self.board = layout, masks, board
        self.start, self.budget, self.probes = list(masks), budget, 0
        self.engine = Engine(layout)
        self.struck: list[tuple[int, int]] = []

    def step(self) -> Hint | None:
        """The first placement: of a number with all other places struck, else what follows."""
        while True:
            before = len(self.struck)
            found = self._one_number() or self._followed()
            if found or len(self.struck) == before or self._is_spent():
                return found

    def _is_spent(self) -> bool:
        return self.budget.is_over or self.probes >= (self.budget.nodes or self.probes + 1)

    def _one_number(self) -> Hint | None:
        """Strike all that fails, numbers with few cells first; stop where one cell is left."""
        domains = self.engine.pack(self.masks)
        for number in self._open_numbers():
            if self._is_spent():
                break
            fails = [bit for bit in bits(self.masks[number]) if self._fails(domains, number, bit)]
            failed = [(number, bit) for bit in fails]
            alive = self.masks[number] & ~sum(fails)
            if is_single(alive):
                return self._hint(number, alive, [*self._earlier(number), *failed])
            self.struck += failed
        return None

    def _fails(self, domains: Words, number: int, bit: int) -> bool:
        self.probes += 1
        return self.engine.is_refuted(domains, number, bit)

    def _open_numbers(self) -> list[int]:
        numbers = [n for n, mask in enumerate(self.masks) if n and not is_single(mask)]
        return sorted(numbers, key=lambda number: (self.masks[number].bit_count(), number))

    def _earlier(self, number: int) -> list[tuple[int, int]]:
        """Strikes made in earlier rounds in the same gap between placed numbers."""
        rests = nearest(dict.fromkeys(self.board.values()), number)
        return [pair for pair in self.struck if self._is_between(pair[0], number, rests)]

    def _is_between(self, other: int, number: int, rests: tuple[int, ...]) -> bool:
        low = rests[0] if rests and rests[0] < number else 0
        high = rests[-1] if rests and rests[-1] > number else len(self.masks)
        return low < other < high

    def _followed(self) -> Hint | None:
        for number, bit in self.struck:
            self.masks[number] &= ~bit
        if sweep(self.layout, self.masks) or uncovered(self.layout, self.masks):
            return None
        step = direct_step(self.layout, self.masks, self.board)
        if step is None or step.number is None or step.cell is None:
            return None
        by_cell = step.technique is Technique.ONLY_NUMBER
        strikes = self.struck if by_cell else self._earlier(step.number)
        return self._hint(step.number, self.layout.bit(step.cell), strikes)

    def _hint(self, number: int, bit: int, strikes: list[tuple[int, int]]) -> Hint:
        refuted = tuple(Refuted(n, self.layout.cell(b), self._why(n, b)) for n, b in strikes)
        rests = nearest(dict.fromkeys(self.board.values()), number)
        cells = tuple(dict.fromkeys(entry.cell for entry in refuted))
        because = Because(rests, cells, refuted, is_distinct=True)
        return Hint(Technique.CONTRADICTION, number, self.layout.cell(bit), because)

    def _why(self, number: int, bit: int) -> Contradiction:
        for base in (self.start, self.masks):
            dead = propagate(self.layout, placed(base, number, bit))
            if dead:
                return dead
        raise AssertionError("a refuted place must fail in the plain twin too")
