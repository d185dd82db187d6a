"""Steps counted on the board: a route from a placed number, each step with its count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.question import AnsweredQuestion, NearGap, question_in
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.techniques.between import ShortestRoute
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.pencil import shortest_route
from webapp.hidoku.picture.geometry import BoardPlan, rounded
from webapp.hidoku.picture.path import between, lines_text

MOST_DRAWN: Final = 3  # routes of a hint; more would hide the board
LAST: Final = 0.45  # of the last step: where its count is, clear of the number in the cell
HALFWAY: Final = 0.5  # of a step to a filled cell: where its count is
CLEAR: Final = 0.4  # from the middle of a cell with a number
LONGEST: Final = 8  # steps that are drawn of what is right
CORNER: Final = 0.34  # from the middle of a cell
CROSS: Final = "✕"


@dataclass(frozen=True)
class RouteSign:
    """The count of a step, or a cross; ``is_beyond``: it is more than the path takes."""

    x: float
    y: float
    text: str
    is_beyond: bool


@dataclass(frozen=True)
class ShownRoute:
    """A route on the board: the ``d`` of the part within reach, and of the part beyond it.

    ``is_near``: it's only shown with what comes near.
    """

    within: str
    beyond: str = ""
    signs: tuple[RouteSign, ...] = ()
    is_near: bool = False


def count_steps(play: Play, far: TooFar, candidate: Candidate) -> Iterator[ShownRoute]:
    """Yield the route that is too long for a number, if any leads to its cell.

    A straight one goes over filled cells only if none as short goes around them.
    """
    steps = len(shortest_route(play, play.where[far.start], candidate.cell)) - 1
    is_over = far.is_straight and steps != far.steps
    through = Play(play.grid.with_givens({})) if is_over else play
    yield from _counted(play, through, far.start, candidate)


def count_reason(play: Play, reason: Deduction | None) -> tuple[ShownRoute, ...]:
    """Return the routes that a hint counts: too long ones, the one that fits, and crosses."""
    if reason and isinstance(reason.claim, ShortestRoute):
        end = reason.claim.high
        return tuple(_counted(play, play, reason.claim.low, Candidate(end, play.where[end])))
    question = question_in(reason)
    if question is None:
        return ()
    routes = [
        route
        for objection, outs in question.groups
        if isinstance(objection, TooFar)
        for route in count_steps(play, objection, outs[0])
    ]
    number = question.placed.number
    ends = [end for end, _ in question.ends if 1 < abs(end - number) <= LONGEST]
    for end in ends[:1] if routes else ():
        routes = [*_counted(play, play, end, question.placed), *routes]
    return (*routes[:MOST_DRAWN], *_crosses(play, question))


def near_routes(play: Play, gaps: Iterable[NearGap]) -> Iterator[ShownRoute]:
    """Yield the routes of gaps that come near a cell, which end short of it."""
    bare = Play(play.grid.with_givens({}))
    for gap in gaps:
        if gap.is_near:
            start = max(gap.steps, key=gap.steps.__getitem__)
            onward = 1 if start < gap.missing.start else -1
            number = start + onward * (gap.steps[start] - gap.excess)
            for route in _counted(play, bare, start, Candidate(number, gap.cell)):
                yield ShownRoute(route.within, is_near=True)


def _crosses(play: Play, question: AnsweredQuestion) -> Iterator[ShownRoute]:
    """Yield a cross in the corner of each cell where an alternative fails, but for the answer's.

    A number that fails in its own cell is noted there with a cross.
    """
    rows = question.rows(question.placed)[1:]
    cells = dict.fromkeys(cell for row in rows for cell in row.marked.dead_ends)
    cells.pop(question.placed.cell, None)
    signs = [
        RouteSign(*rounded(x + CORNER, y + CORNER), CROSS, is_beyond=True)
        for x, y in map(BoardPlan.of(play.grid).point, cells)
    ]
    if signs:
        yield ShownRoute("", signs=tuple(signs))


def _counted(play: Play, through: Play, start: int, goal: Candidate) -> Iterator[ShownRoute]:
    needed = abs(start - goal.number)
    route = shortest_route(through, play.where[start], goal.cell)
    points = [*map(BoardPlan.of(play.grid).point, route)]
    steps = [*pairwise(points)]
    if not steps:
        return
    signs = []
    for count, (cell, (before, after)) in enumerate(zip(route[1:], steps, strict=True), 1):
        share = LAST if cell == goal.cell else HALFWAY if cell in play.board else 1
        signs.append(RouteSign(*between(before, after, share), str(count), count > needed))
    first, last = steps[0], steps[-1]  # the line begins beside a number, and ends before its goal
    steps[-1] = last[0], between(*last, 1 - CLEAR)
    steps[0] = between(*first, CLEAR), steps[0][1]
    yield ShownRoute(lines_text(steps[:needed]), lines_text(steps[needed:]), tuple(signs))
