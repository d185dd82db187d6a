"""What a game is, only its rules and its face ask; and names stand in their registries alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.deduction.games import DISPLAYS, NAMES, OWN_GAMES
from solver.deduction.strategies.registry import STRATEGIES
from webapp.mastermind.role import roles_among
from webapp.registry import GAME_TYPES

ROOT = Path(__file__).parent.parent
RULES, FACES = "solver/deduction/rules/", "solver/deduction/faces/"
MODULES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("solver/deduction", "solver/cli", "webapp/mastermind", "webapp/lab")
    for path in sorted((ROOT / folder).rglob("*.py"))
]


def tree_of(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text())


def classes_of_games() -> set[str]:
    """Return the names of every class of the rules: games, their rules, and their answers."""
    return {
        node.name
        for module in MODULES
        if module.startswith(RULES)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ClassDef) and not node.name.endswith("Error")
    }


def asked_classes(tree: ast.Module) -> Iterator[str]:
    """Yield the classes that a module asks a value for: by isinstance, type() is, or match."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("isinstance", "issubclass"):
                yield from names_in(node.args[1])
        elif isinstance(node, ast.Compare) and "type(" in ast.unparse(node):
            yield from names_in(node)
        elif isinstance(node, ast.MatchClass):
            yield from names_in(node.cls)


def names_in(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr


def test_nobody_else_asks_of_which_class_a_game_is() -> None:
    of_games = classes_of_games()
    for module in MODULES:
        if not module.startswith((RULES, FACES)):
            assert not set(asked_classes(tree_of(module))) & of_games, module


def test_the_search_finds_such_questions() -> None:
    source = "isinstance(game, MastermindGame | Digits)\nmatch a:\n    case NumberPair(): pass\n"
    assert set(asked_classes(ast.parse(source))) == {"MastermindGame", "Digits", "NumberPair"}
    assert set(asked_classes(tree_of(f"{FACES}mastermind.py"))) >= {"MastermindGame", "Digits"}
    assert classes_of_games() >= {"MastermindGame", "Digits", "Rules", "NumberPair", "ListedGame"}


REGISTRIES = {
    "solver/deduction/games.py",
    "solver/deduction/strategies/registry.py",
    "webapp/mastermind/roles.py",
}


def keys_of_tables(tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """Yield the words of each table, set and list of words that a module writes down."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys: list[ast.expr | None] = list(node.keys)
        elif isinstance(node, ast.Set | ast.List | ast.Tuple):
            keys = list(node.elts)
        else:
            continue
        yield tuple(
            key.value
            for key in keys
            if isinstance(key, ast.Constant) and isinstance(key.value, str)
        )


@pytest.mark.parametrize("names", [NAMES, tuple(STRATEGIES)], ids=["games", "strategies"])
def test_no_table_elsewhere_is_keyed_by_names(names: tuple[str, ...]) -> None:
    for module in MODULES:
        if module in REGISTRIES or module.startswith((RULES, FACES)):
            continue
        for keys in keys_of_tables(tree_of(module)):
            assert len(set(keys) & set(names)) < 2, (module, keys)


def test_names_are_distinct() -> None:
    names = [*NAMES, *OWN_GAMES]
    assert len(names) == len(set(names))
    roles = roles_among(GAME_TYPES).values()
    assert len({role.title for role in roles}) == len({role.begin for role in roles}) == len(roles)
    assert [*GAME_TYPES] == [game_type.name for game_type in GAME_TYPES.values()]
    assert DISPLAYS.keys() == {display.name for display in DISPLAYS.values()}
