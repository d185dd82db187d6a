"""Hidoku over HTTP, board by board: how long moves and hints take, and what answers weigh.

Every board is played to its end as a page of the browser plays it, number by number along the path,
with a hint of all tiers before each: the weights are those of answers with a hint in them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.notations.json_format import format_json
from solver.hidoku.rules.grid import Adjacency
from tests.bench.measure import Figure, p95
from tests.bench.visitor import Noted, Visitor

GOALS = {"move": 20, "hint": 50}  # milliseconds
WEIGHT = 3  # kilobytes
BOARDS = 2  # of each kind
MOST_MOVES = 100
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
)


@dataclass
class Round(Noted):
    """What one visitor measures on the boards of a kind, by what was asked."""

    port: int
    request: BoardRequest

    def play(self, seed: int) -> None:
        puzzle = generate(self.request, seed)
        self.bring(format_json(puzzle.grid))
        self.url, self.version = self.visitor.location, 1
        givens = set(puzzle.grid.given.values())
        steps = [step for step in enumerate(puzzle.path, 1) if step[0] not in givens]
        for number, cell in steps[:MOST_MOVES]:
            place = f"{cell.row},{cell.column}"
            self.change("hint", "hints", tier=3, cell=place)
            kind = "last move" if number == steps[-1][0] else "move"
            self.change(kind, "placements", cell=place, number=number, marked=place)

    def bring(self, board: str) -> None:
        self.visitor = Visitor(self.port)
        assert (
            self.visitor.request("POST", "/hidoku/exchange/import", text=board, then="play") == 303
        )

    def change(self, kind: str, action: str, **form: object) -> None:
        form = {"version": self.version, "marked": "", **form}
        assert self.visitor.request("POST", f"{self.url}/{action}", **form) == 200
        self.version += 1
        self.note(kind, self.visitor)


def hidoku_round_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of every kind of board, and of all of them together."""
    rounds = []
    for title, request in KINDS:
        board_round = Round(port, request)
        for seed in range(1, BOARDS + 1):
            board_round.play(seed)
        rounds.append(board_round)
        for kind, goal in GOALS.items():
            label = f"Hidoku {title}: {kind}, p95 over HTTP"
            yield Figure(label, p95(board_round.taken[kind]), "ms", goal)
    for kind in rounds[0].sizes:
        largest = max(max(board_round.sizes[kind]) for board_round in rounds) / 1000
        yield Figure(f"Hidoku up to 12×12: largest answer, {kind}", largest, "kB", WEIGHT)
