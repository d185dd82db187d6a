"""What is given away: a wheel and a source archive, installed where nothing else is, and played."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from doctest import DocTestParser
from email.parser import HeaderParser
from pathlib import Path
from urllib.error import HTTPError
from zipfile import ZipFile

import pytest

import solver
from tests.known_board import OPEN, at
from tests.ports import free_ports
from tests.webapp.servers import RoundRobin, does_answer
from tests.webapp.work.patience import until

pytestmark = pytest.mark.timeout(1800)  # seconds: kernels are compiled anew

ROOT = Path(__file__).parents[2]
FOLDERS = {name: name for name in ("solver", "webapp")} | {
    name: f"webapp/{name}" for name in ("templates", "static")
}


#: Whose kernels an installed server compiles itself.
COMPILED_ANEW = ROOT / "solver/deduction/strategies/sampling"


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
            entry.filename: entry.CRC
            for entry in archive.infolist()
            if ".dist-info" not in entry.filename
        }


def test_the_wheel_has_every_file(wheel: Path) -> None:
    names = {
        f"{place}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, place in FOLDERS.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert set(contents(wheel)) == names
    assert {name.partition("/")[0] for name in contents(wheel)} == {"solver", "webapp"}


def test_the_wheel_names_every_licence_that_goes_with_it(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (place,) = (name for name in archive.namelist() if name.endswith("dist-info/METADATA"))
        metadata = HeaderParser().parsestr(archive.read(place).decode())
        texts = {
            name: archive.read(f"{Path(place).parent}/licenses/{name}").decode()
            for name in metadata.get_all("License-File", [])
        }
    kinds = metadata["License-Expression"].split(" AND ")
    assert len(kinds) == len(texts)
    for holder in ("Pegs & Paths", "Zero-Clause BSD", "Young Serif", "Kevin Atkinson"):
        assert [name for name, text in texts.items() if holder in text], holder
    files = {name for name in contents(wheel) if re.search("licen[cs]e|/OFL", name, re.IGNORECASE)}
    assert {Path(name).name for name in files} <= {Path(name).name for name in texts}


def test_the_source_archive_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build(ROOT, tmp_path / "source", "sdist")
    with tarfile.open(archive) as tar:
        tar.extraction_filter = lambda member, _: member  # Python 3.11.2 has no argument for it
        tar.extractall(tmp_path)
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    assert contents(build(source, tmp_path / "again", "wheel")) == contents(wheel)


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in an environment of its own, which borrows what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    programs = folder / "bin"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    paths = [path for path in sys.path if path.endswith("-packages")]
    (packages / "borrowed.pth").write_text("\n".join(paths))
    lend_machine_code(packages)
    return programs


def lend_machine_code(packages: Path) -> None:
    """Give installed kernels the checkout's machine code, as if compiled there, but for one file's.

    To compile them all takes a minute; that one shows that who installs can compile.
    """
    for code in (ROOT / "solver").rglob("__pycache__/*.nb[ci]"):
        source = code.parents[1] / f"{code.name.partition('.')[0].partition('-')[0]}.py"
        place = packages / code.relative_to(ROOT)
        if COMPILED_ANEW not in source.parents and source.exists():  # no file of an older checkout
            place.parent.mkdir(exist_ok=True)
            shutil.copy(code, place)
            shutil.copystat(source, packages / source.relative_to(ROOT))


def environ(home: Path) -> dict[str, str]:
    """Return an environment that tells nothing of this checkout, with a home of its own."""
    names = ("PATH", "LANG", "TMPDIR", "COVERAGE_PROCESS_START")
    return {"HOME": str(home)} | {name: os.environ[name] for name in names if name in os.environ}


def test_the_command_line_solves(programs: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        command = [str(programs / "pegs-and-paths"), *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environ(tmp_path), capture_output=True, text=True, check=True
        ).stdout

    assert "version" in run("--version")
    assert "serve" in run("--help")


def test_strict_types_accept_the_examples_of_the_library(programs: Path, tmp_path: Path) -> None:
    """As an editor or a script of somebody else sees the installed package, not this checkout."""
    examples = DocTestParser().get_examples((ROOT / "docs/library.md").read_text())
    script = tmp_path / "examples.py"
    uses = "".join(f"solver.{name}\n" for name in solver.__all__)
    script.write_text("".join(example.source for example in examples) + uses)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary"]
    places = [
        "--python-executable",
        str(programs / "python"),
        "--cache-dir",
        str(tmp_path / "kept"),
    ]
    result = subprocess.run(
        [*command, *places, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (result.stdout, result.returncode) == ("", 0)


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


def is_picture(address: str) -> bool:
    """Say whether a picture is painted yet."""
    try:
        with urllib.request.urlopen(address) as answer:
            content: bytes = answer.read()
    except HTTPError as later:
        later.close()
        return False
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    return True


def test_it_plays_from_an_empty_folder(programs: Path, tmp_path: Path) -> None:
    with served(programs, tmp_path) as address:
        visitor = RoundRobin([address])
        assert '<link rel="stylesheet"' in visitor.get("/").text
        code = visitor.guess()
        board = visitor.post("/hidoku/play/games", board="findling").location
        assert "Undo" in visitor.move(board, "placements", cell=at(OPEN[0]), number=OPEN[0])
        until(lambda: is_picture(f"{address}/hidoku/exchange/boards/findling/board.png"))
        visitor.ask_for_hint(code)
    files = list(tmp_path.rglob("pegs.sqlite3"))
    assert [path.parent.name for path in files] == ["pegs-and-paths"]
    assert not list(programs.parent.rglob("*.sqlite3"))
    assert list(programs.parent.rglob(f"{COMPILED_ANEW.name}/__pycache__/*.nbc"))
