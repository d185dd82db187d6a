"""How kernels are listed, cached and loaded."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from solver.kernels import INNER, IS_TRIED, KERNELS, Loaded, compile_kernels

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


def taken_from(module: str) -> set[str]:
    """Return the names that other files of the solver take from a module of kernels."""
    taken: set[str] = set()
    for file in (ROOT / "solver").rglob("*.py"):
        tree = ast.parse(file.read_text())
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


@pytest.mark.skipif(not IS_TRIED, reason="this Numba loads all")
def test_of_cached_kernels_the_machine_code_alone_is_loaded() -> None:
    script = (
        "import solver.deduction.rules.kernels, solver.kernels as k; list(k.compile_kernels());"
        "print(*{(type(one.library).__name__, one.library._shared_module is None)"
        " for _, _, each in k.KERNELS for one in each.overloads.values()})"
    )
    import_module("solver.deduction.rules.kernels")
    list(compile_kernels())  # so that they are in the cache
    assert run(script) == f"({Loaded.__name__!r}, True)\n"


@pytest.mark.skipif(not IS_TRIED, reason="this Numba loads all")
def test_a_cached_kernel_needs_nothing_that_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.py").write_text(TWO)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")
    script = "import sys, two; print(two.fourfold(3), 'numba.np.linalg' in sys.modules)"
    assert (run(script), run(script)) == ("12 True\n", "12 False\n")


def test_a_new_kernel_can_call_one_that_was_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.py").write_text(TWO)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")
    assert run("import two; print(two.double(3))") == "6\n"
    again = "import two; print(two.double(3), two.fourfold(3), len(two.double.stats.cache_hits))"
    assert run(again) == "6 12 1\n"


def test_what_a_server_compiled_is_not_compiled_again_by_a_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.py").write_text(TWO)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")
    assert run("import two, solver.kernels as k; print(len(list(k.compile_kernels())))") == "2\n"
    script = (
        "import two, solver.kernels as k; k.when_compiling(print); print(two.fourfold(3));"
        "print(two.fourfold.stats.cache_misses, k.seconds_waited() > 0)"
    )
    assert run(script) == "12\nCounter() True\n"


def test_compiling_is_told_once_however_much_a_kernel_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.py").write_text(TWO)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")
    script = "import two, solver.kernels as k; k.when_compiling(print); print(two.fourfold(3))"
    assert (run(script), run(script)) == ("True\nFalse\n12\n", "12\n")


def run(script: str) -> str:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
