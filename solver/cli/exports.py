"""Files that commands write: whole trees, and lines of JSON; with a name in .gz, compressed."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from solver.cli.errors import BadInput
from solver.deduction.trees.export import format_csv, format_json
from solver.deduction.trees.tree import Tree
from solver.wording import listed

GZIP: Final = ".gz"
WRITERS: Final[dict[str, Callable[[Tree], str]]] = {".json": format_json, ".csv": format_csv}
LINES: Final = ".jsonl"
ENDINGS_HELP: Final = "A file in .json or .csv; or in .json.gz or .csv.gz, compressed."


def check_export(file: Path | None) -> None:
    """Refuse what a tree can't be written to, before the work begins."""
    _check(file, [*WRITERS], "which says how to write it")


def check_lines(file: Path | None) -> None:
    """Refuse what lines of JSON can't be written to, before the work begins."""
    _check(file, [LINES, LINES + GZIP], "since it has a line of JSON for each position")


def write_tree(file: Path, grown: Tree) -> None:
    """Write a whole tree as its file's name says."""
    write_lines(file, [WRITERS[_ending(file)](grown)], end="")


def write_lines(file: Path, lines: Iterable[str], end: str = "\n") -> int:
    """Write texts, and return how many there were."""
    count = 0
    try:
        with _opened(file) as out:
            for line in lines:
                out.write(f"{line}{end}".encode())
                count += 1
    except OSError as error:
        raise BadInput(f"“{file}” can’t be written: {error.strerror}.") from error
    return count


@contextmanager
def _opened(file: Path) -> Iterator[gzip.GzipFile | BinaryIO]:
    """Open a file; compressed without name and time, the same texts always make the same one."""
    with file.open("wb") as plain:
        if file.suffix != GZIP:
            yield plain
            return
        with gzip.GzipFile("", "wb", fileobj=plain, mtime=0) as packed:
            yield packed


def _ending(file: Path) -> str:
    return Path(file.stem).suffix if file.suffix == GZIP else file.suffix


def _check(file: Path | None, endings: list[str], reason: str) -> None:
    if file is None:
        return
    if _ending(file) not in endings:
        raise BadInput(f"“{file.name}” must end with {listed(endings, 'or')}, {reason}.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise BadInput(f"“{file}” can’t be written.")
