"""Every form of the site, sent twice at the same moment: from two tabs, or by a double press.

The forms are those of the pages, filled as they are shown. Both requests have read before either of
them writes: each waits for the other at its first change.
"""

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Barrier, BrokenBarrierError, local
from typing import Any

import pytest
import sqlalchemy as sa

from tests.sampling import sample
from tests.webapp.http.fuzz import EVERY_FIELD
from tests.webapp.http.house import Form, Forms, House
from tests.webapp.http.visits import Answer, fields, path_of, rules_of
from webapp.storage.engine.database import Database
from webapp.storage.tables import games

TOGETHER = 0.3  # seconds that one waits for the other before it writes
OF_A_KIND = 3
#: How many places the forms are sent to, and taken.
LEAST_PLACES, LEAST_TAKEN = 72, 60


class Meeting:
    """Where the two meet before their first change; whoever has been there goes on."""

    def __init__(self) -> None:
        self.barrier = Barrier(2, timeout=TOGETHER)
        self.here = local()

    def wait(self) -> None:
        if not vars(self.here):
            self.here.has_been = True
            with suppress(BrokenBarrierError):
                self.barrier.wait()


def send_twice(form: Form) -> list[Answer]:
    writing, meeting = Database._writing, Meeting()

    @contextmanager
    def write_together(self: Database, *args: Any, **kwargs: Any) -> Iterator[sa.Connection]:
        meeting.wait()
        with writing(self, *args, **kwargs) as connection:
            yield connection

    body = dict(form.sent)
    if "version" in body:
        game_id = next((part for part in form.path.split("/") if len(part) == 22), "")
        newest = sa.select(games.c.version).where(games.c.id == (game_id or body.get("draft")))
        body["version"] = form.visitor.app.extensions["store"].value(newest) or body["version"]
    path, _, query = form.path.partition("?")
    with ThreadPoolExecutor(2) as pool, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_writing", write_together)
        ways = ("POST", path, query, fields(**body))
        return [future.result() for future in [pool.submit(form.visitor.ask, *ways) for _ in "ab"]]


@pytest.fixture
def opened(house: House, tmp_path: Path) -> Iterator[House]:
    with house.copied(tmp_path / "data") as copy:
        yield copy


def test_every_form_may_be_sent_twice_at_once(opened: House, forms: Forms) -> None:
    broken = []
    statuses_of = defaultdict(set)
    assert len(forms) >= LEAST_PLACES
    table = {
        endpoint: [form._replace(visitor=replace(form.visitor, app=opened.app)) for form in of_one]
        for endpoint, of_one in forms.items()
    }
    for rule in rules_of(opened.app, "POST"):
        if rule.endpoint not in table:  # of no page opened here, or sent by script
            places = sample(list(opened.values(rule)), OF_A_KIND, rule.rule)
            paths = [path_of(rule, values) for _, values in places]
            table[rule.endpoint] = [Form(opened.visitors[0], path, EVERY_FIELD) for path in paths]
    for endpoint, of_one in sorted(table.items(), key=lambda pair: pair[0] == "data.erase"):
        for form in sample(of_one, OF_A_KIND, endpoint):
            statuses = [answer.status for answer in send_twice(form)]
            statuses_of[endpoint].update(statuses)
            if max(statuses) == 500:
                broken.append((endpoint, form.path, form.sent))
    assert not broken, "\n".join(map(str, broken))
    assert sum(bool(statuses & {200, 204, 303}) for statuses in statuses_of.values()) >= LEAST_TAKEN
