"""The running server's figures: moves and hints over HTTP, its second start, a first visit."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import sync_playwright

from solver.hidoku.boards import BOARDS
from solver.hidoku.search import solve
from tests.bench.measure import Figure, p95
from tests.bench.rounds import round_figures
from tests.bench.visitor import Visitor, served
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET


def server_figures() -> Iterator[Figure]:
    """Yield the figures of a server that starts for the second time."""
    with served():
        pass
    with served() as (port, seconds):
        yield Figure("Second start until the first answer", 1000 * seconds, "ms", 3000)
        yield from round_figures(port)
        yield from _hidoku(port)
        yield from first_visit(port)


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
