"""``python -m tests.walk``: how far a request walks through the house, and what it takes.

Counted are the project's own functions that are called, the files these stand in, and how often one
calls into another file; the processor time is that of the application alone, without a network.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from statistics import median
from types import CodeType, FrameType
from typing import NamedTuple
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from tests.compiled import compile_imported
from tests.webapp.player import Player
from webapp.application import create_app
from webapp.config import ROOT, read_settings

HOUSE = tuple(str(ROOT / room) for room in ("solver", "webapp"))
TIMES = 15
CODE = "2534"
BOARD = {"size": "10x10", "difficulty": "easy", "seed": 1, "then": "play"}

Request = Callable[[], object]


class Walk(NamedTuple):
    """What a request called: functions, files, and switches from one file to another."""

    functions: int
    files: int
    switches: int


def walked(ask: Request) -> Walk:
    """Return the walk of a request."""
    called: set[CodeType] = set()
    switches = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal switches
        code, caller = frame.f_code, frame.f_back
        if event == "call" and code.co_filename.startswith(HOUSE):
            called.add(code)
            switches += caller is None or caller.f_code.co_filename != code.co_filename

    sys.setprofile(note)
    try:
        ask()
    finally:
        sys.setprofile(None)
    return Walk(len(called), len({code.co_filename for code in called}), switches)


def seconds(ask: Request) -> float:
    """Return the processor time of a request."""
    begun = time.process_time()
    ask()
    return time.process_time() - begun


def move(player: Player, url: str, what: str, **form: object) -> Request:
    """Return the request of a move, its form filled in beforehand."""
    version = player.newest(url)
    return lambda: player.post(f"{url}/{what}", version=version, **form)


def guess(player: Player) -> Request:
    """Return the second guess of a game."""
    return move(player, after_a_guess(player), "guesses", typed="1344")


def hint(player: Player) -> Request:
    """Return a hint of Mastermind, with its reason, after a guess."""
    return move(player, after_a_guess(player), "hints", tier=3)


def after_a_guess(player: Player) -> str:
    """Return the address of a game with one row; its code is not drawn, so each walk is alike."""
    with patch("webapp.mastermind.breaker.kind.random_code", lambda game: game.parse_code(CODE)):
        url = player.new("mastermind/breaker", game="classic")
    player.move(url, "guesses", typed="1122")
    return url


def placement(player: Player) -> Request:
    """Return a number placed on a board of 10 by 10."""
    url = board(player)
    empty = re.search(r'value="(\d+,\d+)" aria-label="[^"]*: empty"', player.client.get(url).text)
    assert empty
    form = {"cell": empty[1], "number": 2, "marked": "", "direction": "up"}
    return move(player, url, "placements", **form)


def placement_hint(player: Player) -> Request:
    """Return a hint of Hidoku, with its reason."""
    return move(player, board(player), "hints", tier=3)


def board(player: Player) -> str:
    """Return the address of a game on a board of 10 by 10."""
    asked = (player.post("/hidoku/boards", **BOARD).location for _ in range(60))
    return next(found for found in asked if "/play/" in found)  # the first time it is made


REQUESTS: Mapping[str, Callable[[Player], Request]] = {
    "guess": guess,
    "hint of Mastermind": hint,
    "placement": placement,
    "hint of Hidoku": placement_hint,
}


def walks(player: Player) -> Mapping[str, Walk]:
    """Return the walk of each request, asked a second time: the first fills what is kept."""
    return {name: [walked(make(player)) for _ in range(2)][1] for name, make in REQUESTS.items()}


def main() -> None:
    """Print the table."""
    compile_imported()
    table = Table("Request", "Functions", "Files", "Switches", "Processor ms", title="Walks")
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(read_settings({"PEGS_DATA": folder}))
        player = Player(app.test_client(), by_htmx=True)
        for name, walk in walks(player).items():
            taken = median(seconds(REQUESTS[name](player)) for _ in range(TIMES))
            table.add_row(name, *map(str, walk), f"{1000 * taken:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
