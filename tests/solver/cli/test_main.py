import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver.cli import hidoku
from solver.cli.main import main
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.known_boards import FINDLING


def run(*arguments: str, text: str | bytes | None = FINDLING) -> Result:
    return CliRunner().invoke(main, ["hidoku", *arguments], input=text)


@pytest.mark.parametrize("options", [("--plain",), ()])
def test_only_so_many_solutions_are_printed(
    monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setattr(hidoku, "MOST_KEPT", 5)
    text = "1,_,_\n_,_,_\n_,_,9"
    data = json.loads(run("solve", "-", "--all", "--json", *options, text=text).output)
    assert (data["count"], data["complete"], data["truncated"]) == (30, True, True)
    assert len(data["solutions"]) == 5
    data = json.loads(run("solve", "-", "--json", *options, text=FINDLING).output)
    assert (data["count"], data["truncated"]) == (1, False)


def test_all_solutions_keep_to_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidoku, "MOST_KEPT", 100)
    options = ("solve", "-", "--all", "--json", "--budget")
    text = "\n".join([",".join(["_"] * 5)] * 5)
    run(*options, "0.1", text=text)  # so that no kernel is compiled in the time of the next
    result = run(*options, "0.7", text=text)
    data = json.loads(result.output)
    assert len(data["solutions"]) <= hidoku.MOST_KEPT < data["count"]
    assert not data["complete"]


def test_a_board_is_made_again_by_its_seed() -> None:
    options = ("generate", "--rows", "5", "--columns", "6", "--seed", "7", "--json")
    data = json.loads(run(*options).output)
    assert json.loads(run(*options).output) == data
    grade = json.loads(run("grade", "-", "--json", text=data["board"]).output)
    assert (grade["difficulty"], grade["score"]) == (data["difficulty"], data["score"])
    assert (data["seed"], data["as_requested"], data["complete"]) == (7, True, True)
    again = json.loads(run("solve", "-", "--json", text=data["board"]).output)
    assert again["unique"]
    assert sum(field.isdigit() for field in data["board"].split()) == (data["givens"])


KINDS = [(), ("--adjacency", "hex"), ("--adjacency", "4", "--links", "3"), ("--shape", "ring")]


@pytest.mark.parametrize("kind", KINDS)
def test_every_command_reads_what_another_writes(kind: tuple[str, ...]) -> None:
    generate = ("generate", "--rows", "6", "--columns", "6", "--seed", "3", *kind)
    board = run(*generate).stdout
    texts = [board, run(*generate, "--json").stdout]
    for command in ("solve", "trace", "check", "grade", "hint"):
        output = run(command, "-", "--json", text=board).stdout
        assert parse_any(json.loads(output)["board"]) == parse_any(board)
        texts.append(output)
    texts += [run(command, "-", text=board).stdout for command in ("solve", "trace")]
    for text in texts:
        result = run("check", "-", text=text)
        assert (result.exit_code, result.stdout) == (0, "This board has exactly one solution.\n")
    assert parse_any(texts[-1]).adjacency is parse_any(board).adjacency


@pytest.mark.parametrize(
    "options",
    [
        ("--adjacency", "4", "--minimal"),
        ("--shape", "ring", "--symmetry", "point"),
        ("--adjacency", "hex", "--shape", "hexagon", "--open-ends"),
        ("--difficulty", "easy"),
        ("--links", "4"),
    ],
)
def test_requests_are_kept(options: tuple[str, ...]) -> None:
    result = run("generate", "--rows", "7", "--columns", "7", "--seed", "3", *options)
    assert result.exit_code == 0
    assert "seed 3, " in result.stderr
    adjacency = options[1] if options[0] == "--adjacency" else "8"
    solution = run("solve", "-", "--json", "--adjacency", adjacency, text=result.stdout)
    assert json.loads(solution.output)["unique"]
    if "--links" in options:
        assert len(parse_any(result.stdout).joined) == 4
    if "easy" in options:
        assert "easy" in result.stderr


def test_a_wrong_placement_is_named_first(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(FINDLING)
    position = FINDLING.replace("__,__,93", "91,90,93", 1)
    data = json.loads(run("hint", "-", "--puzzle", str(puzzle), "--json", text=position).output)
    assert (data["technique"], data["number"], data["cell"]) == ("wrong", 90, [0, 1])
    result = run("hint", "-", "--puzzle", str(puzzle), text=FINDLING.replace("93", "94"))
    assert (result.exit_code, "lacks a given" in result.stderr) == (2, True)
    result = run("hint", "-", "--puzzle", str(puzzle), text="1 .")
    assert (result.exit_code, "differ in their form" in result.stderr) == (2, True)


def test_a_board_that_time_cut_short_says_so() -> None:
    options = ("--rows", "20", "--columns", "20", "--seed", "3", "--budget", "0.001")
    result = run("generate", *options)
    assert "Time ran out" in result.stderr
    assert not json.loads(run("generate", *options, "--json").output)["complete"]


def test_bytes_that_are_no_text_are_refused_in_one_sentence() -> None:
    result = run("solve", "-", text=b"\xff\xfe")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "“-” is not a text in UTF-8.\n"
