"""Codes that join another browser to this one: signed, and stored nowhere.

A code says whose it is and when it was made, sealed. To guess one, somebody has to guess a
player's id, 128 random bits that no page shows, and 56 bits of the seal: so no limit is needed on
the attempts of all networks together. That it works only once is ensured by a count that begins
when it is used.

Rejected: a row for each code that is made. A client that throws its cookies away made 200 of them
a second, and shorter codes can be guessed.
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

from webapp.http.server.requests import client_network

GOOD_FOR: Final = 600  # seconds
SKEW: Final = 60  # seconds by which another server's clock may be ahead
#: No letters or digits that look alike, in place of Base32's; 40 of them are 200 bits.
SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_BASE32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_PLAYER, _STAMP, _SEAL = 16, 2, 7  # bytes
_SPAN: Final = 1 << 8 * _STAMP  # seconds until stamps repeat
LENGTH: Final = (_PLAYER + _STAMP + _SEAL) * 8 // 5
LONGEST: Final = 2 * LENGTH  # as somebody types it

#: How often one network may try codes in ten minutes, and how often a right one may be used.
TRIES: Final = RateLimitItemPerMinute(10, 10, namespace="tries")
ONCE: Final = RateLimitItemPerMinute(1, 12, namespace="used")  # longer than a code is valid


def make_code(player: str) -> str:
    """Return a code of a player's, in groups for reading out."""
    moment = int(time.time())
    payload = urlsafe_b64decode(f"{player}==") + (moment % _SPAN).to_bytes(_STAMP)
    text = b32encode(payload + _signature(player, moment)).decode()
    code = text.translate(str.maketrans(_BASE32, SIGNS))
    return " ".join(re.findall(".{5}", code))


def player_of(typed: str) -> str | None:
    """Return whose code was typed; None if it is wrong, or older than ten minutes."""
    text = _plain(typed).translate(str.maketrans(SIGNS, _BASE32))
    if len(text) != LENGTH:
        return None
    payload = b32decode(text)
    player = urlsafe_b64encode(payload[:_PLAYER]).decode().rstrip("=")
    now = int(time.time())
    stamp = int.from_bytes(payload[_PLAYER : _PLAYER + _STAMP])
    age = (now - stamp + SKEW) % _SPAN - SKEW
    is_ours = hmac.compare_digest(payload[_PLAYER + _STAMP :], _signature(player, now - age))
    return player if is_ours and age <= GOOD_FOR else None


def may_try() -> bool:
    """Count an attempt with a code, and say whether it is allowed."""
    return _limiter().hit(TRIES, "join", client_network())


def is_first_use(typed: str) -> bool:
    """Use a code, and say whether this is its first use."""
    return _limiter().hit(ONCE, hashlib.sha256(_plain(typed).encode()).hexdigest())


def _limiter() -> FixedWindowRateLimiter:
    limiter: FixedWindowRateLimiter = current_app.extensions["tries"]
    return limiter


def _signature(player: str, moment: int) -> bytes:
    """Return what only this server can write; it covers the full time, not just the stamp."""
    key = str(current_app.secret_key).encode()
    seal: bytes = hmac.digest(key, f"joins:{player}:{moment}".encode(), "sha256")
    return seal[:_SEAL]


def _plain(typed: str) -> str:
    """Return the characters of a code, however it is typed.

    >>> _plain(" abcde-23456")
    'ABCDE23456'
    """
    return "".join(sign for sign in typed.upper() if sign in SIGNS)
