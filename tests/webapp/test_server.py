"""Starting the server: what is said before it serves."""

import os
import socket
import sys
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest

from solver.kernels import KERNELS
from tests.cases import cases
from tests.ports import free_ports
from webapp import server
from webapp.server import can_listen, main
from webapp.work.tasks import Preparation

SET_ANOTHER = "Set PEGS_PORT to another."


def test_a_taken_port_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert not can_listen("127.0.0.1", port)
        monkeypatch.setenv("PEGS_PORT", str(port))
        monkeypatch.setattr(server.console, "width", 80)
        assert main() == 1
    text = capsys.readouterr().out
    assert text == f"Can’t listen on port {port} of 127.0.0.1: it is taken already. {SET_ANOTHER}\n"
    assert can_listen("127.0.0.1", port)


class ForkServersInMemory:
    """Fork servers that are only counted, as ``ForkServers`` ends those before the last ones."""

    def __init__(self) -> None:
        self.live = ["cold"]

    def add(self) -> str:
        self.live.append("warm")
        return "warm"

    def end(self, but: int = 0) -> None:
        self.live = self.live[-but:] if but else []


def test_the_fork_server_of_a_cold_start_ends_when_a_warm_one_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fork_servers, slept, interrupt = ForkServersInMemory(), list[Any](), Event()
    granian = SimpleNamespace(respawn_interval=3.5, main_loop_interrupt=interrupt)
    monkeypatch.setenv(server.FORK_SERVER, "cold")
    for name in ("warm", "prepare_app"):
        monkeypatch.setattr(server, name, lambda: None)
    monkeypatch.setattr(
        server.time, "sleep", lambda seconds: slept.append((seconds, *fork_servers.live))
    )
    server.renew(cast("Any", granian), cast("Any", fork_servers), 2)
    assert (os.environ[server.FORK_SERVER], fork_servers.live) == ("warm", ["warm"])
    assert [tuple(live) for _, *live in slept] == [("cold", "warm")]  # both, while some still ask
    assert granian.reload_signal
    assert interrupt.is_set()


def test_a_first_start_says_how_much_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server, "POLL_SECONDS", 0.01)
    preparation = Preparation()
    for name, _, _ in KERNELS:
        preparation.note(name)
    server.report(preparation)
    output = capsys.readouterr().out.splitlines()
    assert output == [f"The solver is {share}% compiled." for share in (20, 40, 60, 80)]


def test_a_later_start_does_not_speak_of_the_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, replacement in {"compile_kernels": list, "warm": int, "mark_compiled": int}.items():
        monkeypatch.setattr(server, name, replacement)
    for is_compiled, first_words in {True: "Loading the solver …", False: "Compiling the"}.items():
        monkeypatch.setattr(server, "are_compiled", lambda is_so=is_compiled: is_so)
        server.prepare_solver()
        assert capsys.readouterr().out.startswith(first_words)


@cases(
    ("name", "value", "sentence"),
    [
        ("PEGS_HOST", "no such host", "PEGS_HOST must be an address"),
        ("PEGS_HOST", "192.0.2.1", "PEGS_HOST must be an address of this machine"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL must be an address such as"),
        ("DATABASE_URL", "mysql://a/b", "DATABASE_URL must be an address such as"),
        ("DATABASE_URL", "postgresql://me:hidden@h:x/y", "DATABASE_URL must be an address such as"),
        ("DATABASE_URL", "sqlite://", "DATABASE_URL names no file"),
        ("DATABASE_URL", "sqlite:////no/such/folder/a", "No such file or directory"),
        ("DATABASE_URL", "postgresql://me:hidden@127.0.0.1:1/x", "PostgreSQL can’t be used"),
        ("DATABASE_URL", "postgresql://me:hidden@127.0.0.1/x?no=1", "invalid connection option"),
        ("PEGS_SCHEDULER", "nonsense", "no Dask scheduler answers there"),
        ("PEGS_DATA", "/dev/null/data", "can’t be made: Not a directory"),
        ("PEGS_SECRET_KEY", "hidden", "PEGS_SECRET_KEY must have 16 or more printable signs"),
        ("PEGS_TRUSTED_HOST", "a.example", "no setting PEGS_TRUSTED_HOST. Did you mean PEGS_TRUST"),
    ],
)
def test_an_unusable_setting_is_refused_in_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    sentence: str,
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("PEGS_DATA", str(tmp_path))
        patch.setenv(name, value)
        assert main() == 2
    output = capsys.readouterr().out
    assert sentence in output
    assert len(output.splitlines()) == 1
    assert "hidden" not in output


def test_a_cluster_without_its_extra_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PEGS_DATA", str(tmp_path))
    monkeypatch.setenv("PEGS_SCHEDULER", "tcp://127.0.0.1:8786")
    monkeypatch.setitem(sys.modules, "distributed", None)  # as if it weren't installed
    assert main() == 2
    assert "the extra “cluster” isn’t installed." in capsys.readouterr().out


def test_a_spoilt_key_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret_key").write_bytes(b"")
    monkeypatch.setenv("PEGS_DATA", str(tmp_path))
    assert main() == 2
    assert "secret_key holds no key" in capsys.readouterr().out


def test_a_browser_waits_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", addresses.append)
    monkeypatch.setattr(server, "OPEN_ROUND", 0.01)
    port = next(free_ports())
    waits = Thread(target=server.open_browser_when_up, args=("127.0.0.1", port, "http://here"))
    waits.start()
    waits.join(0.1)
    assert waits.is_alive()
    assert not addresses
    with socket.create_server(("127.0.0.1", port)):
        waits.join(30)
    assert addresses == ["http://here"]


def test_no_browser_is_opened_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: pytest.fail("nobody listens there"))
    monkeypatch.setattr(server, "OPEN_SECONDS", 0.05)
    server.open_browser_when_up("127.0.0.1", next(free_ports()), "http://here")
