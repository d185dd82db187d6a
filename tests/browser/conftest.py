"""A real server and a real Chromium; any error in a page's console fails the test."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import find_chromium
from tests.browser.contexts import Contexts
from tests.browser.timers import HURRY
from tests.ports import free_ports
from tests.sampling import sample
from tests.webapp.servers import SERVE, does_answer, running_server
from tests.webapp.work.patience import until

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # pages of one context share a process, which is quick to open
    "--disable-site-isolation-trials",  # else a page is opened in one process and moves to another
]
EXPECTED = (  # what Chromium and htmx log of refused moves and of a server that is away
    "Failed to load resource: the server responded with a status",
    "Failed to load resource: net::ERR_CONNECTION_REFUSED",
    "Failed to load resource: net::ERR_INTERNET_DISCONNECTED",
    "htmx:error: Failed to fetch",
)
START_DEADLINE = 600  # seconds: the first start compiles the kernels
PATIENCE = 60_000  # milliseconds: a busy machine may be slow, and who need not wait does not

#: What the server's Python runs first. Each draw is another one than the last, and never a code
#: that tests guess: of Classic's those from 5252 to 6161, with which no strategy opens either. And
#: there is one process for jobs on every machine, so that one can be seen under way.
SAME_EVERYWHERE = """\
from itertools import count
import os
import secrets

drawn = count()
secrets.randbelow = lambda most: most * 5 // 7 + next(drawn) % max(1, most // 7)
os.cpu_count = lambda: 2

class Draws(secrets.SystemRandom):
    def randrange(self, most):
        return secrets.randbelow(most)

secrets.SystemRandom = Draws
"""
LOOK = ("color_scheme", "forced_colors", "reduced_motion")  # what a page may have for itself

NewPage = Callable[..., Page]
Case = TypeVar("Case")
Pick = Callable[..., Iterator[Case]]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have a story told in one of its windows or looks, which the seed draws."""
    folder = Path(__file__).parent
    for item in items:
        if folder in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.sampled(1))
            item.add_marker(pytest.mark.timeout(2 * START_DEADLINE))  # the first starts the server


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Nothing to compile here: it is the server that solves, and compiles its own at its start."""


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("instance")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Iterator[str]:
    """Serve the game as a player would start it; yield its address."""
    first = tmp_path_factory.mktemp("first")
    (first / "sitecustomize.py").write_text(SAME_EVERYWHERE)
    path = os.pathsep.join(filter(None, [str(first), os.environ.get("PYTHONPATH")]))
    with run_server(SERVE, data, PEGS_JOB_SECONDS="600", PYTHONPATH=path) as address:
        yield address


@contextmanager
def run_server(command: Sequence[str], data: Path, **settings: str) -> Iterator[str]:
    """Run a server till the end of the block; yield its address as soon as it answers."""
    port = next(free_ports())
    address = f"http://127.0.0.1:{port}"
    with running_server(port, data, {"DATABASE_URL": "", **settings}, command) as process:
        until(lambda: does_answer(address) or process.poll() is not None, START_DEADLINE)
        assert process.poll() is None, (data / "server.log").read_text()
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    assert path, "no Chromium: run `make browser`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        for process in psutil.Process().children(recursive=True):
            if "chrom" in process.name():
                process.kill()  # to close it has once waited for ever


@pytest.fixture(scope="session")
def contexts(browser: Browser, server: str) -> Contexts:
    return Contexts(browser, server)


@pytest.fixture
def new_page(contexts: Contexts) -> Iterator[NewPage]:
    """Return a maker of pages, each in a context of its own, and check their consoles after."""
    complaints: list[str] = []

    def make(width: int = 1280, height: int = 800, **options: Any) -> Page:
        look = {name: options.pop(name) for name in LOOK if name in options}
        page = contexts.lend(**options).new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(**look)
        page.add_init_script(HURRY)
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complain(message.type, message.text))
        return page

    def complain(kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not any(part in text for part in EXPECTED):
            complaints.append(text)

    yield make
    contexts.take_back()
    assert not complaints


@pytest.fixture
def pick(contexts: Contexts, request: pytest.FixtureRequest) -> Pick[Any]:
    """Return what goes through cases: it names each, and closes the pages of the last.

    Cases are mostly windows and looks: a sixth of them is drawn by the name of the test.
    """

    def go(cases: Iterable[Any], share: int = 6) -> Iterator[Any]:
        whole = list(cases)
        for case in sample(whole, -(-len(whole) // share), request.node.nodeid):
            print("case:", case)  # the last one is that which failed
            yield case
            contexts.take_back()

    return go


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["1280", "390"])
def page(new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    return new_page(*request.param)
