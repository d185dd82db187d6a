"""A part of a page that is worked out elsewhere: the page is shown at once, and the part says so.

The part asks again by itself (``waiting`` in what is sent), and is told nothing new by 204.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from flask import Response, make_response, request
from flask.typing import ResponseReturnValue

from webapp.http.fragments import wants_fragment
from webapp.http.unfinished import LATER, LOST
from webapp.work.admission import TooMuchError
from webapp.work.door import LostError
from webapp.work.thoughts import ThinkingError

Found = TypeVar("Found")

THINKING: Final = "It is being worked out."


@dataclass(frozen=True)
class Pending:
    """What is said in place of a part, and of a page with it; ``goes_on`` if it asks again."""

    sentence: str = THINKING
    status: int = 200
    goes_on: bool = True


def found_or_pending(ask: Callable[[], Found]) -> Found | Pending:
    """Return what asking finds, or what is said as long as it is not there.

    >>> found_or_pending(lambda: "found")
    'found'
    """
    try:
        return ask()
    except ThinkingError:
        return Pending()
    except TooMuchError as problem:
        return Pending(problem.sentence, 429)
    except LostError:
        return Pending(LOST, 503, goes_on=False)


def is_asked_again() -> bool:
    """Say whether a part asks that is on show already, and is still to come."""
    return "waiting" in request.values


def answered(pending: Pending | None, render: Callable[[], ResponseReturnValue]) -> Response:
    """Return the page, with the status of its part; 204 for a part that is still not there."""
    if pending and pending.goes_on and is_asked_again() and wants_fragment():
        return Response(status=204)
    answer = make_response(render())
    if pending and pending.status != 200:
        answer.status_code = pending.status
        answer.headers["Retry-After"] = str(LATER)
    return answer


# Amounts drawn as bars, each with its figure (``templates/_bars.html``).


@dataclass(frozen=True)
class AmountBar:
    """An amount, and its ``share`` of the largest in percent; one of them is the visitor's own."""

    label: str
    amount: int
    share: float
    is_own: bool = False


def bars_of(amounts: Iterable[tuple[str, int]], own: str | None = None) -> tuple[AmountBar, ...]:
    """Return the bars of some amounts by their labels.

    >>> [bar.share for bar in bars_of([("4", 1), ("5", 2)])]
    [50.0, 100.0]
    """
    rows = list(amounts)
    most = max((amount for _, amount in rows), default=0) or 1
    return tuple(
        AmountBar(label, amount, 100 * amount / most, label == own) for label, amount in rows
    )
