"""Reading the whole body of a request, within limits of time and size."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from granian.rsgi import HTTPProtocol, Scope

#: A whole body must arrive within this time, seconds.
BODY_SECONDS: Final = 10.0
#: How much of a body that is too large is read and thrown away to keep the connection usable.
MOST_THROWN_AWAY: Final = 1 << 24
LONGEST_NUMBER: Final = 18  # digits


class Body(NamedTuple):
    """A body that was read: ``length`` counts everything, including what was thrown away."""

    data: bytes
    length: int
    is_whole: bool = True


class SlowBodyError(Exception):
    """A body didn't arrive in time."""


class GoneError(Exception):
    """The client has gone in the middle of the body."""


class StrangeLengthError(Exception):
    """The stated length of a body isn't a number."""


async def read_body(scope: Scope, wire: HTTPProtocol, largest: int) -> Body:
    """Read the body; of one with more than ``largest`` bytes, only its length.

    Raises an error of this module if it can't be had.
    """
    header = scope.headers.get("content-length")
    if header is None and scope.headers.get("transfer-encoding") is None:
        return Body(b"", 0)
    if header is not None and not (header.isascii() and header.isdigit()):
        raise StrangeLengthError
    try:
        if header is not None and int(header[:LONGEST_NUMBER]) <= largest:
            data = await asyncio.wait_for(wire(), BODY_SECONDS)
            return Body(data, len(data))
        async with asyncio.timeout(BODY_SECONDS):
            return await _read_large_body(wire, largest)
    except TimeoutError as late:
        raise SlowBodyError from late
    except RuntimeError as problem:  # granian's, when the connection is closed
        raise GoneError from problem


async def _read_large_body(wire: HTTPProtocol, largest: int) -> Body:
    """Read a body of unknown length, or one known to be too large."""
    parts: list[bytes] = []
    length = 0
    async for part in wire:
        length += len(part)
        if length > MOST_THROWN_AWAY:
            return Body(b"", length, is_whole=False)
        if length <= largest:
            parts.append(bytes(part))
    return Body(b"".join(parts), length)
