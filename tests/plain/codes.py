"""The rules of codes once more, plainly: nothing here is the engine's.

A code is a sequence of any signs. What another game answers may be given instead of its keys.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import lru_cache
from math import inf
from typing import Any

Keys = tuple[int, int]
FeedbackRule = Callable[[Any, Any], Hashable]


@lru_cache(1 << 20)
def feedback(guess: Sequence[Hashable], code: Sequence[Hashable]) -> Keys:
    """Count each peg of the code once: first those in place, then the others by colour."""
    black = sum(mine == theirs for mine, theirs in zip(guess, code, strict=True))
    common = sum(min(guess.count(sign), code.count(sign)) for sign in set(guess))
    return black, common - black


def partition(
    guess: Any, codes: Iterable[Any], feedback_of: FeedbackRule = feedback
) -> dict[Any, list[Any]]:
    """Return the codes that give each feedback."""
    groups: dict[Any, list[Any]] = {}
    for code in codes:
        groups.setdefault(feedback_of(guess, code), []).append(code)
    return groups


class BestPlay:
    """The fewest guesses for all codes of a set together, by trying every guess for every set."""

    def __init__(self, guesses: Collection[Any], feedback_of: FeedbackRule = feedback) -> None:
        self.guesses, self.feedback_of = guesses, feedback_of
        self._known: dict[tuple[frozenset[Any], int | None], float] = {}

    def least(self, codes: Iterable[Any], limit: int | None = None) -> float:
        """Return the total if no code may take more than ``limit`` guesses: inf if one has to."""
        members = frozenset(codes)
        if not members or limit == 0:
            return inf if members else 0
        if (members, limit) not in self._known:
            self._known[members, limit] = self._tried(members, limit)
        return self._known[members, limit]

    def _tried(self, members: frozenset[Any], limit: int | None) -> float:
        best, floor = inf, 2 * len(members) - 1
        for guess in (*members, *self.guesses):
            groups = partition(guess, members, self.feedback_of)
            if len(groups) > 1 or guess in members:
                best = min(best, self._total(guess, groups, limit))
            if best == floor or (best == floor + 1 and guess not in members):
                break
        return best

    def after(self, guess: Any, codes: Iterable[Any]) -> float:
        """Return the total if this guess comes first."""
        return self._total(guess, partition(guess, codes, self.feedback_of), None)

    def _total(self, guess: Any, groups: dict[Any, list[Any]], limit: int | None) -> float:
        won, fewer = self.feedback_of(guess, guess), None if limit is None else limit - 1
        parts = (group for feedback, group in groups.items() if feedback != won)
        return sum(map(len, groups.values())) + sum(self.least(group, fewer) for group in parts)
