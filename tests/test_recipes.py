"""Each recipe of CONTRIBUTING is followed in a copy of the house, where the tests it names agree.

What a developer would write for it is a text in ``tests/recipes``: new files whole; in those that
are there, lines after a line that is found (``=``) or in its place (``-``), or at the end.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

pytestmark = pytest.mark.timeout(1800)  # seconds: kernels are compiled anew

ROOT = Path(__file__).parent.parent
COPIED = ("solver", "webapp", "templates", "static", "tests", "docs", "pyproject.toml")
EVERY_ENTRY = "tests/webapp/mastermind/test_every_entry.py"
LESSONS = "tests/webapp/learn"

#: By the headline of CONTRIBUTING: the text, and the tests that have to agree.
RECIPES = {
    "Add a deduction game": (
        "game",
        "tests/solver/deduction/test_games.py::test_presets[coins-16-16-5-10]",
        *(f"{EVERY_ENTRY}::test_{role}[coins-plain]" for role in ("breaker", "setter", "analysis")),
        *(f"{EVERY_ENTRY}::test_{role}[coins-plain]" for role in ("challenge", "lab")),
        f"{EVERY_ENTRY}::test_a_code_is_drawn[evil-coins-plain]",
    ),
    "Add a preset": (
        "preset",
        "tests/solver/deduction/test_games.py::test_presets[small-16-16-5-10]",
        f"{EVERY_ENTRY}::test_breaker[small-plain]",
    ),
    "Add key colours": (
        "keys",
        "tests/webapp/mastermind/test_marks.py"
        "::test_marks_are_distinct_and_look_alike[classic-blue-white]",
    ),
    "Add a lesson": (
        "lesson",
        f"{LESSONS}/test_routes.py::test_a_lesson_is_walked_to_its_end[plain-mastermind/trial]",
        f"{LESSONS}/lessons/test_truth.py::test_codes_to_choose_from",
    ),
    "Add a technique of Hidoku": (
        "technique",
        "tests/solver/hidoku/logic/test_technique.py::test_every_technique_is_known_by_its_name",
        f"{LESSONS}/lessons/test_truth.py::test_placements",
        f"{LESSONS}/test_ideas.py::test_an_idea_has_a_page_with_its_sentence_and_its_questions",
    ),
    "Add a notation of boards": (
        "notation",
        "tests/solver/hidoku/notations/test_notations.py::test_every_example_is_one_board",
        "tests/webapp/hidoku/exchange/test_import_routes.py::test_the_samples_are_one_good_board[plain]",
    ),
    "Add a setting": (
        "setting",
        "tests/webapp/you/settings/test_routes.py::test_each_choice_is_kept[width-wide]",
    ),
    "Add a field of a result": (
        "result",
        "tests/webapp/storage/test_migrations.py"
        "::test_an_upgraded_database_has_the_tables_of_a_new_one",
        "tests/webapp/mastermind/breaker/test_routes.py::test_a_game_is_won[plain]",
    ),
    "Add a kind of exercises": (
        "exercise",
        "tests/solver/deduction/exercises/test_plain.py::test_every_kind_has_a_check",
        "tests/solver/deduction/exercises/test_plain.py::test_the_twin_finds_the_same[most-keys]",
    ),
    "Add a role": (
        "role",
        f"{EVERY_ENTRY}::test_every_first_page_offers_the_games_of_its_role[guard-plain]",
        "tests/webapp/mastermind/guard/test_routes.py::test_a_board_is_guarded[plain]",
        "tests/test_registries.py::test_names_are_distinct",
    ),
    "Add a kind of game": (
        "kind",
        "tests/webapp/penny/test_routes.py::test_a_penny_is_in_every_room_that_asks_game_types[plain]",
        "tests/test_imports.py::test_packages_form_no_circle",
        "tests/test_imports.py::test_every_room_has_an_address",
        "tests/test_registries.py::test_names_are_distinct",
    ),
}


def written(recipe: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the files that a recipe writes, each with its lines."""
    text = (ROOT / "tests" / "recipes" / f"{recipe}.txt").read_text()
    for part in re.split(r"^--- ", text, flags=re.MULTILINE)[1:]:
        path, *lines = part.splitlines()
        yield path, lines


def changed(file_lines: list[str], lines: list[str]) -> list[str]:
    """Return the lines of a file with those of a recipe among them."""
    place = 0 if lines[0][0] in "=-" else len(file_lines)
    for line in lines:
        sign, text = line[0], line[1:]
        if sign == "+":
            file_lines = [*file_lines[:place], text, *file_lines[place:]]
        else:
            place = file_lines.index(text, place)
        place += sign != "-"
        if sign == "-":
            del file_lines[place]
    return file_lines


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the tests say in a copy in which all recipes were followed."""
    house = tmp_path_factory.mktemp("recipes")
    for name in COPIED:
        if (ROOT / name).is_dir():  # with what is compiled already
            shutil.copytree(ROOT / name, house / name)
        else:
            shutil.copy2(ROOT / name, house / name)
    for recipe, *_ in RECIPES.values():
        for path, lines in written(recipe):
            file = house / path
            whole = changed(file.read_text().splitlines(), lines) if file.exists() else lines
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f"{line}\n" for line in whole))
    test_ids = [test for _, *tests in RECIPES.values() for test in tests]
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", *test_ids]
    return subprocess.run(
        command,
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house)},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_holds(title: str, told: str) -> None:
    for test in RECIPES[title][1:]:
        assert f"PASSED {test}\n" in told, told


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_names_every_file(title: str) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    section = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
    names = [re.sub("<.*?>", "*", name) for name in re.findall("`([^`]+)`", section)]
    for path, _ in written(RECIPES[title][0]):
        assert any(fnmatch(path, glob) or fnmatch(path, f"{glob}*") for glob in names), path
