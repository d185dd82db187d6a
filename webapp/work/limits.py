"""How much long work may be under way at once, and the sentences that refuse more.

It is counted over all servers, from what the database says is under way: by visitor, so that one
leaves room for others at the same address, and by network, since whoever throws a cookie away is
another visitor with each request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

#: When to ask again for what was refused, seconds: most work is done by then.
RETRY_AFTER: Final = 30


class TooManyError(ValueError):
    """The visitor, the network, or all together have as much under way as there may be."""


@dataclass(frozen=True)
class Visitor:
    """Whoever asks for long work: a player's id, and the network the request came from.

    The id is empty without a cookie.
    """

    player: str
    network: str

    def is_same(self, other: Visitor) -> bool:
        """Say whether another is this visitor; of a network, all without a cookie are one.

        >>> Visitor("ann", "192.0.2.1").is_same(Visitor("ann", "192.0.2.9"))
        True
        >>> Visitor("", "192.0.2.1").is_same(Visitor("", "192.0.2.9"))
        False
        """
        return self.player == other.player and (bool(self.player) or self.network == other.network)


#: Raises TooManyError if there is no room beside what these have under way.
Check = Callable[[Sequence[Visitor]], None]


@dataclass(frozen=True)
class Limit:
    """How many of ``what`` there may be at once: of a visitor, of a network, of all together.

    >>> ann, bob = Visitor("ann", "192.0.2.1"), Visitor("bob", "192.0.2.2")
    >>> Limit("jobs under way", 2, 4, 8).check(ann, [ann, bob, ann])
    Traceback (most recent call last):
    webapp.work.limits.TooManyError: You have 2 jobs under way. Wait for one, or cancel it.
    """

    what: str
    of_a_visitor: int
    of_a_network: int
    of_all: int

    def check(self, visitor: Visitor, others: Sequence[Visitor]) -> None:
        """Raise TooManyError if there is no room for another; ``others`` are whose there are."""
        if sum(visitor.is_same(other) for other in others) >= self.of_a_visitor:
            raise TooManyError(
                f"You have {self.of_a_visitor} {self.what}. Wait for one, or cancel it."
            )
        if sum(visitor.network == other.network for other in others) >= self.of_a_network:
            raise TooManyError(
                f"Your network has {self.of_a_network} {self.what}, as many as one can have. "
                "Try again in a minute."
            )
        if len(others) >= self.of_all:
            raise TooManyError(
                f"There are {self.of_all} {self.what}, as many as can be. Try again in a minute."
            )
