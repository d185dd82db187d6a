"""What a kind of game must know of itself for its finished games to be shown to others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.storage.games import StoredGame


@dataclass(frozen=True)
class ShownEnding:
    """What every shown game has, whatever is played: how it ended, in words, and its steps.

    ``step`` of ``last`` is the one shown; ``is_open`` says whether anything of the solution is.
    ``more`` is for the template of the kind.
    """

    title: str
    heading: str
    about: str
    step: int
    last: int
    is_open: bool
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SharedKind:
    """A kind of game that can be shown; games are stored under its ``kind``.

    ``text`` is what is sent, with a link. Others may ``begin`` a game of the same code or board,
    known by its ``rules`` and a ``part`` of its ``start``, and by ``is_same``. Of a game that
    ``is_held_back`` others see the solution only after they have finished the same, and
    ``why_held_back`` says so. ``show`` gets a step, None for nothing of the solution.
    """

    kind: str
    template: str
    styles: tuple[str, ...]
    page: str
    text: Callable[[StoredGame, str], str]
    show: Callable[[StoredGame, int | None], ShownEnding]
    part: Callable[[StoredGame], str]
    is_same: Callable[[StoredGame, StoredGame], bool]
    is_held_back: Callable[[StoredGame], bool]
    why_held_back: str
    begin: Callable[[StoredGame, bool], Any]
    step_word: str
    last_step: Callable[[StoredGame], int]
    has_review: bool = False
