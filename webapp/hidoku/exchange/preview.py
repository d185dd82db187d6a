"""A board brought along, as it is shown before anybody plays: picture, verdict, faults, link."""

from __future__ import annotations

from dataclasses import dataclass

from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.json_format import format_json
from solver.hidoku.rules.notation import format_grid
from solver.hidoku.search.solve import Verdict
from solver.wording import counted
from webapp.hidoku.board_facts import Judged, judge_grid
from webapp.hidoku.exchange.parse import format_link
from webapp.hidoku.neighbours import WORDS
from webapp.hidoku.picture.model import Picture, draw
from webapp.http.parts import Pending, found_or_pending

#: What can be done with a board: how a form says it, and what its button says.
WAYS = (
    ("play", "Play"),
    ("watch", "Watch it being solved"),
    ("edit", "Edit a copy"),
    ("", "Keep it"),
)


@dataclass(frozen=True)
class Preview:
    """A board that could be read; ``text`` and ``link`` bring the same board again."""

    picture: Picture
    size: str
    judged: Judged | Pending
    difficulty: str
    ways: tuple[tuple[str, str], ...]
    text: str
    adjacency: str
    link: dict[str, str]


def preview_of(grid: Grid) -> Preview:
    """Return what a page shows of a board before it is played; its verdict may be to come."""
    judged = found_or_pending(lambda: judge_grid(grid))
    known = judged if isinstance(judged, Judged) else None
    has_path = known is None or known.verdict is not Verdict.NONE
    return Preview(
        picture=draw(grid, grid.given),
        size=size_words(grid),
        judged=judged,
        difficulty=f" Difficulty: {known.word}." if known and known.techniques else "",
        ways=tuple(WAYS if has_path else WAYS[2:]),
        text=format_json(grid) if grid.links else format_grid(grid),
        adjacency="" if grid.links else grid.adjacency.value,
        link=format_link(grid),
    )


def size_words(grid: Grid) -> str:
    """Return size, neighbours and givens of a board in words.

    >>> size_words(Grid.of(2, 3))
    '2 × 3, eight neighbours, 0 of 6 numbers given'
    """
    linked = f", {counted(len(grid.links), 'link')}" if grid.links else ""
    given = f"{len(grid.givens)} of {counted(grid.last, 'number')} given"
    return f"{grid.rows} × {grid.columns}, {WORDS[grid.adjacency].words}{linked}, {given}"
