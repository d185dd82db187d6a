"""While the solver is compiled behind the server, a request says so, and other work waits."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from solver import kernels
from webapp import warm_up
from webapp.http.pending import show_pending
from webapp.warm_up import NEEDED, follow
from webapp.work import tasks
from webapp.work.tasks import PendingError, Preparation


def double(number: int) -> int:
    return 2 * number


DOUBLE = f"{__name__}.double"


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Have one kernel alone, which nobody has compiled."""
    registry: list[Any] = []
    monkeypatch.setattr(kernels, "KERNELS", registry)
    monkeypatch.setattr(tasks, "KERNELS", registry)
    monkeypatch.setattr(tasks, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(Preparation, "is_over", False)  # as an application of another test left it
    yield kernels.kernel("int64(int64)")(double)
    kernels.remove_gate()


@pytest.fixture
def held(kernel: Any) -> Preparation:
    held = Preparation()
    held.begin()
    return held


def test_a_request_hears_how_far_it_is(app: Flask, held: Preparation, kernel: Any) -> None:
    with app.test_request_context("/"), pytest.raises(PendingError, match=r"compiled.*: 0%"):
        kernel(4)
    assert kernels.are_held_back()
    held.note(DOUBLE)
    assert held.share() == 1
    with app.test_request_context("/"):
        assert kernel(4) == 8


def test_a_thought_of_a_page_does_not_wait(
    monkeypatch: pytest.MonkeyPatch, held: Preparation, kernel: Any
) -> None:
    monkeypatch.setattr(Preparation, "is_for_page", True)
    with pytest.raises(PendingError):
        kernel(4)
    with pytest.raises(PendingError):
        list(kernels.compile_kernels())
    held.end()
    assert list(kernels.compile_kernels()) == [DOUBLE]
    assert not kernels.are_held_back()


def test_what_nobody_looks_at_waits(held: Preparation, kernel: Any) -> None:
    results: list[int] = []
    work = threading.Thread(target=lambda: results.append(kernel(21)))
    work.start()
    work.join(0.1)
    assert work.is_alive()
    held.note(DOUBLE)
    work.join(60)
    assert results == [42]


def test_what_is_compiled_asks_no_gate(kernel: Any) -> None:
    assert kernel(1) == 2
    kernels.add_gate(pytest.fail)
    assert kernel(3) == 6


def order_of(monkeypatch: pytest.MonkeyPatch, *names: str) -> list[str]:
    """Put kernels of these names for the program's; return their names as they are compiled."""
    order: list[str] = []
    monkeypatch.setattr(
        kernels,
        "KERNELS",
        [
            (name, "", SimpleNamespace(compile=lambda _, name=name: order.append(name)))
            for name in names
        ],
    )
    return order


def test_who_is_named_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order = order_of(monkeypatch, "a", "b", "c", "d")
    assert list(kernels.compile_kernels([["d", "b"]])) == order == ["d", "b", "a", "c"]


def test_what_somebody_waits_for_comes_first(
    monkeypatch: pytest.MonkeyPatch, kernel: Any, held: Preparation
) -> None:
    """With all else that its answer takes."""
    order = order_of(monkeypatch, "a", "b", DOUBLE, "c", "d")
    monkeypatch.setattr(Preparation, "is_for_page", True)
    with suppress(PendingError):
        kernel(4)
    kernels.remove_gate()
    groups = [["a", "b"], ["c", DOUBLE]]
    list(kernels.compile_kernels(groups, lambda name: name == DOUBLE and held.is_wanted(name)))
    assert order == ["c", DOUBLE, "a", "b", "d"]


def test_the_first_are_kernels() -> None:
    assert warm_up  # which imports all of them
    assert {*chain(*NEEDED)} <= {name for name, _, _ in kernels.KERNELS}


def test_a_changed_source_is_not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("1")
    code = SimpleNamespace(__code__=SimpleNamespace(co_filename=str(source)))
    stats = SimpleNamespace(cache_path=str(tmp_path))
    monkeypatch.setattr(kernels, "KERNELS", [("k", "", SimpleNamespace(stats=stats, py_func=code))])
    assert not kernels.are_compiled()
    kernels.mark_compiled()
    assert kernels.are_compiled()
    source.write_text("12")
    assert not kernels.are_compiled()


def test_a_cache_that_cannot_be_written_is_no_harm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = SimpleNamespace(__code__=SimpleNamespace(co_filename=__file__))
    stats = SimpleNamespace(cache_path=str(tmp_path / "nowhere"))
    monkeypatch.setattr(kernels, "KERNELS", [("k", "", SimpleNamespace(stats=stats, py_func=code))])
    kernels.mark_compiled()
    assert not kernels.are_compiled()


def test_a_compiler_that_has_gone_lets_go(held: Preparation, kernel: Any) -> None:
    event = threading.Event()
    follow(2**22 + 1, held, event.set)  # no process has that number
    assert event.wait(60)
    assert kernel(5) == 10


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("POST", 202)])
def test_the_page_says_how_far_it_is(app: Flask, method: str, status: int) -> None:
    with app.test_request_context("/", method=method):
        answer = app.make_response(show_pending(PendingError("It is being compiled: 12%.")))
    assert answer.status_code == status
    assert "It is being compiled: 12%." in answer.get_data(as_text=True)
