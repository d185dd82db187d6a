"""An application in a process of its own, in which no kernel is compiled until it is allowed."""

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from tests.webapp.http.visits import Answer, Visitor
from tests.webapp.work.executors import ThreadExecutor
from webapp.application import create_app
from webapp.config import read_settings
from webapp.warm_up import warm
from webapp.work.tasks import Patience, Preparation

RELEASE = None
#: How long a request waits for a task: hardly while nothing can be done, then until it is.
COLD, WARM = Patience(0.05, 0.05), Patience(300.0, 300.0)


@dataclass(frozen=True)
class ColdApp:
    """The other end of the line to the process."""

    line: Connection

    def ask(self, *request: object) -> Answer:
        """Have a request answered: headers, then what ``Visitor.ask`` takes."""
        self.line.send(request)
        answer: Answer = self.line.recv()
        return answer

    def release(self) -> None:
        """Let kernels be loaded from now on."""
        self.line.send(RELEASE)
        self.line.recv()


@contextmanager
def cold_app(data: Path) -> Iterator[ColdApp]:
    """Have an application on a folder of data, in a new process."""
    ours, theirs = multiprocessing.Pipe()
    spawn = multiprocessing.get_context("spawn")
    process = spawn.Process(target=serve, args=(theirs, str(data)), daemon=True)
    process.start()
    theirs.close()
    yield ColdApp(ours)
    ours.close()
    process.join(60)
    process.kill()


def serve(line: Connection, data: str) -> None:
    preparation = Preparation()
    preparation.begin()
    settings = read_settings({"PEGS_DATA": data, "PEGS_NEW_A_DAY": "100000"})
    app = create_app(settings, executor=ThreadExecutor())
    app.config["PATIENCE"] = COLD
    while True:
        try:
            request = line.recv()
        except EOFError:
            return
        if request is RELEASE:
            app.config["PATIENCE"] = WARM
            preparation.end()
            warm()
            line.send(True)
            continue
        cookie, headers, *arguments = request
        line.send(Visitor(app, cookie, headers).ask(*arguments))
