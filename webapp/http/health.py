"""What monitors and security researchers ask a server: is it well, and whom can they write to?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

from flask import Blueprint, Flask, Response, abort, current_app
from flask.typing import ResponseReturnValue

from webapp.storage.engine.database import Database
from webapp.storage.engine.folder import write_beside
from webapp.storage.engine.sqlite import file_of
from webapp.storage.engine.writers import BackgroundCheck
from webapp.storage.games import store
from webapp.work.door import Door
from webapp.work.limits import THE_SERVER, Lane, Order
from webapp.work.place import Workplace

LONGEST = 1.0  # seconds within which the database and the disk must answer
LONGEST_FORK = 2.0  # the same for a process, which takes longer to start on a busy machine
#: A queue of its own, so that it doesn't wait behind players' work.
QUESTION = Order(Lane("health", 2, 0), THE_SERVER, LONGEST_FORK)
VALID = timedelta(days=180)  # RFC 9116 asks for a date less than a year ahead

blueprint = Blueprint("health", __name__)


class Health:
    """What a server needs besides its database; each is asked one question at a time.

    A database server watches its own disk.
    """

    def __init__(self, database: Database, door: Door, place: Workplace) -> None:
        self.disk = None
        if database.is_sqlite:
            self.disk = BackgroundCheck(partial(write_beside, file_of(database.url)))
        self.queue = BackgroundCheck(partial(ask, door))
        self.cluster = BackgroundCheck(self._ask_cluster)
        self._place, self.threads = place, 0

    def _ask_cluster(self) -> None:
        self.threads = self._place.count_threads()


def ask(door: Door) -> None:
    door.begin(QUESTION, int).result()


def init_health(app: Flask, place: Workplace) -> None:
    app.extensions["health"] = Health(app.extensions["store"], app.extensions["door"], place)


@blueprint.get("/healthz")
def healthz() -> ResponseReturnValue:
    """Say whether this process and all it needs answer: 200, or 503 with the faults."""
    found = "".join(f"{fault}\n" for fault in faults(current_app.extensions["health"]))
    return _text(found or "ok\n", 503 if found else 200)


def faults(health: Health) -> Iterator[str]:
    if not store().answers(LONGEST):
        yield "The database doesn’t answer."
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


def _text(text: str, status: int = 200) -> Response:
    return Response(text, status, content_type="text/plain; charset=utf-8")
