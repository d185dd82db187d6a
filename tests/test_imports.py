"""The import rules of the house, read off the source itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in ("solver", "webapp")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
}

OPTIMAL = {
    name.removeprefix("solver.deduction.")
    for name in MODULES
    if name.startswith("solver.deduction.optimal")
}

# Inside a game, from the rules to what builds on them: a module imports from its layer or lower.
LAYERS = {
    "solver.deduction": (
        {
            "game",
            "listed_game",
            "mastermind",
            "bulls_and_cows",
            "number_pair",
            "kernels",
            "marks",
        },
        {"boards", "games", "play", "symmetry", "weights", "nodes"},
        {"large", "large.exclusions", "large.half", "large.halves", "large.kernels"}
        | {"large.packing"},
        {"candidates", "partition", "exclusions"},
        {"facts", "contradictions", "pools", "choices", "sampling", "sampling.kernels"} | OPTIMAL,
        {"strategies", "perfect", "careless"},
        {"prospects", "growth", "tree", "tree_text", "walker", "advice", "review", "evil"}
        | {"simulate", "advice_words", "fact_words", "diagnosis_words", "review_words"}
        | {"branches", "studies"},
    ),
    "solver.hidoku": (
        {"grid", "faults", "notation", "exchange", "boards", "chance", "symmetry", "loops"},
        {"game", "history", "table", "layout", "domains", "kernels", "mixing", "mixing.kernels"},
        {"engine", "learning", "learning.kernels", "strolls", "strolls.kernels"},
        {"hunt", "proof"},
        {"search", "cuts", "plain", "steps", "position"},
        {"gaps", "sums", "doors", "borders", "walks", "areas", "groups", "lines"}
        | {"needs", "placements", "refutations"},
        {"finders", "shortening", "reasoning", "rounds", "grade", "excerpt"},
        {"techniques", "trace", "attempt", "quarrel", "ambiguity"},
        {"retreat", "phrases", "words", "structure_words", "deduction_words", "hint_words"}
        | {"step_words"}
        | {"puzzle_words"},
        {"paths", "shapes", "thinning"},
        {"fitting", "generate"},
    ),
}


def imports_of(path: Path) -> set[str]:
    """Return every module a file imports, anywhere in it; names of packages' modules in full."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name for name in whole if name in MODULES} or {node.module or ""}
    return found


IMPORTS = {name: imports_of(path) for name, path in MODULES.items()}


def starts(names: set[str], prefix: str) -> set[str]:
    return {name for name in names if name == prefix or name.startswith(prefix + ".")}


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith("solver")])
def test_the_solver_knows_neither_the_web_nor_the_database(module: str) -> None:
    for outside in ("webapp", "flask", "sqlalchemy", "alembic", "granian", "jinja2"):
        assert not starts(IMPORTS[module], outside)


@pytest.mark.parametrize("module", MODULES)
def test_only_kernels_know_numba(module: str) -> None:
    if not module.endswith(".kernels"):
        assert not starts(IMPORTS[module], "numba")


#: What is stored beside the folder, and the bounds of what there may be of it.
STORES = frozenset({"webapp.storage.games", "webapp.storage.jobs", "webapp.storage.boards"})
BOUNDS = frozenset({"webapp.work.limits"})


@pytest.mark.parametrize("module", MODULES)
def test_only_the_store_knows_the_database(module: str) -> None:
    if module not in STORES and not module.startswith("webapp.storage."):
        assert not starts(IMPORTS[module], "sqlalchemy") | starts(IMPORTS[module], "alembic")


@pytest.mark.parametrize("module", [name for name in MODULES if "webapp.storage" in name])
def test_storage_knows_neither_games_nor_pages(module: str) -> None:
    for outside in ("solver", "flask", "werkzeug"):
        assert not starts(IMPORTS[module], outside)
    known = starts(IMPORTS[module], "webapp.storage") | STORES | BOUNDS
    assert starts(IMPORTS[module], "webapp") <= known


@pytest.mark.parametrize("module", MODULES)
def test_the_games_do_not_know_each_other(module: str) -> None:
    for one, other in (("deduction", "hidoku"), ("hidoku", "deduction")):
        if module.startswith(f"solver.{one}"):
            assert not starts(IMPORTS[module], f"solver.{other}")


@pytest.mark.parametrize("module", MODULES)
def test_only_the_command_line_knows_click(module: str) -> None:
    if not module.startswith(("solver.cli.main", "webapp.cli")):
        assert not starts(IMPORTS[module], "click")


@pytest.mark.parametrize("package", LAYERS)
def test_each_layer_builds_on_lower_ones(package: str) -> None:
    layers = LAYERS[package]
    height = {name: level for level, names in enumerate(layers) for name in names}
    for module, imported in IMPORTS.items():
        if not module.startswith(package + "."):
            continue
        name = module.removeprefix(package + ".")
        assert name in height, f"{module} has no layer yet: say where it belongs"
        for other in starts(imported, package) - {package}:
            assert height[other.removeprefix(package + ".")] <= height[name], (module, other)


def test_the_rules_are_not_empty_talk() -> None:
    assert starts(IMPORTS["webapp.storage.games"], "sqlalchemy")
    assert starts(IMPORTS["solver.kernels"], "numba")
    assert starts(IMPORTS["webapp.hidoku.play.routes"], "solver")
