"""A PostgreSQL server of the tests' own, where its programs are installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

#: Where Debian keeps the programs, which are in no PATH there; the newest version comes last.
DEBIAN = Path("/usr/lib/postgresql")
#: PostgreSQL refuses to be run by root, who runs it as this user instead.
USER = "postgres"
#: Nothing that a test writes need outlast the machine's power.
HASTE = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c shared_buffers=16MB"


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, or None where there are none to be run."""
    if os.geteuid() == 0 and not _knows_user():
        return None
    versions = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    program = shutil.which("initdb") or (versions[-1] if versions else None)
    return Path(program).resolve().parent if program else None


def _knows_user() -> bool:
    return subprocess.run(["id", USER], capture_output=True, check=False).returncode == 0


@contextmanager
def running_postgresql(programs: Path) -> Iterator[str]:
    """Run a server on an empty database till the end of the block; yield its address.

    It is reached by a socket in a folder of its own, whose path must be short.
    """
    user = USER if os.geteuid() == 0 else None
    with TemporaryDirectory(prefix="pegs-", ignore_cleanup_errors=True) as folder:
        if user:
            shutil.chown(folder, user)
        data = Path(folder) / "data"

        def run(program: str, *words: object) -> None:
            command = [programs / program, *map(str, words)]
            subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

        run("initdb", "--pgdata", data, "--auth=trust", "--username=pegs", "--no-sync", "-E=UTF8")
        options = f"{HASTE} -k {folder}"
        run("pg_ctl", "start", "--wait", "-D", data, "-l", f"{folder}/log", "-o", options)
        try:
            yield f"postgresql+psycopg://pegs@/postgres?host={folder}"
        finally:
            run("pg_ctl", "stop", "--wait", "-D", data, "-m", "immediate")
