"""How a visitor likes to play Hidoku: kept with the player's settings, since it belongs to no game.

An earlier release kept it in the cookie. What a cookie still says holds until something is chosen
anew; then it is stored with the rest, and the cookie forgets it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import request, session

from webapp.http.visitor.settings import change_settings, own_settings
from webapp.storage.records.players import SettingsDocument

MODES: Final = ("type", "next", "note", "tint")
#: The modes in which numbers are placed.
ENTRIES: Final = ("type", "next")
_ROOM: Final = "hidoku"  # among the player's settings, and once in the cookie


@dataclass(frozen=True)
class Preferences:
    """How numbers are entered (one of ``MODES``), and what the page shows without being asked.

    ``type``: into the chosen cell; ``next``: one after the other along the path; ``note``: as
    notes; with ``tint`` cells get colours instead. ``other`` is how numbers are entered when they
    are placed. ``at_once`` marks conflicts after every move; ``clock`` shows the time played.
    """

    mode: str = "type"
    other: str = "type"
    at_once: bool = False
    clock: bool = True


def read_preferences() -> Preferences:
    """Return the visitor's preferences; what was kept and is not known here is passed over."""
    kept = _kept(own_settings())
    usual = "next" if _is_touched() else "type"
    other = kept["other"] if kept.get("other") in ENTRIES else usual
    mode = kept["mode"] if kept.get("mode") in MODES else other
    return Preferences(mode, other, kept.get("at_once") is True, kept.get("clock") is not False)


def chosen_entry() -> str | None:
    """Return how the visitor chose to place numbers; None where that is left to the device."""
    other = _kept(own_settings()).get("other")
    return other if other in ENTRIES else None


def keep_preferences(**chosen: Any) -> None:
    """Store some of the visitor's preferences by name; None takes one back. Raises QuotaError."""
    change_settings(lambda settings: with_preferences(settings, chosen))
    forget_cookie()


def forget_cookie() -> None:
    """Take out of the cookie what is stored now, where an earlier release put it."""
    session.pop(_ROOM, None)


def with_preferences(settings: SettingsDocument, chosen: Mapping[str, Any]) -> SettingsDocument:
    """Return settings with some preferences; what an older cookie says comes along."""
    mixed = {**_kept(settings), **chosen}
    kept = {name: value for name, value in mixed.items() if value is not None}
    return {**settings, "games": {**settings["games"], _ROOM: kept}}


def _kept(settings: SettingsDocument) -> Mapping[str, Any]:
    kept = settings["games"].get(_ROOM, session.get(_ROOM))
    return kept if isinstance(kept, dict) else {}


def _is_touched() -> bool:
    """Whether the visitor holds a phone, where a keyboard would hide the board."""
    said = request.headers.get("Sec-CH-UA-Mobile")
    return said == "?1" if said else "Mobi" in request.headers.get("User-Agent", "")
