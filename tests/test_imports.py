"""The import rules of the house, read off its folders: each folder with modules is a package."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST_MODULES = 16  # in a folder; more is a hall, not a room

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in ("solver", "webapp")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
}


def imports_of(path: Path) -> set[str]:
    """Return every module a file imports, anywhere in it; names of packages' modules in full."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            modules |= {name for name in whole if name in MODULES} or {node.module or ""}
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            modules |= {str(word.value) for word in node.args if isinstance(word, ast.Constant)}
    return modules


@cache
def all_imports() -> dict[str, set[str]]:
    """Return what each module imports: read by the process that runs these tests, by no other."""
    return {name: imports_of(path) for name, path in MODULES.items()}


def starts(names: set[str], prefix: str) -> set[str]:
    return {name for name in names if name == prefix or name.startswith(prefix + ".")}


def within(*folders: str) -> list[str]:
    return sorted(name for folder in folders for name in starts(set(MODULES), folder))


def package_of(module: str) -> str:
    """Return the package a module lies in; those beside the rooms stand for themselves."""
    if MODULES[module].name == "__init__.py":
        return module
    package = module.rpartition(".")[0]
    return module if package in ("solver", "webapp") else package


OUTSIDE = {
    "solver": ("webapp", "flask", "werkzeug", "sqlalchemy", "alembic", "granian", "jinja2"),
    "solver.deduction": ("solver.hidoku", "solver.cli", "click", "rich"),
    "solver.hidoku": ("solver.deduction", "solver.cli", "click", "rich"),
    "solver.deduction.rules": tuple(
        f"solver.deduction.{name}"
        for name in ("knowledge", "strategies", "optimal", "trees", "explain", "text", "matches")
    ),
    "solver.hidoku.rules": tuple(
        f"solver.hidoku.{name}"
        for name in ("search", "logic", "traces", "generate", "puzzles", "text")
    ),
    "webapp.http": (
        *("solver.deduction", "webapp.mastermind", "webapp.hidoku", "webapp.lab"),
        *("webapp.site", "webapp.you"),
    ),
    "webapp.work": ("solver.deduction", "solver.hidoku", "webapp.mastermind", "webapp.hidoku"),
    "webapp.storage": (
        "solver.deduction",
        "solver.hidoku",
        "webapp.mastermind",
        "webapp.hidoku",
        "webapp.lab",
    ),
    **{
        f"webapp.{room}": (
            *("solver.deduction", "solver.hidoku", "webapp.mastermind", "webapp.hidoku"),
            *("webapp.lab", "webapp.learn", "webapp.registry"),
        )
        for room in (
            *("game_type", "shared", "contest", "classroom", "daily", "cards", "embed"),
            *("you.routes", "you.data", "you.statistics"),
        )
    },
    "webapp.storage.engine": ("flask", "werkzeug"),
    "webapp.mastermind": ("webapp.hidoku", "solver.hidoku", "webapp.site", "webapp.you"),
    "webapp.hidoku": (
        *("webapp.mastermind", "solver.deduction", "webapp.lab", "webapp.site", "webapp.you"),
    ),
}


@pytest.mark.parametrize("folder", OUTSIDE)
def test_a_room_knows_nothing_of_these(folder: str) -> None:
    for module, outside in product(within(folder), OUTSIDE[folder]):
        assert not starts(all_imports()[module], outside), module


#: Who alone may import a library.
KNOWN_BY = {
    "sqlalchemy": ("webapp.storage",),
    "alembic": ("webapp.storage",),
    "click": ("solver.cli", "webapp.cli"),
    "flask": ("webapp",),
    "granian": ("webapp.server", "webapp.http.server"),
}


@pytest.mark.parametrize("library", KNOWN_BY)
def test_only_these_know_a_library(library: str) -> None:
    rooms = set(within(*KNOWN_BY[library]))
    knowing = {module for module in MODULES if starts(all_imports()[module], library)}
    assert knowing
    assert knowing <= rooms


def test_only_kernels_know_numba() -> None:
    knowing = {module for module in MODULES if starts(all_imports()[module], "numba")}
    assert knowing
    assert all(module.endswith(".kernels") for module in knowing)


def links() -> Iterator[tuple[str, str]]:
    """Yield which package knows which other; a package and its own parts belong together."""
    for module, imports in all_imports().items():
        for target in imports & set(MODULES):
            knower, package = package_of(module), package_of(target)
            if not (starts({knower}, package) or starts({package}, knower)):
                yield knower, package


def test_packages_form_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for knower, package in links():
        graph.setdefault(knower, set()).add(package)
    assert graph
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(f"these packages know each other: {circle.args[1]}")


def layers() -> dict[str, list[list[str]]]:
    """Return the packages of each line of the map by what they lie in: layers, the lowest first."""
    text = (ROOT / "docs/architecture.md").read_text()
    block = text.partition("Which package may import which")[2].split("```")[1]
    lines = block.replace("\n        ←", " ←").strip().splitlines()
    return {
        parent: [[f"{parent}.{name}" for name in layer.split(", ")] for layer in chain.split(" ← ")]
        for parent, _, chain in (line.partition(": ") for line in lines)
    }


@pytest.mark.parametrize("parent", layers())
def test_no_package_imports_what_the_map_has_above_it(parent: str) -> None:
    places = {name: place for place, layer in enumerate(layers()[parent]) for name in layer}

    def layer_of(module: str) -> int:
        names = [name for name in places if starts({module}, name)]
        return places[max(names, key=len)] if names else -1

    assert all(starts(set(MODULES), name) for name in places)
    upward = {
        (module, target)
        for module in within(*places)
        for target in all_imports()[module]
        if layer_of(target) > layer_of(module)
    }
    assert not upward


def test_no_folder_is_a_hall() -> None:
    folders = {path.parent for path in MODULES.values()}
    full = {
        str(folder.relative_to(ROOT)): count
        for folder in folders
        if (count := len([path for path in folder.glob("*.py") if path.name[0] != "_"]))
        > MOST_MODULES
    }
    assert not full


#: The first page of a game has the address of the whole game; what is sent has a short one, and a
#: contest is called a group challenge wherever players read it (docs/glossary.md).
FIRST_PAGES = {
    "webapp/contest": "/group-challenge",
    "webapp/mastermind/start": "/mastermind",
    "webapp/hidoku/start": "/hidoku",
    "webapp/shared": "/g",
    "webapp/classroom": "/class",  # a word that Python keeps to itself
}


#: What is painted has no templates.
PAINTED = {"webapp/cards"}


def prefix_of(module: str) -> str:
    """Return the address of a module's blueprint; "" without one."""
    text = MODULES[module].read_text()
    if "Blueprint(" not in text:
        return ""
    return next(
        (
            str(word.value)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Blueprint"
            for keyword in node.keywords
            if keyword.arg == "url_prefix" and isinstance(word := keyword.value, ast.Constant)
        ),
        "",
    )


PREFIXES = {name: prefix for name in MODULES if (prefix := prefix_of(name))}


def test_every_room_has_an_address() -> None:
    assert {name for name in MODULES if name.endswith("routes")} <= PREFIXES.keys()


@pytest.mark.parametrize("module", PREFIXES)
def test_path_and_address_are_one(module: str) -> None:
    """A room is a folder with routes, or one file."""
    room = module.rpartition(".")[0] if module.endswith("routes") else module
    folder = room.replace(".", "/")
    address = FIRST_PAGES.get(folder, "/" + folder.removeprefix("webapp/"))
    assert f"{PREFIXES[module]}/".startswith(f"{address}/")
    place = folder.removeprefix("webapp/")
    assert (ROOT / "templates" / place).is_dir() is (folder not in PAINTED)
    tests = ROOT / "tests" / folder
    assert any(map(Path.exists, (tests, tests.with_name(f"test_{tests.name}.py"))))
