"""How kernels are listed, cached and loaded."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from stat import S_IFDIR

import pytest

from solver.kernels import INNER, KERNELS

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "solver").glob("*/**/kernels.py"))

TWO = """
from solver.kernels import kernel

@kernel("int64(int64)")
def double(number):
    return 2 * number

@kernel("int64(int64)")
def fourfold(number):
    return double(double(number))
"""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_what_python_calls_is_a_kernel_and_all_else_is_inner(file: Path) -> None:
    """Else a request would wait for a kernel, or a start load what nobody calls."""
    module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    import_module(module)
    kernels, inner = (
        {name.removeprefix(f"{module}.") for name, _, _ in every if name.startswith(f"{module}.")}
        for every in (KERNELS, INNER)
    )
    assert kernels == taken_from(module) & (kernels | inner)


@cache
def solver_files() -> list[ast.Module]:
    return [ast.parse(file.read_text()) for file in (ROOT / "solver").rglob("*.py")]


def taken_from(module: str) -> set[str]:
    """Return the names that other files of the solver take from a module of kernels."""
    taken: set[str] = set()
    for tree in solver_files():
        package, _, last = module.rpartition(".")
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        for node in imports:
            names = {alias.name for alias in node.names}
            taken |= names if node.module == module else set()
            if node.module == package and last in names:
                taken |= {
                    each.attr
                    for each in ast.walk(tree)
                    if isinstance(each, ast.Attribute)
                    and isinstance(each.value, ast.Name)
                    and each.value.id == last
                }
    return taken


@pytest.fixture
def _two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of two kernels, with a cache of its own."""
    (tmp_path / "two.py").write_text(TWO)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")


@pytest.mark.usefixtures("_two")
def test_a_new_kernel_can_call_one_that_was_loaded() -> None:
    assert run("import two; print(two.double(3))") == "6\n"
    again = "import two; print(two.double(3), two.fourfold(3), len(two.double.stats.cache_hits))"
    assert run(again) == "6 12 1\n"


@pytest.mark.usefixtures("_two")
def test_what_a_server_compiled_is_not_compiled_again_by_a_call() -> None:
    assert run("import two, solver.kernels as k; print(len(list(k.compile_kernels())))") == "2\n"
    script = (
        "import two, solver.kernels as k; k.when_compiling(print); print(two.fourfold(3));"
        "print(two.fourfold.stats.cache_misses, k.seconds_waited() > 0)"
    )
    assert run(script) == "12\nCounter() True\n"


@pytest.mark.usefixtures("_two")
def test_compiling_is_told_once_however_much_a_kernel_calls() -> None:
    script = "import two, solver.kernels as k; k.when_compiling(print); print(two.fourfold(3))"
    assert (run(script), run(script)) == ("True\nFalse\n12\n", "12\n")


def run(script: str) -> str:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


@pytest.fixture
def no_home(_two: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nowhere to write but a temporary folder: not beside the source, nor in the home."""
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    (tmp_path / "__pycache__").touch()  # no folder, so even root can't write into it
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    return temporary


def test_without_a_home_machine_code_is_kept_among_temporary_files(no_home: Path) -> None:
    script = "import two; print(two.double(3), sum(two.double.stats.cache_hits.values()))"
    assert [run(script), run(script)] == ["6 0\n", "6 1\n"]
    (folder,) = no_home.iterdir()
    assert folder.name == f"pegs-and-paths-{os.getuid()}"
    assert folder.stat().st_mode == S_IFDIR | 0o700


@pytest.mark.parametrize("theirs", ["open", "link", "file"])
def test_no_machine_code_is_run_from_a_folder_that_others_can_write(
    no_home: Path, theirs: str
) -> None:
    trap, where = no_home / f"pegs-and-paths-{os.getuid()}", no_home.parent / "elsewhere"
    where.mkdir(mode=0o700)
    if theirs == "open":
        trap.mkdir()
        trap.chmod(0o777)
    elif theirs == "link":
        trap.symlink_to(where)
    else:
        trap.touch()
    assert run("import two; print(two.double(3))") == "6\n"
    assert not list(where.iterdir())
    assert trap.is_file() or not list(trap.iterdir())
