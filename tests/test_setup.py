"""What is missing for the set-up is said in one sentence; nothing is installed unasked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ("awk", "cat", "dirname", "mktemp", "mkdir", "rm", "sh", "tail", "touch")

#: A Python whose module venv is there once the file beside it is, and whose pip reaches nothing.
PYTHON = """
folder=$(dirname "$0")
case "$*" in
    *"sys.exit"*) exit ${UNSUITABLE:-0} ;;
    *"import ensurepip"*) [ -e "$folder/installed" ] ;;
    *print*) echo python3.11-venv ;;
    "-m venv "*) mkdir -p "$3/bin" && cat "$0" >"$3/bin/python" && chmod +x "$3/bin/python" ;;
    *download*) echo "${SAID:-}"; exit ${UNREACHED:-0} ;;
esac
"""
APT = """
folder=$(dirname "$0")
echo "$*" >>"$folder/apt-calls"
echo "Unpacking and unpacking"
[ -z "${APT_FAILS:-}" ] || exit 100
touch "$folder/installed"
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return the folder of the programs of a machine with Debian's Python and no venv."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in (*TOOLS, "chmod"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    for name, text in {"python3": PYTHON, "apt-get": APT, "id": "echo 0"}.items():
        add(programs, name, text)
    return programs


def add(programs: Path, name: str, text: str) -> None:
    program = programs / name
    program.write_text(f"#!{shutil.which('sh')}\n{text}")
    program.chmod(0o755)


def run(machine: Path, *command: str, **environ: str) -> tuple[int, str]:
    """Run a script of the set-up on a machine; return its exit code, and all that it said."""
    done = subprocess.run(
        [str(ROOT / ".ci" / command[0]), *command[1:]],
        env={"PATH": str(machine), **environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def apt_calls(machine: Path) -> list[str]:
    calls = machine / "apt-calls"
    return calls.read_text().splitlines() if calls.exists() else []


def test_a_missing_venv_is_said_and_not_installed(machine: Path, tmp_path: Path) -> None:
    code, said = run(machine, "make-venv", str(tmp_path / "venv"))
    assert (code, said) == (
        1,
        "Python's module venv is missing: apt-get install python3.11-venv\n",
    )
    assert not apt_calls(machine)
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize("said_so", ["1", "0"])
def test_without_sudo_the_command_is_for_root(machine: Path, tmp_path: Path, said_so: str) -> None:
    add(machine, "id", "echo 1000")
    code, said = run(machine, "make-venv", str(tmp_path / "venv"), PEGS_INSTALL=said_so)
    assert code == 1
    assert said.endswith("missing: su -c 'apt-get install python3.11-venv'\n")
    assert len(said.splitlines()) == 1
    assert not apt_calls(machine)


def test_with_sudo_the_command_says_so(machine: Path, tmp_path: Path) -> None:
    add(machine, "id", "echo 1000")
    add(machine, "sudo", 'exec "$@"')
    venv = str(tmp_path / "venv")
    assert "missing: sudo apt-get install" in run(machine, "make-venv", venv)[1]
    assert run(machine, "make-venv", venv, PEGS_INSTALL="1")[0] == 0


def test_what_is_wanted_is_installed_in_one_line(machine: Path, tmp_path: Path) -> None:
    code, said = run(machine, "make-venv", str(tmp_path / "venv"), PEGS_INSTALL="1")
    assert (code, said) == (0, "Installing python3.11-venv ...\n")
    assert [call.split()[0] for call in apt_calls(machine)] == ["update", "install"]
    assert (tmp_path / "venv/bin/python").exists()


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1), ("", 1)])
def test_somebody_at_a_terminal_is_asked(machine: Path, answer: str, code: int) -> None:
    ours, theirs = os.openpty()
    script = str(ROOT / ".ci/install-packages")
    with (
        open(ours, "wb", buffering=0) as keys,
        subprocess.Popen(
            [script, "A tool is missing", "tool"],
            env={"PATH": str(machine)},
            stdin=theirs,
            stderr=theirs,
            stdout=subprocess.PIPE,
        ) as asked,
    ):
        said = ""
        while "[y/N]" not in said:  # nobody answers before the question
            said += os.read(ours, 1000).decode()
        keys.write(f"{answer}\n".encode())
        asked.communicate()
    os.close(theirs)
    assert "A tool is missing. Install tool with apt-get now? [y/N]" in said
    assert (asked.returncode, bool(apt_calls(machine))) == (code, not code)


def test_what_fails_tells_its_last_lines(machine: Path, tmp_path: Path) -> None:
    venv = str(tmp_path / "venv")
    code, said = run(machine, "make-venv", venv, PEGS_INSTALL="1", APT_FAILS="1")
    assert code == 1
    assert said.splitlines()[1:] == [
        "Unpacking and unpacking",
        "Python's module venv is missing: apt-get install python3.11-venv",
    ]


def test_no_suitable_python(machine: Path, tmp_path: Path) -> None:
    code, said = run(machine, "make-venv", str(tmp_path / "venv"), UNSUITABLE="1")
    assert code == 1
    assert said.startswith("Pegs & Paths needs Python 3.11 to 3.14 (set PYTHON to one): apt-get")
    assert len(said.splitlines()) == 1


def test_where_there_is_no_apt(machine: Path, tmp_path: Path) -> None:
    (machine / "apt-get").unlink()
    code, said = run(machine, "make-venv", str(tmp_path / "venv"), PEGS_INSTALL="1")
    assert (code, said) == (
        1,
        "Python's module venv is missing: install python3.11-venv, or what your system calls so.\n",
    )


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("Temporary failure in name resolution", "pip does not reach its index (pip config"),
        (
            "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] …'))",
            "pip does not know the certificate of a proxy (pip config set global.cert FILE)",
        ),
    ],
)
def test_no_network_is_said_at_once(
    machine: Path, tmp_path: Path, reason: str, sentence: str
) -> None:
    (machine / "installed").touch()
    code, said = run(machine, "make-venv", str(tmp_path / "venv"), UNREACHED="1", SAID=reason)
    assert code == 1
    assert said.startswith(f"Nothing can be downloaded: {sentence}")
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(("free", "code"), [(499, 1), (500, 0)])
def test_a_full_disk_is_said(machine: Path, tmp_path: Path, free: int, code: int) -> None:
    add(machine, "df", f"echo Filesystem; echo /dev/sda1 9999 9 {free} 9% /")
    found, said = run(machine, "check-room", str(tmp_path), "500")
    assert found == code
    assert bool(said) == bool(code)
    assert "499 MB left" in said or not said


def test_room_is_asked_for_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    for name in ("check-room", "make-venv"):
        (tmp_path / ".ci" / name).write_text(f"#!/bin/sh\necho {name}; exit 1\n")
        (tmp_path / ".ci" / name).chmod(0o755)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".ci/constraints.txt").touch()
    make = ["make", "--silent", "--file", str(ROOT / "Makefile"), "play"]
    done = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "check-room\n")


def test_a_real_disk_is_read() -> None:
    assert subprocess.run([ROOT / ".ci/check-room", ROOT, "0"], check=False).returncode == 0
    assert subprocess.run([ROOT / ".ci/check-room", ROOT, str(10**9)], check=False).returncode == 1


@pytest.mark.parametrize(("has_it", "installed"), [("exit 0", "shell"), ("exit 1", "whole")])
def test_of_two_packages_one_is_installed(
    machine: Path, tmp_path: Path, has_it: str, installed: str
) -> None:
    log = tmp_path / "log"
    add(machine, "apt-cache", has_it)
    add(machine, "apt-get", f'echo "$@" >> {log}')
    code, said = run(machine, "install-packages", "A test", "shell|whole", PEGS_INSTALL="1")
    assert (code, said) == (0, "Installing whole ...\n")
    assert log.read_text().splitlines()[-1].endswith(f"--no-install-recommends {installed}")
