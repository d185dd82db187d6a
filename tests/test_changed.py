"""The tests of a change are those of its path."""

from __future__ import annotations

import pytest

from tests.changed import ALWAYS, ROOT, relevant


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("solver/hidoku/rules/notation.py", "tests/solver/hidoku/rules/test_notation.py"),
        ("solver/deduction/knowledge/marks.py", "tests/solver/deduction/knowledge"),
        ("webapp/lab/routes.py", "tests/webapp/lab/test_routes.py"),
        ("webapp/storage/engine/locks.py", "tests/webapp/storage/engine"),
        ("templates/lab/index.html", "tests/webapp/lab"),
        ("static/css/mastermind/watch.css", "tests/webapp/mastermind"),
        ("static/js/page.js", "tests/webapp"),
        ("tests/webapp/lab/test_jobs.py", "tests/webapp/lab/test_jobs.py"),
    ],
)
def test_a_change_has_the_relevant_its_path(file: str, tests: str) -> None:
    assert relevant([file], ROOT) == {ALWAYS, tests}


def test_what_has_no_tests_has_none() -> None:
    files = ["README.md", "tests/browser/test_lab.py", "tests/webapp/test_gone.py", "docs/a.md"]
    assert relevant(files, ROOT) == {ALWAYS}


def test_a_folder_holds_its_files() -> None:
    files = ["webapp/lab/jobs.py", "webapp/lab/job_task.py", "templates/lab/index.html"]
    assert relevant(files, ROOT) == {ALWAYS, "tests/webapp/lab"}
