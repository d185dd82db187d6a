"""Every form of the site, sent twice at the same moment: from two tabs, or by a double press.

The forms are those of the pages, filled as they are shown. Both requests have read before either of
them writes: each waits for the other at its first change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import product
from threading import Barrier, BrokenBarrierError, local
from typing import Any, NamedTuple
from urllib.parse import urljoin

import pytest
import sqlalchemy as sa

from tests.sampling import sample
from tests.webapp.http.test_safe_methods import EVERY_FIELD, House, open_house
from tests.webapp.http.visits import Answer, Visitor, fields, path_of, rules_of
from tests.webapp.plain_browser import PlainBrowser, Reader
from webapp.storage.engine.database import Database
from webapp.storage.tables import games

TOGETHER = 0.3  # seconds that one waits for the other before it writes
OF_A_KIND = 3
#: What somebody would type or choose where a page leaves a field empty.
TYPED = {
    **{"code": "112", "typed": "112", "secret": "112", "nickname": "Ann", "number": "2"},
    **{"cell": "9,1", "row": "1", "column": "1", "address": "/learn", "sure": "1", "choice": "0"},
    **{"text": "1 _\n_ 4", "right": "1", "other": "0", "answer": "1,0", "answers": "1,0"},
}
#: How many places the forms are sent to, and taken.
LEAST_PLACES, LEAST_TAKEN = 72, 60


class Form(NamedTuple):
    visitor: Visitor
    path: str
    sent: dict[str, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, empty_database: bytes) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("data"), empty_database) as home:
        yield home


def forms_on(page: str, url: str, visitor: Visitor) -> Iterator[Form]:
    """Yield the form of each button on a page, as it is filled; what is empty is typed."""
    browser = PlainBrowser(visitor.app.test_client())
    browser.root = Reader(page).root
    for button in browser.all("button"):
        owner = button.attrs.get("form")
        around = next((element for element in button.above if element.tag == "form"), None)
        form = browser.by_id(owner) if owner else around
        method = button.attrs.get("formmethod", form.attrs.get("method", "get") if form else "")
        if form is None or method != "post":
            continue
        fields = dict(browser._fields(form))
        names = {element.attrs["name"] for element in form if "name" in element.attrs}
        fields |= {name: TYPED[name] for name in names & TYPED.keys() if not fields.get(name)}
        if "name" in button.attrs:
            fields[button.attrs["name"]] = button.attrs.get("value", "")
        action = button.attrs.get("formaction") or form.attrs.get("action", "")
        yield Form(visitor, urljoin(url, action), fields)


def forms_of(house: House) -> dict[str, list[Form]]:
    """Return the forms of all pages by what they are sent to."""
    forms = defaultdict(list)
    adapter = house.app.url_map.bind("localhost")
    places = [
        (rule, values) for rule in rules_of(house.app, "GET") for _, values in house.values(rule)
    ]
    for (rule, values), visitor in product(places, (house.visitors[0], house.visitors[2])):
        path = path_of(rule, values)
        page = visitor.ask("GET", path)
        if page.status == 200 and "html" in page.headers.get("Content-Type", ""):
            for form in forms_on(page.text, path, visitor):
                endpoint, _ = adapter.match(form.path.partition("?")[0], "POST")
                forms[endpoint].append(form)
    return forms


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


def test_every_form_may_be_sent_twice_at_once(house: House) -> None:
    broken = []
    statuses_of = defaultdict(set)
    table = forms_of(house)
    assert len(table) >= LEAST_PLACES
    for rule in rules_of(house.app, "POST"):
        if rule.endpoint not in table:  # of no page opened here, or sent by script
            places = sample(list(house.values(rule)), OF_A_KIND, rule.rule)
            paths = [path_of(rule, values) for _, values in places]
            table[rule.endpoint] = [Form(house.visitors[0], path, EVERY_FIELD) for path in paths]
    for endpoint, forms in sorted(table.items(), key=lambda pair: pair[0] == "data.erase"):
        for form in sample(forms, OF_A_KIND, endpoint):
            statuses = [answer.status for answer in send_twice(form)]
            statuses_of[endpoint].update(statuses)
            if max(statuses) == 500:
                broken.append((endpoint, form.path, form.sent))
    assert not broken, "\n".join(map(str, broken))
    assert sum(bool(statuses & {200, 204, 303}) for statuses in statuses_of.values()) >= LEAST_TAKEN
