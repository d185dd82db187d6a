"""The selected number, the part of the path around it, and how a visitor likes to play."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import filterfalse
from typing import Any, Final

from flask import request

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from webapp.hidoku.picture.path import hue_of
from webapp.http.visitor import change_settings, own_settings
from webapp.storage.records.players import SettingsDocument, room_settings, with_room_settings

BEFORE, AFTER = 3, 4  # numbers shown on each side of the selected one, if the path has them
WIDE: Final = 96  # from here on a number beside one of three digits: one less on each side


@dataclass(frozen=True)
class StripNumber:
    """A number: ``kind`` is given, placed or missing; ``is_joined`` to the next number."""

    number: int
    kind: str
    hue: int
    is_joined: bool


@dataclass(frozen=True)
class Strip:
    before: tuple[StripNumber, ...]
    centre: int
    after: tuple[StripNumber, ...]


def strip_of(play: Play, centre: int) -> Strip:
    """Return the part of the path around a number.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> strip = strip_of(Play(Grid.of(1, 4, {Cell(0, 0): 1, Cell(0, 3): 4})), 2)
    >>> [(one.number, one.kind) for one in (*strip.before, *strip.after)]
    [(1, 'given'), (3, 'missing'), (4, 'given')]
    >>> strip = strip_of(Play(Grid.of(20, 20)), 171)
    >>> [one.number for one in (*strip.before, *strip.after)]
    [169, 170, 172, 173, 174]
    """
    shift = centre >= WIDE
    first = max(1, centre - BEFORE + shift)
    last = min(play.grid.last, centre + AFTER - shift)
    show_number = partial(_shown, play)
    before = range(first, centre)
    after = range(centre + 1, last + 1)
    return Strip(tuple(map(show_number, before)), centre, tuple(map(show_number, after)))


def _shown(play: Play, number: int) -> StripNumber:
    cell = play.where.get(number)
    goal = play.where.get(number + 1)
    hue = hue_of(number, play.grid.last)
    if cell is None:
        return StripNumber(number, "missing", hue, False)
    kind = "given" if cell in play.grid.given else "placed"
    return StripNumber(number, kind, hue, goal in play.grid.neighbours(cell))


UP = 1
DOWN = -1


def following(play: Play, number: int, step: int) -> int | None:
    """Return the next missing number after ``number``, turning round at the end of the path.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1, Cell(0, 2): 3, Cell(0, 4): 5}))
    >>> following(play, 1, UP), following(play, 3, UP), following(play, 5, UP)
    (2, 4, 4)
    """
    up = range(number + 1, play.grid.last + 1)
    down = range(number - 1, 0, -1)
    ahead = (*up, *down) if step == UP else (*down, *up)
    return next(filterfalse(play.where.__contains__, ahead), None)


def selected_number(play: Play, choice: int | None, step: int) -> int | None:
    """Return the selected number: the choice if missing, else after the last placement."""
    if choice is not None and 1 <= choice <= play.grid.last and choice not in play.where:
        return choice
    last = _last_placed(play)
    if last is not None and last not in play.where:
        return last
    # nothing was placed yet: begin at the first given number in this direction
    first = next(iter(play.where if step == UP else reversed(play.where)), 0)
    return following(play, last or first, step)


def _last_placed(play: Play) -> int | None:
    for move in reversed(play.moves):
        if move.verb in {"place", "restart"}:
            return move.number
    return None


@dataclass(frozen=True)
class FirstStep:
    """How to place a first ``number``: draw from ``start`` to ``goal``, as far as those are placed.

    ``cells`` are where a finger shows it, if nobody can doubt where the number goes.
    """

    number: int
    start: int | None
    goal: int | None
    cells: tuple[Cell, ...]


def first_step(play: Play, number: int) -> FirstStep:
    """Return how to place a missing number beside those that are placed.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 4, {Cell(0, 0): 1, Cell(0, 2): 3}))
    >>> [cell.column for cell in first_step(play, 2).cells], first_step(play, 4).start
    ([0, 1, 2], 3)
    """
    ends = [end for end in (number - 1, number + 1) if end in play.where]
    if len(ends) < 2:
        return FirstStep(number, ends[0] if ends else None, None, ())
    start, goal = (play.where[end] for end in ends)
    cells = {*play.grid.neighbours(start)} & {*play.grid.neighbours(goal)} - play.board.keys()
    return FirstStep(number, ends[0], ends[1], (start, *cells, goal) if len(cells) == 1 else ())


MODES: Final = ("type", "next", "note", "tint")
#: The modes in which numbers are placed.
ENTRIES: Final = ("type", "next")
_ROOM: Final = "hidoku"  # in the player's settings


@dataclass(frozen=True)
class Preferences:
    """How numbers are entered (one of ``MODES``), and what the page shows automatically.

    ``type``: into the chosen cell; ``next``: one after another along the path; ``note``: as notes;
    with ``tint`` cells get colours instead. ``other`` is how numbers are entered when they are
    placed; it ``is_usual`` unless the visitor chose it. ``at_once`` marks conflicts after every
    move; ``clock`` shows the time played.
    """

    mode: str = "type"
    other: str = "type"
    is_usual: bool = True
    at_once: bool = True
    clock: bool = True


def read_preferences() -> Preferences:
    """Return the visitor's preferences, ignoring stored values that aren't known here."""
    settings = room_settings(own_settings(), _ROOM)
    entry_mode = chosen_entry()
    hint = request.headers.get("Sec-CH-UA-Mobile")
    is_phone = hint == "?1" if hint else "Mobi" in request.headers.get("User-Agent", "")
    other_mode = entry_mode or ("next" if is_phone else "type")  # a keyboard would hide the board
    mode = settings["mode"] if settings.get("mode") in MODES else other_mode
    return Preferences(
        mode,
        other_mode,
        entry_mode is None,
        settings.get("at_once") is not False,
        settings.get("clock") is not False,
    )


def chosen_entry() -> str | None:
    """Return how the visitor chose to place numbers; None if it is left to the device."""
    entry = room_settings(own_settings(), _ROOM).get("other")
    return entry if entry in ENTRIES else None


def keep_preferences(**changes: Any) -> None:
    """Store some of the visitor's preferences by name; None resets one. Raises QuotaError."""
    change_settings(lambda settings: with_preferences(settings, changes))


def with_preferences(settings: SettingsDocument, changes: Mapping[str, Any]) -> SettingsDocument:
    choices = {**room_settings(settings, _ROOM), **changes}
    values = {name: entry for name, entry in choices.items() if entry is not None}
    return with_room_settings(settings, _ROOM, values)
