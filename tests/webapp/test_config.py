"""Settings from the environment."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from tests.cases import cases
from webapp import config
from webapp.config import APP, SettingError, read_settings, resource_root, usual_data

DEPLOY = Path(__file__).parents[2] / "docs/deploy.md"


def test_the_table_of_the_docs_has_what_is_read_and_what_holds_without() -> None:
    table = DEPLOY.read_text().partition("## Settings")[2].partition("\nA setting, a folder")[0]
    rows = re.findall(r"^\| `(\w+)` \| .+ \| (.+) \|$", table, re.MULTILINE)
    read = re.findall(r'environ(?:\.get\(|, )"(\w+)"', inspect.getsource(config))
    assert sorted(read) == sorted(name for name, _ in rows)
    settings = read_settings({})
    for name, default in rows:
        if default.isdigit():
            assert getattr(settings, name.removeprefix("PEGS_").lower()) == int(default)


def test_defaults_need_nothing() -> None:
    settings = read_settings({})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.data.name == "instance"
    assert settings.database_url.endswith("instance/pegs.sqlite3")
    assert "127.0.0.1" in settings.trusted_hosts


def test_the_environment_moves_everything(tmp_path: Path) -> None:
    settings = read_settings(
        {
            "PEGS_HOST": "0.0.0.0",
            "PEGS_PORT": "9000",
            "PEGS_DATA": str(tmp_path),
            "DATABASE_URL": "postgres://pegs@db/pegs",
            "PEGS_TRUSTED_HOSTS": "pegs.example",
        }
    )
    assert (settings.host, settings.port, settings.data) == ("0.0.0.0", 9000, tmp_path)
    assert settings.database_url == "postgresql+psycopg://pegs@db/pegs"
    assert settings.trusted_hosts == ("pegs.example",)


@cases("port", ["0", "65536", "eighty", "-1", "8000.0", "９"])
def test_a_bad_port_is_named(port: str) -> None:
    with pytest.raises(SettingError, match="PEGS_PORT must be a whole number from 1 to 65535"):
        read_settings({"PEGS_PORT": port})


@cases("host", ["no.such.name", "1.2.3", "a host", "[::1", "１27.0.0.1"])
def test_a_bad_host_is_named(host: str) -> None:
    with pytest.raises(SettingError, match="PEGS_HOST must be an address of this machine"):
        read_settings({"PEGS_HOST": host})


def test_installed_programs_hold_no_games(tmp_path: Path) -> None:
    checkout, installed = tmp_path / "checkout", tmp_path / "site-packages"
    for folder in (checkout / "templates", checkout / "webapp", installed / "webapp/templates"):
        folder.mkdir(parents=True)
    assert resource_root(checkout / "webapp") == checkout
    assert usual_data(checkout, checkout / "webapp") == checkout / "instance"
    package = installed / "webapp"
    assert resource_root(package) == package
    data = usual_data(package, package)
    assert data.name == APP
    assert not data.is_relative_to(installed)
