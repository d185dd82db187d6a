"""What a game holds for moves that stands for another one: the id of that game."""

from __future__ import annotations

from typing import Final, TypedDict

from webapp.storage.documents import DocumentForm


class LinkDocument(TypedDict):
    """The id of the other game."""

    game: str


LINK: Final = DocumentForm(LinkDocument, schema=1)


def format_link(game_id: str) -> str:
    """Write the link to a game.

    >>> format_link("a7")
    '{"schema":1,"game":"a7"}'
    """
    return LINK.write({"game": game_id})


def parse_link(text: str) -> str:
    """Return the id of the game that a link names; empty without one. Raises DocumentError."""
    return LINK.read(text)["game"] if text else ""
