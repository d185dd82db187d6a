import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver import cli_hidoku
from solver.cli import main
from solver.hidoku.boards import FINDLING


def run(*arguments: str, text: str | bytes | None = FINDLING) -> Result:
    return CliRunner().invoke(main, ["hidoku", *arguments], input=text)


def test_both_groups_are_there() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    assert "hidoku" in result.output
    assert "mastermind" in result.output


def test_solve_as_json(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(FINDLING)
    result = run("solve", str(file), "--json")
    assert result.exit_code == 0
    data = json.loads(result.output)
    assert (data["count"], data["complete"], data["unique"]) == (1, True, True)
    assert data["solutions"][0][0] == [91, 92, 93, 20, 21, 36, 37, 38, 39, 57]
    assert {"nodes", "successors", "mean_branching", "seconds"} <= set(data)


def test_the_plain_search() -> None:
    data = json.loads(run("solve", "-", "--plain", "--all", "--json").output)
    assert (data["nodes"], data["successors"], data["count"]) == (1216, 1640, 1)


@pytest.mark.parametrize(
    ("options", "count", "complete"),
    [((), 2, False), (("--all",), 30, True), (("--limit", "7"), 7, False)],
)
def test_how_many(options: tuple[str, ...], count: int, complete: bool) -> None:
    text = "1,_,_\n_,_,_\n_,_,9"
    data = json.loads(run("solve", "-", "--json", *options, text=text).output)
    assert (data["count"], data["complete"], data["unique"]) == (count, complete, False)
    assert len(data["solutions"]) == count


def test_holes_are_null_and_adjacency_counts() -> None:
    data = json.loads(run("solve", "-", "--json", text="1,##\n_,_").output)
    assert data["solutions"] == [[[1, None], [2, 3]], [[1, None], [3, 2]]]
    result = run("solve", "-", "--json", "--adjacency", "4", text="1,##\n_,_")
    assert json.loads(result.output)["solutions"] == [[[1, None], [2, 3]]]
    result = run("solve", "-", "--json", "--adjacency", "hex", text="1,##\n_,_")
    assert json.loads(result.output)["count"] == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (FINDLING, "This is the only solution."),
        ("1,_,_\n_,_,_\n_,_,9", "This board has at least 2 solutions; this is one."),
    ],
)
def test_solve_for_people(text: str, sentence: str) -> None:
    result = run("solve", "-", text=text)
    assert result.exit_code == 0
    assert sentence in result.output
    assert " node" in result.output
    assert "1 nodes" not in result.output


def test_no_solution_is_exit_code_1() -> None:
    result = run("solve", "-", "--json", text="1,##,3")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["count"] == 0
    assert result.stderr.splitlines()[0] == "3 in row 1, column 3 is not between 1 and 2."
    result = run("solve", "-", text="2,_,_")
    assert (result.exit_code, "no solution" in result.output) == (1, True)
    assert run("trace", "-", text="2,_,_").exit_code == 1
    assert run("hint", "-", text="2,_,_").exit_code == 1


@pytest.mark.parametrize("text", ["1,1", "2,3", "0,1"])
def test_a_full_board_with_faults_has_no_hint(text: str) -> None:
    result = run("hint", "-", text=text)
    assert result.exit_code == 1
    assert "Something is wrong with the puzzle itself." in result.stdout


def test_one_solution_asked_for() -> None:
    result = run("solve", "-", "--limit", "1", text="1,_,_\n_,_,_\n_,_,9")
    assert "This is one solution; no others were looked for." in result.output
    assert "budget" not in result.output


def test_a_wide_board_is_printed_as_text() -> None:
    wide = "\n".join(["1" + ",_" * 49, ",".join(["_"] * 50)])
    lines = run("solve", "-", "--limit", "1", text=wide).output.splitlines()
    assert lines[0].count(",") == 49
    assert "…" not in "".join(lines)
    assert len(lines) == 4


@pytest.mark.parametrize("options", [("--plain",), ()])
def test_only_so_many_solutions_are_printed(
    monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setattr(cli_hidoku, "MOST_KEPT", 5)
    text = "1,_,_\n_,_,_\n_,_,9"
    data = json.loads(run("solve", "-", "--all", "--json", *options, text=text).output)
    assert (data["count"], data["complete"], data["truncated"]) == (30, True, True)
    assert len(data["solutions"]) == 5
    data = json.loads(run("solve", "-", "--json", *options, text=FINDLING).output)
    assert (data["count"], data["truncated"]) == (1, False)


def test_all_solutions_keep_to_the_budget() -> None:
    text = "\n".join([",".join(["_"] * 5)] * 5)
    result = run("solve", "-", "--all", "--json", "--budget", "0.5", text=text)
    data = json.loads(result.output)
    assert len(data["solutions"]) <= cli_hidoku.MOST_KEPT < data["count"]
    assert not data["complete"]


def test_a_budget_may_leave_it_undecided() -> None:
    text = "\n".join(["_," * 11 + "_"] * 12)
    result = run("solve", "-", "--json", "--all", "--budget", "0.000001", text=text)
    assert result.exit_code == 0
    assert json.loads(result.output)["unique"] is None


@pytest.mark.parametrize(
    ("arguments", "text", "sentence"),
    [
        (("solve", "-"), "1,x", "Line 1, field 2 reads “x”"),
        (("solve", "-"), b"\xff\xfe", "not a text in UTF-8"),
        (("solve", "no/such/file"), "", "Cannot read “no/such/file”"),
        (("trace", "-"), "", "There is no board"),
        (("hint", "."), "", "Cannot read “.”"),
        (("solve", "-", "--all", "--limit", "3"), FINDLING, "either --all or --limit"),
        (("solve", "-", "--budget", "nan"), FINDLING, "nan is not a finite number."),
        (("trace", "-", "--budget", "inf"), FINDLING, "inf is not a finite number."),
        (("solve", "-", "--budget", "0"), FINDLING, "--budget"),
        (("solve", "-", "--limit", "0"), FINDLING, "--limit"),
        (("solve", "-", "--limit", "-1"), FINDLING, "--limit"),
        (("solve", "-", "--adjacency", "9"), FINDLING, "--adjacency"),
        (("solve",), FINDLING, "Missing argument"),
        (("solve", "-", "--nonsense"), FINDLING, "No such option"),
        (("nonsense",), FINDLING, "No such command"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: tuple[str, ...], text: str | bytes, sentence: str
) -> None:
    result = run(*arguments, text=text)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize("mode", ["rules", "search"])
def test_trace(mode: str) -> None:
    data = json.loads(run("trace", "-", "--json", "--mode", mode).output)
    assert data["steps"][0]["kind"] == "start"
    assert [step["kind"] for step in data["steps"][-1:]] == ["proved"]
    assert set(data["steps"][1]) == {"kind", "number", "cell", "reason", "depth"}
    assert "only solution" in run("trace", "-", "--mode", mode).output


def test_hint() -> None:
    data = json.loads(run("hint", "-", "--json").output)
    assert (data["technique"], data["number"], data["cell"]) == ("between", 24, [3, 4])
    assert data["because"] == {"numbers": [23, 25], "cells": [[2, 3], [4, 5]], "refuted": []}
    assert len(data["text"]) == 3
    assert run("hint", "-").output.splitlines() == data["text"]
