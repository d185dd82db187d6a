"""A trace that takes little room, and little time to pass from one process to another.

A long trace has 20,000 steps: 3 MB, and 0.2 s to load in a process that answers requests. Here it
is split into pieces, packed separately, each headed by a step with the position before it. So a
piece is a trace by itself, and one step is read from one piece, in 1 or 2 ms.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.faults import Fault, faults
from solver.hidoku.rules.grid import Board, Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.excerpt import TracePosition
from solver.hidoku.traces.trace import Counters, Mode, Trace, trace
from webapp.hidoku.watch.outline import SolveOutline, outline_of
from webapp.work.limits import THOROUGH
from webapp.work.tasks import never, task

PIECE: Final = 100  # steps
QUICK: Final = 1  # compression level: higher ones save a tenth and take four times as long


@dataclass(frozen=True)
class PackedTrace:
    """The steps of a solve of one grid, with the methods of a :class:`Trace`.

    ``left_out`` counts the steps that it leaves out, and ``gaps`` the places where it does.
    """

    grid: Grid
    mode: Mode
    length: int
    left_out: int
    gaps: int
    solution: Board | None
    packed_outline: bytes
    pieces: tuple[bytes, ...]

    def __len__(self) -> int:
        return self.length

    @property
    def weight(self) -> int:
        return sum(map(len, self.pieces)) + len(self.packed_outline) + 10_000

    def step(self, index: int) -> Step:
        piece, place = self._found(index)
        return piece.steps[place]

    @cached_property
    def outline(self) -> SolveOutline:
        outline: SolveOutline = _unpack(self.packed_outline)
        return outline

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """What breaks the rules in the grid as given; nothing was tried then."""
        return tuple(faults(self.grid))

    @cached_property
    def _layout(self) -> BitLayout:
        return BitLayout(self.grid)

    def piece(self, number: int) -> Trace:
        """Return a piece: a trace whose first step only gives the position before the others."""
        return Trace(self.grid, self.mode, _unpack(self.pieces[number]))

    def _found(self, index: int) -> tuple[Trace, int]:
        number, place = divmod(range(self.length)[index], PIECE)
        return self.piece(number), place + 1

    def board_at(self, index: int) -> Board:
        """Return the numbers on the board after a step; see :meth:`Trace.board_at`."""
        piece, place = self._found(index)
        if piece.steps[place].kind is StepKind.PROVED and self.solution is not None:
            return self.solution
        return piece.board_at(place)

    def eliminations_at(self, index: int) -> tuple[Candidate, ...]:
        """Return the candidates ruled out at a step, in order."""
        piece, place = self._found(index)
        return piece.eliminations_at(place)

    def counters_at(self, index: int) -> Counters:
        step = self.step(index)
        counted = step.nodes, step.successors, step.children
        return Counters(*counted, self.board_at(index), self._layout)


def packed(solve: Trace) -> PackedTrace:
    return PackedTrace(
        solve.grid,
        solve.mode,
        len(solve),
        left_out=sum(step.left_out for step in solve.steps),
        gaps=sum(step.left_out > 0 for step in solve.steps),
        solution=solve.solution,
        packed_outline=_pack(outline_of(solve.steps)),
        pieces=tuple(_pieces(solve.steps)),
    )


def _pieces(steps: Sequence[Step]) -> Iterator[bytes]:
    stand, before = TracePosition(), Step(StepKind.START)
    for first in range(0, len(steps), PIECE):
        piece = steps[first : first + PIECE]
        yield _pack((stand.gap(before), *piece))
        for step in piece:
            _follow(stand, step)
        before = piece[-1]


def _pack(value: object) -> bytes:
    return zlib.compress(ForkingPickler.dumps(value), QUICK)


def _unpack(packed_value: bytes) -> Any:
    return ForkingPickler.loads(zlib.decompress(packed_value))


def _follow(stand: TracePosition, step: Step) -> None:
    """Follow a step, or skip over what was left out."""
    if step.kind is StepKind.LEFT_OUT:
        stand.numbers, stand.ruled_out = list(step.standing), list(step.ruled_out)
    else:
        stand.follow(step)


MOST_KEPT: Final = 40_000_000  # bytes of all traces together; the longest take some 500,000


@dataclass(frozen=True)
class SolveMethod:
    """A method that can be watched; ``searches`` if its trials are the point of it."""

    by: str
    title: str
    sentence: str
    mode: Mode
    searches: bool = False

    @property
    def is_search(self) -> bool:
        """Whether nearly every number is a trial, so that it says nothing to mark them."""
        return self.mode is Mode.SEARCH


WAYS = (
    SolveMethod(
        "both",
        "Logic, then trial and error",
        "At each step the easiest technique that applies. Only where none does, a trial.",
        Mode.TECHNIQUES,
    ),
    SolveMethod(
        "logic",
        "Logic only",
        "At each step the easiest technique that applies. It stops where none does.",
        Mode.LOGIC,
    ),
    SolveMethod(
        "tries",
        "Simple rules, then trial and error",
        "Places what counting steps proves, then tries a number. Many trials have to be undone.",
        Mode.RULES,
        searches=True,
    ),
    SolveMethod(
        "search",
        "Search only",
        "Plain depth-first search, as in the program of 2015: the number with the fewest cells "
        "first.",
        Mode.SEARCH,
        searches=True,
    ),
)
WAY_BY = {way.by: way for way in WAYS}


@task(never, MOST_KEPT, seconds=THOROUGH.limit, weight=lambda solve: solve.weight)
def find_trace(grid: Grid, by: str) -> PackedTrace:
    """Solve a board by a method that can be watched, as far as time allows."""
    budget = Budget(deadline=THOROUGH.deadline)
    return packed(trace(grid, WAY_BY[by].mode, budget))
