"""What monitors and security researchers ask a server: is it well, and whom can they write to?"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from hmac import compare_digest
from itertools import product
from typing import Final

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from webapp.http.server.front import MOVES, ServerCounts
from webapp.storage.engine.database import Database
from webapp.storage.engine.migration import missing_tables
from webapp.storage.engine.writers import BackgroundCheck
from webapp.storage.games import store
from webapp.storage.records.players import count_players
from webapp.work.cluster import Cluster
from webapp.work.executor import Executor, LostError
from webapp.work.limits import MAKINGS, PAGES, SMALL_MAKINGS, STUDIES, THE_SERVER, Lane, Order

LONGEST = 1.0  # seconds within which the database and the disk must answer
LONGEST_FORK = 2.0  # the same for a process, which takes longer to start on a busy machine
#: A queue of its own, so that it doesn't wait behind players' work.
QUESTION = Order(Lane(name="health", at_once=2, yields=0), THE_SERVER, LONGEST_FORK)
#: What players wait for.
LANES: Final = (PAGES, STUDIES, MAKINGS, SMALL_MAKINGS)
VALID = timedelta(days=180)  # RFC 9116 asks for a date less than a year ahead

blueprint = Blueprint("health", __name__)


class Health:
    """What a server needs besides its database; each is asked one question at a time.

    A database server watches its own disk.
    """

    def __init__(self, database: Database, executor: Executor, cluster: Cluster | None) -> None:
        self.disk = None
        if database.is_sqlite:
            self.disk = BackgroundCheck(database.check_disk)
        self.tables = BackgroundCheck(self._look_for_tables)
        self.queue = BackgroundCheck(partial(ask, executor))
        self.cluster = BackgroundCheck(self._ask_cluster)
        self._cluster = cluster
        self._database = database
        self.threads = 0
        self.missing_tables: list[str] = []

    def _look_for_tables(self) -> None:
        with self._database.reading() as connection:
            self.missing_tables = missing_tables(connection)

    def _ask_cluster(self) -> None:
        self.threads = self._cluster.count_threads() if self._cluster else 1


def ask(executor: Executor) -> None:
    executor.begin(QUESTION, int).result()


@blueprint.get("/healthz")
def healthz() -> ResponseReturnValue:
    """Say whether this process and all it needs answer: 200, or 503 with the faults."""
    fault_lines = "".join(f"{fault}\n" for fault in faults(current_app.extensions["health"]))
    return _text(fault_lines or "ok\n", 503 if fault_lines else 200)


def faults(health: Health) -> Iterator[str]:
    if not (store().answers(LONGEST) and health.tables.answers(LONGEST)):
        yield "The database doesn’t answer."
    elif health.missing_tables:
        tables = ", ".join(health.missing_tables)
        yield f"The database lacks {tables}. A new start makes missing tables."
    if health.disk and not health.disk.answers(LONGEST):
        yield "The disk with the database can’t be written to."
    if not health.queue.answers(LONGEST_FORK):
        yield "No process starts for long work."
    if not health.cluster.answers(LONGEST_FORK):
        yield "The Dask scheduler doesn’t answer."
    elif not health.threads:
        yield "The Dask scheduler has no worker."


@blueprint.get("/.well-known/security.txt")
def security_txt() -> ResponseReturnValue:
    """Say where to report a security hole, if the server's operator has given a contact."""
    contact = current_app.config["PEGS_CONTACT"]
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    return _text(f"Contact: {contact}\nExpires: {expires.isoformat()}\n")


def metric(name: str, kind: str, meaning: str, figures: Mapping[str, int]) -> str:
    """Write figures of one name in Prometheus' text format: by their labels, as in that format."""
    lines = (f"{name}{labels} {figure}\n" for labels, figure in figures.items())
    return f"# HELP {name} {meaning}\n# TYPE {name} {kind}\n" + "".join(lines)


@blueprint.get("/metrics")
def metrics() -> ResponseReturnValue:
    """Show this server's figures to whoever has the key, and to nobody else that there are any."""
    key = current_app.config["PEGS_METRICS_KEY"]
    authorization = request.headers.get("Authorization", "")
    if not key or not compare_digest(authorization.encode(), f"Bearer {key}".encode()):
        abort(404)
    return Response(
        "".join(server_metrics()), content_type="text/plain; version=0.0.4; charset=utf-8"
    )


def server_metrics() -> Iterator[str]:
    counters: ServerCounts | None = current_app.extensions.get("counters")
    totals = counters.totals() if counters else [0]
    statuses = {f'{{status="{place}"}}': n for place, n in enumerate(totals) if n and place > MOVES}
    yield metric("pegs_requests_total", "counter", "Answers by status; 429 refuses.", statuses)
    yield metric("pegs_moves_total", "counter", "Moves stored.", {"": totals[MOVES]})
    with suppress(LostError):
        counts = current_app.extensions["executor"].counts()
        figures = {
            f'{{lane="{lane.name}",state="{state}"}}': counts[lane.name, state]
            for lane, state in product(LANES, ("waiting", "running"))
        }
        yield metric("pegs_work", "gauge", "Pieces of long work under way.", figures)
    games, players = count_players(store(), datetime.now(UTC) - timedelta(days=1))
    yield metric("pegs_games", "gauge", "Games in the database.", {"": games})
    yield metric("pegs_players", "gauge", "Players of the last day.", {"": players})


def _text(text: str, status: int = 200) -> Response:
    return Response(text, status, content_type="text/plain; charset=utf-8")
