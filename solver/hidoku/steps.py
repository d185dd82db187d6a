"""One step of a solve as data: what a trace is made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from solver.hidoku.domains import Contradiction
from solver.hidoku.grid import Cell
from solver.hidoku.techniques import NOTHING, Because


class Kind(Enum):
    """What a step does."""

    START = "start"  # the given numbers
    ONLY_PLACE = "only_place"
    ONLY_NUMBER = "only_number"
    TRY = "try"
    CONTRADICTION = "contradiction"
    RETREAT = "retreat"
    SOLVED = "solved"
    PROVED = "proved"  # everything else is exhausted: the only solution
    SEVERAL = "several"  # a second solution was found
    IMPOSSIBLE = "impossible"  # everything is exhausted without a solution
    STOPPED = "stopped"  # the budget is used up


PLACEMENTS = frozenset({Kind.ONLY_PLACE, Kind.ONLY_NUMBER, Kind.TRY})


@dataclass(frozen=True)
class Step:
    """One frame: what was done, why, and the counters after it.

    ``depth`` counts open tries; ``placed`` the numbers standing beside the givens; ``option`` of
    ``options`` is the place in a choice. ``dead`` tells why a position failed; a contradiction with
    number and cell is about a number that was dropped before it was placed.
    """

    kind: Kind
    number: int | None = None
    cell: Cell | None = None
    because: Because = NOTHING
    dead: Contradiction | None = None
    option: int = 1
    options: int = 1
    depth: int = 0
    placed: int = 0
    nodes: int = 1
    successors: int = 0
    children: int = 0


def continued(latest: Step, step: Step, depth: int, height: int) -> Step:
    """A step with the counters of the one before it, and its own depth and numbers placed."""
    nodes, successors, children = latest.nodes, latest.successors, latest.children
    step = replace(step, depth=depth, placed=height)
    return replace(step, nodes=nodes, successors=successors, children=children)


def counted(latest: Step, family: int) -> Step:
    """A step after a family of so many successors was generated."""
    successors = latest.successors + family * family
    return replace(latest, successors=successors, children=latest.children + family)
