"""The application as the server runs it: warmed, so that no player waits for a first time."""

from __future__ import annotations

import gc
import sys
from multiprocessing.util import Finalize
from threading import Thread
from typing import Final

from flask import Flask

from solver.deduction.games import game_named
from solver.kernels import compile_kernels
from webapp import create_app
from webapp.choosing import OFFERED
from webapp.offers import gallery, offers
from webapp.opponents import advised
from webapp.puzzles import load_puzzle
from webapp.setups import Setup
from webapp.traces import DEADLINE, WAYS, trace_of

#: How long a thread may keep the interpreter from others that wait for it, seconds. Python's own
#: 5 ms are added to each wait for the database while a board to watch is solved beside a move.
TURN: Final = 0.0005


def create_warm_app() -> Flask:
    """Return the application after loading kernels, a table and a trace in this process.

    What the other boards need is prepared while the first players arrive.
    When the process ends, its jobs end and say so, and no board is made any more: before the
    children are waited for, and before the pools' own finalizers.
    """
    sys.setswitchinterval(TURN)
    for _ in compile_kernels():
        pass
    prepare_board("classic")
    trace_of(load_puzzle("findling"), WAYS[0].by, DEADLINE)
    app = create_app()
    gc.freeze()  # or now and then a player waits 0.1 s while all that is loaded is looked through
    Thread(target=prepare_boards, daemon=True).start()
    app.extensions["upkeep"].start()
    for work in ("jobs", "generations"):
        Finalize(None, app.extensions[work].close, exitpriority=20)
    return app


def prepare_boards() -> None:
    """Prepare every board on offer, and the little pictures of Hidoku's."""
    offers()
    gallery()
    for preset in OFFERED:
        prepare_board(preset.name)
    gc.freeze()


def prepare_board(name: str) -> None:
    """Make what a board is worked with, and keep the guess that every first hint shows."""
    advised(game_named(name), (), Setup.strategy)
