"""A piece of a job, as it is worked on wherever long work is done."""

from __future__ import annotations

import time

from solver.deduction.trees.studies import Found, StudyPart, work_unless
from webapp.work.door import is_ended


def work_on(piece: StudyPart, until: float) -> Found:
    """Work on a piece until this moment (of ``time.time``), or until nobody waits for it any more.

    Raises TimeoutError for a search that finds nothing before its end.
    """
    return work_unless(piece, lambda: is_ended() or time.time() > until)
