"""From a command to its first answer: the command line, and a server warm and on an empty cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from solver.hidoku.rules.known_boards import FINDLING
from tests.bench.measure import Figure, milliseconds
from tests.bench.visitor import served, with_bytecode

COMMAND: Final = (sys.executable, "-c", "from solver.cli.main import main; main()")
WORDS: Final = (("--version",), ("--help",), ("hidoku", "--help"), ("mastermind", "--help"))
#: The least that a command of each kind can be asked; `-` is the board on standard input.
ASKED: Final = (
    *(("hidoku", "check", "-"), ("hidoku", "hint", "-"), ("hidoku", "solve", "-")),
    *(("mastermind", "hint", "1122:1,0"), ("mastermind", "candidates", "1122:1,0")),
    *(("mastermind", "diagnose", "1122:1,0"), ("mastermind", "optimum", "--game", "mini")),
    *(("sweep", "--help"), ("backup", "--help"), ("serve", "--help")),
)
#: Compiles all of them in a process of its own, and says for how long each took a processor.
SHARES: Final = """
import time
from solver.kernels import compile_kernels
import webapp.warm_up
begun = time.process_time()
for name in compile_kernels():
    now = time.process_time()
    print(name, now - begun)
    begun = now
"""


def start_figures() -> Iterator[Figure]:
    """Yield how long first answers take, what a server holds, and what each kernel costs."""
    for words in WORDS:
        yield Figure(
            f"pegs-and-paths {' '.join(words)}", milliseconds(answer(*words), 5), "ms", 150
        )
    for asked in ASKED:
        taken = milliseconds(answer(*asked), 3)
        yield Figure(f"pegs-and-paths {' '.join(asked)}, process and all", taken, "ms", 500)
    with served() as server:
        yield Figure("First page of a server, warm", server.seconds, "s", 2)
        yield Figure("Memory of all its processes then", server.megabytes("pss"), "MB", 300)
    with tempfile.TemporaryDirectory() as cache:
        yield from cold_figures(cache)
    with tempfile.TemporaryDirectory() as cache:
        yield from share_figures(cache)


def answer(*arguments: str) -> partial[subprocess.CompletedProcess[str]]:
    """Return what runs a command and waits for its end."""
    return partial(
        subprocess.run,
        [*COMMAND, *arguments],
        input=FINDLING,
        text=True,
        env=with_bytecode(),
        stdout=subprocess.DEVNULL,
        check=True,
    )


def cold_figures(cache: str) -> Iterator[Figure]:
    """Yield the first page on an empty cache, and what is held when all is compiled."""
    with served(NUMBA_CACHE_DIR=cache) as server:
        yield Figure("First page of a server, nothing compiled", server.seconds, "s", 4)
        begun = time.monotonic()
        while not list(Path(cache).rglob("compiled.mark")):
            time.sleep(0.2)
        yield Figure("Compiling behind it", time.monotonic() - begun, "s")
        time.sleep(60)  # its processes are replaced one by one
        yield Figure("Memory of all its processes then", server.megabytes("pss"), "MB", 300)


def share_figures(cache: str) -> Iterator[Figure]:
    """Yield for how long each module's kernels take a processor to be compiled."""
    told = subprocess.run(
        [sys.executable, "-c", SHARES],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    shares: dict[str, float] = {}
    for name, taken in map(str.split, told.splitlines()):
        module = name.rpartition(".")[0]
        shares[module] = shares.get(module, 0) + float(taken)
    for module, seconds in sorted(shares.items(), key=lambda share: -share[1]):
        yield Figure(f"Compiling {module}, time of a processor", seconds, "s")
