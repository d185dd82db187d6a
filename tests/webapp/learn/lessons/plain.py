"""What lessons claim, by plain counting and trying: nothing here is the engine's.

Files are read anew, codes are strings of signs, boards are dicts of (row, column).
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from math import log2
from pathlib import Path

from tests.plain import boards
from tests.plain.boards import STEPS, solutions
from tests.plain.codes import feedback

Cell = tuple[int, int]

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


@dataclass
class PlainBoard:
    """A board as its text has it."""

    text: str
    given: dict[Cell, int] = field(default_factory=dict)
    cells: set[Cell] = field(default_factory=set)
    joined: list[tuple[Cell, Cell]] = field(default_factory=list)
    steps: list[tuple[int, int]] = field(default_factory=lambda: STEPS["8"])

    def __post_init__(self) -> None:
        row = 0
        for line in self.text.splitlines():
            name, colon, value = line.partition(": ")
            if colon and name == "adjacency":
                self.steps = STEPS[value]
            elif colon:
                numbers = [int(number) - 1 for number in re.findall(r"\d+", value)]
                four = [iter(numbers)] * 4
                self.joined = [((a, b), (c, d)) for a, b, c, d in zip(*four, strict=True)]
            else:
                self._read(row, line.split())
                row += 1

    def _read(self, row: int, signs: list[str]) -> None:
        for column, sign in enumerate(signs):
            if sign != "#":
                self.cells.add((row, column))
            if sign.isdecimal():
                self.given[row, column] = int(sign)

    @property
    def last(self) -> int:
        return len(self.cells)

    @property
    def where(self) -> dict[int, Cell]:
        return {number: cell for cell, number in self.given.items()}

    def near(self, cell: Cell) -> list[Cell]:
        around = [(cell[0] + a, cell[1] + b) for a, b in self.steps]
        return [neighbour for neighbour in around if neighbour in self.cells]

    def distances(self, start: Cell) -> dict[Cell, int]:
        """Steps from a cell through empty ones; filled ones can be come to."""
        distances, waiting = {start: 0}, deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell != start and cell in self.given:
                continue
            for neighbour in self.near(cell):
                if neighbour not in distances:
                    distances[neighbour] = distances[cell] + 1
                    waiting.append(neighbour)
        return distances

    def reach(self, number: int) -> set[Cell]:
        """Empty cells near enough to the numbers that stand next below and above."""
        cells = self.cells - set(self.given)
        below = [n for n in self.where if n < number][-1:] and max(
            n for n in self.where if n < number
        )
        above = [n for n in self.where if n > number] and min(n for n in self.where if n > number)
        for end in (below, above):
            if end:
                steps = self.distances(self.where[end])
                cells = {c for c in cells if steps.get(c, 999) <= abs(end - number)}
        return cells

    def solutions(self, limit: int = 2) -> list[dict[Cell, int]]:
        near = {cell: frozenset(self.near(cell)) for cell in self.cells}
        links = frozenset(map(frozenset, self.joined))
        return solutions(boards.PlainBoard(frozenset(self.cells), near, self.given, links), limit)


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
        return PlainBoard(self.blocks["board"]) if "board" in self.blocks else None

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
