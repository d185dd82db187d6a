"""What a start of the server can be told from outside, read once from the environment.

========================  ==========================================================  ===========
variable                  meaning                                                     default
========================  ==========================================================  ===========
``PEGS_HOST``             address to listen on                                        127.0.0.1
``PEGS_PORT``             port to listen on                                           8000
``PEGS_DATA``             folder of the database file and the secret key              instance/
``DATABASE_URL``          another database, for example ``postgresql://…``            SQLite file
``PEGS_SECRET_KEY``       key that signs cookies                                      made once
``PEGS_TRUSTED_HOSTS``    host names this server answers to, comma separated          local names
``PEGS_THREADS``          threads that answer requests                                2 a core
``PEGS_JOB_SECONDS``      what a job of the lab may take, waiting included            120
``PEGS_SCHEDULER``        a Dask scheduler for jobs and large boards, ``tcp://…``     own processes
========================  ==========================================================  ===========
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


class SettingError(ValueError):
    """A variable of the environment that cannot be used."""


@dataclass(frozen=True)
class Settings:
    """The values of the table above, checked."""

    host: str
    port: int
    threads: int
    data: Path
    database_url: str
    secret_key: str | None
    trusted_hosts: tuple[str, ...]
    job_seconds: int
    scheduler: str | None


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings an environment asks for; raise :class:`SettingError` for a bad one."""
    data = Path(environ.get("PEGS_DATA") or ROOT / "instance").resolve()
    host = environ.get("PEGS_HOST") or "127.0.0.1"
    return Settings(
        host=host,
        port=_whole(environ, "PEGS_PORT", default=8000, most=65_535),
        threads=_whole(environ, "PEGS_THREADS", default=2 * (os.cpu_count() or 1), most=256),
        data=data,
        database_url=_database_url(environ.get("DATABASE_URL"), data),
        secret_key=environ.get("PEGS_SECRET_KEY") or None,
        trusted_hosts=_trusted(environ.get("PEGS_TRUSTED_HOSTS"), host),
        job_seconds=_whole(environ, "PEGS_JOB_SECONDS", default=120, most=86_400),
        scheduler=environ.get("PEGS_SCHEDULER") or None,
    )


def _whole(environ: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most):
        raise SettingError(f"{name} must be a whole number from 1 to {most}, not {text[:40]!r}.")
    return int(text)


def _database_url(url: str | None, data: Path) -> str:
    """Name the driver: hosts hand out ``postgres://``, which SQLAlchemy does not know.

    >>> _database_url("postgres://u:p@db/pegs", Path("/data"))
    'postgresql+psycopg://u:p@db/pegs'
    >>> _database_url(None, Path("/data"))
    'sqlite:////data/pegs.sqlite3'
    """
    if not url:
        return f"sqlite:///{data / 'pegs.sqlite3'}"
    scheme, colon, rest = url.partition("://")
    if scheme in {"postgres", "postgresql"}:
        scheme = "postgresql+psycopg"
    return scheme + colon + rest


def _trusted(names: str | None, host: str) -> tuple[str, ...]:
    if names:
        return tuple(name.strip() for name in names.split(",") if name.strip())
    return (*LOCAL_NAMES, host) if host not in LOCAL_NAMES else LOCAL_NAMES
