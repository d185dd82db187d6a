"""Steps counted on the board: a route from a placed number, each step with its count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist
from typing import Final, NamedTuple

from solver.hidoku.logic.answers import WhyReply
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.question import NearGap, question_in
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.techniques.between import ShortestRoute
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.pencil import shortest_route
from webapp.hidoku.picture.geometry import BoardPlan, rounded
from webapp.hidoku.picture.path import Point, barbs_text, between, lines_text

MOST_DRAWN: Final = 3  # routes of a hint; more would hide the board
LAST: Final = 0.45  # of the last step: where its count is, clear of the number in the cell
HALFWAY: Final = 0.5  # of a step to a filled cell: where its count is
CLEAR: Final = 0.4  # from the middle of a cell with a number
LONGEST: Final = 8  # steps that are drawn of what is right
CORNER: Final = 0.34  # from the middle of a cell
CORNERS: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LANES: Final = ((0.3, -0.3), (0.3, 0.3), (0.42, 0), (0, 0.42))  # from a route to one beside it
APART: Final = 0.4  # from the middle of a sign to that of another, at least
CROSS: Final = "✕"


class RouteSign(NamedTuple):
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


@dataclass(frozen=True)
class CountedRoute:
    """A route from a placed number, along which steps are counted, and how many the path takes."""

    cells: tuple[Cell, ...]
    needed: int

    def differs(self, rival: CountedRoute) -> bool:
        """Whether a cell on the way is counted otherwise on another route."""
        counts = {cell: count for count, cell in enumerate(rival.cells[1:-1])}
        return any(counts.get(cell, at) != at for at, cell in enumerate(self.cells[1:-1]))

    def drawn(self, play: Play, aside: Point, note_cells: Collection[Cell]) -> ShownRoute:
        """Return the route as it is drawn, its places but the first moved ``aside``.

        What stands in a cell is kept clear: a number, or a note in one of the ``note_cells``.
        """
        start, *points = map(BoardPlan.of(play.grid).point, self.cells)
        right, down = aside
        steps = [*pairwise((start, *(rounded(x + right, y + down) for x, y in points)))]
        signs = []
        for count, (cell, step) in enumerate(zip(self.cells[1:], steps, strict=True), 1):
            is_filled = cell in play.board or cell in note_cells
            share = LAST if cell == self.cells[-1] else HALFWAY if is_filled else 1
            signs.append(RouteSign(*between(*step, share), str(count), count > self.needed))
        steps = _beside_numbers(steps)
        within, beyond = steps[: self.needed], steps[self.needed :]
        return ShownRoute(lines_text(within), lines_text(beyond), tuple(signs))


def _beside_numbers(steps: list[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """Return the steps of a route that begins beside a number, and ends before its goal."""
    first, last = steps[0], steps[-1]
    steps[-1] = last[0], between(*last, 1 - CLEAR)
    return [(between(*first, CLEAR), steps[0][1]), *steps[1:]]


def count_steps(play: Play, reply: WhyReply) -> tuple[ShownRoute, ...]:
    """Return the route that is too long for a number, if any leads to its cell."""
    if isinstance(reply.objection, TooFar):
        return tuple(draw_counts(play, [_far_route(play, reply.objection, reply.claim)]))
    return ()


def _far_route(play: Play, far: TooFar, candidate: Candidate) -> CountedRoute:
    """Return a route that is too long for a number.

    A straight one goes over filled cells only if none as short goes around them.
    """
    steps = len(shortest_route(play, play.where[far.start], candidate.cell)) - 1
    is_over = far.is_straight and steps != far.steps
    through = Play(play.grid.with_givens({})) if is_over else play
    return _route(play, through, far.start, candidate)


def _route(play: Play, through: Play, start: int, goal: Candidate) -> CountedRoute:
    cells = shortest_route(through, play.where[start], goal.cell)
    return CountedRoute(cells, abs(start - goal.number))


def count_reason(
    play: Play, reason: Deduction | None, row: int | None = None
) -> tuple[ShownRoute, ...]:
    """Return the routes that a hint counts: too long ones, the one that fits, and crosses.

    The only route of a gap needs no count, as its cells show the numbers.

    With a ``row`` of the reason only its own.
    """
    if reason and isinstance(reason.claim, ShortestRoute):
        start, goal = play.where[reason.claim.low], play.where[reason.claim.high]
        cells = (start, *(cell for _, cell in reason.claim.route), goal)
        points = map(BoardPlan.of(play.grid).point, cells)
        return (ShownRoute(lines_text(_beside_numbers([*pairwise(points)]))),)
    question = question_in(reason)
    if question is None:
        return ()
    is_right = row == 0
    groups = question.groups if row is None else [] if is_right else [question.groups[row - 1]]
    routes = [
        _far_route(play, objection, outs[0])
        for objection, outs in groups
        if isinstance(objection, TooFar)
    ]
    number = question.placed.number
    ends = [end for end, _ in question.ends if 1 < abs(end - number) <= LONGEST]
    for end in ends[:1] if is_right or (routes and row is None) else ():
        right = _route(play, play, end, question.placed)
        routes = [right, *routes] if not any(map(right.differs, routes)) else routes
    once = {route.cells: route for route in routes}  # what is too long is drawn before what fits
    marks = [objection.marks(outs) for objection, outs in groups]
    note_cells = {cell for mark in marks for _, cell in (*mark.tried, *mark.chain)}
    note_cells.add(question.placed.cell)
    shown_routes = draw_counts(play, [*once.values()][:MOST_DRAWN], note_cells)
    dead_ends = (cell for mark in marks for cell in mark.dead_ends if cell != question.placed.cell)
    return (*shown_routes, *_crosses(play, dead_ends, _signs(shown_routes)))


def draw_counts(
    play: Play, routes: Iterable[CountedRoute], note_cells: Collection[Cell] = ()
) -> list[ShownRoute]:
    """Return routes as they are drawn: side by side, if a cell of both is counted otherwise.

    The notes in the ``note_cells`` stay clear.
    """
    lanes: list[list[CountedRoute]] = []
    for route in routes:
        if len(route.cells) > 1:
            free = (lane for lane in lanes if not any(map(route.differs, lane)))
            if (lane := next(free, None)) is None:
                lanes.append(lane := [])
            lane.append(route)
    ways = []
    for right, down in LANES:
        asides = (at - (len(lanes) - 1) / 2 for at in range(len(lanes)))
        ways.append(
            [
                route.drawn(play, (right * aside, down * aside), note_cells)
                for aside, lane in zip(asides, lanes, strict=True)
                for route in lane
            ]
        )
    return max(ways, key=_closest)


def _signs(routes: Iterable[ShownRoute]) -> list[RouteSign]:
    return [sign for route in routes for sign in route.signs]


def _closest(routes: Sequence[ShownRoute]) -> float:
    """Return how far apart the two signs are that are closest to each other, up to enough."""
    pairs = combinations({sign[:3] for sign in _signs(routes)}, 2)
    return min((min(APART, dist(sign[:2], rival[:2])) for sign, rival in pairs), default=APART)


def near_routes(play: Play, gaps: Sequence[NearGap]) -> Iterator[ShownRoute]:
    """Yield the arrows of the nearest gaps, which point at a cell and end short of it.

    Each comes from the nearer end, and is as long as the path may take before it has to turn back.
    """
    point = BoardPlan.of(play.grid).point
    for gap in [gap for gap in gaps if gap.is_near][:MOST_DRAWN]:
        steps = {n: count for n, count in gap.steps.items() if count > gap.excess}
        if steps:
            start = min(steps, key=steps.__getitem__)
            way = point(play.where[start]), point(gap.cell)
            tip = between(*way, 1 - gap.excess / steps[start])
            line = between(*way, CLEAR / dist(*way)), tip
            yield ShownRoute(lines_text([line]) + barbs_text(*line), is_near=True)


def _crosses(
    play: Play, dead_ends: Iterable[Cell], signs: Sequence[RouteSign]
) -> Iterator[ShownRoute]:
    """Yield a cross in a corner of each cell where an alternative fails, but for the answer's.

    A number that fails in its own cell is noted there with a cross. The corner is one without a
    count.
    """
    crosses = []
    for x, y in map(BoardPlan.of(play.grid).point, dict.fromkeys(dead_ends)):
        corners = [rounded(x + CORNER * right, y + CORNER * down) for down, right in CORNERS]
        clear = (at for at in corners if all(dist(at, sign[:2]) >= APART for sign in signs))
        crosses.append(RouteSign(*next(clear, corners[0]), CROSS, is_beyond=True))
    if crosses:
        yield ShownRoute("", signs=tuple(crosses))
