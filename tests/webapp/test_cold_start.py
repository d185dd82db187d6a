"""The compiler behind a first start."""

from __future__ import annotations

import subprocess
import threading

import pytest

from tests.webapp.work.patience import until
from webapp import warm_up
from webapp.warm_up import follow
from webapp.work.preparation import Preparation


def test_a_compiler_that_is_killed_is_followed_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sleepers = [subprocess.Popen(["sleep", "600"]) for _ in range(2)]
    left = [sleeper.pid for sleeper in sleepers]
    monkeypatch.setattr(warm_up, "start_compiler", lambda _: left.pop())
    then = threading.Event()
    follow(left.pop(), Preparation(), then.set)
    sleepers[1].kill()
    until(lambda: not left)
    assert not then.is_set()
    sleepers[0].terminate()
    assert then.wait(60)
    for sleeper in sleepers:
        sleeper.wait()
