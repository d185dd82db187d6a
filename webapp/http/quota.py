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
from limits import RateLimitItem, RateLimitItemPerDay
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from solver.wording import counted
from webapp.forms import FormError
from webapp.http.network import client_network

MEGABYTE: Final = 1_000_000


class QuotaError(FormError):
    """There is no room today for anything new from the visitor's network."""


class Quota:
    """What each network has begun and stored within a day, counted from the first of it."""

    def __init__(self, things: int, megabytes: int, storage: Storage) -> None:
        self._limiter = FixedWindowRateLimiter(storage)
        self._things = RateLimitItemPerDay(things, namespace="things")
        self._bytes = RateLimitItemPerDay(megabytes * MEGABYTE, namespace="bytes")
        self._words: dict[RateLimitItem, str] = {
            self._things: f"begun {things:,} games and boards",
            self._bytes: f"stored {megabytes:,} MB",
        }

    def admit(self, size: int) -> None:
        """Count something new of so many bytes. Raises QuotaError where there is no room for it.

        What the server itself stores, outside of any request, is not counted.
        """
        if not has_request_context():
            return
        network = client_network()
        costs: dict[RateLimitItem, int] = {self._things: 1, self._bytes: size}
        for item, cost in costs.items():
            if not self._limiter.test(item, network, cost=cost):
                raise self._refusal(item, network)
        for item, cost in costs.items():
            self._limiter.hit(item, network, cost=cost)

    def grow(self, size: int) -> None:
        """Count what something begun has grown by; it may, whatever the limit says."""
        if has_request_context():
            self._limiter.hit(self._bytes, client_network(), cost=size)

    def _refusal(self, item: RateLimitItem, network: str) -> QuotaError:
        wait = self._limiter.get_window_stats(item, network).reset_time - time.time()
        seconds = max(1, round(wait))

        @after_this_request
        def tell_when(response: Response) -> Response:
            """Whichever page says it: this is the status, and then it is worth another try."""
            response.status_code = 429
            response.headers["Retry-After"] = str(seconds)
            return response

        return QuotaError(
            f"Everybody at your internet address together has {self._words[item]} within a day, "
            "as much as there is room for. All that stays and can be gone on with; there is room "
            f"for new ones in {_long(seconds)}."
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
