"""What the program knows from the start: findings of the lab's table, computed beforehand.

``known_findings.jsonl`` is written by ``pegs-and-paths lab warm`` (:mod:`webapp.lab.warm`): a
document a line, each a study with the gist of its finding and how that was made. Nothing is in it
that a deadline ended, so whoever computes a line again gets the same figures.

Refused: rows written into each new database, which would have to be brought along with every
change of a strategy.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypedDict

from webapp.lab.findings import Summary
from webapp.storage.documents import DocumentForm, refuse_damage

FILE: Final = Path(__file__).with_name("known_findings.jsonl")


class KnownDocument(TypedDict):
    """A line of the file: a :class:`KnownFinding` with the fields of its summary and provenance."""

    study: str
    histogram: list[int]
    bound: int | None
    proved: bool
    seed: int | None
    command: str
    seconds: float
    machine: str


KNOWN: Final = DocumentForm(KnownDocument, schema=2)


@dataclass(frozen=True)
class Provenance:
    """How a finding was made: by which command, how long it took, and on what.

    Refused: the version that made it. Any version makes the same, or its line is computed again.
    """

    command: str
    seconds: float
    machine: str


@dataclass(frozen=True)
class KnownFinding:
    """A study with its gist; ``seed`` is that of a sample's games."""

    study: str
    summary: Summary
    seed: int | None
    provenance: Provenance


Known = Mapping[str, KnownFinding]


@cache
def known_findings() -> Known:
    """Return the findings that came with the program, by study. Raises DocumentError."""
    return MappingProxyType(read_known(FILE))


def perfect_mean(rules: str) -> Fraction | None:
    """Return the mean number of guesses of perfect play on a game, None if it is not proved here.

    >>> perfect_mean("classic")
    Fraction(625, 144)
    """
    found = known_findings().get(f"every perfect {rules}")
    return found.summary.mean if found and found.summary.proved else None


def read_known(file: Path) -> dict[str, KnownFinding]:
    """Read a file of findings; none if there is no such file. Raises DocumentError."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {found.study: found for found in map(parse_known, lines)}


def write_known(file: Path, findings: Iterable[KnownFinding]) -> None:
    """Write findings line by line; the file is the old one or the new one, never half of it."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text("".join(f"{format_known(found)}\n" for found in findings), encoding="utf-8")
    os.replace(fresh, file)


def format_known(found: KnownFinding) -> str:
    """Write a finding as a line."""
    summary = found.summary
    return KNOWN.write(
        {
            "study": found.study,
            "histogram": list(summary.histogram),
            "bound": summary.bound,
            "proved": summary.proved,
            "seed": found.seed,
            "command": found.provenance.command,
            "seconds": found.provenance.seconds,
            "machine": found.provenance.machine,
        }
    )


def parse_known(text: str) -> KnownFinding:
    """Read a line, the inverse of format_known. Raises DocumentError."""
    told = KNOWN.read(text)
    with refuse_damage("a known finding"):
        summary = Summary(tuple(told["histogram"]), told["bound"], told["proved"])
        if not summary.count > 0:
            raise ValueError(f"its histogram is {summary.histogram}")
    provenance = Provenance(told["command"], told["seconds"], told["machine"])
    return KnownFinding(told["study"], summary, told["seed"], provenance)
