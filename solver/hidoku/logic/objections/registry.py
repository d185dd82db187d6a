"""The one list of objections, the plainest first, and the search for one."""

from __future__ import annotations

from typing import Final

from solver.hidoku.logic.claims import Objection, Structure, Sum
from solver.hidoku.logic.objections.consequences import DeadEnd, Leaves, Wherever
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


def object_to(
    survey: Survey, out: Candidate, kinds: tuple[type[Objection], ...]
) -> Objection | None:
    """The plainest objection to a candidate, of some classes; None if there is none."""
    for kind in kinds:
        for objection in kind.against(survey, out):
            return objection
    return None
