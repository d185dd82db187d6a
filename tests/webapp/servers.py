"""Real server processes on one database, and a visitor whose requests go to them in turn."""

import html
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from http.cookiejar import CookieJar
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode

from tests.ports import free_ports
from tests.webapp.work.patience import until

ROOT = Path(__file__).parents[2]
SERVE = (sys.executable, "-m", "webapp")
STOP_DEADLINE = 60  # seconds
ANSWER_DEADLINE = 60  # seconds
COMPILE_DEADLINE = 900  # seconds: what a hint needs takes 15 of a quiet machine


@contextmanager
def running_servers(number: int, folder: Path, environ: Mapping[str, str]) -> Iterator[list[str]]:
    """Run servers that start at the same moment; yield their addresses when all answer.

    Each has a folder of its own, as on computers of their own.
    """
    ports = list(islice(free_ports(), number))
    with ExitStack() as running:
        for port in ports:
            running.enter_context(running_server(port, folder / str(port), environ))
        addresses = [f"http://127.0.0.1:{port}" for port in ports]
        for address in addresses:
            until(lambda address=address: does_answer(address))
        yield addresses


@contextmanager
def running_server(
    port: int, data: Path, environ: Mapping[str, str], command: Sequence[str] = SERVE
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server till the end of the block, and stop it as an operator would."""
    data.mkdir(exist_ok=True)
    settings = {"PEGS_PORT": str(port), "PEGS_DATA": str(data), **environ}
    with (
        (data / "server.log").open("w") as log,
        subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **settings}, stdout=log, stderr=log
        ) as process,
    ):
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(STOP_DEADLINE)
            finally:
                process.kill()


def does_answer(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=ANSWER_DEADLINE):
            return True
    except OSError:
        return False


class Answer(NamedTuple):
    status: int
    location: str
    headers: Mapping[str, str]
    text: str


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Leave it to the visitor to follow, who asks another server then."""

    def redirect_request(self, *args: Any) -> None:
        return None


class RoundRobin:
    """A visitor with one browser; each request goes to the next server."""

    def __init__(self, addresses: list[str]) -> None:
        self._turn = cycle(addresses)
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        direct = urllib.request.ProxyHandler({})
        self._opener = urllib.request.build_opener(direct, cookies, NoRedirects)

    def get(self, path: str) -> Answer:
        return self._ask(urllib.request.Request(next(self._turn) + path))

    def post(self, path: str, **form: object) -> Answer:
        headers = {"Sec-Fetch-Site": "same-origin"}
        data = urlencode(form).encode()
        return self._ask(urllib.request.Request(next(self._turn) + path, data, headers))

    def everywhere(self, path: str) -> list[str]:
        """Return the page of an address from two servers, one after the other."""
        return [self.get(path).text for _ in "ab"]

    def move(self, url: str, action: str, **form: object) -> str:
        """Post a change from one server's page to the other; return the first's page then."""
        match = re.search(r'name="version" value="(\d+)"', self.get(url).text)
        answer = self.post(f"{url}/{action}", version=match[1] if match else 0, **form)
        assert answer.status == 303, answer
        return self.get(answer.location).text

    def guess(self) -> str:
        """Begin a game and guess once; return its address. Begin another if that was the code."""
        url = self.post("/mastermind/breaker/games", game="mini").location
        self.move(url, "guesses", code="112")
        until(lambda: "Row 1:" in self.get(url).text, COMPILE_DEADLINE)
        return self.guess() if "Found in 1 guess" in self.get(url).text else url

    def ask_for_hint(self, url: str) -> None:
        """Ask for a whole hint until it is there, as its page does by itself."""

        def is_there() -> bool:
            match = re.search(r'name="version" value="(\d+)"', self.get(url).text)
            if not match:  # the page says that the solver is being compiled
                return False
            answer = self.post(f"{url}/hints", version=match[1], tier=3)
            return 'aria-label="How much to show"' in answer.text

        until(is_there, COMPILE_DEADLINE)

    def _ask(self, request: urllib.request.Request) -> Answer:
        try:
            response = self._opener.open(request, timeout=ANSWER_DEADLINE)
        except HTTPError as refused:
            response = refused
        with response:
            location = response.headers.get("Location", "")
            text = html.unescape(response.read().decode())
            return Answer(response.status, location, response.headers, text)
