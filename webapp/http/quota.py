"""How much one network may begin and store in a day.

It is counted by network, since a cookie can be thrown away. The default limits are ones that a
school behind one address doesn't reach, and a program that runs for an hour does. They apply to new
things only: whatever has begun may go on, but a game or a drawing that grows large is counted.
"""

import time
from datetime import timedelta
from typing import Final

from flask import Response, after_this_request, has_request_context
from limits import RateLimitItemPerDay
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from solver.wording import plural
from webapp.http.forms import FormError
from webapp.http.server.requests import client_network

MEGABYTE: Final = 1_000_000


class QuotaError(FormError):
    """The visitor's network may begin nothing new today."""


class Quota:
    """What each network has stored in a day, counted from the first thing it began.

    There is room for so many ``things`` or so many ``megabytes``, whichever comes first: each thing
    costs at least its share, so one count (in a database, one write) does for both.
    """

    def __init__(self, things: int, megabytes: int, storage: Storage) -> None:
        self._limiter = FixedWindowRateLimiter(storage)
        self._room = RateLimitItemPerDay(megabytes * MEGABYTE, namespace="stored")
        self._least = self._room.amount // things

    def admit(self, size: int) -> None:
        """Count something new of this many bytes. Raises QuotaError where there is no room for it.

        What the server itself stores, outside any request, isn't counted.
        """
        if not has_request_context():
            return
        network = client_network()
        cost = max(size, self._least)
        if not self._limiter.test(self._room, network, cost=cost):
            raise self._refusal(network)
        self._limiter.hit(self._room, network, cost=cost)

    def grow(self, size: int) -> None:
        """Count the growth of something already begun; it is allowed, whatever the limit says."""
        if has_request_context():
            self._limiter.hit(self._room, client_network(), cost=size)

    def _refusal(self, network: str) -> QuotaError:
        wait = self._limiter.get_window_stats(self._room, network).reset_time - time.time()
        seconds = max(1, round(wait))

        @after_this_request
        def with_wait(response: Response) -> Response:
            response.status_code = 429
            response.headers["Retry-After"] = str(seconds)
            return response

        return QuotaError(
            "Your network has reached today’s limit for new games. Games already started are "
            f"saved, and you can continue them. New ones can start again in {_long(seconds)}."
        )


def _long(seconds: int) -> str:
    """Return a rough duration in words.

    >>> _long(59), _long(3600), _long(86_400)
    ('1 minute', '60 minutes', '24 hours')
    """
    minutes = -(-seconds // 60)
    if minutes <= 90:
        return plural(minutes, "minute")
    return plural(round(timedelta(minutes=minutes) / timedelta(hours=1)), "hour")
