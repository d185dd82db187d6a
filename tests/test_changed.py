"""The tests of a change are those of its path."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.changed import ALWAYS, ROOT, relevant


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("solver/hidoku/rules/hexagons.py", "tests/solver/hidoku/rules/test_hexagons.py"),
        ("solver/deduction/knowledge/code_sets.py", "tests/solver/deduction/knowledge"),
        ("webapp/lab/routes.py", "tests/webapp/lab/test_routes.py"),
        ("webapp/storage/engine/migration.py", "tests/webapp/storage/engine"),
        ("templates/lab/index.html", "tests/webapp/lab"),
        ("static/css/mastermind/challenge.css", "tests/webapp/mastermind"),
        ("static/js/page.js", "tests/webapp"),
        ("tests/webapp/lab/test_jobs.py", "tests/webapp/lab/test_jobs.py"),
        ("tests/webapp/lab/__init__.py", "tests/webapp/lab"),
    ],
)
def test_a_change_has_the_relevant_its_path(file: str, tests: str) -> None:
    assert relevant([file], ROOT) == {ALWAYS, tests}


def test_what_has_no_tests_has_none() -> None:
    files = ["README.md", "tests/browser/test_lab.py", "tests/webapp/test_gone.py", "docs/a.md"]
    assert relevant(files, ROOT) == {ALWAYS}


def test_a_folder_holds_its_files() -> None:
    files = ["webapp/lab/routes.py", "webapp/lab/findings.py", "templates/lab/index.html"]
    assert relevant(files, ROOT) == {ALWAYS, "tests/webapp/lab"}


PLANTED = """
import time

import pytest

def test_planted():
    assert {holds}

@pytest.mark.parametrize("number", range(4))
def test_slow(number):
    time.sleep(60)
"""
QUICK = "import sys; from tests import changed; changed.SECONDS = {}; sys.exit(changed.main())"


@pytest.mark.parametrize(
    ("holds", "seconds", "status", "sentence"),
    [
        (False, 25, 1, "Failed: tests/test_planted.py::test_planted"),
        (True, 4, 0, "Nothing failed in 4 seconds; there is more: make check"),
    ],
)
def test_a_failure_is_named_at_once_while_others_are_under_way(
    holds: bool, seconds: int, status: int, sentence: str, tmp_path: Path
) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    shutil.copy(ROOT / "tests/changed.py", tests)
    (tests / "__init__.py").touch()
    (tmp_path / ALWAYS).write_text("def test_fine():\n    pass\n")
    (tests / "test_planted.py").write_text(PLANTED.format(holds=holds))
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    command = [sys.executable, "-c", QUICK.format(seconds)]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr.strip()) == (status, sentence)
    assert ("FAILED tests/test_planted.py::test_planted" in result.stdout) is (status == 1)
