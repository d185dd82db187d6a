"""Hints: the next step a person could take on a board in play, or what is wrong with it.

First come the direct steps (see ``steps``). If none is left, a cell is struck for a number because
the opposite leads to a contradiction at once; that is enough for every unique board we have seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from solver.hidoku.domains import Layout, Masks, bits, is_single, placed, propagate, reach
from solver.hidoku.game import Conflict, Play
from solver.hidoku.grid import Board, Cell, Grid
from solver.hidoku.search import Budget, Engine, Result, Verdict, Words, solve
from solver.hidoku.steps import (
    Because,
    Hint,
    Refuted,
    Technique,
    direct_step,
    masks_of,
    nearest,
)

__all__ = ["HINT_BUDGET", "Technique", "hint"]

HINT_BUDGET = Budget(nodes=2_000)


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
    conflict = _conflict(play, number)
    others = conflict.cells if conflict else ()
    cells = tuple(dict.fromkeys((wrong, *others)))
    numbers = tuple(dict.fromkeys((number, *(conflict.numbers if conflict else ()))))
    because = Because(numbers, cells, conflict=conflict, is_elsewhere=known.unique is True)
    return Hint(Technique.WRONG, number, wrong, because)


def _conflict(play: Play, number: int) -> Conflict | None:
    """A conflict that a number is part of, one with given numbers only if there is such."""
    found = [conflict for conflict in play.conflicts() if number in conflict.numbers]
    placed_too = {n: cell not in play.grid.given for n, cell in play.where.items()}
    return min(found, key=lambda c: sum(placed_too[n] for n in c.numbers), default=None)


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


def _continued(play: Play, cells: Iterable[Cell]) -> Grid:
    givens = {**play.grid.given, **{cell: play.board[cell] for cell in cells}}
    return replace(play.grid, givens=tuple(givens.items()))


def _next_step(play: Play, known: Result, budget: Budget) -> Hint:
    layout = Layout(play.grid)
    masks = masks_of(layout, play.board)
    for distinct in (False, True):
        if budget.is_over or reach(layout, masks, distinct):
            return _from_solution(play, known, budget)
        step = direct_step(layout, masks, play.board, distinct)
        if step:
            return step
    step = _Strikes(layout, masks, play.board, budget).step()
    return step or _from_solution(play, known, budget)


def _from_solution(play: Play, known: Result, budget: Budget) -> Hint:
    """A step that no technique explains: of the only solution, or of one of several."""
    found = known if known.unique else solve(_continued(play, play.board), 2, budget)
    if not found.count:
        return Hint(Technique.SEARCH)
    number = next(n for n in range(1, play.grid.last + 1) if n not in play.where)
    return Hint(_PROVED_BY[found.verdict], number, found.solutions[0][number - 1])


_PROVED_BY = {
    Verdict.UNIQUE: Technique.SEARCH,
    Verdict.SEVERAL: Technique.SEVERAL,
    Verdict.UNDECIDED: Technique.POSSIBLE,
}


class _Strike(NamedTuple):
    """A number that cannot stand in a cell, found in a round of strikes."""

    number: int
    bit: int
    round: int


class _Strikes:
    """Cells struck for numbers by one-step contradictions, until a placement follows."""

    def __init__(self, layout: Layout, masks: Masks, board: Board, budget: Budget) -> None:
        self.layout, self.masks, self.board = layout, masks, board
        self.rounds: list[Masks] = []  # the masks that each round began with
        self.budget, self.probes = budget, 0
        self.engine = Engine(layout)
        self.struck: list[_Strike] = []

    def step(self) -> Hint | None:
        """The first placement: of a number with all other places struck, else what follows."""
        while True:
            before = len(self.struck)
            self.rounds.append(list(self.masks))
            found = self._one_number() or self._followed()
            if found or len(self.struck) == before or self._is_spent():
                return found

    def _is_spent(self) -> bool:
        return self.budget.is_over or self.probes >= (self.budget.nodes or self.probes + 1)

    def _one_number(self) -> Hint | None:
        """Strike all that fails, numbers with few cells first; stop where one cell is left."""
        domains = self.engine.pack(self.masks)
        for number in self._open_numbers():
            fails = [bit for bit in bits(self.masks[number]) if self._fails(domains, number, bit)]
            if self._is_spent():
                break
            failed = [_Strike(number, bit, len(self.rounds) - 1) for bit in fails]
            alive = self.masks[number] & ~sum(fails)
            if is_single(alive):
                return self._hint(number, alive, [*self._earlier(number), *failed])
            self.struck += failed
        return None

    def _fails(self, domains: Words, number: int, bit: int) -> bool:
        """Whether a place fails at once; False as soon as the budget is spent."""
        if self._is_spent():
            return False
        self.probes += 1
        return self.engine.is_refuted(domains, number, bit)

    def _open_numbers(self) -> list[int]:
        numbers = [n for n, mask in enumerate(self.masks) if n and not is_single(mask)]
        return sorted(numbers, key=lambda number: (self.masks[number].bit_count(), number))

    def _earlier(self, number: int) -> list[_Strike]:
        """Strikes made before in the same gap between placed numbers."""
        rests = nearest(self.board.values(), number)
        return [strike for strike in self.struck if self._is_between(strike.number, number, rests)]

    def _is_between(self, other: int, number: int, rests: tuple[int, ...]) -> bool:
        low = rests[0] if rests and rests[0] < number else 0
        high = rests[-1] if rests and rests[-1] > number else len(self.masks)
        return low < other < high

    def _followed(self) -> Hint | None:
        for number, bit, _ in self.struck:
            self.masks[number] &= ~bit
        if reach(self.layout, self.masks, True):
            return None
        step = direct_step(self.layout, self.masks, self.board, True)
        if step is None or step.number is None or step.cell is None:
            return None
        by_cell = step.technique is Technique.ONLY_NUMBER
        strikes = self.struck if by_cell else self._earlier(step.number)
        return self._hint(step.number, self.layout.bit(step.cell), strikes)

    def _hint(self, number: int, bit: int, strikes: list[_Strike]) -> Hint:
        """A hint by these strikes, and by all of them if one rests on an earlier round."""
        if any(self._refuted(strike, 0) is None for strike in strikes):
            strikes = list(dict.fromkeys([*self.struck, *strikes]))
        found = (self._refuted(strike, strike.round) for strike in strikes)
        refuted = tuple(entry for entry in found if entry)
        rests = nearest(self.board.values(), number)
        cells = tuple(dict.fromkeys(entry.cell for entry in refuted))
        because = Because(rests, cells, refuted, is_distinct=True)
        return Hint(Technique.CONTRADICTION, number, self.layout.cell(bit), because)

    def _refuted(self, strike: _Strike, last_round: int) -> Refuted | None:
        """Why a place fails, by the board alone if possible, else by the rounds so far."""
        number, bit, cell = strike.number, strike.bit, self.layout.cell(strike.bit)
        for distinct in (False, True):
            masks = placed(masks_of(self.layout, self.board), number, bit)
            dead = reach(self.layout, masks, distinct, {number, *self.board.values()})
            if dead:
                return Refuted(number, cell, dead)
        for base in self.rounds[: last_round + 1]:
            dead = propagate(self.layout, placed(base, number, bit))
            if dead:
                return Refuted(number, cell, dead, is_chain=True)
        return None
