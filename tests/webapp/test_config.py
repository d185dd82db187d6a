import inspect
import re
from pathlib import Path

import pytest

from tests.cases import cases
from webapp import config
from webapp.config import APP, SettingError, read_settings, resource_root, unknown_names, usual_data

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
    environment = {name: "" for name, _ in rows if name.startswith("PEGS_")}
    assert list(unknown_names(environment)) == []


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
    assert settings.database_url == "postgres://pegs@db/pegs"
    assert settings.trusted_hosts == ("pegs.example",)


PORT = "PEGS_PORT must be a whole number from 1 to 65535"
HOST = "PEGS_HOST must be an address of this machine"
NEAR = "no setting {}. Did you mean {}\\?"


@cases(
    ("name", "values", "sentence"),
    [
        ("PEGS_PORT", ("0", "65536", "eighty", "-1", "8000.0", "９"), PORT),
        ("PEGS_WORKERS", ("-1", "65"), "PEGS_WORKERS must be a whole number from 0 to 64"),
        ("PEGS_HOST", ("no.such.name", "1.2.3", "a host", "[::1", "１27.0.0.1"), HOST),
        *(
            (name, ("1",), NEAR.format(name, setting))
            for name, setting in [
                ("PEGS_TRUSTED_HOST", "PEGS_TRUSTED_HOSTS"),
                ("PEGS_HOSTNAME", "PEGS_HOST"),
                ("PEGS_SECRET", "PEGS_SECRET_KEY"),
                ("PEGS_PROXY", "PEGS_PROXIES"),
                ("PEGS_DATABASE_URL", "DATABASE_URL"),
                ("PEGS_KEEP_DRAFT", "PEGS_KEEP_DRAFTS"),
            ]
        ),
    ],
)
def test_a_bad_setting_is_named(name: str, values: tuple[str, ...], sentence: str) -> None:
    for value in values:
        with pytest.raises(SettingError, match=sentence):
            read_settings({name: value})


@cases("key", ["short", 15 * "k", 16 * "ß", "0123456789\n0123456789"])
def test_a_key_that_could_be_guessed_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(SettingError, match="PEGS_SECRET_KEY must have 16 or more") as refusal:
        read_settings({"PEGS_SECRET_KEY": key})
    assert key not in str(refusal.value)


def test_what_others_read_or_set_starts_nothing_and_stops_nothing() -> None:
    read_settings(
        {"PEGS_TEST_SEED": "7", "PEGS_INSTALL": "1", "PEGS_CHROMIUM": "/usr/bin/chromium"}
    )
    kubernetes = {"PEGS_SERVICE_HOST": "10.0.0.1", "PEGS_PORT_8000_TCP_PORT": "8000"}
    read_settings(kubernetes)
    assert sorted(unknown_names(kubernetes)) == [(name, "") for name in sorted(kubernetes)]


def test_installed_programs_hold_no_games(tmp_path: Path) -> None:
    checkout, site = tmp_path / "checkout", tmp_path / "site-packages"
    for folder in (checkout / "templates", checkout / "webapp", site / "webapp/templates"):
        folder.mkdir(parents=True)
    assert resource_root(checkout / "webapp") == checkout
    assert usual_data(checkout, checkout / "webapp") == checkout / "instance"
    package = site / "webapp"
    assert resource_root(package) == package
    data = usual_data(package, package)
    assert data.name == APP
    assert not data.is_relative_to(site)
