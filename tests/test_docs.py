"""What is written for readers is true: examples run, links lead somewhere, commands are there."""

import doctest
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

import solver
from solver.cli.main import main
from tests.bench.prose import KEPT, MARKED, by_hand, filled, kept_figures
from tests.bench.prose import PAGES as WITH_FIGURES

ROOT = Path(__file__).parent.parent
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))
LINK = re.compile(r"\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(pegs-and-paths [^`]+)`")
COMMAND = re.compile(r"(?:\S*bin/)?(pegs-and-paths .*)")
#: What is installed, up to the end of the line, of the code or of the sentence.
INSTALLED = re.compile(r"pip install ([^`\n]+)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_the_examples_of_a_page_run(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False)
    assert not failures


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_to_a_file_and_to_a_heading(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, heading = target.partition("#")
        path = (page.parent / file) if file else page
        assert path.exists(), target
        if heading:
            assert heading in set(anchors(path)), target


def anchors(page: Path) -> Iterator[str]:
    """Yield the anchors that GitHub gives to the headings of a page."""
    for heading in HEADING.findall(page.read_text()):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_top_of_the_project_has_no_other_folders() -> None:
    made_here = {"build", "instance", "mutants", "__pycache__"}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."}
    names = {"deploy", "docs", "solver", "static", "templates", "tests", "webapp"}
    assert folders - made_here == names


@pytest.mark.parametrize("page", WITH_FIGURES, ids=named)
def test_every_figure_of_speed_is_that_of_the_last_bench(page: Path) -> None:
    """``make bench`` writes them; when a page is changed, ``python -m tests.bench.prose``."""
    text = page.read_text()
    assert by_hand(text) == []
    assert text == filled(text, kept_figures(KEPT.read_text()))


def test_a_figure_of_speed_by_hand_or_of_another_table_is_found() -> None:
    mark = "<!-- bench: Making them -->{}<!-- / -->"
    figures = kept_figures("| Making them | 7.1 ms | ≤ 9 ms | yes | 4× faster than a plain one |")
    assert figures == {"Making them": "7.1 ms", "Making them ×": "4×"}
    assert filled(mark.format("14 ms"), figures) == mark.format("7.1 ms")
    with pytest.raises(KeyError):
        filled("<!-- bench: Nothing -->1 s<!-- / -->", figures)
    for words in ("14 ms", "3.5 s of a processor", "nine times as long", "a tenth of a second"):
        assert by_hand(f"It took {words}.") != []
        assert by_hand(f"It took {mark.format(words)}.") == []
    assert by_hand("A board of 30×30, 3 × 4 pegs and the 10th of May") == []


def test_the_read_me_says_how_fast_it_is() -> None:
    marks = {name for name, _ in MARKED.findall((ROOT / "README.md").read_text())}
    assert {"when and where", "Exact optimum of (4,6): 5,625, proved"} <= marks


def commands(page: Path) -> Iterator[str]:
    text = page.read_text()
    yield from INLINE.findall(text)
    for block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if match := COMMAND.match(line):
                yield match[1]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_that_a_page_names_are_there(page: Path) -> None:
    for line in commands(page):
        assert missing_of(line) == [], line


def missing_of(line: str) -> list[str]:
    """Return what a line asks of the command line that it does not have."""
    command: click.Command = main
    context = click.Context(main)
    words = shlex.split(line.replace("…", " "))[1:]
    while words and isinstance(command, click.Group):
        if words[0].startswith(("-", "[")):
            break
        pairs = [(name, command.get_command(context, name)) for name in words[0].split("|")]
        if unknown_names := [name for name, part in pairs if part is None]:
            return unknown_names
        command, words = pairs[0][1] or command, words[1:]
    options = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    options |= {"--help", "--version"}
    return [name for name in re.findall(r"--[a-z][a-z-]+", " ".join(words)) if name not in options]


def test_a_command_that_is_not_there_is_found() -> None:
    assert missing_of("pegs-and-paths hidoku solve|slove FILE") == ["slove"]
    assert missing_of("pegs-and-paths hidoku solve FILE [--all | --limits N]") == ["--limits"]
    assert missing_of("pegs-and-paths hidoku solve FILE [--all | --limit N]") == []


def project(folder: Path) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    return table


def test_what_is_installed_is_ours_or_a_dependency() -> None:
    """The project's name belongs to nobody on PyPI: whoever takes it would be installed."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [line for extra in metadata["optional-dependencies"].values() for line in extra]
    names = {re.split(r"[<>=;\s]", line)[0] for line in (*lines, *metadata["dependencies"])}
    sources = (path for room in ("solver", "webapp") for path in (ROOT / room).rglob("*.py"))
    for page in (*PAGES, *sources):
        text = page.read_text().replace("--constraint .ci/constraints.txt", "")
        for words in INSTALLED.findall(text):
            packages = [word.strip("'\"`.)") for word in words.split() if not word.startswith("-")]
            assert {*packages[:1]} <= {"", *names}, (page, words)


def test_what_serves_is_installed_in_the_tested_versions() -> None:
    """Or a guide that was right would fail on the day when a dependency changes."""
    pages = (ROOT / "README.md", ROOT / "docs/deploy.md")
    lines = [line for page in pages for line in re.findall(r"pip install.*", page.read_text())]
    ours = [line for line in lines if re.search(r" \.(\s|$|`)", line)]
    assert len(ours) >= 3
    assert [line for line in ours if "--constraint .ci/constraints.txt ." not in line] == []


def test_the_newest_version_stands_in_the_changelog() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    newest = re.fullmatch(r"\[(.+)\] - 20\d\d-[01]\d-[0-3]\d", headings[1])
    assert newest
    assert newest[1] == project(ROOT)["version"]


def test_what_is_published_names_the_repository(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    url = "https://example.org/somebody/pegs"
    subprocess.run([ROOT / ".ci/name-repository", url, "v1.2.3"], cwd=tmp_path, check=True)
    assert project(tmp_path)["urls"]["Issues"] == f"{url}/issues"
    assert {path.name for path in tmp_path.iterdir()} == {"pyproject.toml", "README.md"}
    before, after = (
        LINK.findall((folder / "README.md").read_text()) for folder in (ROOT, tmp_path)
    )
    picture, *pages = before
    assert after[0] == f"{url}/raw/v1.2.3/{picture}"
    assert after[1:] == [f"{url}/blob/v1.2.3/{page}" for page in pages]
    text = (tmp_path / "README.md").read_text()
    assert f"git clone {url} " in text
    assert "no public address" not in text


def test_the_library_offers_what_it_names() -> None:
    assert len(set(solver.__all__)) == len(solver.__all__)
    for name in solver.__all__:
        assert getattr(solver, name) is not None
        assert name in dir(solver)
    unknown = "guess_wildly"
    with pytest.raises(AttributeError, match=f"no '{unknown}'"):
        getattr(solver, unknown)


def test_every_name_of_the_library_says_what_it_is_for() -> None:
    values = {name: getattr(solver, name) for name in solver.__all__}
    for name, value in values.items():
        if not isinstance(value, dict):
            assert (value.__doc__ or "").strip(), name
            assert not value.__doc__.startswith(f"{name}("), name
