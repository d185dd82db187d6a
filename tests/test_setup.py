"""What is missing for the set-up is said in one sentence; only root installs it unasked."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.terminals import with_terminal

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
        program = shutil.which(name)
        assert program
        (programs / name).symlink_to(program)
    for name, text in {"python3": PYTHON, "apt-get": APT, "id": "echo 1000"}.items():
        add(programs, name, text)
    return programs


def add(programs: Path, name: str, text: str) -> None:
    program = programs / name
    program.write_text(f"#!{shutil.which('sh')}\n{text}")
    program.chmod(0o755)


def run(machine: Path, *command: str, **environ: str) -> tuple[int, str]:
    """Run a script of the set-up on a machine; return its exit code, and all that it said."""
    result = subprocess.run(
        [str(ROOT / ".ci" / command[0]), *command[1:]],
        env={"PATH": str(machine), **environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout


def apt_calls(machine: Path) -> list[str]:
    calls = machine / "apt-calls"
    return calls.read_text().splitlines() if calls.exists() else []


def test_a_missing_venv_is_reported_and_not_installed(machine: Path, tmp_path: Path) -> None:
    code, output = run(machine, "make-venv", str(tmp_path / "venv"))
    assert (code, output) == (
        1,
        "Python's module venv is missing: su -c 'apt-get install python3.11-venv'\n",
    )
    assert not apt_calls(machine)
    assert not (tmp_path / "venv").exists()


def test_root_gets_no_question_and_hears_in_one_line_what_is_installed(
    machine: Path, tmp_path: Path
) -> None:
    add(machine, "id", "echo 0")
    code, output = run(machine, "make-venv", str(tmp_path / "venv"))
    sentence = "Python's module venv is missing: installing python3.11-venv with apt-get ...\n"
    assert (code, output) == (0, sentence)
    assert [call.split()[0] for call in apt_calls(machine)] == ["update", "install"]


@pytest.mark.parametrize("said_so", ["1", "0"])
def test_without_sudo_the_command_is_for_root(machine: Path, tmp_path: Path, said_so: str) -> None:
    code, output = run(machine, "make-venv", str(tmp_path / "venv"), PEGS_INSTALL=said_so)
    assert code == 1
    assert output.endswith("missing: su -c 'apt-get install python3.11-venv'\n")
    assert len(output.splitlines()) == 1
    assert not apt_calls(machine)


def test_with_sudo_the_command_says_so(machine: Path, tmp_path: Path) -> None:
    add(machine, "sudo", 'exec "$@"')
    venv = str(tmp_path / "venv")
    assert "missing: sudo apt-get install" in run(machine, "make-venv", venv)[1]
    assert run(machine, "make-venv", venv, PEGS_INSTALL="1")[0] == 0


@with_terminal
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1), ("", 1)])
def test_somebody_at_a_terminal_gets_a_question(machine: Path, answer: str, code: int) -> None:
    add(machine, "sudo", 'exec "$@"')
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
        ) as process,
    ):
        output = ""
        while "[y/N]" not in output:  # nobody answers before the question
            output += os.read(ours, 1000).decode()
        keys.write(f"{answer}\n".encode())
        process.communicate()
    os.close(theirs)
    assert "A tool is missing. Install tool with apt-get now? [y/N]" in output
    assert (process.returncode, bool(apt_calls(machine))) == (code, not code)


def test_what_fails_tells_its_last_lines(machine: Path, tmp_path: Path) -> None:
    add(machine, "id", "echo 0")
    code, output = run(machine, "make-venv", str(tmp_path / "venv"), APT_FAILS="1")
    assert code == 1
    assert output.splitlines()[1:] == [
        "Unpacking and unpacking",
        "Python's module venv is missing: apt-get install python3.11-venv",
    ]


def test_no_suitable_python(machine: Path, tmp_path: Path) -> None:
    code, output = run(machine, "make-venv", str(tmp_path / "venv"), UNSUITABLE="1")
    assert code == 1
    assert output.startswith("Pegs & Paths needs Python 3.11 to 3.14 (set PYTHON to one): su -c")
    assert len(output.splitlines()) == 1


def test_where_there_is_no_apt(machine: Path, tmp_path: Path) -> None:
    (machine / "apt-get").unlink()
    code, output = run(machine, "make-venv", str(tmp_path / "venv"), PEGS_INSTALL="1")
    assert (code, output) == (
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
def test_no_network_is_reported_at_once(
    machine: Path, tmp_path: Path, reason: str, sentence: str
) -> None:
    (machine / "installed").touch()
    code, output = run(machine, "make-venv", str(tmp_path / "venv"), UNREACHED="1", SAID=reason)
    assert code == 1
    assert output.startswith(f"Nothing can be downloaded: {sentence}")
    assert len(output.splitlines()) == 1
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(("free", "code"), [(499, 1), (500, 0)])
def test_a_full_disk_is_reported(machine: Path, tmp_path: Path, free: int, code: int) -> None:
    add(machine, "df", f"echo Filesystem; echo /dev/sda1 9999 9 {free} 9% /")
    status, output = run(machine, "check-room", str(tmp_path), "500")
    assert status == code
    assert bool(output) == ("499 MB left" in output) == bool(code)


def test_room_is_checked_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    for name in ("check-room", "make-venv"):
        (tmp_path / ".ci" / name).write_text(f"#!/bin/sh\necho {name}; exit 1\n")
        (tmp_path / ".ci" / name).chmod(0o755)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".ci/constraints.txt").touch()
    make = ["make", "--silent", "--file", str(ROOT / "Makefile"), "play"]
    result = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "check-room\n")


def test_a_real_disk_is_read() -> None:
    assert subprocess.run([ROOT / ".ci/check-room", ROOT, "0"], check=False).returncode == 0
    assert subprocess.run([ROOT / ".ci/check-room", ROOT, str(10**9)], check=False).returncode == 1


@pytest.mark.parametrize(("has_it", "package"), [("exit 0", "shell"), ("exit 1", "whole")])
def test_of_two_packages_one_is_installed(
    machine: Path, tmp_path: Path, has_it: str, package: str
) -> None:
    log = tmp_path / "log"
    add(machine, "apt-cache", has_it)
    add(machine, "apt-get", f'echo "$@" >> {log}')
    add(machine, "id", "echo 0")
    code, output = run(machine, "install-packages", "A test", "shell|whole")
    assert (code, output) == (0, "A test: installing whole with apt-get ...\n")
    assert log.read_text().splitlines()[-1].endswith(f"--no-install-recommends {package}")


#: Stands for every tool of the virtual environment; as Python it finds no Chromium.
STUB = """
echo "$(basename "$0") $*"
case "$*" in
    *"chromium --count") echo "7 browser tests not run: no Chromium starts here."; exit 1 ;;
    *chromium) exit ${NO_CHROMIUM:-0} ;;
esac
"""
STUBS = ("python", "pytest", "ruff", "oxlint", "codespell", "djangofmt", "mypy", "hadolint")


@pytest.mark.parametrize("code", ["0", "1"])
def test_without_a_browser_all_else_is_tested_and_the_end_says_so(
    tmp_path: Path, code: str
) -> None:
    (tmp_path / "bin").mkdir()
    for name in (*STUBS, "check-jsonschema"):
        add(tmp_path / "bin", name, STUB)
    (tmp_path / "test.stamp").touch()
    result = subprocess.run(
        ["make", "test", f"VENV={tmp_path}", "WORKERS=0"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "NO_CHROMIUM": code},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = result.stdout.splitlines()
    command = next(line for line in lines if line.startswith("pytest "))
    assert ("--ignore=tests/browser" in command) == (code == "1")
    assert (result.returncode != 0, "7 browser tests not run" in lines[-1]) == (code == "1",) * 2
    assert any(line.startswith("mypy") for line in lines)


def test_a_chromium_that_does_not_start_is_passed_over(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Ubuntu's package is in a container, which only leads to a snap."""
    path = chromium.find_chromium()
    add(machine, chromium.NAMES[0], "exit 1")
    monkeypatch.setenv("PATH", f"{machine}:{os.environ['PATH']}")
    if path:
        monkeypatch.setattr(chromium, "PLACES", (path,))
    working = chromium.find_chromium()
    assert working != str(machine / chromium.NAMES[0])
    assert bool(working) == bool(path)
    monkeypatch.setenv("PEGS_CHROMIUM", str(machine / chromium.NAMES[0]))
    assert chromium.find_chromium() is None


def test_a_test_that_hangs_has_an_end(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("timeout")) <= 600
    assert pytestconfig.getini("faulthandler_exit_on_timeout")
    assert pytestconfig.getini("faulthandler_timeout") > 1800  # more than any test is allowed
