"""What a game holds for moves that stands for another one: the id of that game."""

from __future__ import annotations

from typing import Final, NotRequired, TypedDict

from webapp.storage.documents import DocumentForm


class LinkDocument(TypedDict):
    """The id of the other game, and of the one in which the two play again."""

    game: str
    rematch: NotRequired[str]


LINK: Final = DocumentForm(LinkDocument, schema=1)


def format_link(game_id: str, rematch: str = "") -> str:
    """Write the link to a game, and to its rematch, if there is one.

    >>> format_link("a7"), format_link("a7", "b8")
    ('{"schema":1,"game":"a7"}', '{"schema":1,"game":"a7","rematch":"b8"}')
    """
    return LINK.write({"game": game_id, "rematch": rematch} if rematch else {"game": game_id})


def parse_link(text: str) -> str:
    """Return the id of the game that a link names; empty without one. Raises DocumentError."""
    return LINK.read(text)["game"] if text else ""


def parse_rematch(text: str) -> str:
    """Return the id of the rematch that a link names; empty without one. Raises DocumentError.

    >>> parse_rematch(format_link("a7", "b8")), parse_rematch(format_link("a7"))
    ('b8', '')
    """
    return LINK.read(text).get("rematch", "") if text else ""
