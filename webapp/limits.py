"""How much long work may be under way at once, and the sentences that refuse more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class TooManyError(ValueError):
    """The player, or all together, have as much under way as there may be."""


@dataclass(frozen=True)
class Limit:
    """How many of ``what`` there may be at once: of one player, and of all together.

    >>> Limit("jobs under way", 2, 8).check("ann", ["ann", "bob", "ann"])
    Traceback (most recent call last):
    webapp.limits.TooManyError: You have 2 jobs under way. Wait for one, or cancel it.
    """

    what: str
    of_a_player: int
    of_all: int

    def check(self, player: str, players: Sequence[str]) -> None:
        """Raise TooManyError if there is no room for another; ``players`` are whose there are."""
        if players.count(player) >= self.of_a_player:
            raise TooManyError(
                f"You have {self.of_a_player} {self.what}. Wait for one, or cancel it."
            )
        if len(players) >= self.of_all:
            raise TooManyError(
                f"There are {self.of_all} {self.what}, as many as can be. Try again in a minute."
            )
