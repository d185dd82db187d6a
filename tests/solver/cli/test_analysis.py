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
    report = json.loads(result.stdout)
    assert (report["turns"], report["by"], report["exact"]) == (["112:1,0"], measure, True)
    assert report["candidates"] == sum(part["candidates"] for part in report["tried"]["answers"])
    assert len(report["best"]) == 10
    assert report["best"][0]["needed"]["mean"] >= report["needed"]["mean"]
