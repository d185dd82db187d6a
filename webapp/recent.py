"""What was found out last, by what it is about; what a deadline cut short is found out again.

A busy moment can end any work that has a deadline. If that were remembered as the truth, it would
stay so long after the server has time again; if it were forgotten at once, whoever looks at a board
that is too hard would wait for the deadline each time. So it is kept for a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Lock
from time import monotonic
from typing import Final, ParamSpec, Protocol, TypeVar

from cachetools import TLRUCache, cached

WHILE: Final = 60.0  # seconds for which what was cut short is kept


class CanBeCutShort(Protocol):
    """A finding that says whether a deadline came before its end."""

    @property
    def is_cut_short(self) -> bool:
        """Whether more time could find out more."""


About = ParamSpec("About")
Found = TypeVar("Found", bound=CanBeCutShort)


def recent(most: int) -> Callable[[Callable[About, Found]], Callable[About, Found]]:
    """Let a function keep the ``most`` findings used last, those cut short for a while only."""

    def decorated(find: Callable[About, Found]) -> Callable[About, Found]:
        return cached(TLRUCache(most, _until, timer=_now), lock=Lock())(find)

    return decorated


def _until(_about: object, found: CanBeCutShort, now: float) -> float:
    return now + WHILE if found.is_cut_short else inf


def _now() -> float:
    return monotonic()
