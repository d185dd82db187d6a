"""A piece of a job, as it is done wherever long work is done."""

from __future__ import annotations

import time

from solver.deduction.trees.studies import Found, StudyPart, work_unless
from webapp.work.door import is_ended


def work_on(piece: StudyPart, until: float) -> Found:
    """Do a piece till then (of ``time.time``), or till nobody waits for it any more.

    Raises TimeoutError for a search that tells nothing before it is through.
    """
    return work_unless(piece, lambda: is_ended() or time.time() > until)
