"""A piece of a job, as it is worked on wherever long work is done."""

from __future__ import annotations

from solver.deduction.trees.studies import Found, StudyPart, work
from webapp.work.door import is_ended


def work_on(piece: StudyPart, until: float) -> Found:
    """Work on a piece until this moment (of ``time.time``), or until nobody waits for it any more.

    Raises TimeoutError for a search that finds nothing before its end.
    """
    return work(piece, until, is_ended)
