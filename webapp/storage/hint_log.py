"""The log of hints that a game carries: at which positions, and up to which tier."""

from __future__ import annotations

import zlib
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypedDict

from solver.wording import counted
from webapp.storage.documents import DocumentForm, refuse_damage

MOVE: Final = 3  # the tier of a hint that shows a move
LIST: Final = 4  # what the list of candidates is in the log, beside the three tiers of a hint
#: Hints on one game's record, which a page reads at every move.
MOST_HINTS: Final = 1000

Given = tuple[int, int]  # the key of a position, and the tier of a hint given there


class HintDocument(TypedDict):
    """The hints given: for each the key of its position and its tier."""

    given: list[list[int]]


HINTS: Final = DocumentForm(HintDocument, schema=1)


class FullLogError(ValueError):
    """A game has had all the hints that its record has room for; the message is for the player."""


def position_key(position: str) -> int:
    """Return what stands for a position in the log: a check sum of its text.

    So a hint that was given comes again with its position, and with no other: where a row is taken
    back and another is played, the position is another one.
    """
    return zlib.crc32(position.encode())


def format_hints(given: tuple[Given, ...]) -> str:
    """Write a log of hints, each a key and a tier; without any it is empty.

    >>> format_hints(((0, 1), (0, 2)))
    '{"schema":1,"given":[[0,1],[0,2]]}'
    """
    return HINTS.write({"given": [list(one) for one in given]}) if given else ""


@lru_cache(maxsize=1024)  # a page asks of the same log about ten times
def parse_hints(hints: str) -> tuple[Given, ...]:
    """Read what :func:`format_hints` wrote. Raises DocumentError."""
    with refuse_damage("the log of hints"):
        given = HINTS.read(hints)["given"] if hints else ()
        return tuple((_whole(key), _whole(tier)) for key, tier in given)


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError(f"{number!r} is no whole number")
    return number


def add_hint(hints: str, key: int, tier: int) -> str:
    """Return the log of hints with one more; what it has already counts once.

    ``key`` is :func:`position_key` of the position. Raises FullLogError where it is full.

    >>> add_hint(add_hint("", 0, 1), 0, 2) == format_hints(((0, 1), (0, 2)))
    True
    """
    log = parse_hints(hints)
    if (key, tier) in log:
        return hints
    if len(log) >= MOST_HINTS:
        raise FullLogError(f"You’ve had all {MOST_HINTS:,} hints of this game.")
    return format_hints((*log, (key, tier)))


def has_hint(hints: str, key: int, tier: int) -> bool:
    """Say whether a log has a hint.

    >>> log = format_hints(((0, 1), (2, LIST)))
    >>> has_hint(log, 2, LIST), has_hint(log, 0, LIST)
    (True, False)
    """
    return (key, tier) in parse_hints(hints)


def highest_tier(hints: str, key: int) -> int:
    """Return the highest tier of the hints given at a position, 0 for none.

    >>> highest_tier(format_hints(((0, 1), (0, 2), (1, 1))), 0)
    2
    """
    given = (tier for at, tier in parse_hints(hints) if at == key and tier <= MOVE)
    return max(given, default=0)


def shows_move(hints: str) -> bool:
    """Say whether a hint of the log showed what to play: the move, or the list of candidates.

    >>> shows_move(format_hints(((0, 1), (2, LIST)))), shows_move(format_hints(((0, 1), (0, 2))))
    (True, False)
    """
    return any(tier >= MOVE for _, tier in parse_hints(hints))


def hints_at(hints: str, key: int) -> str:
    """Return the part of a log that was given at one position.

    >>> hints_at(format_hints(((7, 1), (12, 1))), 7)
    '{"schema":1,"given":[[7,1]]}'
    """
    return format_hints(tuple(one for one in parse_hints(hints) if one[0] == key))


def strongest(hints: str) -> dict[int, int]:
    """Return the strongest hint of each position: a position counts as one hint.

    >>> strongest(format_hints(((0, 1), (0, 2), (3, 1))))
    {0: 2, 3: 1}
    """
    return dict(sorted(parse_hints(hints), key=itemgetter(1)))


def hint_count(hints: str) -> int:
    """Return at how many positions there was a hint."""
    return len(strongest(hints))


def hints_words(hints: str) -> str:
    """Say what the hints were, in words for the player; nothing without hints.

    >>> hints_words(format_hints(((0, 1), (0, 2), (3, 1))))
    'Hints used: 1 nudge, 1 reason.'
    """
    if not hints:
        return ""
    tiers = [*strongest(hints).values()]
    named = ((1, "nudge"), (2, "reason"), (MOVE, "move"), (LIST, "list"))
    parts = [counted(tiers.count(tier), name) for tier, name in named if tier in tiers]
    return f"Hints used: {', '.join(parts)}."


def price_words(hints: str) -> str:
    """Say what help a finished game cost; never silent."""
    return hints_words(hints) or "No hints used."
