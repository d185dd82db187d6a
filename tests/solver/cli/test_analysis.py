"""``pegs-and-paths mastermind analyse``, through click's own runner."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from solver.cli.main import mastermind
from solver.deduction.strategies.measures import MEASURES


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, ["analyse", *arguments])


@pytest.mark.parametrize("measure", MEASURES)
def test_as_json(measure: str) -> None:
    result = run("--game", "mini", "--by", measure, "112:1,0", "--guess", "123", "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert (document["turns"], document["by"], document["exact"]) == (["112:1,0"], measure, True)
    assert document["candidates"] == sum(
        outcome["candidates"] for outcome in document["tried"]["answers"]
    )
    assert len(document["best"]) == 10
    assert document["best"][0]["needed"]["mean"] >= document["needed"]["mean"]
