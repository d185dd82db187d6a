"""Lines and dots of a board's ribbon as the ``d`` of an SVG path.

Each place is told from the one before: on a board there are few ways from a cell to the next, so
that a ribbon compresses to two thirds of what its places took as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

Point = tuple[float, float]


def lines_text(steps: Iterable[tuple[Point, Point]]) -> str:
    """Return lines, those that go on where the one before ended in one stroke with it.

    >>> lines_text([((0.5, 0.5), (1.5, 0.5)), ((1.5, 0.5), (2.5, 1.5)), ((4.5, 0.5), (4.5, 1.5))])
    'M0.5 0.5h1l1 1m2-1v1'
    """
    return "".join(_lines(steps))


def dots_text(points: Iterable[Point]) -> str:
    """Return dots: lines without length, which round caps make visible.

    >>> dots_text([(0.5, 0.5), (1.5, 0.5)])
    'M0.5 0.5h0m1 0h0'
    """
    last: Point | None = None
    parts = []
    for point in points:
        parts.append(f"{_start(last, point)}h0")
        last = point
    return "".join(parts)


def _lines(steps: Iterable[tuple[Point, Point]]) -> Iterator[str]:
    end: Point | None = None
    for start, goal in steps:
        if start != end:
            yield _start(end, start)
        yield _line(goal[0] - start[0], goal[1] - start[1])
        end = goal


def _start(last: Point | None, point: Point) -> str:
    """Return where a stroke begins, told from where the last one ended if there is one."""
    if last is None:
        return "M" + _pair(*point)
    return "m" + _pair(point[0] - last[0], point[1] - last[1])


@lru_cache(maxsize=4096)
def _line(across: float, down: float) -> str:
    if abs(down) < 0.001:
        return f"h{_text(across)}"
    return f"v{_text(down)}" if abs(across) < 0.001 else "l" + _pair(across, down)


@lru_cache(maxsize=16384)
def _pair(across: float, down: float) -> str:
    second = _text(down)
    return _text(across) + (second if second.startswith("-") else f" {second}")


def _text(length: float) -> str:
    return f"{round(length, 3) or 0:g}"
