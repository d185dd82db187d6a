"""How much may be begun and stored from one network within a day.

Counted by network, since a cookie can be thrown away. The usual limits are some that a school
behind one address does not meet and a program that goes on for an hour does. They hold for what is
new: whatever has begun goes on, though a game or a drawing that grows large is counted for it.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Final

from flask import Response, after_this_request, has_request_context
from limits import RateLimitItemPerDay
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from solver.wording import counted
from webapp.http.forms import FormError
from webapp.http.server.requests import client_network

MEGABYTE: Final = 1_000_000


class QuotaError(FormError):
    """There is no room today for anything new from the visitor's network."""


class Quota:
    """What each network has stored within a day, from the first that it began.

    There is room for so many ``things`` or so many ``megabytes``, whichever comes first: each
    takes its share at least, so that one count, and in a database one write, does for both.
    """

    def __init__(self, things: int, megabytes: int, storage: Storage) -> None:
        self._limiter = FixedWindowRateLimiter(storage)
        self._room = RateLimitItemPerDay(megabytes * MEGABYTE, namespace="stored")
        self._least = self._room.amount // things

    def admit(self, size: int) -> None:
        """Count something new of so many bytes. Raises QuotaError where there is no room for it.

        What the server itself stores, outside of any request, is not counted.
        """
        if not has_request_context():
            return
        network, cost = client_network(), max(size, self._least)
        if not self._limiter.test(self._room, network, cost=cost):
            raise self._refusal(network)
        self._limiter.hit(self._room, network, cost=cost)

    def grow(self, size: int) -> None:
        """Count what something begun has grown by; it may, whatever the limit says."""
        if has_request_context():
            self._limiter.hit(self._room, client_network(), cost=size)

    def _refusal(self, network: str) -> QuotaError:
        wait = self._limiter.get_window_stats(self._room, network).reset_time - time.time()
        seconds = max(1, round(wait))

        @after_this_request
        def with_wait(response: Response) -> Response:
            """Set the status and when to try again, whichever page shows the error."""
            response.status_code = 429
            response.headers["Retry-After"] = str(seconds)
            return response

        return QuotaError(
            "Your network has reached today’s limit for new games. Games already started are "
            f"saved, and you can continue them. New ones can start again in {_long(seconds)}."
        )


def _long(seconds: int) -> str:
    """Say roughly how long something is.

    >>> _long(59), _long(3600), _long(86_400)
    ('1 minute', '60 minutes', '24 hours')
    """
    minutes = -(-seconds // 60)
    if minutes <= 90:
        return counted(minutes, "minute")
    return counted(round(timedelta(minutes=minutes) / timedelta(hours=1)), "hour")
