"""What all tests share: compiled kernels, chance that falls alike in every run, no deadlines.

A test that fails once in a hundred runs blames whoever happens to run it. So what the pages draw
and what Hypothesis tries is the same in every run; `PEGS_TEST_SEED=7 make check` (or any other
word) draws otherwise, and looks for what the usual run does not meet.
"""

from __future__ import annotations

import gc
import os
from random import Random

import pytest
from hypothesis import settings

from tests.compiled import compile_all, compile_imported

SEED = os.environ.get("PEGS_TEST_SEED")

# A first call may compile a kernel, which no deadline of a test should count.
settings.register_profile("pegs", deadline=None, derandomize=SEED is None)
settings.load_profile("pegs")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every kernel once before a run in parallel starts its processes, which load them."""
    if session.config.getoption("numprocesses", None):
        compile_all()


def pytest_collection_finish() -> None:
    """Look seldom for garbage, and never among what stays to the end: modules, tests, kernels.

    Looking through all of them again and again takes a twentieth of a run.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile every kernel first, as a server does: what has a deadline may not wait for one."""
    compile_imported()


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test draw its codes and seeds by its own name, not by the machine's noise."""
    drawn = Random(f"{SEED} {request.node.nodeid}")
    monkeypatch.setattr("secrets.randbelow", drawn.randrange)
    monkeypatch.setattr("secrets.randbits", drawn.getrandbits)
