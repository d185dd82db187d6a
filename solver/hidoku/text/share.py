"""A solved board as a few lines to send: time, hints, and a ribbon that tells no cell.

The ribbon goes through the numbers in the order they were placed, in ten squares at most. The
colour of a square says to which part of the path most of its numbers belong, red for the first
numbers and purple for the last, as the ribbon on the board is coloured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from solver.wording import counted

COLOURS: Final = "🟥🟧🟨🟩🟦🟪"  # of the parts of the path, from the first numbers to the last
LONGEST: Final = 10  # squares


def ribbon_parts(last: int, placed: Sequence[int]) -> tuple[int, ...]:
    """Return for each square of the ribbon the part of the path that it shows, from 0.

    ``placed`` are numbers of a path to ``last``, in the order they were placed. Of two parts that
    come as often in a square, the one is shown that comes first.

    >>> ribbon_parts(12, [1, 2, 12, 11, 6, 5])
    (0, 0, 5, 5, 2, 2)
    >>> ribbon_parts(60, range(1, 61)), ribbon_parts(9, [])
    ((0, 0, 1, 2, 2, 3, 3, 4, 5, 5), ())
    """
    squares = min(LONGEST, len(placed))
    bounds = [len(placed) * square // squares for square in range(squares + 1)] if squares else []
    parts = [(number - 1) * len(COLOURS) // last for number in placed]
    stretches = (parts[start:end] for start, end in pairwise(bounds))
    return tuple(Counter(stretch).most_common(1)[0][0] for stretch in stretches)


def ribbon_text(last: int, placed: Sequence[int]) -> str:
    """Return the ribbon as coloured squares of plain text.

    >>> ribbon_text(12, [1, 2, 12, 11, 6, 5])
    '🟥🟥🟪🟪🟨🟨'
    """
    return "".join(COLOURS[part] for part in ribbon_parts(last, placed))


def share_text(
    title: str, last: int, placed: Sequence[int], *, time: str, hints: int, link: str = ""
) -> str:
    """Return what is sent of a solved board: title, time, hints, the ribbon, and a link.

    >>> print(share_text("8 × 8", 64, [3, 4, 60], time="4:05", hints=1, link="https://a.b/g/c"))
    Hidoku 8 × 8: solved in 4:05
    64 numbers, 1 hint
    🟥🟥🟪
    https://a.b/g/c
    """
    lines = [
        f"Hidoku {title}: solved in {time}",
        f"{counted(last, 'number')}, {counted(hints, 'hint') if hints else 'no hints'}",
        ribbon_text(last, placed),
        link,
    ]
    return "\n".join(filter(None, lines))
