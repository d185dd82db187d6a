"""Rows as version 1.1.0 wrote them, and what their pages show: the lines of ``old_rows.jsonl``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)
#: What every row of a table has, unless its line says otherwise.
USUAL: Final[Mapping[str, Mapping[str, Any]]] = {
    "games": {
        **dict.fromkeys(("rules", "start", "moves", "hints"), ""),
        **{"finished": False, "version": 3, "seconds": 60.0},
        **{"created": MOMENT, "changed": MOMENT},
    },
    "boards": {"made": MOMENT},
    "tasks": {
        **{"run": 1, "done": 1, "pieces": 1, "begun": 0.0, "ends": 0.0, "finding": ""},
        **{"network": "192.0.2.0/24", "changed": MOMENT},
    },
}


@dataclass(frozen=True)
class OldRow:
    """A row, and the page that shows it to its player, with some of what stands there."""

    table: str
    values: Mapping[str, Any]
    page: str
    shown: tuple[str, ...]
    player: str = "ann"


def old_rows() -> tuple[OldRow, ...]:
    """Return a row of every kind that there was."""
    text = Path(__file__).with_suffix(".jsonl").read_text("utf-8")
    return tuple(_row(**json.loads(line)) for line in text.splitlines())


def _row(
    table: str, page: str, shown: list[str], values: dict[str, Any], player: str = "ann"
) -> OldRow:
    owner = {} if table == "boards" else {"player": player}
    return OldRow(table, {**USUAL[table], **owner, **values}, page, tuple(shown), player)
