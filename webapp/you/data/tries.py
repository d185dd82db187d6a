"""How often a code may be tried that somebody could guess."""

from __future__ import annotations

from typing import Final

from flask import current_app
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from webapp.http.server.network import client_network

#: Tries of one network, and of all together, in ten minutes.
OF_A_NETWORK: Final = RateLimitItemPerMinute(10, 10, namespace="tries")
OF_ALL: Final = RateLimitItemPerMinute(1000, 10, namespace="tries")


def may_try(what: str) -> bool:
    """Count a try, and say whether there is room for it."""
    limiter: FixedWindowRateLimiter = current_app.extensions["tries"]
    return limiter.hit(OF_A_NETWORK, what, client_network()) and limiter.hit(OF_ALL, what, "all")
