"""Hidoku over HTTP, board by board: how long moves, hints and frames take, what answers weigh.

Every board is played to its end as a page of the browser plays it, number by number along the path,
with a hint of all tiers before each: the weights are those of answers with a hint in them. On the
largest board the first moves stand for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.notations.json_format import format_json
from solver.hidoku.rules.grid import Adjacency
from tests.bench.measure import Figure, p95
from tests.bench.visitor import Noted, Visitor

MOVE, HINT, WEIGHT = 20, 50, 3  # milliseconds, milliseconds, kilobytes
BOARDS = 2  # of each kind
MOST_MOVES = 100
LARGE = BoardRequest(30, 30, difficulty=Difficulty.EASY)
KINDS = (
    *((f"10×10 {each.value}", BoardRequest(10, 10, difficulty=each)) for each in Difficulty),
    ("12×12 hard", BoardRequest(12, 12, difficulty=Difficulty.HARD)),
    (
        "12×12 hexagonal",
        BoardRequest(
            12,
            12,
            shape="hexagon",
            adjacency=Adjacency.HEX,
            difficulty=Difficulty.MEDIUM,
        ),
    ),
    ("30×30 easy", LARGE),
)


@dataclass
class Round(Noted):
    """What one visitor measures on the boards of a kind, by what was asked."""

    port: int
    request: BoardRequest

    def play(self, seed: int) -> None:
        """Play a board along its path."""
        made = generate(self.request, seed)
        self.bring(format_json(made.grid), "play")
        self.url, self.version = self.visitor.location, 1
        givens = set(made.grid.given.values())
        steps = [step for step in enumerate(made.path, 1) if step[0] not in givens]
        for number, cell in steps[:MOST_MOVES]:
            place = f"{cell.row},{cell.column}"
            self.change("hint", "hints", tier=3, cell=place)
            kind = "last move" if number == steps[-1][0] else "move"
            self.change(kind, "placements", cell=place, number=number, marked=place)

    def watch(self, seed: int) -> None:
        """Look at steps of the solve of a board, with everything that can be shown."""
        self.bring(format_json(generate(self.request, seed).grid), "watch")
        page = self.visitor.location + "?show=connections&show=candidates&show=placements&step="
        self.visitor.request("GET", f"{page}0")  # waits for the trace
        for step in range(MOST_MOVES):
            assert self.visitor.request("GET", f"{page}{step}") == 200
            self.note("frame", self.visitor)

    def bring(self, board: str, then: str) -> None:
        """Bring a board along, and go on to what shall be done with it."""
        self.visitor = Visitor(self.port)
        assert self.visitor.request("POST", "/hidoku/exchange/import", text=board, then=then) == 303

    def change(self, kind: str, what: str, **form: object) -> None:
        """Send a change of the game and note the answer."""
        form = {"version": self.version, "marked": "", **form}
        assert self.visitor.request("POST", f"{self.url}/{what}", **form) == 200
        self.version += 1
        self.note(kind, self.visitor)


def hidoku_round_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of every kind of board, and of all of them together."""
    rounds = []
    for title, request in KINDS:
        played = Round(port, request)
        for seed in range(1, BOARDS + 1):
            played.play(seed)
            played.watch(seed)
        rounds.append(played)
        yield from _figures(f"Hidoku {title}", played)
    *small, large = rounds
    last = max(max(played.taken["last move"]) for played in small)
    yield Figure("Hidoku up to 12×12: slowest last move of all", last, "ms")
    yield from _weights("Hidoku up to 12×12", small, WEIGHT)
    yield from _weights("Hidoku 30×30", [large], None)


def _figures(title: str, played: Round) -> Iterator[Figure]:
    goals = {} if played.request is LARGE else {"move": MOVE, "hint": HINT}
    for kind in ("move", "hint", "frame"):
        what = f"{title}: {kind}, p95 over HTTP"
        yield Figure(what, p95(played.taken[kind]), "ms", goals.get(kind))


def _weights(title: str, rounds: list[Round], goal: float | None) -> Iterator[Figure]:
    for kind in rounds[0].sizes:
        largest = max(max(played.sizes[kind]) for played in rounds) / 1000
        of_moves = None if kind == "frame" else goal
        yield Figure(f"{title}: largest answer, {kind}", largest, "kB", of_moves)
