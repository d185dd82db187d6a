"""How a visitor likes to play Hidoku: kept in the cookie, since it belongs to no game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from flask import session

MODES = ("type", "next", "note")
_KEY = "hidoku"


@dataclass(frozen=True)
class Preferences:
    """How numbers are entered (one of ``MODES``), and what the page shows without being asked.

    ``type``: into the chosen cell; ``next``: one after the other along the path; ``note``: as
    notes. ``at_once`` marks conflicts after every move; ``clock`` shows the time played.
    """

    mode: str = "type"
    at_once: bool = False
    clock: bool = True


def read_preferences() -> Preferences:
    """Return the visitor's preferences; what an older cookie says otherwise is passed over."""
    kept = session.get(_KEY)
    kept = kept if isinstance(kept, dict) else {}
    known = {each.name: kept[each.name] for each in fields(Preferences) if each.name in kept}
    preferences = Preferences(**known)
    return preferences if preferences.mode in MODES else replace(preferences, mode=MODES[0])


def keep_preferences(preferences: Preferences) -> None:
    """Remember the visitor's preferences."""
    session[_KEY] = vars(preferences)
    session.permanent = True
