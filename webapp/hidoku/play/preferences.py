"""How a visitor likes to play Hidoku: kept in the cookie, since it belongs to no game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from flask import request, session

MODES = ("type", "next", "note")
_KEY = "hidoku"


@dataclass(frozen=True)
class Preferences:
    """How numbers are entered (one of ``MODES``), and what the page shows without being asked.

    ``type``: into the chosen cell; ``next``: one after the other along the path; ``note``: as
    notes. ``other`` is how they are entered when no notes are written. ``at_once`` marks conflicts
    after every move; ``clock`` shows the time played.
    """

    mode: str = "type"
    other: str = "type"
    at_once: bool = False
    clock: bool = True


def read_preferences() -> Preferences:
    """Return the visitor's preferences; what an older cookie says otherwise is passed over."""
    kept = session.get(_KEY)
    kept = kept if isinstance(kept, dict) else {}
    known = {each.name: kept[each.name] for each in fields(Preferences) if each.name in kept}
    usual = "next" if _is_touched() else MODES[0]
    preferences = Preferences(**{"mode": usual, "other": usual, **known})
    return preferences if preferences.mode in MODES else replace(preferences, mode=usual)


def _is_touched() -> bool:
    """Whether the visitor holds a phone, where a keyboard would hide the board."""
    said = request.headers.get("Sec-CH-UA-Mobile")
    return said == "?1" if said else "Mobi" in request.headers.get("User-Agent", "")


def keep_preferences(preferences: Preferences) -> None:
    """Remember the visitor's preferences."""
    session[_KEY] = vars(preferences)
    session.permanent = True
