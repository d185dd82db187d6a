"""The application as the server runs it: warmed, so that no player waits for a first time."""

from __future__ import annotations

from multiprocessing.util import Finalize

from flask import Flask

from solver.deduction.advice import move
from solver.deduction.games import game_named
from solver.kernels import compile_kernels
from webapp import create_app
from webapp.watching import WAYS, trace_of


def create_warm_app() -> Flask:
    """Return the application after loading kernels, tables and traces in this process.

    When the process ends, its jobs end and say so: before the children are waited for, and before
    the pool's own finalizer.
    """
    for _ in compile_kernels():
        pass
    move(game_named("classic"), ())
    trace_of("findling", WAYS[0].by)
    app = create_app()
    Finalize(None, app.extensions["jobs"].close, exitpriority=20)
    return app
