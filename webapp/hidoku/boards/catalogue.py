"""The boards that pages offer: quick ones, the daily boards, and the gallery."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.rules.known_boards import BOARDS
from solver.wording import plural
from webapp.hidoku.board_name import format_name, parse_name
from webapp.hidoku.picture.samples import outline_of_sample
from webapp.hidoku.picture.svg import Outline, outline_of

Offers = dict[str, BoardRequest]  # by their titles


def _named(names: Mapping[str, str]) -> Offers:
    """Return the requests that board names stand for, without a seed."""
    return {title: parse_name(f"{name}-0").request for title, name in names.items()}


#: What “Play” makes, and what is offered below it: most take some hundredths of a second. Their
#: givens lie symmetrically, and the paths of plain squares are calm or winding.
FIRST: Final = ("Easy", parse_name("7x7-easy-point-calm-0").request)
POPULAR: Final = _named(
    {
        "Medium": "8x8-medium-point-winding",
        "Hard": "9x9-hard-point-calm",
        "Hexagons": "7x7-hexagon-hex-easy-point",
        "Numbrix": "9x9-four-easy-point",
        "Heart": "12x13-heart-easy-leftright",
        "Joined cells": "9x9-hexagon-hex-medium-point-links14",
        "Ring": "9x9-ring-easy-point",
        "Large": "20x20-medium",
    }
)
GALLERY: Final = {
    "Shapes": {
        entry.title: BoardRequest(*entry.sample, shape=entry.name, difficulty=entry.level)
        for entry in SHAPES.values()
        if entry.adjacency is Adjacency.EIGHT
    },
    "Hexagonal: six neighbours": _named(
        {
            "Hexagon": "9x9-hexagon-hex-easy",
            "Hexagon with joined cells": "9x9-hexagon-hex-medium-links14",
            "Hexagons in alternating rows": "8x8-hex-easy",
            "Ring with joined cells": "9x9-ring-hex-easy-links10",
        }
    ),
    "Numbrix, calm and winding paths": _named(
        {
            "Numbrix": "9x9-four-easy",
            "Calm path": "8x8-easy-calm",
            "Winding path": "8x8-easy-winding",
        }
    ),
    "Large, and hard": _named(
        {
            "Thirty by thirty": "30x30-easy",
            "First and last not given": "9x9-hard-open",
            "No unnecessary givens": "9x9-expert-minimal",
        }
    ),
}


@dataclass(frozen=True)
class ShownOffer:
    """A board to begin; ``name`` is its own, or with seed 0 that of a board like it."""

    title: str
    sentence: str
    name: str
    outline: Outline


def offer_known(name: str) -> ShownOffer:
    board = BOARDS[name]
    sentence = f"{board.grid.rows} × {board.grid.columns}. {board.source}"
    return ShownOffer(board.title, sentence, name, outline_of(board.grid))


def offer(title: str, request: BoardRequest) -> ShownOffer:
    words = [f"{request.rows} × {request.columns}"]
    words += [request.difficulty.value] if request.difficulty else []
    words += [plural(request.joined, "joined pair")] if request.joined else []
    return ShownOffer(title, ", ".join(words), request_name(request), outline_of_sample(request))


def offer_all(requests: Offers) -> tuple[ShownOffer, ...]:
    return tuple(offer(*entry) for entry in requests.items())


def request_name(request: BoardRequest) -> str:
    """Return a request as forms carry it, with seed 0 in place of a real one.

    >>> request_name(BoardRequest(7, 7))
    'v7-7x7-0'
    """
    return format_name(request, 0)


@cache
def gallery() -> dict[str, tuple[ShownOffer, ...]]:
    """Return the boards of the gallery by its sections. Nothing is made for it."""
    return {section: offer_all(requests) for section, requests in GALLERY.items()}
