"""What can go wrong with the database, in words for players; nothing here knows a driver.

None of these is raised once a change is acknowledged: whoever gets one has to say that the change
was not, or may not have been, stored.
"""

from __future__ import annotations


class StorageError(Exception):
    """The database did not do what it was asked for. Each kind below has its status in a page."""


class StoreBusyError(StorageError):
    """Something else held the database for too long; nothing was changed."""


class StoreGoneError(StorageError):
    """The database cannot be reached; whether the last change was stored is not known."""


class StoreFullError(StorageError):
    """There is no room to write; nothing was changed."""


class StoreBrokenError(StorageError):
    """The database cannot be read or written as it is; somebody has to look after it."""


class StartError(ValueError):
    """Why the server cannot start with the data it was given, in one sentence."""
