"""The log of hints that a game carries: at which positions, and up to which tier."""

from __future__ import annotations

import zlib
from typing import Final

from solver.wording import counted

MOVE: Final = 3  # the tier of a hint that shows a move
LIST: Final = 4  # what the list of candidates is in the log, beside the three tiers of a hint
#: Hints on one game's record, which a page reads at every move.
MOST_HINTS: Final = 1000


class FullLogError(ValueError):
    """A game has had all the hints that its record has room for; the message is for the player."""


def position_key(position: str) -> int:
    """Return what stands for a position in the log: a check sum of its text.

    So a hint that was given comes again with its position, and with no other: where a row is taken
    back and another is played, the position is another one.
    """
    return zlib.crc32(position.encode())


def add_hint(hints: str, key: int, tier: int) -> str:
    """Return the log of hints with one more, ``key:tier``; what it has already counts once.

    ``key`` is :func:`position_key` of the position. Raises FullLogError where it is full.

    >>> add_hint("0:1", 0, 2)
    '0:1 0:2'
    """
    log = hints.split()
    entry = f"{key}:{tier}"
    if entry in log:
        return hints
    if len(log) >= MOST_HINTS:
        raise FullLogError(
            f"You have had {MOST_HINTS:,} hints in this game, and there are no more."
        )
    return " ".join([*log, entry])


def has_hint(hints: str, key: int, tier: int) -> bool:
    """Say whether a log has a hint.

    >>> has_hint("0:1 2:4", 2, LIST), has_hint("0:1 2:4", 0, LIST)
    (True, False)
    """
    return f"{key}:{tier}" in hints.split()


def paid_tier(hints: str, key: int) -> int:
    """Return the highest tier of the hints given at a position, 0 for none.

    >>> paid_tier("0:1 0:2 1:1", 0)
    2
    """
    return max((tier for tier in (1, 2, 3) if has_hint(hints, key, tier)), default=0)


def hints_at(hints: str, key: int) -> str:
    """Return the part of a log that was given at one position.

    >>> hints_at("7:1 7:2 12:1", 7)
    '7:1 7:2'
    """
    return " ".join(entry for entry in hints.split() if entry.startswith(f"{key}:"))


def hints_words(hints: str) -> str:
    """Say what the hints were, in words for the player; nothing without hints.

    >>> hints_words("0:1 0:2 3:1")
    'Hints used: 2 nudges, 1 reason.'
    """
    tiers = [entry.partition(":")[2] for entry in hints.split()]
    named = (("1", "nudge"), ("2", "reason"), ("3", "move"), ("4", "list"))
    parts = [counted(tiers.count(tier), name) for tier, name in named if tier in tiers]
    return f"Hints used: {', '.join(parts)}." if parts else ""


def price_words(hints: str) -> str:
    """Say what help a finished game cost; never silent."""
    return hints_words(hints) or "No hints used."
