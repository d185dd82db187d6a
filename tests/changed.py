"""`make quick`: the tests of what changed since the branch left main, found by their paths.

A module's tests are in the folder of its path (``webapp/lab/routes.py``: ``tests/webapp/lab``), a
template's and a script's in that of the pages (``templates/lab/…``: ``tests/webapp/lab``); what
tests of a folder share has those of the folder. Tests in a browser are left out, and who changed
what everything stands on runs `make check`. The first test that fails ends the run and is named; so
does the end of the time, which is said. Rejected: pytest-testmon, which takes no kernel and no
server for a dependency; and `pytest -x`, which in parallel waits for tests that are under way: the
time was over first, and nothing seemed to have failed.
"""

import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final, NoReturn

import pytest

ROOT: Final = Path(__file__).parent.parent
SECONDS: Final = 28  # seconds for the tests; style and types take the rest of forty
ALWAYS: Final = "tests/test_imports.py"
NOT_HERE: Final = {"browser", "bench"}
#: Where the tests of a folder's files stand: what is put before the rest of their path.
TESTS_OF: Final = {
    "docs/results": "tests/docs/results",
    "solver": "tests/solver",
    "webapp": "tests/webapp",
    "templates": "tests/webapp",
    "static/css": "tests/webapp",
    "static/js": "tests/webapp",
}


class Watch:
    """Ends a run at the first failure, or when the time is over; ``failed`` names the failure."""

    failed = ""
    is_late = False

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        """End at a failure, also of what can't be collected."""
        if report.failed:
            self.failed = report.nodeid
            pytest.exit(f"{report.nodeid} failed", pytest.ExitCode.TESTS_FAILED)

    pytest_collectreport = pytest_runtest_logreport

    def end(self, *_: object) -> NoReturn:
        """End because of the time."""
        self.is_late = True
        pytest.exit(f"{SECONDS} seconds are over")


def main() -> int:
    """Run the tests of what changed; return pytest's status, 0 if only the time is over."""
    chosen = sorted(relevant(changed_files(), ROOT))
    print("Tests of what changed:", *chosen, flush=True)
    watch = Watch()
    signal.signal(signal.SIGALRM, watch.end)
    signal.alarm(SECONDS)
    words = ["-m", "not browser", "--numprocesses", "logical", "--dist", "worksteal"]
    status = pytest.main([*words, *chosen], plugins=[watch])
    signal.alarm(0)
    if watch.failed:
        print(f"Failed: {watch.failed}", file=sys.stderr)
        return 1
    if watch.is_late:
        print(f"Nothing failed in {SECONDS} seconds; there is more: make check", file=sys.stderr)
        return 0
    return int(status)


def changed_files() -> list[str]:
    """Return the files that differ from where the branch left main, new ones included.

    Main is as it was last fetched: who works on main itself has all tested that is not pushed.
    """
    mains = (_git("merge-base", "HEAD", name)[:1] for name in ("main@{upstream}", "main"))
    base = next(filter(None, mains), ["HEAD"])
    return [
        *_git("diff", "--name-only", *base),
        *_git("ls-files", "--others", "--exclude-standard"),
    ]


def _git(*words: str) -> list[str]:
    result = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout.splitlines()


def relevant(files: Iterable[str], root: Path) -> set[str]:
    """Return test files and folders that speak of some files, none inside another."""
    places = {ALWAYS} | {place for file in files for place in _places(PurePosixPath(file), root)}
    return {
        place for place in places if not any(str(above) in places for above in Path(place).parents)
    }


def _places(file: PurePosixPath, root: Path) -> Iterator[str]:
    if file.parts[0] == "tests":
        if (root / file).exists() and file.suffix == ".py" and not NOT_HERE & set(file.parts):
            yield str(file if file.match("test_*.py") else file.parent)
        return
    for folder, tests in TESTS_OF.items():
        if file.is_relative_to(folder):
            yield _nearest(PurePosixPath(tests, file.relative_to(folder)), root)


def _nearest(path: PurePosixPath, root: Path) -> str:
    """Return the tests of a module, or else of the nearest folder above it that has some."""
    test_file = path.with_name(f"test_{path.stem}.py")
    if (root / test_file).exists():
        return str(test_file)
    return str(next(above for above in path.parents if (root / above).is_dir()))


if __name__ == "__main__":
    sys.exit(main())
