"""What all tests share: compiled kernels, chance that falls alike in every run, no deadlines.

A test that fails once in a hundred runs blames whoever happens to run it. So what the pages draw
and what Hypothesis tries is the same in every run; `PEGS_TEST_SEED=7 make check` (or any other
word) draws otherwise, and looks for what the usual run does not meet. `make test-all` asks
all cases of the judges of which other runs ask a sample.
"""

import gc
import os
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, settings

from tests.compiled import compile_all, compile_imported
from tests.sampling import ALL, SEED, asks_all, drawn_by, sample


def pytest_configure(config: pytest.Config) -> None:
    """Ask all cases of a test that is named, and say how many examples Hypothesis tries.

    A first call may compile a kernel, which no deadline of a test should count, and a test asks
    one application with all its examples.
    """
    if asks_all() and config.option.timeout is None:
        config.option.timeout = 1800  # seconds
    if any("::" in word for word in config.args):
        os.environ[ALL] = "1"
    settings.register_profile(
        "pegs",
        max_examples=100 if asks_all() else 12,
        derandomize=SEED is None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("pegs")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every kernel once before a run in parallel starts its processes, which load them."""
    if session.config.getoption("numprocesses", None):
        compile_all()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of what is marked ``sampled(most)`` leave so many cases."""
    if asks_all():
        return
    cases = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            cases[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    left_out = {
        item
        for (name, limit), of_one in cases.items()
        for item in set(of_one).difference(sample(of_one, limit, name))
    }
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=sorted(left_out, key=lambda item: item.nodeid))


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
    generator = drawn_by(request.node.nodeid)
    monkeypatch.setattr("secrets.randbelow", generator.randrange)
    monkeypatch.setattr("secrets.randbits", generator.getrandbits)
