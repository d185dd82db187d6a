"""Somebody who sends one form again and again, from twenty connections: players hardly wait.

Each kind of form is sent as its page fills it in, by somebody whose games it is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.bench.load import Crowd, Request, Script, guesses
from tests.bench.measure import p95
from tests.sampling import sample
from tests.webapp.http.test_safe_methods import open_house
from tests.webapp.http.test_twice import Form, forms_of
from tests.webapp.servers import running_servers

ATTACKER, OTHERS = "127.0.0.1", "127.0.0.2"
AT_ONCE, PLAYERS = 20, 4
SECONDS = 3.0
PATIENCE = 1000  # milliseconds
BUSY = 4  # times: as much longer than without an attack, where the machine is busy with others


@pytest.fixture(scope="module")
def attacked(
    tmp_path_factory: pytest.TempPathFactory, empty_database: bytes
) -> Iterator[tuple[int, dict[str, Form]]]:
    """The port of a server, and a form of each kind for what is stored there."""
    data: Path = tmp_path_factory.mktemp("attacked")
    with open_house(data, empty_database) as house:
        forms = {
            endpoint: next((form for form in some if form.visitor == house.visitors[0]), some[0])
            for endpoint, some in forms_of(house).items()
        }
    environ = {
        "DATABASE_URL": f"sqlite:///{data / 'pegs.sqlite3'}",
        "PEGS_SECRET_KEY": (data / "secret_key").read_text("utf-8").strip(),
        "PEGS_NEW_A_DAY": "1000000",
    }
    (data / "servers").mkdir()
    with running_servers(1, data / "servers", environ) as (address,):
        yield int(address.rpartition(":")[2]), forms


def sent_again_and_again(form: Form) -> Script:
    """Send a form, each time as the newest version that was taken."""
    sent = dict(form.sent)
    while True:
        answer = yield Request("POST", form.path, sent)
        if "version" in sent and answer.status in {200, 303}:
            sent["version"] = str(int(sent["version"]) + 1)


def waits(port: int, form: Form | None) -> list[float]:
    """Return the milliseconds of players' moves beside an attack."""
    taken: list[float] = []
    with closing(Crowd(port)) as crowd:
        for _ in range(AT_ONCE if form else 0):
            crowd.add(sent_again_and_again(form), ATTACKER, form.visitor.cookie)
        crowd.run(SECONDS / 6)
        for seed in range(PLAYERS):
            crowd.add(guesses(seed, taken), OTHERS)
        crowd.run(SECONDS)
    return taken or [1000 * SECONDS]


def test_no_form_keeps_players_waiting(attacked: tuple[int, dict[str, Form]]) -> None:
    port, forms = attacked
    slow = {}
    for endpoint in sample(sorted(forms), 8, "attackers"):
        taken = p95(waits(port, forms[endpoint]))
        if taken > PATIENCE:  # perhaps since the machine was busy with others: once more
            limit = max(PATIENCE, BUSY * p95(waits(port, None)))
            taken = min(taken, p95(waits(port, forms[endpoint])))
            slow |= {endpoint: taken} if taken > limit else {}
    assert not slow
