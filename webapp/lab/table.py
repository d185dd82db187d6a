"""All findings of the lab: a table of strategies and games, and the strategies of one game."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from solver.deduction.games import OFFERED_PRESETS, game_named, title_of
from solver.deduction.rules.game import Game
from solver.deduction.strategies.registry import STUDIED
from solver.deduction.trees import studies
from solver.deduction.trees.studies import Finding, Study, StudyKind
from solver.deduction.trees.tree import TreeError
from solver.wording import InputError, decimal
from webapp.http.bars import AmountBar
from webapp.lab.findings import known_findings, parse_summary, perfect_mean
from webapp.lab.result_view import WORST, bars_of_guesses, is_cut_short, title_of_study
from webapp.mastermind.new_game_form import USUAL
from webapp.storage.documents import DocumentError
from webapp.storage.tasks import StoredTask, TaskState

SAMPLE: Final = 500

_WORDS: Final = {strategy.name: strategy.words.of() for strategy in STUDIED}
WAYS: Final = (
    *((name, words.title, words.sentence) for name, words in _WORDS.items()),
    (StudyKind.WORST.value, WORST, "the fewest guesses in the worst case, whatever the average"),
)


def compared_games() -> list[Game]:
    """Return the games of the table, the usual one first; one represents all that are alike."""
    games = (game_named(preset.name) for preset in OFFERED_PRESETS if not preset.like)
    return sorted(games, key=lambda game: (game.name != USUAL, game.secret_count))


def study_of(strategy: str, game: Game) -> Study:
    if strategy == StudyKind.WORST.value:
        return Study(StudyKind.WORST, game.name)
    study = Study(StudyKind.EVERY, game.name, strategy)
    try:
        studies.check(study)
    except TreeError:
        return Study(StudyKind.SAMPLE, game.name, strategy, SAMPLE)
    except studies.StudyError:  # perfect play out of reach; the cell says so
        pass
    return study


def why_not(study: Study) -> str:
    """Say why a study can't be made; "" if it can."""
    try:
        studies.check(study)
    except InputError as error:
        return str(error)
    return ""


Stored = Mapping[str, StoredTask]
Find = Callable[[Collection[str]], Iterable[StoredTask]]


@dataclass(frozen=True, kw_only=True)
class StudyCell:
    """A study in a table: what is known of it, its progress, a button, or why there is none.

    ``is_of_program`` says that its figures come with the program, and so have no job.
    """

    study: Study
    title: str
    job_id: str
    is_running: bool
    is_of_program: bool
    summary: Finding | None
    problem: str

    @property
    def mean(self) -> str:
        return decimal(self.summary.mean, 3) if self.summary else ""

    @property
    def note(self) -> str:
        """What stands below the average: how sure it is, or else the worst case."""
        if self.summary is None:
            return ""
        if self.study.kind is StudyKind.SAMPLE:
            return f"± {self.summary.error:.3f}"
        if is_cut_short(self.study, self.summary):
            return "not proved"
        return f"worst {self.summary.max}{'*' * self.is_late}"

    @property
    def is_late(self) -> bool:
        """Whether some code takes more guesses than the game has."""
        is_whole = self.study.kind is not StudyKind.SAMPLE
        highest = self.summary.max if self.summary and is_whole else 0
        return highest > game_named(self.study.game).rows

    @property
    def spoken_note(self) -> str:
        note = self.note.replace("worst", "worst case")
        return note.replace("*", ", more than the game allows")

    @property
    def is_proved(self) -> bool:
        """Whether no strategy does better: on average, or in the worst case if it is about that."""
        study = self.study
        summary = self.summary
        if summary is None:
            return False
        # one that is strict may be the best of its kind alone
        if summary.proved and not studies.is_strict(study):
            return True
        return study.kind is StudyKind.EVERY and summary.mean == perfect_mean(study.game)

    @property
    def is_of_worst(self) -> bool:
        return self.study.kind is StudyKind.WORST

    @property
    def is_open(self) -> bool:
        return not (self.summary or self.is_running or self.problem)

    @property
    def text(self) -> str:
        return studies.format_study(self.study)


@dataclass(frozen=True)
class StrategyRow:
    title: str
    sentence: str
    cells: tuple[StudyCell, ...]
    bars: tuple[AmountBar, ...] = ()


def columns() -> tuple[tuple[Game, str], ...]:
    """Return the games of the table with their titles."""
    return tuple((game, title_of(game)) for game in compared_games())


def show_table(find: Find) -> tuple[StrategyRow, ...]:
    games = compared_games()
    rows = [[study_of(name, game) for game in games] for name, _, _ in WAYS]
    jobs = find_jobs(find, [study for row in rows for study in row])
    return tuple(
        StrategyRow(title, sentence, tuple(_cell(study, jobs) for study in row))
        for (_, title, sentence), row in zip(WAYS, rows, strict=True)
    )


def show_comparison(game: Game, find: Find) -> tuple[StrategyRow, ...]:
    """Return the strategies of one game with their histograms, the best average first."""
    column = [study_of(name, game) for name, _, _ in WAYS]
    jobs = find_jobs(find, column)
    rows = []
    for (_, title, sentence), study in zip(WAYS, column, strict=True):
        cell = _cell(study, jobs)
        rows.append(StrategyRow(title, sentence, (cell,), bars_of_guesses(cell.summary)))
    return tuple(sorted(rows, key=_by_mean))


def find_jobs(find: Find, cells: Sequence[Study]) -> Stored:
    return {job.key: job for job in find([studies.format_study(study) for study in cells])}


def _by_mean(row: StrategyRow) -> float:
    summary = row.cells[0].summary
    return float(summary.mean) if summary else float("inf")


def _cell(study: Study, jobs: Stored) -> StudyCell:
    text = studies.format_study(study)
    job = jobs.get(text)
    known_finding = known_findings().get(text)
    own_finding = None
    if job and job.state is TaskState.DONE:
        with suppress(DocumentError):
            own_finding = parse_summary(job.summary)
    best = known_finding or own_finding
    return StudyCell(
        study=study,
        title=title_of_study(study, game_named(study.game), best),
        job_id=job.id if job else "",
        is_running=job is not None and job.is_under_way,
        is_of_program=known_finding is not None,
        summary=best,
        problem=why_not(study),
    )
