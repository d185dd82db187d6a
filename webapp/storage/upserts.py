"""Inserting a row that may be there: both databases can, each in a dialect of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

#: By the name of the dialect, what begins an insert that may say ``on_conflict_do_…``.
INSERT: Final[Mapping[str, Callable[[Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
