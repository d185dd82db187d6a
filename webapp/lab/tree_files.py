"""Whole trees as files, of which a large one takes a second or two to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from solver.deduction.games import game_named
from solver.deduction.trees.export import format_csv, format_json
from solver.deduction.trees.tree import Tree
from webapp.lab.findings import parse_tree
from webapp.work.deferred import deferred

#: A finding of 80,000 signs (Bulls and Cows) takes 60 ms as CSV, one of 640,000 (super) 600 ms.
MOST_AT_ONCE: Final = 40_000


@dataclass(frozen=True)
class FileKind:
    """A kind of file: how it is written, and its media type."""

    write: Callable[[Tree], str]
    media_type: str


FILE_KINDS: Final[Mapping[str, FileKind]] = MappingProxyType(
    {
        "json": FileKind(format_json, "application/json"),
        "csv": FileKind(format_csv, "text/csv"),
    }
)


def _is_quick(game: str, finding: str, kind: str) -> bool:
    return len(finding) <= MOST_AT_ONCE


@deferred(_is_quick, 4)
def written(game: str, finding: str, kind: str) -> str:
    """Write the tree of a finding as a file of this kind.

    Raises ThinkingError while a large one is being written, TooMuchError, and LostError.
    """
    return FILE_KINDS[kind].write(parse_tree(finding, game_named(game)))
