"""The files of docs/results are what docs/results.md says of them."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from docs.results.check import check_certificate, check_strategy

DOCS = Path(__file__).parents[3] / "docs"
RESULTS = DOCS / "results"
FILES = sorted(RESULTS.glob("*.gz"))
TEXT = (DOCS / "results.md").read_text()
#: A row of a table that names a file and a total.
ROW = re.compile(r"^\|.*\| \[(\S+)\]\(results/\1\) \| .*?([0-9]+,[0-9,]+)", re.MULTILINE)
TOTALS = {name: int(total.replace(",", "")) for name, total in ROW.findall(TEXT)}


def test_every_file_has_its_digest() -> None:
    sums = (RESULTS / "SHA256SUMS").read_text().splitlines()
    truth = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in FILES]
    assert sums == truth


def test_every_file_has_its_row() -> None:
    assert sorted(TOTALS) == [path.name for path in FILES]
    assert len(FILES) >= 8


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_shows_its_total(path: Path) -> None:
    with gzip.open(path) as lines:
        head = json.loads(next(lines))
        check = check_certificate if "certificate" in head else check_strategy
        text = " ".join(check(head, lines))
    assert head["total"] == TOTALS[path.name]
    assert f"{head['total']:,}" in text
