"""What lessons claim, by plain counting and trying: nothing here is the engine's.

Files are read anew, codes are strings of signs, boards are dicts of (row, column).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from math import log2
from pathlib import Path

from tests.plain.boards import Place as Cell
from tests.plain.boards import PlainBoard, read
from tests.plain.codes import feedback

#: Signs of a hole, holes, and whether a sign may come twice.
GAMES = {
    "classic": ("123456", 4, True),
    "mini": ("1234", 3, True),
    "super": ("12345678", 5, True),
    "distinct": ("123456", 4, False),
    "bulls9": ("123456789", 4, False),
}


def all_codes(game: str) -> list[str]:
    signs, pegs, repeats = GAMES[game]
    codes = product(signs, repeat=pegs) if repeats else permutations(signs, pegs)
    return ["".join(code) for code in codes]


def turn_of(row: str) -> tuple[str, tuple[int, int]]:
    code, keys = row.split(":")
    return code, (int(keys[0]), int(keys[2]))


def read_board(text: str) -> PlainBoard:
    """Read the block of a lesson: lines of settings, and a board as it is printed."""
    settings = dict(re.findall(r"^(\w+): (.*)$", text, re.MULTILINE))
    numbers = [int(number) - 1 for number in re.findall(r"\d+", settings.get("links", ""))]
    four = [iter(numbers)] * 4
    links = [((a, b), (c, d)) for a, b, c, d in zip(*four, strict=True)]
    rows = [line for line in text.splitlines() if ": " not in line]
    return read("\n".join(rows), settings.get("adjacency", "8"), links)


def reach(board: PlainBoard, number: int) -> set[Cell]:
    """Empty cells near enough to the numbers that stand next below and above."""
    below = max((n for n in board.where if n < number), default=None)
    above = min((n for n in board.where if n > number), default=None)
    cells = board.empty
    for end in (below, above):
        if end is not None:
            steps = board.distances(board.where[end])
            cells = {cell for cell in cells if steps.get(cell, 999) <= abs(end - number)}
    return cells


@dataclass
class PlainStep:
    """A step of a lesson's file: its blocks as text, by name."""

    lesson: str
    number: int
    blocks: dict[str, str]
    kind: str
    game: str

    @property
    def name(self) -> str:
        return f"{self.lesson}/{self.number}"

    def field(self, name: str) -> str:
        match = re.search(rf"^{name}: *(.*)$", self.blocks["ask"], re.MULTILINE)
        return match[1] if match else ""

    @property
    def options(self) -> list[str]:
        return re.findall(r"^- (.*(?:\n  .*)*)", self.blocks["ask"], re.MULTILINE)

    @property
    def turns(self) -> list[tuple[str, tuple[int, int]]]:
        return list(map(turn_of, self.blocks.get("rows", "").split()))

    @property
    def board(self) -> PlainBoard | None:
        return read_board(self.blocks["board"]) if "board" in self.blocks else None

    def left(self, *further: tuple[str, tuple[int, int]]) -> list[str]:
        turns = [*self.turns, *further]
        return [
            code
            for code in all_codes(self.game)
            if all(feedback(guess, code) == keys for guess, keys in turns)
        ]


def plain_steps(folder: Path) -> list[PlainStep]:
    return [step for path in sorted(folder.rglob("*.md")) for step in _steps_of(path)]


def _steps_of(path: Path) -> Iterator[PlainStep]:
    text = path.read_text()
    game = re.search(r"^game: (\w+)$", text.split("## ")[0], re.MULTILINE)
    for number, part in enumerate(re.split(r"^## ", text, flags=re.MULTILINE)[1:], 1):
        fences = re.findall(r"^```(\w+) ?(.*)\n((?:.*\n)*?)```$", part, re.MULTILINE)
        blocks = {name: body.rstrip("\n") for name, _, body in fences}
        kind = next(argument for name, argument, _ in fences if name == "ask")
        step_game = re.search(r"^game: (\w+)$", blocks["ask"], re.MULTILINE)
        name = f"{path.parent.name}/{path.stem}"
        chosen = step_game or game
        yield PlainStep(name, number, blocks, kind, chosen[1] if chosen else "classic")


def bits(sizes: list[int]) -> float:
    total = sum(sizes)
    return sum(size / total * log2(total / size) for size in sizes)
