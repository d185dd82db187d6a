"""The cards of the lab's findings: how many guesses a strategy needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import abort
from flask.typing import ResponseReturnValue

from solver.deduction.trees.studies import Study, parse_study
from solver.wording import counted, decimal
from webapp.cards import ACCENT, AN_HOUR, FOR_NOW, INK, SOFT, Canvas, Card, blueprint, send_card
from webapp.http.assets import token
from webapp.lab.findings import Summary, known_findings, parse_summary
from webapp.lab.result_view import title_of_study
from webapp.lab.routes import load
from webapp.mastermind.setup import board_named
from webapp.storage.tasks import TaskState

BAR: Final = token("--bar")
LEFT, TOP, WIDE, HIGH = 640, 84, 470, 462  # pixels


@dataclass(frozen=True)
class BarsPicture:
    counts: tuple[int, ...]

    def __call__(self, canvas: Canvas) -> None:
        step = min(64.0, HIGH / len(self.counts))
        top, longest = TOP + (HIGH - step * len(self.counts)) / 2, max(self.counts)
        for place, count in enumerate(self.counts):
            y = top + step * (place + 0.5)
            size = round(min(26, step * 0.6))
            canvas.words((LEFT + 24, y), str(place + 1), size, INK, "mm")
            wide = (WIDE - 150) * count / longest
            fill = ACCENT if count == longest else BAR
            corner, sides = (LEFT + 52, y - step * 0.36), (max(wide, 4), step * 0.72)
            canvas.box(corner, sides, min(8, sides[0] / 2), fill)
            canvas.words((LEFT + 62 + wide, y), f"{count:,}", size, SOFT, "lm")


def study_card(study: Study, summary: Summary | None) -> Card:
    title = title_of_study(study, board_named(study.game), summary)
    if summary is None:
        return Card(title, ("A strategy against every code",), "Working it out…")
    lines = (
        f"{decimal(summary.mean, 3)} guesses on average",
        f"{counted(summary.max, 'guess', 'guesses')} in the worst case",
    )
    return Card(title, lines, "Compare the strategies.", (), BarsPicture(summary.histogram))


@blueprint.get("/job/<job_id>.png")
def job(job_id: str) -> ResponseReturnValue:
    job = load(job_id)
    is_done = job.state is TaskState.DONE
    summary = parse_summary(job.summary) if is_done else None
    return send_card(study_card(parse_study(job.key), summary), AN_HOUR if is_done else FOR_NOW)


@blueprint.get("/study/<path:study>.png")
def study(study: str) -> ResponseReturnValue:
    finding = known_findings().get(study.replace("/", " "))
    if finding is None:
        abort(404)
    return send_card(study_card(parse_study(finding.study), finding.summary))
