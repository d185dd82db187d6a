"""A process's first requests come all at once: whatever is made then is there once, for all."""

import json
import subprocess
import sys
from pathlib import Path

from flask import Flask, request

from tests.webapp.servers import ROOT

NO_GAME = 22 * "a"
#: Every room is among them, and Learn, which reads most files, more than once.
FIRST = (
    *("/learn/exercises/liar/easy/v1-7", "/learn/exercises/one-code-left/easy/v1-7"),
    *(
        "/learn",
        "/learn/ideas/splitting",
        "/learn/ideas/enter-and-leave",
        "/learn/mastermind/feedback/1",
    ),
    *("/learn/exercises/find-the-step/easy/v2-7", "/learn/ideas/bottleneck", "/learn/runs/all"),
    *("/", "/robots.txt", "/healthz", "/you", "/you/statistics", "/you/settings", "/you/data"),
    *("/daily", "/mastermind/", "/mastermind/setter/", "/mastermind/challenge/", "/friends/"),
    *("/mastermind/analysis/mini/112:1,0", "/lab/", "/hidoku/", "/hidoku/rules", "/class"),
    *("/hidoku/boards/findling", "/hidoku/editor", "/hidoku/watch/findling?by=search"),
    *("/hidoku/exchange/import", "/hidoku/exchange/boards/findling/board.txt"),
    *("/cards/board/findling.png", "/embed/daily"),
    *(f"/{room}/{NO_GAME}" for room in ("mastermind/breaker", "mastermind/review", "hidoku/play")),
    *(f"/{room}/{NO_GAME}" for room in ("g", "group-challenge", "circle")),
)
#: Threads change as often as they can, so that of two that begin at once neither is done first.
SCRIPT = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from tests.webapp.work.executors import ThreadExecutor
from webapp.application import create_app
from webapp.config import read_settings

app = create_app(read_settings({"PEGS_DATA": sys.argv[1]}), executor=ThreadExecutor())
paths = sys.argv[2:]
barrier = Barrier(len(paths))

def ask(path, together):
    client = app.test_client()
    if together:
        barrier.wait()
    return client.get(path).status_code

sys.setswitchinterval(1e-6)
with ThreadPoolExecutor(len(paths)) as pool:
    first = list(pool.map(ask, paths, [True] * len(paths)))
again = [ask(path, False) for path in paths]
app.extensions["tasks"].close()
print(json.dumps([first, again]))
"""


def test_thirty_first_requests_leave_nothing_broken(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path), *FIRST]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    first, again = json.loads(result.stdout)
    wrong = []
    for path, early, late in zip(FIRST, first, again, strict=True):
        right = {404} if NO_GAME in path else {200, 302}
        # a picture that a busy machine doesn't paint in time may be asked for again
        if early not in right | {503} or late not in right:
            wrong.append((path, early, late))
    assert not wrong, result.stderr[-2000:]


def test_every_room_is_among_them(one_app: Flask) -> None:
    rooms = set()
    for path in FIRST:
        with one_app.test_request_context(path):
            rooms.add(request.blueprint)
    assert set(one_app.blueprints) - rooms == {"pencil"}  # which only takes forms
    assert len(FIRST) >= 30
