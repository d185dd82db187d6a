"""Commands that play many games: tree, optimum, simulate."""

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docs.results.check import check_certificate
from solver.cli.main import mastermind
from solver.deduction.games import game_named
from solver.deduction.optimal import PlanSearch, optimum
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.simulate import walk
from solver.deduction.trees.tree import format_csv, format_json, level_order


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, arguments)


def test_a_tree_is_exported(tmp_path: Path) -> None:
    grown = tree(game_named("mini"), STRATEGIES["parts"])
    for name, written in (("tree.json", format_json), ("tree.csv", format_csv)):
        file = tmp_path / name
        result = run("tree", "--game", "mini", "--strategy", "parts", "--export", str(file))
        assert result.exit_code == 0
        assert file.read_text().strip() == written(grown).strip()


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_an_export_is_compressed(tmp_path: Path, ending: str) -> None:
    plain, parcel, again = (tmp_path / f"{name}.{ending}" for name in ("plain", "a", "b"))
    for file in (plain, parcel.with_name("a." + ending + ".gz"), again.with_name(f"b.{ending}.gz")):
        assert run("optimum", "--game", "mini", "--export", str(file)).exit_code == 0
    first_file, second_file = (tmp_path / f"{name}.{ending}.gz" for name in "ab")
    assert gzip.decompress(first_file.read_bytes()) == plain.read_bytes()
    assert first_file.read_bytes() == second_file.read_bytes()


@pytest.mark.parametrize("name", ["mini.jsonl", "mini.jsonl.gz"])
def test_an_optimum_has_a_certificate(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    result = run("optimum", "--game", "mini", "--json", "--certificate", str(file))
    assert json.loads(result.stdout)["total"] == 206
    text = file.read_bytes()
    lines = (gzip.decompress(text) if name.endswith(".gz") else text).decode().splitlines()
    assert result.stderr == f"{len(lines) - 1} positions in {name}, {len(text):,} bytes.\n"
    assert "No strategy needs fewer than 206 guesses" in "".join(
        check_certificate(json.loads(lines[0]), lines[1:])
    )


def test_no_certificate_without_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(PlanSearch, "run", interrupted)
    file = tmp_path / "mini.jsonl"
    result = run("optimum", "--game", "mini", "--certificate", str(file))
    assert result.exit_code == 1
    assert result.stderr == "Ended early.\nWhat is not proved has no certificate.\n"
    assert not file.exists()


def test_an_optimum_is_exported_and_walks(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    assert run("optimum", "--game", "distinct", "--export", str(file)).exit_code == 0
    game = game_named("distinct")
    raw_plan = optimum(game).plan
    assert raw_plan
    plan = level_order(game, "perfect", raw_plan)
    assert file.read_text().strip() == format_json(plan)
    assert walk(game, plan) == plan.histogram


def test_simulate() -> None:
    arguments = ("simulate", "--game", "4x5", "--strategy", "random", "--games", "40")
    answer = json.loads(run(*arguments, "--seed", "5", "--json").stdout)
    assert set(answer) == {*("mean", "error", "max", "ms_per_guess", "games", "histogram", "lost")}
    assert sum(answer["histogram"]) == answer["games"] == 40
    again = json.loads(run(*arguments, "--seed", "5", "--json").stdout)
    assert again["histogram"] == answer["histogram"]
    assert "40 games" not in run(*arguments).stderr
    assert "± " in run(*arguments).stdout


def test_perfect_play_by_estimate_is_not_called_perfect() -> None:
    command = ("simulate", "--strategy", "perfect", "--games", "2", "--game")
    assert "isn’t proved to be perfect" in run(*command, "super").stdout
    assert "proved" not in run(*command, "classic").stdout
    whole = run("tree", "--strategy", "perfect", "--game", "4x10").stdout
    assert "isn’t proved to be perfect" in whole
    assert "proved" not in run("tree", "--strategy", "perfect", "--game", "mini").stdout
