"""What the first command after an installation says while the solver is compiled for it."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from solver.cli import boards
from solver.cli.boards import within
from solver.hidoku.search.staged_search import Budget
from tests.terminals import with_terminal

WORDS = ["mastermind", "candidates", "1122:1,0", "--limit", "1", "--json"]
COMMAND = f"from solver.cli.main import main; main({WORDS})"
SAID = "Compiling the solver, once: up to a minute"


def begun(cache: Path, errors: int) -> subprocess.Popen[str]:
    """Begin a command with a cache of its own."""
    environ = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "TERM": "xterm"}
    command = [sys.executable, "-c", COMMAND]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=environ, text=True)


def test_the_first_command_says_that_it_compiles_and_compiles_only_what_it_needs(
    tmp_path: Path,
) -> None:
    for message in (f"{SAID} …\n", ""):
        with begun(tmp_path, subprocess.PIPE) as process:
            assert process.communicate() == ('{"count": 256, "codes": ["1333"]}\n', message)
    assert len(list(tmp_path.rglob("*.nbc"))) == 1


@with_terminal
def test_in_a_terminal_it_shows_a_bar_and_takes_it_away(tmp_path: Path) -> None:
    reader, writer = pty.openpty()
    screen = b""
    with begun(tmp_path, writer):
        os.close(writer)
        with suppress(OSError), open(reader, "rb", buffering=0) as terminal:  # ends with an error
            while piece := terminal.read(1000):
                screen += piece
    assert re.search(rf"{SAID} .*━", screen.decode())
    assert b"\x1b[2K" in screen.rpartition(SAID.encode())[2]  # the line is erased at the end


def test_a_budget_is_of_the_work_not_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_slowly() -> Iterator[str]:
        sleep(0.05)
        yield "a kernel"

    monkeypatch.setattr(boards, "compile_kernels", compile_slowly)
    start, budgets = monotonic(), list[Budget]()
    within(1.0, budgets.append)
    assert budgets[0].deadline is not None
    assert len(budgets) == 1
    assert budgets[0].deadline >= start + 1.05
    within(None, budgets.append)
    assert budgets[1].deadline is None
