"""The log of hints that a game carries: at which positions, and up to which tier."""

import zlib
from collections import Counter
from functools import lru_cache
from typing import Final, TypedDict

from solver.wording import InputError, plural
from webapp.storage.documents import DocumentForm, refuse_damage

QUESTION: Final = 0  # stands for an answer to a question that shows no move
REASON: Final = 2  # the tier of a hint that shows what is proved
MOVE: Final = 3  # the tier of a hint that shows a move
LIST: Final = 4  # stands for the list of candidates, beside the three tiers of a hint
NAMES: Final = {1: "nudge", REASON: "reason", MOVE: "move", LIST: "list", QUESTION: "question"}
#: How many hints a game's log may hold; a page reads it at every move.
MOST_HINTS: Final = 1000

Given = tuple[int, int]  # a position's key, and the tier of a hint given there


class HintDocument(TypedDict):
    """The hints given, each as the key of its position and its tier."""

    given: list[list[int]]


HINTS: Final = DocumentForm(HintDocument, schema=1)


class FullLogError(InputError):
    """The game's log of hints is full; the message is for the player."""


def position_key(position: str, start: int = 0) -> int:
    """Return a position's key in the log: a checksum of its text, or of a text from ``start`` on.

    So a hint comes back with its own position and no other: undoing a row and playing a different
    one makes a different position.
    """
    return zlib.crc32(position.encode(), start)


def format_hints(hints: tuple[Given, ...]) -> str:
    """Write a log of hints, each a key and a tier; an empty log is "".

    >>> format_hints(((0, 1), (0, 2)))
    '{"schema":1,"given":[[0,1],[0,2]]}'
    """
    return HINTS.write({"given": [list(hint) for hint in hints]}) if hints else ""


@lru_cache(maxsize=1024)  # a page reads the same log about ten times
def parse_hints(hints: str) -> tuple[Given, ...]:
    """Read what :func:`format_hints` wrote. Raises DocumentError."""
    with refuse_damage("the log of hints"):
        pairs = HINTS.read(hints)["given"] if hints else ()
        return tuple((_whole(key), _whole(tier)) for key, tier in pairs)


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError(f"{number!r} is no whole number")
    return number


def add_hint(hints: str, key: int, tier: int) -> str:
    """Return the log with one more hint; a repeated hint counts once.

    ``key`` is :func:`position_key` of the position. Raises FullLogError if the log is full.

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
    tiers = (tier for at, tier in parse_hints(hints) if at == key and tier <= MOVE)
    return max(tiers, default=0)


def shows_move(hints: str) -> bool:
    """Say whether a hint of the log showed what to play: the move, or the list of candidates.

    >>> shows_move(format_hints(((0, 1), (2, LIST)))), shows_move(format_hints(((0, 1), (0, 2))))
    (True, False)
    """
    return any(tier >= MOVE for _, tier in parse_hints(hints))


def strongest(hints: str) -> dict[int, int]:
    """Return the strongest hint of each position, which counts as one: a move before a list.

    >>> strongest(format_hints(((0, 1), (0, 2), (3, 1))))
    {0: 2, 3: 1}
    """
    return dict(sorted(parse_hints(hints), key=lambda hint: (hint[1] == MOVE, hint[1])))


def hint_count(hints: str) -> int:
    return len(strongest(hints))


def hints_words(hints: str) -> str:
    """Name the hints in words for the player; "" without hints.

    Steps taken one after another at a position are one hint, named by its strongest step.

    >>> hints_words(format_hints(((0, 1), (0, 2), (3, 1), (4, MOVE))))
    'Hints used: 3 (1 nudge, 1 reason, 1 move).'
    """
    if not hints:
        return ""
    by_tier = Counter(strongest(hints).values())
    parts = [plural(by_tier[tier], name) for tier, name in NAMES.items() if tier in by_tier]
    words = ", ".join(parts) if len(parts) > 1 else parts[0].partition(" ")[2]
    return f"Hints used: {hint_count(hints):,} ({words})."


def price_words(hints: str) -> str:
    """Say how much help a finished game had, even if none."""
    return hints_words(hints) or "No hints used."
