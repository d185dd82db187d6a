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
    is_quick,
    merge,
    parse_study,
    pieces,
    usual_study,
)
from solver.wording import counted
from webapp.lab.findings import format_finding, format_summary
from webapp.lab.job_task import work_on
from webapp.storage.tasks import JOBS, StoredTask, Visitor
from webapp.work.door import Door
from webapp.work.limits import JOBS_LIMIT, STUDIES
from webapp.work.runs import LastingTasks
from webapp.work.task import TaskKind, TaskResult

#: Exact searches stop this long before the end, to report what they know, seconds.
MARGIN: Final = 2.0


def job_kind(door: Door, seconds: int) -> TaskKind:
    return TaskKind(
        name=JOBS,
        lane=STUDIES,
        limit=JOBS_LIMIT,
        door=door,
        seconds=seconds,
        late=f"It wasn’t finished within its {counted(seconds, 'second')}.",
        refusal=StudyError,
        pieces=job_pieces,
        work=work_on,
        finish=merge_job,
        quick=lambda key: is_quick(parse_study(key)),
    )


def job_pieces(job: StoredTask) -> list[tuple[StudyPart, float]]:
    return [(piece, job.ends - MARGIN) for piece in pieces(parse_study(job.key))]


def merge_job(job: StoredTask, results: Sequence[Found]) -> TaskResult:
    finding = merge(parse_study(job.key), results)
    return TaskResult(format_summary(finding), format_finding(finding))


def ask_job(tasks: LastingTasks, visitor: Visitor, study: Study) -> StoredTask | None:
    """Return the job of a study, starting it if need be.

    Boards that differ only in the number of guesses share a job. Raises what its limit does, and
    what :func:`solver.deduction.trees.studies.check` raises.
    """
    study = usual_study(study)
    check(study)
    return tasks.ask(JOBS, visitor, format_study(study))
