"""What a player has asked for on a Hidoku and is still worked out: a hint, a check, a way back.

The page is shown at once and says so, and sends the same again by itself until it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from solver.hidoku.logic.last_right import last_right, without_wrong
from solver.hidoku.rules.game import Play
from webapp.hidoku.play.hint_view import a_moment
from webapp.hidoku.small_boards import is_quick
from webapp.http.parts import Pending, found_or_pending
from webapp.work.budgets import BRIEF_LIMIT
from webapp.work.thoughts import Thoughts

MOST_KEPT: Final = 64  # games taken back
SENTENCES: Final[Mapping[str, str]] = {
    "hint": "The hint is being worked out.",
    "check": "Whether it is right so far is being worked out.",
    "retreat": "The last right state is being looked for.",
    "take_off": "The wrong numbers are being looked for.",
}

Found = TypeVar("Found")


@dataclass(frozen=True)
class Awaited:
    """What was asked for (the endpoint of its route), and what is said till it is there."""

    what: str
    pending: Pending
    sent: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """What is said meanwhile."""
        is_usual = self.pending.status == 200
        return SENTENCES[self.what] if is_usual else self.pending.sentence


def found_or_awaited(what: str, ask: Callable[[], Found], **sent: Any) -> Found | Awaited:
    """Return what asking finds, or what is said and sent again as long as it is not there."""
    found = found_or_pending(ask)
    return Awaited(what, found, sent) if isinstance(found, Pending) else found


_rests: Thoughts[Play] = Thoughts(lambda _: 1, MOST_KEPT, BRIEF_LIMIT)
_retreats: Thoughts[Play] = Thoughts(lambda _: 1, MOST_KEPT, BRIEF_LIMIT)


def right_again(play: Play) -> Play:
    """Return a game with moves taken back till no number is wrong; MoveError if none is.

    See :meth:`Thoughts.ask` for what else it raises.
    """
    return take_back(play) if is_quick(play.grid) else _retreats.ask(play, take_back, play)


def take_back(play: Play) -> Play:
    """Take moves back till no number is wrong, within the time of a hint."""
    return last_right(play, a_moment())


def only_right(play: Play) -> Play:
    """Return a game with its wrong numbers taken off; MoveError if there is none.

    See :meth:`Thoughts.ask` for what else it raises.
    """
    return take_off_wrong(play) if is_quick(play.grid) else _rests.ask(play, take_off_wrong, play)


def take_off_wrong(play: Play) -> Play:
    """Take the wrong numbers off, within the time of a hint."""
    return without_wrong(play, a_moment())
