"""The one list of objections, the plainest first, and the search for one."""

from typing import Final

from solver.hidoku.logic.claims import Objection, Structure, Sum
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.objections import counted
from solver.hidoku.logic.objections.consequences import DeadEnd, EachWay
from solver.hidoku.logic.objections.gaps import EveryRoute
from solver.hidoku.logic.objections.leaves import Leaves
from solver.hidoku.logic.reasons import Candidate

Kinds = tuple[type[Objection], ...]

AT_A_GLANCE: Final[Kinds] = (
    counted.OneWayIn,
    counted.TooFar,
    counted.WrongColour,
    counted.NotJoined,
    counted.JoinedToEmpty,
    counted.JoinedAway,
    counted.FreeNeighbours,
)
DIRECT: Final[Kinds] = (counted.BothNeed, EveryRoute, Leaves)
STRUCTURE: Final[Kinds] = (Structure,)
LAST: Final[Kinds] = (DeadEnd, Sum)
TRIED: Final[Kinds] = (EachWay,)
#: In the order for somebody who asks about one candidate: what is too far needs no other reason.
EVERY: Final[Kinds] = (counted.TooFar, *AT_A_GLANCE, *DIRECT, *STRUCTURE, *LAST, *TRIED)

MOST_WORK = 75  # of a reason that a person follows


def object_to(
    survey: Survey, out: Candidate, kinds: Kinds, most: int = MOST_WORK
) -> Objection | None:
    """The objection to a candidate that asks the least, of some classes; None if it asks too much.

    No class is looked at that asks no less than the best so far.
    """
    best: Objection | None = None
    for kind in kinds:
        objections = kind.against(survey, out) if kind.effort <= most else iter(())
        while kind.effort <= most and (objection := next(objections, None)):
            if objection.work <= most and objection.holds(survey.sight, out):
                best = objection
                most = objection.work - 1
    return best
