"""Somebody who sends one form again and again, from twenty connections: players hardly wait.

Each kind of form is sent as its page fills it in, by somebody whose games it is about.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from tests.bench.load import Crowd, Request, Script, guesses
from tests.bench.measure import p95
from tests.sampling import sample
from tests.webapp.http.house import Form, Forms, House
from tests.webapp.servers import running_servers

ATTACKER, OTHERS = "127.0.0.1", "127.0.0.2"
AT_ONCE, PLAYERS = 20, 4
SECONDS = 3.0
PATIENCE = 1000  # milliseconds
#: How small a share of the machine others can leave us: with less, nothing can be said.
LEAST = 0.1


@pytest.fixture
def attacked(house: House, tmp_path: Path) -> Iterator[int]:
    """The port of a server with a copy of a house."""
    data = tmp_path / "data"
    with house.copied(data):
        pass
    environ = {
        "DATABASE_URL": f"sqlite:///{data / 'pegs.sqlite3'}",
        "PEGS_SECRET_KEY": (data / "secret_key").read_text("utf-8").strip(),
        "PEGS_NEW_A_DAY": "1000000",
    }
    (data / "servers").mkdir()
    with running_servers(1, data / "servers", environ) as (address,):
        yield int(address.rpartition(":")[2])


def sent_again_and_again(form: Form) -> Script:
    """Send a form, each time as the newest version that was taken."""
    fields = dict(form.sent)
    while True:
        answer = yield Request("POST", form.path, fields)
        if "version" in fields and answer.status in {200, 303}:
            fields["version"] = str(int(fields["version"]) + 1)


def waits(port: int, form: Form) -> list[float]:
    """Return the milliseconds of players' moves beside an attack."""
    milliseconds: list[float] = []
    with closing(Crowd(port)) as crowd:
        for _ in range(AT_ONCE):
            crowd.add(sent_again_and_again(form), ATTACKER, form.visitor.cookie)
        crowd.run(SECONDS / 6)
        for seed in range(PLAYERS):
            crowd.add(guesses(seed, milliseconds), OTHERS)
        crowd.run(SECONDS)
    return milliseconds or [1000 * SECONDS]


class Share:
    """The share of the machine's processors that programs of others leave us in the meantime.

    What the attack takes is no excuse; what somebody else's programs take is.
    """

    def __init__(self) -> None:
        self._before = self._times()

    def left(self) -> float:
        everything, idle, ours = (
            now - before for now, before in zip(self._times(), self._before, strict=True)
        )
        return max(LEAST, min(1.0, (idle + ours) / everything))

    @staticmethod
    def _times() -> tuple[float, float, float]:
        """Return the processor seconds of all, of nobody, and of this test with its server."""
        all_times = psutil.cpu_times()
        process = psutil.Process()
        ours = [process, *process.children(recursive=True)]
        return sum(all_times), all_times.idle + all_times.iowait, sum(map(_seconds, ours))


def _seconds(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system + times.children_user + times.children_system)


def test_no_form_keeps_players_waiting(attacked: int, house: House, forms: Forms) -> None:
    slow = {}
    for endpoint in sample(sorted(forms), 4, "attackers"):
        of_one = forms[endpoint]
        form = next((form for form in of_one if form.visitor == house.visitors[0]), of_one[0])
        for _ in "ab":  # once more if another's program had the disk
            share = Share()
            milliseconds = p95(waits(attacked, form))
            figures = f"{milliseconds:.0f} ms with {share.left():.0%} of the machine"
            if milliseconds <= PATIENCE / share.left():
                break
        else:
            slow[endpoint] = figures
    assert not slow
