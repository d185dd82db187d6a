"""How a visitor likes to play Hidoku: kept in the cookie, since it belongs to no game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from flask import session

MODES = ("type", "next", "note")
_KEY = "hidoku"


@dataclass(frozen=True)
class Habits:
    """How numbers are entered (one of ``MODES``), and what the page shows without being asked.

    ``type``: into the chosen cell; ``next``: one after the other along the path; ``note``: as
    notes. ``at_once`` marks conflicts after every move; ``clock`` shows the time played.
    """

    mode: str = "type"
    at_once: bool = False
    clock: bool = True


def read_habits() -> Habits:
    """Return the visitor's habits; what an older cookie says otherwise is passed over."""
    kept = session.get(_KEY)
    kept = kept if isinstance(kept, dict) else {}
    known = {each.name: kept[each.name] for each in fields(Habits) if each.name in kept}
    habits = Habits(**known)
    return habits if habits.mode in MODES else replace(habits, mode=MODES[0])


def keep_habits(habits: Habits) -> None:
    """Remember the visitor's habits."""
    session[_KEY] = vars(habits)
    session.permanent = True
