"""The application as the server runs it: warmed, so that no player waits for a first time.

What all processes need is loaded once, before they are forked, and so kept once in memory.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from multiprocessing.util import Finalize
from typing import Final

from flask import Flask

from solver.deduction.games import NAMES, game_named
from solver.deduction.knowledge.large import halves
from solver.kernels import are_held_back, compile_kernels
from webapp.application import create_app
from webapp.cards.canvas import paint
from webapp.cards.mastermind_cards import home_card
from webapp.config import Settings, read_settings
from webapp.hidoku.boards.catalogue import gallery, offers
from webapp.hidoku.verdict import load_search
from webapp.http.server.access_log import AccessLog
from webapp.http.server.front import Front
from webapp.mastermind.opponent import advised
from webapp.mastermind.setup import Setup
from webapp.storage.engine.errors import StartError
from webapp.work.memory import settle

#: How long a thread may keep the interpreter from others that wait for it, seconds. Python's own
#: 5 ms are added to each wait for the database while a board to watch is solved beside a move.
TURN: Final = 0.0005
#: Pegs and colours of the boards whose lists take 50 to 260 ms to make, which no page should wait
#: for, nor each process forked for a thought: 45 MB in all, shared by all processes.
SLOW_BOARDS: Final = ((8, 12), (8, 11), (8, 10), (7, 12))
LOOK_ROUND: Final = 0.5  # seconds
#: How long a process may take to answer what it has begun when its server has gone, seconds.
LAST_WORDS: Final = 5.0


@cache
def warm() -> None:
    """Load and prepare what every process of the server needs: once, before it forks them."""
    for _ in compile_kernels():
        pass
    load_search()
    offers()
    gallery()
    paint(home_card())  # so that each process has the typeface and what draws
    for name in NAMES:
        prepare_board(name)
    for pegs, choices in SLOW_BOARDS:
        halves(pegs, choices, False)


def prepare_board(name: str) -> None:
    """Make what a board is worked with, and keep the guess that every first hint shows."""
    advised(game_named(name), (), Setup.strategy)


_prepared: dict[Settings, Flask] = {}


def prepare_app() -> None:
    """Make the application that the processes take which are forked next, and share.

    Made by each for itself it takes each 25 MB and 0.1 s.
    """
    _prepared.clear()
    with suppress(StartError):  # then each says so itself
        settings = read_settings()
        _prepared[settings] = create_app(settings)
    settle()


def app_for(settings: Settings) -> Flask:
    """Return the application that was prepared, if it was by these settings, else another."""
    return _prepared.pop(settings, None) or create_app(settings)


def create_front() -> Front:
    """Return the front of one process of the server."""
    settings = read_settings()
    sys.setswitchinterval(TURN)
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    app = create_warm_app(settings)
    log = AccessLog(sys.stdout) if settings.log else None
    return Front(app, settings.threads, settings.proxies, log)


def create_warm_app(settings: Settings | None = None) -> Flask:
    """Return the application of one process of the server.

    When the process ends, its jobs end and say so, and no board is made any more: before the
    threads are waited for that wait for them.
    """
    if not are_held_back():
        warm()  # at once done where this process was forked from one that is warm
    app = app_for(settings or read_settings())
    gc.freeze()  # or now and then a player waits 0.1 s while all that is loaded is looked through
    app.extensions["upkeep"].start()
    for work in ("jobs", "generations"):
        Finalize(None, app.extensions[work].close, exitpriority=20)
    return app


def end_with(server: int) -> None:
    """End this process when the one that started it has gone, however it went."""
    while os.getppid() == server:
        time.sleep(LOOK_ROUND)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_WORDS)
    os._exit(1)
