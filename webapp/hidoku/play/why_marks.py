"""What the board shows of an answer to a question: marks, small numbers, and a route of steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from solver.hidoku.logic.answers import WhyReply
from solver.hidoku.logic.which import WhichReply
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.text.chains import Line
from webapp.hidoku.picture.cells import Marks, Notes
from webapp.hidoku.picture.geometry import BoardPlan, rounded
from webapp.hidoku.picture.path import lines_text
from webapp.hidoku.play.hint_view import MOST_NOTED, highlights, named_by


@dataclass(frozen=True)
class RouteSign:
    """The count of a step, beside its arrow; ``is_beyond``: it is more than the path takes."""

    x: float
    y: float
    text: str
    is_beyond: bool


@dataclass(frozen=True)
class ShownRoute:
    """A route on the board: the ``d`` of the part within reach, and of the part beyond it."""

    within: str
    beyond: str = ""
    signs: tuple[RouteSign, ...] = ()


def which_marks(
    play: Play, asked: Cell | None, reply: WhichReply, lines: Sequence[Line]
) -> tuple[Marks, Notes]:
    """Return the marks of what was asked about, of what is possible there, and of the reason."""
    if reply.wrong:
        return highlights(play, reply.wrong, 2)
    named, notes = named_by(play, [line.marked for line in lines])
    about = {*filter(None, [asked]), *(cell for _, cell in reply.possible)}
    marks = {name: set(cells) - about for name, cells in named.items()}
    for cell in about - play.board.keys():
        numbers = [str(number) for number, place in reply.possible if place == cell]
        if len(numbers) > MOST_NOTED:
            numbers[MOST_NOTED - 1 :] = ["…"]
        notes = {**notes, cell: " ".join(numbers)}
    marks = {name: cells for name, cells in marks.items() if cells}
    return {**marks, "looked-at": about}, notes


def why_marks(play: Play, reply: WhyReply, lines: Sequence[Line]) -> tuple[Marks, Notes]:
    """Return the marks and notes for what the words name, without the claimed cell's."""
    if reply.wrong:
        return highlights(play, reply.wrong, 2)
    named, notes = named_by(play, [line.marked for line in lines])
    far = [reply.too_far.placed] if reply.too_far else []
    instead = [reply.instead] if reply.instead else []
    rests = {claim.cell for claim in (*far, *instead, *reply.searched)}
    because = (rests | set(named.get("because", ()))) - {reply.claim.cell}
    named_marks = {name: set(cells) - {reply.claim.cell} for name, cells in named.items()}
    marks = {**named_marks, "because": because}
    return {name: cells for name, cells in marks.items() if cells}, notes


def counted_route(play: Play, reply: WhyReply) -> ShownRoute | None:
    """Return the steps from the placed number that is too far away, each with its count."""
    far = reply.too_far
    if far is None or not far.route:
        return None
    points = [*map(BoardPlan.of(play.grid).point, far.route)]
    steps = [*pairwise(points)]
    signs = tuple(
        RouteSign(*rounded((x + goal_x) / 2, (y + goal_y) / 2), str(count), count > far.needed)
        for count, ((x, y), (goal_x, goal_y)) in enumerate(steps, 1)
    )
    (x, y), (goal_x, goal_y) = steps[-1]  # the line ends before the number that is asked about
    steps[-1] = (x, y), rounded(x + 0.6 * (goal_x - x), y + 0.6 * (goal_y - y))
    within = lines_text(steps[: far.needed])
    beyond = lines_text(steps[far.needed :])
    return ShownRoute(within, beyond, signs)
