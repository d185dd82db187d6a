"""The application as the server runs it: warmed up, so that no player waits for a first time.

What all processes need is loaded once, before they are forked, and so is in memory only once.
"""

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Final

from flask import Flask

from solver.deduction.games import NAMES, game_named
from solver.deduction.knowledge.candidates import secret_codes
from solver.kernels import are_held_back, compile_kernels, mark_compiled, remove_gate
from webapp.application import create_app
from webapp.cards import paint
from webapp.config import Settings, read_settings
from webapp.hidoku.boards.catalogue import POPULAR, gallery, offer_all
from webapp.hidoku.verdict import load_search
from webapp.http.server.front import MOVES, Front, ServerCounts
from webapp.mastermind.cards import home_card
from webapp.mastermind.finished import advised
from webapp.mastermind.setup import BreakerSetup
from webapp.storage.engine.faults import StartError
from webapp.work.forks import end_without, trim_memory
from webapp.work.tasks import Preparation

#: How long a thread may keep the interpreter while others wait for it, seconds. Python's default of
#: 5 ms is added to each wait for the database while a board to watch is solved beside a move.
TURN: Final = 0.0005
#: How long a process may take to finish its answers when its server has gone, seconds.
LAST_WORDS: Final = 5.0
LAST_ANSWER: Final = 1  # seconds until the last answer has certainly left a process


@cache
def warm() -> None:
    """Load and prepare what every process of the server needs, once, before it forks them."""
    for _ in compile_kernels():
        pass
    load_search()
    offer_all(POPULAR)
    gallery()
    paint(home_card())  # so that each process has the typeface and the painting code
    for game in sorted(map(game_named, NAMES), key=lambda game: game.code_count):
        advised(game, (), BreakerSetup.strategy)
        secret_codes(game)  # kept of the largest


_prepared: dict[Settings, Flask] = {}


def prepare_app() -> None:
    """Create the application that the processes forked next will take and share.

    If each created its own, it would take 25 MB and 0.1 s each.
    """
    _prepared.clear()
    with suppress(StartError):  # then each process reports it itself
        settings = read_settings()
        _prepared[settings] = create_app(settings)
    trim_memory()


def app_for(settings: Settings) -> Flask:
    return _prepared.pop(settings, None) or create_app(settings)


def create_front() -> Front:
    settings = read_settings()
    sys.setswitchinterval(TURN)
    life = (os.getppid(), LAST_WORDS)
    threading.Thread(target=end_without, args=life, daemon=True).start()
    if not are_held_back():
        warm()  # already done where this process was forked from a warm one
    app = app_for(settings)
    gc.freeze()  # or now and then a player waits 0.1 s while the collector scans all that is loaded
    app.extensions["upkeep"].start()
    log = sys.stdout if settings.log else None
    counters = app.extensions["counters"] = ServerCounts(Path(settings.fork_server or "").parent)
    app.extensions["store"].count_move = partial(counters.add, MOVES)

    def close() -> None:
        """Note in their rows that this process's tasks end, and end it.

        Granian would wait for all connections, even those that browsers keep for later, and in the
        end its server would kill the process. Its threads may keep the interpreter from this one,
        one time in five: then the alarm, which needs no interpreter, ends it.
        """
        signal.alarm(LAST_ANSWER)
        app.extensions["tasks"].close()
        time.sleep(LAST_ANSWER / 10)
        os._exit(0)

    return Front(app, settings.threads, settings.proxies, log, count=counters.add, close=close)


# A start with nothing compiled yet: pages are served at once, while the solver is compiled.
#
# 1. A process compiles the kernels, what somebody waits for first, and ends; so what LLVM keeps,
#    half a gigabyte, is given back.
# 2. Meanwhile the server answers. What needs a kernel that isn't there yet says so, and is carried
#    out once it is (:mod:`webapp.work.tasks`, :mod:`webapp.http.pending`).
# 3. Then this process loads them, starts another fork server, and has granian replace its
#    processes one by one with new forks of this one, as after a start with everything compiled.
#    What was under way is answered; jobs of the Lab that run just then end and say so.
#
# Rejected: processes that load the kernels each for themselves, since each would need 170 MB more.


TRIES: Final = 3  # of compilers that are killed, for instance because memory runs out
#: When a compiler collects garbage: to do so as often as usual takes a tenth of its time.
SELDOM: Final = (100_000, 50, 1_000)
#: What each answer takes, in the order in which players meet them: a guess, a hint on a board of
#: numbers, a hint for a code, a new board, the verdict on a drawing. All others come last.
NEEDED: Final = (
    (
        "solver.deduction.rules.kernels.feedback_table",
        "solver.deduction.rules.kernels.letter_marks",
        "solver.deduction.strategies.sampling.kernels.weights_of_groups",
    ),
    (
        "solver.hidoku.kernels.propagate.set_up",
        "solver.hidoku.kernels.propagate.propagate_fully",
        "solver.hidoku.kernels.search.explore",
        "solver.hidoku.kernels.propagate.read_path",
    ),
    (
        "solver.deduction.rules.kernels.canonical_codes",
        "solver.deduction.optimal.kernels.add_rows",
        "solver.deduction.optimal.kernels.feedback_masks",
        "solver.deduction.optimal.kernels.perfect_guess",
        "solver.deduction.optimal.kernels.run",
    ),
    (
        "solver.hidoku.kernels.propagate.fewest",
        "solver.hidoku.kernels.paths.mix",
        "solver.hidoku.kernels.paths.grow",
    ),
    (
        "solver.hidoku.kernels.formulas.add",
        "solver.hidoku.kernels.formulas.number_variables",
        "solver.hidoku.kernels.formulas.build",
        "solver.hidoku.kernels.frontier.advance",
        "solver.hidoku.kernels.learn.block",
        "solver.hidoku.kernels.learn.learn",
        "solver.hidoku.kernels.probe.follow",
        "solver.hidoku.kernels.probe.shave",
    ),
)


def start_compiler(preparation: Preparation) -> int:
    server = os.getpid()
    compiler = os.fork()
    if compiler:
        return compiler
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        threading.Thread(target=end_without, args=(server,), daemon=True).start()
        remove_gate()  # or one that replaces another would wait for what it is to compile
        gc.freeze()
        gc.set_threshold(*SELDOM)
        for name in compile_kernels(NEEDED, preparation.is_wanted):
            preparation.note(name)
        mark_compiled()
        os._exit(0)
    except BaseException as problem:
        print(
            f"The solver couldn’t be compiled in the background: {problem}",
            file=sys.stderr,
            flush=True,
        )
        os._exit(1)


def follow(compiler: int, preparation: Preparation, next_step: Callable[[], None]) -> None:
    def followed() -> None:
        with suppress(OSError):  # it has gone, or there is no room for another
            wait_for(compiler, preparation)
        preparation.end()
        next_step()

    threading.Thread(target=followed, daemon=True).start()


def wait_for(compiler: int, preparation: Preparation) -> None:
    """Wait for the compiler to end; one that is killed is replaced by another, which continues."""
    for _ in range(TRIES):
        if os.waitstatus_to_exitcode(os.waitpid(compiler, 0)[1]) >= 0:
            return
        compiler = start_compiler(preparation)
    os.waitpid(compiler, 0)
