"""The one list of objections, the plainest first, and the search for one."""

from __future__ import annotations

from typing import Final

from solver.hidoku.logic.claims import Objection, Structure, Sum
from solver.hidoku.logic.objections.consequences import DeadEnd
from solver.hidoku.logic.objections.counted import (
    BothNeed,
    FreeNeighbours,
    JoinedAway,
    JoinedToEmpty,
    NotJoined,
    OneWayIn,
    TooFar,
    WrongColour,
)
from solver.hidoku.logic.objections.gaps import EveryRoute, NoRoute
from solver.hidoku.logic.objections.leaves import Leaves, Wherever
from solver.hidoku.logic.objections.survey import Survey
from solver.hidoku.logic.reasons import Candidate

AT_A_GLANCE: Final[tuple[type[Objection], ...]] = (
    OneWayIn,
    TooFar,
    WrongColour,
    NotJoined,
    JoinedToEmpty,
    JoinedAway,
    FreeNeighbours,
)
DIRECT: Final[tuple[type[Objection], ...]] = (BothNeed, EveryRoute, Leaves, NoRoute)
STRUCTURE: Final[tuple[type[Objection], ...]] = (Structure, Wherever)
LAST: Final[tuple[type[Objection], ...]] = (DeadEnd, Sum)
#: In the order for somebody who asks about one candidate: what is too far needs no other reason.
EVERY: Final[tuple[type[Objection], ...]] = (TooFar, *AT_A_GLANCE, *DIRECT, *STRUCTURE, *LAST)

MOST_WORK = 90  # of a reason that a person follows


def object_to(
    survey: Survey, out: Candidate, kinds: tuple[type[Objection], ...], most: int = MOST_WORK
) -> Objection | None:
    """The objection to a candidate that asks the least, of some classes; None if it asks too much.

    No class is looked at that asks no less than the best so far.
    """
    best: Objection | None = None
    for kind in kinds:
        objections = kind.against(survey, out) if kind.effort <= most else iter(())
        while kind.effort <= most and (objection := next(objections, None)):
            if objection.work <= most:
                best = objection
                most = objection.work - 1
    return best
