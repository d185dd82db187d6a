"""All that the lab has found: a table of strategies and games, and the strategies of one game."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solver.deduction.games import PRESETS, face_of, game_named, short_title_of
from solver.deduction.rules.game import Game, RulesError
from solver.deduction.strategies.registry import OFFERED
from solver.deduction.trees.studies import (
    Study,
    StudyError,
    StudyKind,
    check,
    format_study,
    parse_study,
)
from solver.deduction.trees.tree import TreeError
from solver.wording import counted
from webapp.lab.findings import Summary, parse_summary
from webapp.lab.result_view import WORST, HistogramBar, bars_of, title_of_study
from webapp.mastermind.new_game_form import offered_for
from webapp.storage.documents import DocumentError
from webapp.storage.jobs import JobState, StoredJob

SAMPLE: Final = 500
LATEST: Final = 8

WAYS: Final = (
    *((each.name, each.told.title, each.told.sentence) for each in OFFERED),
    (StudyKind.WORST.value, WORST, "what can be guaranteed, with proof"),
)

Known = Mapping[str, StoredJob]
Find = Callable[[Collection[str]], Iterable[StoredJob]]
FindLatest = Callable[[int], Iterable[StoredJob]]


@dataclass(frozen=True)
class StudyCell:
    """A study in a table: a link to its job, or a button that begins it, or neither."""

    study: str
    title: str
    job_id: str
    is_running: bool
    summary: Summary | None
    problem: str

    @property
    def mean(self) -> str:
        """The mean as a table has it."""
        return f"{float(self.summary.mean):.3f}" if self.summary else ""

    @property
    def note(self) -> str:
        """What stands below the mean."""
        if self.summary is None:
            return ""
        if self.study.startswith("sample"):
            return f"± {self.summary.error:.3f}"
        return f"at most {self.summary.max}"

    @property
    def variant(self) -> str:
        """What its title does not tell of an own board's rules."""
        game = game_named(parse_study(self.study).game)
        return face_of(game).variant if game.name not in PRESETS else ""


@dataclass(frozen=True)
class StrategyRow:
    """A strategy with its cells, or with its one cell and the histogram."""

    name: str
    title: str
    sentence: str
    cells: tuple[StudyCell, ...]
    bars: tuple[HistogramBar, ...] = ()


@dataclass(frozen=True)
class Column:
    """A game on top of the table."""

    name: str
    title: str
    codes: str


def columns() -> tuple[Column, ...]:
    """Return the games of the table."""
    return tuple(
        Column(game.name, short_title_of(game), counted(game.secret_count, "code"))
        for game in compared_games()
    )


def compared_games() -> list[Game]:
    """Return the games of the table, the smallest first; of games alike one stands for all."""
    games = (game_named(each.name) for each in offered_for("lab") if not each.like)
    return sorted(games, key=lambda game: game.secret_count)


def show_table(find: Find) -> tuple[StrategyRow, ...]:
    """Return the strategies with a cell for each game; the least worst case below."""
    games = compared_games()
    studies = [[_study(name, game) for game in games] for name, _, _ in WAYS]
    known = _found(find, [study for row in studies for study in row])
    return tuple(
        StrategyRow(name, title, sentence, tuple(_cell(study, known) for study in row))
        for (name, title, sentence), row in zip(WAYS, studies, strict=True)
    )


def show_comparison(game: Game, find: Find) -> tuple[StrategyRow, ...]:
    """Return the strategies of one game with their histograms, the best mean first."""
    studies = [_study(name, game) for name, _, _ in WAYS]
    known, rows = _found(find, studies), []
    for (name, title, sentence), study in zip(WAYS, studies, strict=True):
        cell = _cell(study, known)
        bars = bars_of(cell.summary, game.rows) if cell.summary else ()
        rows.append(StrategyRow(name, title, sentence, (cell,), bars))
    return tuple(sorted(rows, key=_by_mean))


def show_latest(find: FindLatest) -> tuple[StudyCell, ...]:
    """Return what was found lately of own boards and in samples, the newest first."""
    return tuple(_cell(parse_study(job.study), {job.study: job}) for job in find(LATEST))


def _found(find: Find, studies: Sequence[Study]) -> Known:
    return {job.study: job for job in find([format_study(study) for study in studies])}


def _by_mean(row: StrategyRow) -> float:
    summary = row.cells[0].summary
    return float(summary.mean) if summary else float("inf")


def _study(strategy: str, game: Game) -> Study:
    """Return the study of every secret, or of a sample where that is too much."""
    if strategy == StudyKind.WORST.value:
        return Study(StudyKind.WORST, game.name)
    every = Study(StudyKind.EVERY, game.name, strategy)
    try:
        check(every)
    except TreeError:
        return Study(StudyKind.SAMPLE, game.name, strategy, SAMPLE)
    except StudyError:  # exact play that is out of reach; the cell says so
        pass
    return every


def _cell(study: Study, known: Known) -> StudyCell:
    text = format_study(study)
    job = known.get(text)
    state = job.state if job else None
    is_running = job is not None and job.is_under_way(time.time())
    return StudyCell(
        study=text,
        title=title_of_study(study, game_named(study.game)),
        job_id=job.id if job else "",
        is_running=is_running,
        summary=_summary(job.summary) if job and state is JobState.DONE else None,
        problem=_problem(study),
    )


def _summary(text: str) -> Summary | None:
    """Return the gist of a finding; None for one that is damaged, of which its own page speaks."""
    try:
        return parse_summary(text)
    except DocumentError:
        return None


def _problem(study: Study) -> str:
    try:
        check(study)
    except (StudyError, TreeError, RulesError) as error:
        return str(error)
    return ""
