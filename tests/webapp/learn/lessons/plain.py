"""What lessons claim, by plain counting and trying: nothing here is the engine's.

Files are read anew, codes are strings of signs, boards are dicts of (row, column).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product
from math import log2
from pathlib import Path

Cell = tuple[int, int]

#: Signs of a hole, holes, and whether a sign may come twice.
GAMES = {
    "classic": ("123456", 4, True),
    "mini": ("1234", 3, True),
    "super": ("12345678", 5, True),
    "distinct": ("123456", 4, False),
    "bulls9": ("123456789", 4, False),
}
EIGHT = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
STEPS = {
    "8": EIGHT,
    "4": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "hex": [step for step in EIGHT if step not in ((-1, -1), (1, 1))],
}


def all_codes(game: str) -> list[str]:
    signs, pegs, repeats = GAMES[game]
    every = product(signs, repeat=pegs) if repeats else permutations(signs, pegs)
    return ["".join(code) for code in every]


def answer(guess: str, code: str) -> tuple[int, int]:
    """Count each peg of the code once: first those in place, then the others by colour."""
    black = sum(a == b for a, b in zip(guess, code, strict=True))
    alike = sum(min(guess.count(sign), code.count(sign)) for sign in set(guess))
    return black, alike - black


def turn_of(row: str) -> tuple[str, tuple[int, int]]:
    code, keys = row.split(":")
    return code, (int(keys[0]), int(keys[2]))


def parts(guess: str, left: list[str]) -> dict[tuple[int, int], list[str]]:
    found: dict[tuple[int, int], list[str]] = {}
    for code in left:
        found.setdefault(answer(guess, code), []).append(code)
    return found


@dataclass
class PlainBoard:
    """A board as its text has it."""

    text: str
    given: dict[Cell, int] = field(default_factory=dict)
    cells: set[Cell] = field(default_factory=set)
    links: list[tuple[Cell, Cell]] = field(default_factory=list)
    steps: list[tuple[int, int]] = field(default_factory=lambda: STEPS["8"])

    def __post_init__(self) -> None:
        row = 0
        for line in self.text.splitlines():
            name, colon, rest = line.partition(": ")
            if colon and name == "adjacency":
                self.steps = STEPS[rest]
            elif colon:
                numbers = [int(number) - 1 for number in re.findall(r"\d+", rest)]
                four = [iter(numbers)] * 4
                self.links = [((a, b), (c, d)) for a, b, c, d in zip(*four, strict=True)]
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
        return [each for each in around if each in self.cells]

    def distances(self, start: Cell) -> dict[Cell, int]:
        """Steps from a cell through empty ones; filled ones can be come to."""
        found, waiting = {start: 0}, deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell != start and cell in self.given:
                continue
            for each in self.near(cell):
                if each not in found:
                    found[each] = found[cell] + 1
                    waiting.append(each)
        return found

    def reach(self, number: int) -> set[Cell]:
        """Empty cells near enough to the numbers that stand next below and above."""
        found = self.cells - set(self.given)
        below = [n for n in self.where if n < number][-1:] and max(
            n for n in self.where if n < number
        )
        above = [n for n in self.where if n > number] and min(n for n in self.where if n > number)
        for end in (below, above):
            if end:
                steps = self.distances(self.where[end])
                found = {c for c in found if steps.get(c, 999) <= abs(end - number)}
        return found

    def solutions(self, most: int = 2) -> list[dict[Cell, int]]:
        """Walk the path from 1 on, and go back where it ends."""
        found: list[dict[Cell, int]] = []
        for board in self._walks({}, 1):
            if all(abs(board[a] - board[b]) == 1 for a, b in self.links):
                found.append(board)
            if len(found) == most:
                break
        return found

    def _walks(self, board: dict[Cell, int], number: int) -> Iterator[dict[Cell, int]]:
        if number > self.last:
            yield dict(board)
            return
        before = next((cell for cell, n in board.items() if n == number - 1), None)
        open_ = self.near(before) if before else sorted(self.cells)
        if number in self.where:
            open_ = [cell for cell in open_ if cell == self.where[number]]
        else:
            open_ = [cell for cell in open_ if cell not in board and cell not in self.given]
        for cell in open_:
            if self._in_time(cell, number):
                board[cell] = number
                yield from self._walks(board, number + 1)
                del board[cell]

    def _in_time(self, cell: Cell, number: int) -> bool:
        later = [n for n in self.where if n > number]
        if not later:
            return True
        goal = min(later)
        return self._bare[cell].get(self.where[goal], 999) <= goal - number

    @cached_property
    def _bare(self) -> dict[Cell, dict[Cell, int]]:
        bare = PlainBoard("", {}, self.cells, [], self.steps)
        return {cell: bare.distances(cell) for cell in self.cells}


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
        found = re.search(rf"^{name}: *(.*)$", self.blocks["ask"], re.MULTILINE)
        return found[1] if found else ""

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
            if all(answer(guess, code) == keys for guess, keys in turns)
        ]


def plain_steps(folder: Path) -> list[PlainStep]:
    return [step for path in sorted(folder.rglob("*.md")) for step in _steps_of(path)]


def _steps_of(path: Path) -> Iterator[PlainStep]:
    text = path.read_text()
    game = re.search(r"^game: (\w+)$", text.split("## ")[0], re.MULTILINE)
    for number, part in enumerate(re.split(r"^## ", text, flags=re.MULTILINE)[1:], 1):
        found = re.findall(r"^```(\w+) ?(.*)\n((?:.*\n)*?)```$", part, re.MULTILINE)
        blocks = {name: body.rstrip("\n") for name, _, body in found}
        kind = next(argument for name, argument, _ in found if name == "ask")
        own = re.search(r"^game: (\w+)$", blocks["ask"], re.MULTILINE)
        name = f"{path.parent.name}/{path.stem}"
        chosen = own or game
        yield PlainStep(name, number, blocks, kind, chosen[1] if chosen else "classic")


def needed(left: tuple[str, ...], codes: list[str], kept: dict[tuple[str, ...], int]) -> int:
    """How many guesses the best play needs for all of some codes together: every way is tried."""
    if len(left) < 3:
        return (0, 1, 3)[len(left)]
    if left not in kept:
        least = 2 * len(left) - 1
        best = 99 * len(left)
        for guess in [*left, *codes]:
            split = parts(guess, list(left))
            if len(split) == 1:
                continue
            best = min(best, needed_with(guess, left, codes, kept, split))
            if best == least or (best == least + 1 and guess not in left):
                break
        kept[left] = best
    return kept[left]


def needed_with(
    guess: str,
    left: tuple[str, ...],
    codes: list[str],
    kept: dict[tuple[str, ...], int],
    split: dict[tuple[int, int], list[str]] | None = None,
) -> int:
    """The same when a guess is made first."""
    found = split or parts(guess, list(left))
    rest = (part for keys, part in found.items() if keys[0] < len(guess))
    return len(left) + sum(needed(tuple(part), codes, kept) for part in rest)


def bits(sizes: list[int]) -> float:
    total = sum(sizes)
    return sum(size / total * log2(total / size) for size in sizes)
