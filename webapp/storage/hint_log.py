"""Counts in words, and the log of hints a game carries."""

from __future__ import annotations

from typing import Final

from solver.wording import counted
from webapp.http.forms import FormError

MOVE: Final = 3  # the tier of a hint that shows a move
LIST: Final = 4  # what the list of candidates is in the log, beside the three tiers of a hint
#: Hints on one game's record, which a page reads at every move.
MOST_HINTS: Final = 1000


def short(count: int) -> str:
    """Write a count in at most four signs, for where there is little room.

    >>> [short(count) for count in (999, 1296, 9_960, 34_200, 999_700, 429_981_696)]
    ['999', '1.3k', '10k', '34k', '1.0M', '430M']
    """
    for unit, sign in ((1_000_000, "M"), (1_000, "k")):
        if count >= 0.9995 * unit and count >= 1_000:
            return f"{count / unit:.{0 if count >= 9.95 * unit else 1}f}{sign}"
    return str(count)


def add_hint(hints: str, turn: int, tier: int) -> str:
    """Return the log of hints with one more: ``turn:tier``; one turn and tier counts once.

    Raises FormError where it is full.

    >>> add_hint("0:1", 0, 2)
    '0:1 0:2'
    """
    log = hints.split()
    entry = f"{turn}:{tier}"
    if entry in log:
        return hints
    if len(log) >= MOST_HINTS:
        raise FormError(f"You have had {MOST_HINTS:,} hints in this game, and there are no more.")
    return " ".join([*log, entry])


def has_hint(hints: str, turn: int, tier: int) -> bool:
    """Say whether a log has a hint.

    >>> has_hint("0:1 2:4", 2, LIST), has_hint("0:1 2:4", 0, LIST)
    (True, False)
    """
    return f"{turn}:{tier}" in hints.split()


def paid_tier(hints: str, turn: int) -> int:
    """Return the highest tier of the hints given at a turn, 0 for none.

    >>> paid_tier("0:1 0:2 1:1", 0)
    2
    """
    return max((tier for tier in (1, 2, 3) if has_hint(hints, turn, tier)), default=0)


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
