import ast
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from stat import S_IFDIR

import pytest

from solver.kernels import INNER, KERNELS, inline
from tests.compiled import kernel_files

ROOT = Path(__file__).parents[2]


TWO = """
from solver.kernels import kernel

@kernel("int64(int64)")
def double(number):
    return 2 * number

@kernel("int64(int64)")
def fourfold(number):
    return double(double(number))
"""


@pytest.mark.parametrize("file", kernel_files(), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_python_calls_is_a_kernel_and_all_else_is_inner(file: Path) -> None:
    """Else a request would wait for a kernel, or a start load what nobody calls."""
    module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    import_module(module)
    kernels, inner = (
        {name.removeprefix(f"{module}.") for name in group if name.startswith(f"{module}.")}
        for group in ([name for name, _, _ in KERNELS], INNER)
    )
    assert kernels == taken_from(module) & (kernels | inner)


@cache
def solver_files() -> list[ast.Module]:
    files = set((ROOT / "solver").rglob("*.py")) - set(kernel_files())
    return [ast.parse(file.read_text()) for file in files]


def taken_from(module: str) -> set[str]:
    """Return the names that files of the solver other than kernels take from one of these."""
    uses: set[str] = set()
    for tree in solver_files():
        package, _, last = module.rpartition(".")
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        for node in imports:
            names = {alias.name for alias in node.names}
            uses |= names if node.module == module else set()
            if node.module == package and last in names:
                uses |= {
                    attribute.attr
                    for attribute in ast.walk(tree)
                    if isinstance(attribute, ast.Attribute)
                    and isinstance(attribute.value, ast.Name)
                    and attribute.value.id == last
                }
    return uses


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
        "print(two.fourfold.stats.cache_misses)"
    )
    assert run(script) == "12\nCounter()\n"


@pytest.mark.usefixtures("_two")
def test_compiling_is_announced_once_however_much_a_kernel_calls() -> None:
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
    trap, folder = no_home / f"pegs-and-paths-{os.getuid()}", no_home.parent / "elsewhere"
    folder.mkdir(mode=0o700)
    if theirs == "open":
        trap.mkdir()
        trap.chmod(0o777)
    elif theirs == "link":
        trap.symlink_to(folder)
    else:
        trap.touch()
    assert run("import two; print(two.double(3))") == "6\n"
    assert not [*folder.iterdir(), *trap.glob("*")]


HELPER = """
from solver.kernels import inline

FACTOR = 2

@inline
def times(number) -> int:
    return FACTOR * number
"""
CALLER = """
from kernels.helper import times
from solver.kernels import kernel

@kernel("int64(int64)")
def multiply(number):
    return times(number)
"""


@pytest.mark.parametrize(
    ("old", "new", "product"), [("FACTOR *", "FACTOR +", 5), ("= 2", "= 7", 21)]
)
def test_a_change_to_what_a_kernel_takes_from_its_package_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, product: int
) -> None:
    """Numba alone looks at the file of the kernel only, and would answer with what was."""
    package = tmp_path / "kernels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "helper.py").write_text(HELPER)
    (package / "caller.py").write_text(CALLER)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")
    script = (
        "from kernels.caller import multiply as m; import solver.kernels as k;"
        "print(k.are_compiled(), m(3), sum(m.stats.cache_hits.values())); k.mark_compiled()"
    )
    assert (run(script), run(script)) == ("False 6 0\n", "True 6 1\n")
    (package / "helper.py").write_text(HELPER.replace(old, new))
    assert (run(script), run(script)) == (f"False {product} 0\n", f"True {product} 1\n")


PAIR = """
from typing import NamedTuple
from solver.kernels import kernel, types

class Pair(NamedTuple):
    first: int
    second: int

@kernel(types.int64(types.NamedTuple((types.int64, types.int64), Pair)))
def add(pair):
    return pair.first + pair.second
"""


def test_a_cache_whose_types_are_gone_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba keeps a tuple's class by name, and would not get past one that was renamed."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path}")
    for name in ("Pair", "Twins"):  # of two lengths: Python sees a change by size, or by second
        (tmp_path / "pairs.py").write_text(PAIR.replace("Pair", name))
        assert run(f"import pairs; print(pairs.add(pairs.{name}(1, 2)))") == "3\n"


def test_what_counts_no_references_returns_no_array() -> None:
    def second(rows: list[int]) -> list[int]:
        return rows

    with pytest.raises(TypeError, match="second"):
        inline(second)
