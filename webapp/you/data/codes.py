"""Codes that join another browser to this one: signed, and stored nowhere.

A code says whose it is and when it was made, and has a seal on both. Whoever guesses one has to
guess a player's id, 128 random bits that no page shows, and 56 bits of the seal: so no limit is
needed on what all networks try together. That it is good only once is a count of its own, which
begins when it is used.

Refused: a row for each code that is made. Whoever throws cookies away made 200 of them a second,
and shorter ones can be tried out.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from base64 import b32decode, b32encode, urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from flask import current_app
from limits import RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from webapp.http.server.network import client_network

GOOD_FOR: Final = 600  # seconds
SKEW: Final = 60  # seconds by which another server's clock may be ahead
#: No letters or digits that look alike, for those of Base32; 40 of them are 200 bits.
SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_BASE32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_PLAYER, _STAMP, _SEAL = 16, 2, 7  # bytes
_SPAN: Final = 1 << 8 * _STAMP  # seconds that a stamp tells apart
LENGTH: Final = (_PLAYER + _STAMP + _SEAL) * 8 // 5
LONGEST: Final = 2 * LENGTH  # as somebody types it

#: How often one network may try codes in ten minutes, and how often a right one may be used.
TRIES: Final = RateLimitItemPerMinute(10, 10, namespace="tries")
ONCE: Final = RateLimitItemPerMinute(1, 12, namespace="used")  # which is longer than it is good


def make_code(player: str) -> str:
    """Return a code of a player's, in groups as it is read out."""
    made = int(time.time())
    told = urlsafe_b64decode(f"{player}==") + _stamp(made)
    text = b32encode(told + _seal(player, made)).decode()
    code = text.translate(str.maketrans(_BASE32, SIGNS))
    return " ".join(re.findall(".{5}", code))


def player_of(typed: str) -> str | None:
    """Return whose code was typed; None for one that is wrong, or older than ten minutes."""
    text = _plain(typed).translate(str.maketrans(SIGNS, _BASE32))
    if len(text) != LENGTH:
        return None
    told = b32decode(text)
    player = urlsafe_b64encode(told[:_PLAYER]).decode().rstrip("=")
    now = int(time.time())
    stamp = int.from_bytes(told[_PLAYER : _PLAYER + _STAMP])
    age = (now - stamp + SKEW) % _SPAN - SKEW
    is_ours = hmac.compare_digest(told[_PLAYER + _STAMP :], _seal(player, now - age))
    return player if is_ours and age <= GOOD_FOR else None


def may_try() -> bool:
    """Count a code that is tried, and say whether there is room for it."""
    return _limiter().hit(TRIES, "join", client_network())


def is_first_use(typed: str) -> bool:
    """Use a code, and say whether nobody has before."""
    return _limiter().hit(ONCE, hashlib.sha256(_plain(typed).encode()).hexdigest())


def _limiter() -> FixedWindowRateLimiter:
    found: FixedWindowRateLimiter = current_app.extensions["tries"]
    return found


def _stamp(made: int) -> bytes:
    return (made % _SPAN).to_bytes(_STAMP)


def _seal(player: str, made: int) -> bytes:
    """Return what only this server can write; of the whole time, so that none is good again."""
    key = str(current_app.secret_key).encode()
    seal: bytes = hmac.digest(key, f"joins:{player}:{made}".encode(), "sha256")
    return seal[:_SEAL]


def _plain(typed: str) -> str:
    """Return the signs of a code, however it is typed.

    >>> _plain(" abcde-23456")
    'ABCDE23456'
    """
    return "".join(sign for sign in typed.upper() if sign in SIGNS)
