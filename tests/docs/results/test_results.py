"""The files of docs/results are what docs/results.md says of them."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from docs.results.check import check_certificate, check_strategy
from solver.deduction.games import game_named
from solver.deduction.optimal import PlanSearch
from solver.deduction.optimal.certificate import format_certificate

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


def test_a_strict_total_is_shown_of_possible_codes_only() -> None:
    search = PlanSearch(game_named("3x5"), strict=True)
    search.run()
    first, *lines = format_certificate(search)
    head = json.loads(first)
    text = " ".join(check_certificate(head, iter(lines)))
    assert "No strategy that guesses only possible codes needs fewer than 455 guesses" in text
    for forgery in ({"total": 456}, {"strict": False}):
        with pytest.raises(ValueError, match=r"Line [23]: "):
            list(check_certificate(head | forgery, iter(lines)))
