"""The boards that pages offer: quick ones, the daily boards, and the gallery."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.path_styles import PathStyle
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.generate.symmetry import Symmetry
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.rules.known_boards import BOARDS
from solver.wording import counted
from webapp.hidoku.board_name import format_name
from webapp.hidoku.picture.samples import outline_of_sample
from webapp.hidoku.picture.svg import outline_of

EASY, MEDIUM, HARD = Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD
HEX, FOUR = Adjacency.HEX, Adjacency.FOUR

#: What “Play” makes, and what is offered below it: most take some hundredths of a second.
FIRST: Final = ("Easy", BoardRequest(7, 7, difficulty=EASY))
POPULAR: Final = {
    "Medium": BoardRequest(8, 8, difficulty=MEDIUM),
    "Hard": BoardRequest(9, 9, difficulty=HARD),
    "Hexagons": BoardRequest(7, 7, shape="hexagon", adjacency=HEX, difficulty=EASY),
    "Numbrix": BoardRequest(9, 9, adjacency=FOUR, difficulty=EASY),
    "Heart": BoardRequest(12, 13, shape="heart", difficulty=EASY),
    "Joined cells": BoardRequest(9, 9, shape="hexagon", adjacency=HEX, difficulty=MEDIUM, links=14),
    "Ring": BoardRequest(9, 9, shape="ring", difficulty=EASY),
    "Large": BoardRequest(20, 20, difficulty=MEDIUM),
}


GALLERY: Final[tuple[tuple[str, tuple[tuple[str, BoardRequest], ...]], ...]] = (
    (
        "Shapes",
        (
            *(
                (entry.title, BoardRequest(*entry.sample, shape=entry.name, difficulty=entry.level))
                for entry in SHAPES.values()
                if entry.adjacency is Adjacency.EIGHT
            ),
        ),
    ),
    (
        "Hexagonal: six neighbours",
        (
            (
                "Hexagon",
                BoardRequest(9, 9, shape="hexagon", adjacency=HEX, difficulty=EASY),
            ),
            (
                "Hexagon with joined cells",
                BoardRequest(9, 9, shape="hexagon", adjacency=HEX, difficulty=MEDIUM, links=14),
            ),
            (
                "Large hexagon, joined cells",
                BoardRequest(13, 13, shape="hexagon", adjacency=HEX, difficulty=MEDIUM, links=30),
            ),
            (
                "Hexagons in alternating rows",
                BoardRequest(8, 8, shape="rectangle", adjacency=HEX, difficulty=EASY),
            ),
            (
                "Ring with joined cells",
                BoardRequest(9, 9, shape="ring", adjacency=HEX, difficulty=EASY, links=10),
            ),
        ),
    ),
    (
        "Numbrix: four neighbours",
        (
            ("Square", BoardRequest(9, 9, adjacency=FOUR, difficulty=EASY)),
            (
                "Frame",
                BoardRequest(12, 12, shape="frame", adjacency=FOUR, difficulty=EASY),
            ),
            (
                "Diamond",
                BoardRequest(12, 12, shape="diamond", adjacency=FOUR, difficulty=MEDIUM),
            ),
            (
                "Heart",
                BoardRequest(12, 13, shape="heart", adjacency=FOUR, difficulty=MEDIUM),
            ),
        ),
    ),
    (
        "Calm, winding, without crossings",
        tuple(
            (style.words.capitalize(), BoardRequest(8, 8, difficulty=EASY, style=style))
            for style in PathStyle
            if style is not PathStyle.MIXED
        ),
    ),
    (
        "Small, large, and special",
        (
            ("First board", BoardRequest(5, 5, difficulty=Difficulty.BEGINNER)),
            ("A strip", BoardRequest(8, 40, difficulty=EASY)),
            ("Twenty by twenty", BoardRequest(20, 20, difficulty=MEDIUM)),
            ("Thirty by thirty", BoardRequest(30, 30, difficulty=EASY)),
            (
                "Symmetrical givens",
                BoardRequest(10, 10, difficulty=MEDIUM, symmetry=Symmetry.POINT),
            ),
            (
                "First and last not given",
                BoardRequest(9, 9, difficulty=HARD, ends_given=False),
            ),
            (
                "No unnecessary givens",
                BoardRequest(9, 9, difficulty=Difficulty.EXPERT, minimal=True),
            ),
        ),
    ),
)


def offers() -> dict[str, Any]:
    findling = BOARDS["findling"]
    return {
        "first": offer(*FIRST),
        "boards": [offer(title, request) for title, request in POPULAR.items()],
        "known": {
            "name": "findling",
            "title": findling.title,
            "sentence": f"{findling.grid.rows} × {findling.grid.columns}. {findling.source}",
            "outline": outline_of(findling.grid),
        },
    }


def offer(title: str, request: BoardRequest) -> dict[str, Any]:
    words = [f"{request.rows} × {request.columns}"]
    words += [request.difficulty.value] if request.difficulty else []
    words += [counted(request.links, "joined pair")] if request.links else []
    return {
        "title": title,
        "sentence": ", ".join(words),
        "like": request_name(request),
        "outline": outline_of_sample(request),
    }


def request_name(request: BoardRequest) -> str:
    """Return a request as forms carry it, with seed 0 in place of a real one.

    >>> request_name(BoardRequest(7, 7))
    'v5-7x7-0'
    """
    return format_name(request, 0)


@cache
def gallery() -> tuple[tuple[str, tuple[dict[str, Any], ...]], ...]:
    """Return the sections of the gallery, each with its boards. Nothing is made for it."""
    return tuple(
        (part, tuple(offer(title, request) for title, request in requests))
        for part, requests in GALLERY
    )
