"""The running server's figures: moves and hints over HTTP, its second start, a first visit."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from solver.hidoku.boards import BOARDS
from solver.hidoku.search import solve
from tests.bench.measure import Figure, p95
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET

HEADERS = {
    "HX-Request": "true",
    "HX-Request-Type": "partial",
    "Sec-Fetch-Site": "same-origin",
    "Accept-Encoding": "br",
    "Content-Type": "application/x-www-form-urlencoded",
}
GAMES = 30


@contextmanager
def served() -> Iterator[tuple[int, float]]:
    """Serve the game on a free port; yield the port and the seconds the start took."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        environ = {**os.environ, "PEGS_PORT": str(port), "PEGS_DATA": data, "DATABASE_URL": ""}
        command = [sys.executable, "-m", "webapp"]
        started = time.perf_counter()
        with subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL) as process:
            while not _answers(port):
                time.sleep(0.02)
            yield port, time.perf_counter() - started
            process.terminate()


def _answers(port: int) -> bool:
    try:
        return Visitor(port).request("GET", "/") == 200
    except OSError:
        return False


class Visitor:
    """A player over HTTP who notes how long each answer took, in milliseconds."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.cookie = ""
        self.location = ""
        self.milliseconds = 0.0
        self.size = 0

    def request(self, method: str, path: str, **form: object) -> int:
        """Send a request; return the status."""
        headers = {**HEADERS, "Cookie": self.cookie}
        started = time.perf_counter()
        self.connection.request(method, path, urlencode(form), headers)
        answer = self.connection.getresponse()
        body = answer.read()
        self.milliseconds = 1000 * (time.perf_counter() - started)
        self.size = len(body)
        self.location = answer.headers.get("Location") or self.location
        found = re.match(r"[^;]+", answer.headers.get("Set-Cookie") or "")
        self.cookie = found[0] if found else self.cookie
        return answer.status


def server_figures() -> Iterator[Figure]:
    """Yield the figures of a server that starts for the second time."""
    with served():
        pass
    with served() as (port, seconds):
        yield Figure("Second start until the first answer", 1000 * seconds, "ms", 3000)
        yield from _mastermind(port)
        yield from _hidoku(port)
        yield from first_visit(port)


def _mastermind(port: int) -> Iterator[Figure]:
    visitor, moves, hints = Visitor(port), [], []
    for _ in range(GAMES):
        visitor.request("POST", "/mastermind/games")
        url = visitor.location
        for turn, row in enumerate(("1122", "3344", "5566", "1234", "4321", "6655")):
            version = 2 * turn + 1
            if visitor.request("POST", f"{url}/hints", version=version, tier=3, code="1234") != 200:
                break  # a lucky row has ended the game
            hints.append(visitor.milliseconds)
            visitor.request("POST", f"{url}/guesses", version=version + 1, code=row)
            moves.append(visitor.milliseconds)
    yield Figure("Mastermind move, p95 over HTTP", p95(moves), "ms", 20)
    yield Figure("Mastermind hint with all tiers, p95", p95(hints), "ms", 100)


def _hidoku(port: int) -> Iterator[Figure]:
    grid = BOARDS["findling"].grid
    path = dict(enumerate(solve(grid).solutions[0], 1))
    visitor, moves, hints, sizes = Visitor(port), [], [], []
    for _ in range(4):
        visitor.request("POST", "/hidoku/games")
        url, version = visitor.location, 1
        for number in sorted(set(path) - set(grid.given.values())):
            cell = f"{path[number].row},{path[number].column}"
            visitor.request("POST", f"{url}/hints", version=version, tier=3)
            hints.append(visitor.milliseconds)
            form = {"version": version + 1, "cell": cell, "number": number}
            assert visitor.request("POST", f"{url}/placements", **form) == 200
            moves.append(visitor.milliseconds)
            sizes.append(visitor.size)
            version += 2
    yield Figure("Hidoku move, p95 over HTTP", p95(moves), "ms", 20)
    yield Figure("Hidoku hint with all tiers, p95", p95(hints), "ms", 50)
    yield Figure("Largest answer to a Hidoku move", max(sizes) / 1000, "kB", 3)


def first_visit(port: int) -> Iterator[Figure]:
    """Yield what Chromium transfers for the first page and for a started game."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        page = browser.new_context().new_page()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        sizes: list[float] = []
        done = "Network.loadingFinished"
        session.on(done, lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(f"http://127.0.0.1:{port}/", wait_until="networkidle")
        yield Figure("First visit, transferred", sum(sizes) / 1000, "kB", 45)
        yield Figure("First visit, requests", len(sizes), "", 8)
        page.get_by_role("button", name="Play Mastermind").click()
        page.wait_for_load_state("networkidle")
        yield Figure("First page and a game, transferred", sum(sizes) / 1000, "kB", 45)
        browser.close()
