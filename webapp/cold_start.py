"""A start where nothing is compiled yet: pages are served at once, and the solver compiled behind.

1. A process compiles the kernels, in the order in which players meet them, and ends; so what LLVM
   keeps, half a gigabyte, is given back.
2. Meanwhile the server answers. What needs a kernel that is not there yet says so and asks again
   (:mod:`webapp.work.preparation`).
3. Then this process loads them, starts another fork server, and has granian replace its processes
   one by one with such that are forked now, as after a start where all was compiled. What was under
   way is answered; jobs of the Lab that run just then end and say so.

Refused: processes that load the kernels each for themselves, since each would need 170 MB more.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from solver.kernels import compile_kernels, mark_compiled
from webapp.work.preparation import Preparation

TRIES: Final = 3  # of compilers that are killed, as where memory runs out
#: What players meet first: a first guess, its hint, a hint on a board of numbers; then all others.
FIRST: Final = (
    "solver.deduction.rules.kernels.feedback_table",
    "solver.deduction.rules.kernels.canonical_codes",
    "solver.deduction.optimal.kernels.answer_masks",
    "solver.deduction.optimal.kernels.grow_plan",
    "solver.deduction.optimal.kernels.run",
    "solver.hidoku.search.kernels.set_up",
    "solver.hidoku.search.kernels.settle",
    "solver.hidoku.search.kernels.explore",
    "solver.hidoku.search.kernels.read_path",
    "solver.deduction.knowledge.large.kernels.members",
    "solver.deduction.knowledge.large.kernels.group",
    "solver.deduction.knowledge.large.kernels.count_matches",
    "solver.deduction.knowledge.large.kernels.matches_at",
    "solver.deduction.knowledge.large.kernels.split_matches",
    "solver.deduction.strategies.sampling.kernels.costs",
)


def start_compiler(preparation: Preparation) -> int:
    """Start the process that compiles; return its id."""
    compiler = os.fork()
    if compiler:
        return compiler
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        server = os.getppid()
        for name in compile_kernels(FIRST):
            preparation.note(name)
            if os.getppid() != server:
                os._exit(1)
        mark_compiled()
        os._exit(0)
    except BaseException as problem:
        print(f"The solver could not be compiled behind: {problem}", file=sys.stderr, flush=True)
        os._exit(1)


def follow(compiler: int, preparation: Preparation, then: Callable[[], None]) -> None:
    """Wait in a thread for the compiler's end; let the kernels go, and do what comes ``then``."""

    def followed() -> None:
        with suppress(ChildProcessError):
            wait_for(compiler, preparation)
        preparation.end()
        then()

    threading.Thread(target=followed, daemon=True).start()


def wait_for(compiler: int, preparation: Preparation) -> None:
    """Wait for the compiler's end; one that was killed is followed by others, which go on there."""
    for _ in range(TRIES):
        if os.waitstatus_to_exitcode(os.waitpid(compiler, 0)[1]) != -signal.SIGKILL:
            return
        compiler = start_compiler(preparation)
    os.waitpid(compiler, 0)
