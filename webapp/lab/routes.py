"""The lab's pages: strategies against every code of a game, as jobs; their findings, and trees.

A job's address is its random id: anybody who has it sees the job, and whoever began it can cancel
it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import game_named, title_of, usual_board
from solver.deduction.rules.game import RulesError
from solver.deduction.trees import studies
from solver.deduction.trees.studies import Study, StudyKind, parse_study
from solver.wording import InputError, plural
from webapp.http import forms, pending, security
from webapp.http.server.requests import client_network
from webapp.lab import result_view, table
from webapp.lab.findings import format_finding, format_summary, known_findings, parse_summary
from webapp.mastermind.new_game_form import CHOICES, parse_game
from webapp.storage.tasks import JOBS, StoredTask, TaskState, TaskStore, Visitor
from webapp.work.executor import Executor, is_ended
from webapp.work.limits import JOBS_LIMIT, RETRY_AFTER, STUDIES, TooMuchError
from webapp.work.runs import LastingTasks, TaskKind, lasting_tasks

blueprint = Blueprint("lab", __name__, url_prefix="/lab")


@blueprint.get("/")
def start(problem: str = "", status: int = 200) -> ResponseReturnValue:
    """Show the form, and what is known about the usual games.

    The form is shown as it was sent if something is wrong with it.
    """
    page = render_template(
        "lab/start.html",
        columns=table.columns(),
        rows=table.show_table(lasting_tasks().rows.find_all),
        ways=table.WAYS,
        **CHOICES,
        sample=table.SAMPLE,
        problem=problem,
        form=request.form,
    )
    return page, status


@blueprint.get("/games/<path:name>")
def game(name: str) -> ResponseReturnValue:
    try:
        board = usual_board(game_named(name))
    except RulesError as problem:
        abort(404, str(problem))
    rows = table.show_comparison(board, lasting_tasks().rows.find_all)
    bar_count = max((len(row.bars) for row in rows), default=0)
    return render_template(
        "lab/game.html",
        game=board,
        title=title_of(board),
        rows=rows,
        most=bar_count,
        games=table.columns(),
    )


@blueprint.get("/known/<path:study>")
def known_study(study: str) -> ResponseReturnValue:
    text = study.replace("/", " ")
    finding = known_findings().get(text) or abort(404)
    return render_template(
        "lab/study.html", shown=result_view.show_study(parse_study(text), finding)
    )


@blueprint.post("/jobs")
def create() -> ResponseReturnValue:
    visitor = Visitor(security.player_for_a_new_game(), client_network())
    form = request.form
    if "study" in form:
        study = parse_study(form["study"])
    else:
        # the number of guesses doesn't change the tree
        board = parse_game({**form, "guesses": "10"})
        study = table.study_of(form.get("strategy", ""), board)
    try:
        job = ask_job(lasting_tasks(), visitor, study) or abort(404)
    except TooMuchError as problem:
        return pending.retry_after(RETRY_AFTER, start(str(problem), 429))
    return redirect(url_for(".job", job_id=job.id), 303)


@blueprint.get("/jobs/<job_id>")
def job(job_id: str) -> ResponseReturnValue:
    return show_job(load(job_id))


@blueprint.post("/jobs/<job_id>/cancel")
def cancel(job_id: str) -> ResponseReturnValue:
    job = load(job_id)
    if job.player != security.current_player():
        abort(404)
    lasting_tasks().cancel(job)
    return forms.after_change(url_for(".job", job_id=job_id), lambda: show_job(load(job_id)))


@blueprint.get("/jobs/<job_id>/tree/")
@blueprint.get("/jobs/<job_id>/tree/<path:answers>")
def node(job_id: str, answers: str = "") -> ResponseReturnValue:
    job = load_tree(job_id)
    shape = result_view.kept_tree(lasting_tasks().rows, job)
    place = result_view.find_node(shape, answers.split("/") if answers else []) or abort(404)
    study = parse_study(job.key)
    return render_template(
        "lab/node.html",
        job_id=job_id,
        title=result_view.title_of_study(study, shape.tree.game, parse_summary(job.summary)),
        node=result_view.show_node(shape, *place),
    )


@blueprint.get("/jobs/<job_id>/tree.<form>")
def export(job_id: str, form: str) -> ResponseReturnValue:
    """Send the whole tree as a JSON or CSV file; 503 while a large one is being written."""
    if form not in result_view.FILE_KINDS:
        abort(404)
    job = load_tree(job_id)
    text = result_view.written(
        parse_study(job.key).game, lasting_tasks().rows.finding_of(job), form
    )
    name = job.key.replace(" ", "-").replace("/", "-")[:80]  # it may hold a list of words
    disposition = f'attachment; filename="{name}.{form}"'
    kind = result_view.FILE_KINDS[form][1]
    return Response(text, content_type=kind, headers={"Content-Disposition": disposition})


@blueprint.errorhandler(InputError)
def refuse(problem: Exception) -> ResponseReturnValue:
    return start(str(problem), 422)


def load(job_id: str) -> StoredTask:
    job = lasting_tasks().load(job_id) if forms.ID.fullmatch(job_id) else None
    return job if job and job.kind == JOBS else abort(404)


def load_tree(job_id: str) -> StoredTask:
    job = load(job_id)
    if job.state is not TaskState.DONE or parse_study(job.key).kind is StudyKind.SAMPLE:
        abort(404)
    return job


def show_job(job: StoredTask) -> ResponseReturnValue:
    study = parse_study(job.key)
    finding = None
    if job.state is TaskState.DONE:
        tree = (
            None
            if study.kind is StudyKind.SAMPLE
            else result_view.kept_tree(lasting_tasks().rows, job).tree
        )
        finding = replace(parse_summary(job.summary), tree=tree)
    page = result_view.show_study(
        study,
        finding,
        job,
        is_own=job.player == security.current_player(),
        seconds=lasting_tasks().kinds[JOBS].seconds,
    )
    return forms.render("lab/study.html", "lab/_study.html", shown=page)


# Jobs of the lab: studies that may take minutes, in pieces.
#
# A job is one study, whoever asks for it: its finding is stored in the database, and is there at
# once when somebody asks again.


#: Exact searches stop this long before the end, to report what they know, seconds.
MARGIN: Final = 2.0


class Jobs(TaskKind):
    name = JOBS
    lane = STUDIES
    limit = JOBS_LIMIT
    refusal = studies.StudyError

    def __init__(self, executor: Executor, seconds: int) -> None:
        super().__init__(executor, seconds, studies.work)

    def pieces(self, row: StoredTask) -> list[tuple[studies.StudyPart, float, Callable[[], bool]]]:
        parts = studies.pieces(parse_study(row.key))
        return [(piece, row.ends - MARGIN, is_ended) for piece in parts]

    def finish(self, rows: TaskStore, row: StoredTask, results: Sequence[studies.Found]) -> None:
        finding = studies.merge(parse_study(row.key), results)
        rows.end(row, TaskState.DONE, format_summary(finding), format_finding(finding))

    def late(self) -> str:
        return f"It wasn’t finished within its {plural(self.seconds, 'second')}."


def ask_job(tasks: LastingTasks, visitor: Visitor, study: Study) -> StoredTask | None:
    """Return the job of a study, starting it if need be.

    Boards that differ only in the number of guesses share a job. Raises what its limit does, and
    what :func:`solver.deduction.trees.studies.check` raises.
    """
    study = studies.usual_study(study)
    studies.check(study)
    return tasks.ask(JOBS, visitor, studies.format_study(study))
