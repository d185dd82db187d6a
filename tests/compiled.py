"""``python -m tests.compiled``: compile all kernels, once for tests that run in parallel.

It takes a minute on one core, in which `make` has style and types checked on another.
"""

from importlib import import_module
from pathlib import Path

from solver.kernels import compile_kernels, mark_compiled

ROOT = Path(__file__).parents[1]


def kernel_files() -> list[Path]:
    """Return the files of kernels: those of that name, and all in packages of that name."""
    solver = ROOT / "solver"
    return sorted({*solver.glob("*/**/kernels.py"), *solver.rglob("kernels/*.py")})


def compile_all() -> None:
    """Compile every kernel there is, or load it from the cache."""
    for path in kernel_files():
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    compile_imported()


def compile_imported() -> None:
    for _ in compile_kernels():
        pass
    mark_compiled()  # or the servers of tests would think that they have to


if __name__ == "__main__":
    compile_all()
