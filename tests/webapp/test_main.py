"""Starting the server: what is said before it serves."""

from __future__ import annotations

import socket

import pytest

from webapp.__main__ import is_port_free, main


def test_a_taken_port_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert not is_port_free("127.0.0.1", port)
        monkeypatch.setenv("PEGS_PORT", str(port))
        assert main() == 1
    assert f"port {port} of 127.0.0.1: it is taken" in " ".join(capsys.readouterr().out.split())
    assert is_port_free("127.0.0.1", port)


def test_a_bad_setting_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PEGS_PORT", "abc")
    assert main() == 2
    assert "PEGS_PORT must be a whole number" in capsys.readouterr().out
