"""The settings that a start of the server takes from outside, read once from the environment.

docs/deploy.md has their table. In a checkout the default folder is ``instance/`` at its top; where
the program is installed, it is the user's data folder (``~/.local/share/pegs-and-paths`` on Linux).
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path

from platformdirs import user_data_path

from solver.wording import InputError

PACKAGE = Path(__file__).resolve().parent
FORK_SERVER = "PEGS_FORK_SERVER"
MOST_DAYS = 36_500
APP = "pegs-and-paths"
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
HOST = "127.0.0.1"
SHORTEST_KEY = 16  # characters; a key made here has 64
#: PEGS_DATABASE has 0.82 of PEGS_DATA; PEGS_SERVICE_PORT, of Kubernetes, 0.69 of PEGS_PORT.
RESEMBLANCE = 0.75
NO_SETTINGS = ("PEGS_INSTALL", "PEGS_CHROMIUM", "PEGS_TEST_")  # of the set-up and the tests


def resource_root(package: Path) -> Path:
    """Return the folder that contains ``templates`` and ``static``.

    A wheel has them inside the package; in a checkout they are beside it.
    """
    return package if (package / "templates").is_dir() else package.parent


ROOT = resource_root(PACKAGE)


def usual_data(root: Path, package: Path) -> Path:
    """Return the default folder for games: never among installed programs."""
    return user_data_path(APP, appauthor=False) if root == package else root / "instance"


class SettingError(InputError):
    """An environment variable that can't be used."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The values of the variables that docs/deploy.md lists, checked.

    ``workers`` is None for as many as the machine and the database allow. ``fork_server`` is the
    path of the fork server's socket, which ``python -m webapp`` passes to its processes.
    """

    host: str
    port: int
    workers: int | None
    threads: int
    proxies: int
    log: bool
    contact: str | None
    metrics_key: str | None
    data: Path
    database_url: str
    secret_key: str | None
    trusted_hosts: tuple[str, ...]
    job_seconds: int
    scheduler: str | None
    fork_server: str | None
    new_a_day: int
    megabytes_a_day: int
    keep_untouched: int
    keep_unfinished: int
    keep_drafts: int


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of an environment; raise :class:`SettingError` for a bad one."""
    for name, setting in unknown_names(environ):
        if setting:
            raise SettingError(f"There is no setting {name}. Did you mean {setting}?")
    data = Path(environ.get("PEGS_DATA") or usual_data(ROOT, PACKAGE)).resolve()
    host = _host(environ.get("PEGS_HOST") or HOST)
    return Settings(
        host=host,
        port=_whole(environ, "PEGS_PORT", 8000, highest=65_535),
        workers=_whole(environ, "PEGS_WORKERS", 0, highest=64) or None,
        threads=_whole(environ, "PEGS_THREADS", 4, highest=256),
        proxies=_whole(environ, "PEGS_PROXIES", 0, highest=9),
        log=_log(environ.get("PEGS_LOG")),
        contact=_contact(environ.get("PEGS_CONTACT")),
        metrics_key=_key(environ, "PEGS_METRICS_KEY"),
        data=data,
        database_url=environ.get("DATABASE_URL") or f"sqlite:///{data / 'pegs.sqlite3'}",
        secret_key=_key(environ, "PEGS_SECRET_KEY"),
        trusted_hosts=_trusted(environ.get("PEGS_TRUSTED_HOSTS"), host),
        job_seconds=_whole(environ, "PEGS_JOB_SECONDS", 120, highest=86_400),
        scheduler=environ.get("PEGS_SCHEDULER") or None,
        fork_server=environ.get(FORK_SERVER) or None,
        new_a_day=_whole(environ, "PEGS_NEW_A_DAY", 2000, highest=10**6),
        megabytes_a_day=_whole(environ, "PEGS_MEGABYTES_A_DAY", 30, highest=10**6),
        keep_untouched=_whole(environ, "PEGS_KEEP_UNTOUCHED", 1, highest=MOST_DAYS),
        keep_unfinished=_whole(environ, "PEGS_KEEP_UNFINISHED", 365, highest=MOST_DAYS),
        keep_drafts=_whole(environ, "PEGS_KEEP_DRAFTS", 30, highest=MOST_DAYS),
    )


def unknown_names(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each ``PEGS_`` variable that is no setting, with the setting that it resembles, or "".

    >>> list(unknown_names({"PEGS_HOSTS": "", "PEGS_SERVICE_PORT": "", "PEGS_TEST_SEED": ""}))
    [('PEGS_HOSTS', 'PEGS_HOST'), ('PEGS_SERVICE_PORT', '')]
    """
    names = {f"PEGS_{field.name.upper()}" for field in fields(Settings)} - {"PEGS_DATABASE_URL"}
    for name in sorted(environ):
        if name.startswith("PEGS_") and name not in names and not name.startswith(NO_SETTINGS):
            matches = get_close_matches(
                name, (names - {FORK_SERVER}) | {"DATABASE_URL"}, 1, RESEMBLANCE
            )
            yield name, "".join(matches)


def _host(text: str) -> str:
    """Parse an address to listen on.

    >>> _host("[::1]"), _host("localhost")
    ('::1', '127.0.0.1')
    """
    if text == "localhost":
        return "127.0.0.1"
    try:
        return str(ip_address(text[1:-1] if text[:1] + text[-1:] == "[]" else text))
    except ValueError as error:
        raise SettingError(
            "PEGS_HOST must be an address of this machine such as 127.0.0.1, ::1 or 0.0.0.0 "
            f"(all of them), not {text[:40]!r}."
        ) from error


def _whole(environ: Mapping[str, str], name: str, default: int, highest: int) -> int:
    text = environ.get(name) or str(default)
    lowest = min(1, default)
    if not (text.isascii() and text.isdigit() and lowest <= int(text[:9]) <= highest):
        raise SettingError(
            f"{name} must be a whole number from {lowest} to {highest}, not {text[:40]!r}."
        )
    return int(text)


def _log(kind: str | None) -> bool:
    if kind not in (None, "", "json"):
        raise SettingError(f"PEGS_LOG can be json, or nothing, not {kind[:40]!r}.")
    return kind == "json"


def _contact(text: str | None) -> str | None:
    """Return the address for reports, as a URI.

    >>> _contact("security@pegs.example"), _contact("https://pegs.example/security")
    ('mailto:security@pegs.example', 'https://pegs.example/security')
    """
    if not text:
        return None
    if not text.isprintable():
        raise SettingError(f"PEGS_CONTACT must be an address, not {text[:40]!r}.")
    return text if ":" in text else f"mailto:{text}"


def _key(environ: Mapping[str, str], name: str) -> str | None:
    key = environ.get(name)
    if key and (len(key) < SHORTEST_KEY or not (key.isascii() and key.isprintable())):
        raise SettingError(
            f"{name} must have {SHORTEST_KEY} or more printable signs "
            "(openssl rand -hex 32 makes a key)."
        )
    return key or None


def _trusted(names: str | None, host: str) -> tuple[str, ...]:
    """Return the host names to answer to, IPv6 addresses in brackets as browsers send them.

    >>> _trusted(None, "2001:db8::1")[-1], _trusted("pegs.example, ::1", "")
    ('[2001:db8::1]', ('pegs.example', '[::1]'))
    """
    if names:
        return tuple(_bracketed(name.strip()) for name in names.split(",") if name.strip())
    return tuple(dict.fromkeys((*LOCAL_NAMES, _bracketed(host))))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
