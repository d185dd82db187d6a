"""How a guess splits the codes that still fit, drawn: over each answer what it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solver.deduction.faces.face import Face, ShownAnswer
from solver.wording import counted

MOST_DOTS: Final = 60  # codes that are drawn one by one
HIGHEST: Final = 9  # dots above each other
MOST_BARS: Final = 14  # answers whose marks can be told apart on a phone, of up to four marks
FEWER_BARS: Final = 8  # of more marks
STEP: Final = 12  # from dot to dot
BARS_HEIGHT: Final = 84
FIGURE: Final = 16  # above the highest bar
LEAST_HEIGHT: Final = 3


@dataclass(frozen=True)
class SplitBar:
    """What an answer, by its number, leaves: how many codes, how high drawn, and if it wins."""

    number: int
    answer: ShownAnswer
    words: str
    size: int
    height: int
    wins: bool


@dataclass(frozen=True)
class ShownSplit:
    """The parts of a split in the order of their answers; ``others`` tells of those not drawn."""

    bars: tuple[SplitBar, ...]
    height: int
    has_dots: bool
    others: str


def show_split(face: Face, sizes: Sequence[int]) -> ShownSplit:
    """Return the split of the codes that still fit, whose ``sizes`` go by the game's feedbacks.

    Few codes are drawn as dots, more as bars, and of many answers those that leave most.
    """
    parts = [(number, size) for number, size in enumerate(sizes) if size]
    most = max(sizes)
    has_dots = sum(sizes) <= MOST_DOTS and most <= HIGHEST
    by_size = sorted(parts, key=lambda part: (part[0] != face.game.won, -part[1]))
    shown = MOST_BARS if face.game.pegs <= 4 else FEWER_BARS
    drawn = sorted(by_size[:shown])
    height = STEP * most + 2 if has_dots else BARS_HEIGHT + FIGURE
    return ShownSplit(
        tuple(_bar(face, number, size, most) for number, size in drawn),
        height,
        has_dots,
        _others(by_size[shown:]),
    )


def _bar(face: Face, number: int, size: int, most: int) -> SplitBar:
    answer = face.show(face.game.feedbacks[number])
    height = max(LEAST_HEIGHT, round(BARS_HEIGHT * size / most))
    return SplitBar(number, answer, answer.words, size, height, number == face.game.won)


def _others(parts: Sequence[tuple[int, int]]) -> str:
    if not parts:
        return ""
    total, most = sum(size for _, size in parts), max(size for _, size in parts)
    answers = counted(len(parts), "more answer")
    verb = "leaves" if len(parts) == 1 else "leave"
    each = "" if len(parts) == 1 else f", {most:,} at most each"
    return f"{answers} {verb} {counted(total, 'code')}{each}."
