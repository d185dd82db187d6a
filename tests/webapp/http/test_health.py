"""What supervisors and researchers ask."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest
from flask import Flask

from tests.cases import cases
from webapp.application import create_app
from webapp.config import SettingError, read_settings
from webapp.storage.games import Store
from webapp.work.door import LostError, ThreadDoor


def test_a_well_server_says_so_to_anybody(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers


def no_process(*_: object) -> NoReturn:
    raise LostError


def no_room(*_: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("owner", "name", "broken", "sentence"),
    [
        (Store, "answers", lambda _, within: False, "The database doesn’t answer."),
        (os, "fsync", no_room, "The disk with the database can’t be written to."),
        (ThreadDoor, "begin", no_process, "No process starts for long work."),
    ],
)
def test_a_server_says_what_it_lacks(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    owner: object,
    name: str,
    broken: object,
    sentence: str,
) -> None:
    monkeypatch.setattr(owner, name, broken)
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (503, f"{sentence}\n")


def test_where_to_report_a_hole_is_said_where_it_is_known(app: Flask, tmp_path: Path) -> None:
    address = "/.well-known/security.txt"
    assert app.test_client().get(address).status_code == 404
    names = {"PEGS_DATA": str(tmp_path), "PEGS_CONTACT": "security@pegs.example"}
    lines = create_app(read_settings(names)).test_client().get(address).text.splitlines()
    assert lines[0] == "Contact: mailto:security@pegs.example"
    expires = datetime.fromisoformat(lines[1].removeprefix("Expires: "))
    assert 0 < (expires - datetime.now(UTC)).days < 365


@cases(
    "wrong",
    [{"PEGS_CONTACT": "a\nb"}, {"PEGS_LOG": "xml"}, {"PEGS_PROXIES": "-1"}, {"PEGS_WORKERS": "x"}],
)
def test_what_cannot_be_meant_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(SettingError, match=next(iter(wrong))):
        read_settings(wrong)
