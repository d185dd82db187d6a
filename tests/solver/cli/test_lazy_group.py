"""Commands are listed without being loaded, and each shows in its help how it is used."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from solver.cli import main as cli
from solver.cli.errors import LazyGroup, load_command, read_help
from solver.hidoku.rules.known_boards import FINDLING
from webapp.cli import COMMANDS as COMMANDS_OF_SERVER

ROOT = Path(__file__).parents[3]
GROUPS = {"hidoku": cli.HIDOKU, "mastermind": cli.MASTERMIND}
COMMANDS = [(group, name) for group, table in GROUPS.items() for name in table]
HEAVY = {"numpy", "numba", "llvmlite", "flask", "sqlalchemy", "rich", "PIL"}


def loaded_by(environ: dict[str, str], *arguments: str) -> set[str]:
    """Return the packages that are loaded when the command line has answered."""
    script = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.argv = ['pegs-and-paths', *{arguments}]\n"
        "from solver.cli.main import main\n"
        "main(prog_name='pegs-and-paths')"
    )
    process = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environ},
    )
    assert process.stdout
    return {name.partition(".")[0] for name in process.stderr.split()}


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--help",), ("hidoku", "--help"), ("mastermind", "-h")]
)
def test_words_about_commands_load_none(arguments: tuple[str, ...]) -> None:
    modules = loaded_by({}, *arguments)
    assert "click" in modules
    assert not modules & HEAVY


def test_completion_loads_no_command() -> None:
    words = {"COMP_WORDS": "pegs-and-paths mastermind op", "COMP_CWORD": "2"}
    environ = {**words, "_PEGS_AND_PATHS_COMPLETE": "bash_complete"}
    assert not loaded_by(environ) & HEAVY


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        ("pegs-and-paths hid", {"hidoku"}),
        ("pegs-and-paths mastermind op", {"optimum"}),
        ("pegs-and-paths hidoku solve --pl", {"--plain"}),
        ("pegs-and-paths mastermind --h", {"--help"}),
        ("pegs-and-paths mastermind hint --strategy kn", {"knuth"}),
        ("pegs-and-paths mastermind tree --game bulls", {"bulls9", "bulls10"}),
    ],
)
def test_completion(words: str, commands: set[str]) -> None:
    environ = {
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
        "_PEGS_AND_PATHS_COMPLETE": "bash_complete",
    }
    output = CliRunner().invoke(cli.main, prog_name="pegs-and-paths", env=environ).output
    assert {line.partition(",")[2] for line in output.splitlines()} == commands


@pytest.mark.parametrize("table", [*GROUPS.values(), COMMANDS_OF_SERVER])
def test_the_list_says_what_each_command_says(table: dict[str, str]) -> None:
    for name, place in table.items():
        command = load_command(place)
        assert command.name == name
        assert (command.help or "").split() == read_help(place).split()


def test_lines_are_listed_whole() -> None:
    long = "solver.cli.trees:optimum"

    @click.group(cls=LazyGroup, later={"later": long})
    def group() -> None:
        """A group."""

    @group.command()
    def own() -> None:
        """Say a thing; {}.

        And more.
        """

    output = " ".join(CliRunner().invoke(group, ["--help"]).output.split())
    assert read_help(long).partition("\n")[0] in output
    assert "own Say a thing; {}." in output
    assert "And more" not in output
    assert CliRunner().invoke(group, ["neither"]).exit_code == 2


@pytest.mark.parametrize(("group", "name"), COMMANDS)
def test_examples_of_the_help_work(
    group: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text(FINDLING)
    Path("strategy.txt").write_text("{AB:{10:{AA:{00:BB}},02:BA}}")
    page = CliRunner().invoke(cli.main, [group, name, "--help"]).output
    examples = re.findall(r"^ +pegs-and-paths (.*)$", page, re.MULTILINE)
    assert examples
    for example in examples:
        result = CliRunner().invoke(cli.main, shlex.split(example))
        contradicts = name == "diagnose"  # is what its example is about
        assert (result.exit_code, bool(result.stdout)) == (int(contradicts), True), result.output


@pytest.mark.parametrize("name", COMMANDS_OF_SERVER)
def test_each_command_of_the_server_shows_how_it_is_used(name: str) -> None:
    names = [name] if name != "lab" else ["lab", "warm"]
    page = CliRunner().invoke(cli.main, [*names, "--help"]).output
    examples = re.findall(r"^ +pegs-and-paths (.*)$", page, re.MULTILINE)
    assert examples
    assert all(shlex.split(example)[: len(names)] == names for example in examples)


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [("hidoku slove", "solve"), ("mastermind hnit", "hint"), ("mastermnd", "mastermind")],
)
def test_a_misspelt_command_gets_one_suggestion(words: str, suggestion: str) -> None:
    result = CliRunner().invoke(cli.main, words.split())
    assert result.exit_code == 2
    assert re.findall(r"Did you mean .(\w+).\?", result.output) == [suggestion]


@pytest.mark.parametrize(
    "words", ["--help", "hidoku solve board.txt", "mastermind candidates", "mastermind hint 9:9"]
)
def test_a_reader_that_stops_early_ends_a_command_as_it_ends_other_tools(
    words: str, tmp_path: Path
) -> None:
    (tmp_path / "board.txt").write_text(FINDLING)
    command = [sys.executable, "-c", "from solver.cli.main import main; main()", *words.split()]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout
        process.stdout.close()
    assert process.returncode == -signal.SIGPIPE


def coloured(environ: dict[str, str], *arguments: str) -> str:
    """Return what a command writes into a pipe."""
    command = [sys.executable, "-c", "from solver.cli.main import main; main()", *arguments]
    plain = {name: value for name, value in os.environ.items() if "COLOR" not in name}
    process = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**plain, **environ}
    )
    return process.stdout + process.stderr


def test_a_pipe_gets_no_colours(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(FINDLING)
    assert "\x1b" not in coloured({}, "hidoku", "solve", str(board))


def test_no_hue_is_heard(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("1,_,_\n_,_,_\n_,_,9")
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm"}  # as on a terminal
    check = ("hidoku", "check", str(board))
    yellow = "\x1b[33m"
    assert yellow in coloured(terminal, *check)
    assert yellow not in coloured({**terminal, "NO_COLOR": "1"}, *check)
