"""What is given away: a wheel and a source archive, installed where nothing else is, and played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.ports import free_ports
from tests.webapp.servers import Answer, RoundRobin, does_answer
from tests.webapp.work.patience import until

ROOT = Path(__file__).parents[2]
FOLDERS = {"solver": "solver", "webapp": "webapp"} | {
    name: f"webapp/{name}" for name in ("templates", "static", "lessons") if (ROOT / name).is_dir()
}


def build(source: Path, target: Path, kind: str) -> Path:
    """Build a distribution of a kind without network; return its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(target), "-t", kind]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (file,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return file


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


def contents(wheel: Path) -> dict[str, int]:
    """Return the check sum of each file of a wheel, what describes the wheel left out."""
    with ZipFile(wheel) as archive:
        return {
            each.filename: each.CRC
            for each in archive.infolist()
            if ".dist-info" not in each.filename
        }


def test_the_wheel_has_every_file(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    if not listed:
        pytest.fail("the files of the project are listed by git, which is not there")
    wanted = {
        "/".join((FOLDERS[folder], rest))
        for folder, _, rest in (name.partition("/") for name in listed)
    }
    assert set(contents(wheel)) >= wanted
    assert {name.partition("/")[0] for name in contents(wheel)} == {"solver", "webapp"}


def test_the_source_archive_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build(ROOT, tmp_path / "source", "sdist")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    assert contents(build(unpacked, tmp_path / "again", "wheel")) == contents(wheel)


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in an environment of its own, which borrows what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    programs = folder / "bin"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    borrowed = [path for path in sys.path if path.endswith("-packages")]
    (packages / "borrowed.pth").write_text("\n".join(borrowed))
    return programs


def environ(home: Path) -> dict[str, str]:
    """Return an environment that tells nothing of this checkout, with a home of its own."""
    kept = ("PATH", "LANG", "TMPDIR", "COVERAGE_PROCESS_START")
    return {"HOME": str(home)} | {name: os.environ[name] for name in kept if name in os.environ}


def test_the_command_line_solves(programs: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        command = [str(programs / "pegs-and-paths"), *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environ(tmp_path), capture_output=True, text=True, check=True
        ).stdout

    assert "version" in run("--version")
    assert "serve" in run("--help")


@contextmanager
def served(programs: Path, home: Path) -> Iterator[str]:
    """Serve from an empty folder; yield the address when it answers."""
    port = next(free_ports())
    command = [str(programs / "pegs-and-paths"), "serve", "--port", str(port), "--workers", "1"]
    with (
        (home / "log").open("w") as log,
        subprocess.Popen(command, cwd=home, env=environ(home), stdout=log, stderr=log) as server,
    ):
        try:
            until(lambda: does_answer(f"http://127.0.0.1:{port}"))
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(60)


def version(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    return found[1]


def awaited(visitor: RoundRobin, path: str, words: str) -> str:
    """Ask for a page until it says something, as a browser does while it waits."""
    pages: list[str] = []

    def says() -> bool:
        pages.append(visitor.get(path).text)
        return words in pages[-1]

    until(says)
    return pages[-1]


def begun(visitor: RoundRobin, path: str, **form: object) -> str:
    """Begin a game; return its address."""
    answer: Answer = visitor.post(path, **form)
    assert answer.status == 303, answer
    return answer.location
