"""Start the games in every way that the guides name, play a little, and stop them again.

``python3 -m tests.starts [WAY ...]`` in a checkout, with nothing but Python installed: each way
installs what it needs, line by line as README and docs/deploy.md say. A way whose tool isn't there,
or that needs root on a fresh machine, is left out, and the end says so. Settings that need no
download are tried by ``tests/webapp/test_starts.py``.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ports import free_ports
from tests.webapp.servers import ROOT, STOP_DEADLINE, RoundRobin, does_answer
from tests.webapp.work.patience import until

UNIT = ROOT / "deploy/pegs-and-paths.service"
#: What a checkout may have beside what a clone of it has.
OWN = shutil.ignore_patterns(".git", ".venv", "build", "instance", "__pycache__", ".*_cache")
START_DEADLINE = 1800  # seconds: some hundred megabytes are installed

#: The lines of the guides by way; each way is called by the tool that it needs.
WAYS = {
    "make": ("make play",),
    "python3": (
        "python3 -m venv .venv",
        ".venv/bin/pip install --constraint .ci/constraints.txt .",
        ".venv/bin/pegs-and-paths serve --open",
    ),
    "uvx": ("uvx --constraints .ci/constraints.txt --from . pegs-and-paths serve --open",),
    "pipx": ("pipx run --spec . pegs-and-paths serve --open",),
    "systemctl": (
        "useradd --system --home-dir /var/lib/pegs-and-paths pegs",
        "python3 -m venv /opt/pegs",
        "/opt/pegs/bin/pip install --constraint .ci/constraints.txt .",
        "/opt/pegs/bin/pegs-and-paths serve",
    ),
}


def unit_settings(unit: Path = UNIT) -> dict[str, str]:
    """Return the variables that a unit of systemd sets."""
    return dict(re.findall(r"^Environment=(\w+)=(.*)$", unit.read_text(), re.MULTILINE))


def script_of(way: str) -> str:
    """Return the lines of a way as a script of the shell; a unit's, as systemd would run it."""
    *lines, last = WAYS[way]
    if way == "systemctl":
        folders = " ".join(unit_settings().values())
        lines.append(f"install -d -o pegs -m 0700 {folders}")
        last = f"setpriv --reuid pegs --regid pegs --clear-groups {last}"
    return "\n".join(["set -eu", *lines, f"exec {last}"])


def obstacle_of(way: str) -> str:
    """Say what keeps this machine from a way, or ""."""
    if way == "systemctl":
        is_fresh = os.geteuid() == 0 and not Path("/opt/pegs").exists()
        return "" if is_fresh else "it needs root on a fresh machine"
    return "" if shutil.which(way) else f"there is no {way}"


@contextmanager
def started(script: str, folder: Path, settings: Mapping[str, str]) -> Iterator[str]:
    """Run a script that ends in a server; yield its address, then stop it as Ctrl+C does.

    Raises AssertionError, with what it printed, if it ends by itself or leaves a process behind.
    """
    port, log = next(free_ports()), folder.parent / f"{folder.name}.log"
    defaults = {"PEGS_PORT": str(port), "BROWSER": "true", "PIP_ROOT_USER_ACTION": "ignore"}
    environ = {**os.environ, **defaults, **settings}
    command = ["sh", "-c", script]
    with (
        log.open("w") as out,
        subprocess.Popen(
            command, cwd=folder, env=environ, stdout=out, stderr=out, start_new_session=True
        ) as process,
    ):
        try:
            end = time.monotonic() + START_DEADLINE
            while not does_answer(f"http://127.0.0.1:{port}/healthz"):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.2)
            yield f"http://127.0.0.1:{port}"
            os.killpg(process.pid, signal.SIGINT)
            process.wait(STOP_DEADLINE)
            until(lambda: not is_anybody_in(process.pid), STOP_DEADLINE)
        finally:
            if is_anybody_in(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


def is_anybody_in(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def play_a_little(address: str) -> None:
    """Ask for a page, a move and a hint, and whether the server is well."""
    visitor = RoundRobin([address])
    assert '<link rel="stylesheet"' in visitor.get("/").text
    visitor.ask_for_hint(visitor.guess())
    assert visitor.get("/healthz").text == "ok\n"


def pythons() -> list[str]:
    """Return the names of the Pythons on this machine with which the games can be installed."""
    names = [f"python3.{minor}" for minor in range(11, 15)]
    return [name for name in names if shutil.which(name) and is_whole(name)]


def is_whole(python: str) -> bool:
    command = [python, "-c", "import ensurepip, venv"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def try_way(way: str, python: str = "python3") -> None:
    with TemporaryDirectory(prefix="pegs-start-") as temporary:
        os.chmod(temporary, 0o755)
        checkout = Path(temporary) / "checkout"
        shutil.copytree(ROOT, checkout, ignore=OWN)
        settings = unit_settings() if way == "systemctl" else {"HOME": temporary}
        began = time.monotonic()
        script = script_of(way).replace("python3 ", f"{python} ")
        with started(script, checkout, settings) as address:
            first = time.monotonic()
            play_a_little(address)
            print(
                f"{way} ({python}): a page after {first - began:.0f} s, a hint after"
                f" {time.monotonic() - began:.0f} s",
                flush=True,
            )


def main(names: list[str]) -> int:
    left_out = []
    for way in names or WAYS:
        if obstacle := obstacle_of(way):
            left_out.append(f"{way} ({obstacle})")
        else:
            for python in pythons() if way == "python3" else ["python3"]:
                try_way(way, python)
    print(f"Left out: {', '.join(left_out) or 'nothing'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
