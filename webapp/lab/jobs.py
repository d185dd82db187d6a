"""Jobs of the lab: studies that may take minutes, in pieces.

A job is one study, whoever asks for it: its finding is stored in the database, and is there at once
when somebody asks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from solver.deduction.trees.studies import (
    Found,
    Study,
    StudyError,
    StudyPart,
    check,
    format_study,
    merge,
    parse_study,
    pieces,
    usual_study,
    work,
)
from solver.wording import plural
from webapp.lab.findings import format_finding, format_summary
from webapp.storage.tasks import JOBS, StoredTask, TaskState, TaskStore, Visitor
from webapp.work.executor import Executor, is_ended
from webapp.work.limits import JOBS_LIMIT, STUDIES
from webapp.work.runs import LastingTasks, TaskKind

#: Exact searches stop this long before the end, to report what they know, seconds.
MARGIN: Final = 2.0


def work_on(piece: StudyPart, until: float) -> Found:
    """Work on a piece until this moment (of ``time.time``), or until nobody waits for it any more.

    Raises TimeoutError for a search that finds nothing before its end.
    """
    return work(piece, until, is_ended)


class Jobs(TaskKind):
    name = JOBS
    lane = STUDIES
    limit = JOBS_LIMIT
    refusal = StudyError

    def __init__(self, executor: Executor, seconds: int) -> None:
        super().__init__(executor, seconds, work_on)

    def pieces(self, row: StoredTask) -> list[tuple[StudyPart, float]]:
        return [(piece, row.ends - MARGIN) for piece in pieces(parse_study(row.key))]

    def finish(self, rows: TaskStore, row: StoredTask, results: Sequence[Found]) -> None:
        finding = merge(parse_study(row.key), results)
        rows.end(row, TaskState.DONE, format_summary(finding), format_finding(finding))

    def late(self) -> str:
        return f"It wasn’t finished within its {plural(self.seconds, 'second')}."


def ask_job(tasks: LastingTasks, visitor: Visitor, study: Study) -> StoredTask | None:
    """Return the job of a study, starting it if need be.

    Boards that differ only in the number of guesses share a job. Raises what its limit does, and
    what :func:`solver.deduction.trees.studies.check` raises.
    """
    study = usual_study(study)
    check(study)
    return tasks.ask(JOBS, visitor, format_study(study))
