"""The words of the house: names that left docs/glossary.md, and names that mean two things."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = {
    folder: sorted(path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)
    for folder in ("solver", "webapp", "tests")
}

#: Each of these has another word in docs/glossary.md.
LEFT = re.compile(
    r"(quarrel(s|led|ling)?|struck|manners?|wish(es|ed|ing)?|habits?|mend(s|ed|ing)?|evildoings?"
    r"|gist|reckon(s|ed)?|careless|strolls?|kin|regrets?)"
)
#: What is not Python: every word of it counts, be it a class, an id, a variable or on the page.
PAGES = sorted(
    path
    for folder, ending in (("templates", "html"), ("static/css", "css"), ("static/js", "js"))
    for path in (ROOT / folder).rglob(f"*.{ending}")
)

#: A value is named by its noun, not by one of these.
PRONOUN = re.compile(
    r"_?(found|left|each|ones?|others?|said|shown|known|kept|told|made|drawn|asked|given|taken"
    r"|meant|stood|answered|it|these|those|that|this|here|there)_?"
)
#: Rooms whose functions name every value by its noun, and modules of no room.
CLEAN = {
    *(f"solver/deduction/{room}" for room in ("exercises", "explain", "faces", "optimal", "rules")),
    *(f"solver/deduction/{room}" for room in ("strategies", "text", "trees")),
    *(f"solver/hidoku/{room}" for room in ("exercises", "generate", "logic", "traces")),
    *("solver/*.py", "webapp"),
}

#: Module names that end like a gerund and are nouns, or terms of the field.
NOUNS = {
    "wording": "the choice of words",
    "findings": "what a job of the lab found",
    "pending": "what isn’t ready yet, as an adjective",
    "sampling": "of statistics",
    "settings": "what a visitor can set, and has set",
    "clause_learning": "of satisfiability (Marques-Silva and Sakallah 1996)",
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def words_of(name: str) -> list[str]:
    """Return the words of a name, be it written in snakes or in camels."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield every name that a module gives or uses, but no string."""
    for node in ast.walk(tree):
        for field in ("name", "id", "arg", "attr", "asname"):
            if isinstance(name := getattr(node, field, None), str):
                yield name


def has_left(name: str) -> bool:
    return any(map(LEFT.fullmatch, words_of(name)))


def values_in(tree: ast.AST) -> Iterator[str]:
    """Yield every name that the functions of a module give to a value."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    for node in (inner for function in functions for inner in ast.walk(function)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def parameters_in(tree: ast.AST) -> Iterator[str]:
    """Yield every name that a module gives to a parameter, but ``self`` and ``cls``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.arg not in {"self", "cls"}:
            yield node.arg


def is_gerund(stem: str) -> bool:
    stem = stem.removeprefix("test_")
    gerunds = {word for word in words_of(stem) if re.fullmatch(r"\w{2,}ings?", word)}
    return stem not in NOUNS and not gerunds <= set(NOUNS)


def test_what_is_looked_for_is_found() -> None:
    """Else the tests below would pass on anything."""
    tree = ast.parse("class Habits: pass\ndef keep(wish, *, struck_cells=1): return x._mends")
    names = {name for name in names_in(tree) if has_left(name)}
    assert names == {"Habits", "wish", "struck_cells", "_mends"}
    assert not any(map(has_left, ("recommended", "Amendment")))
    values = values_in(ast.parse("left = 1\ndef play(): found = [each for each in row]"))
    assert {name for name in values if PRONOUN.fullmatch(name)} == {"found", "each"}
    parameters = parameters_in(ast.parse("def play(self, most, is_placed, *, opened=1): pass"))
    assert {name for name in parameters if NO_NOUN.fullmatch(name)} == {"most", "opened"}
    assert [is_gerund(name) for name in ("checking", "test_waiting", "wording", "ring")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("folder", FILES)
def test_no_name_left_the_glossary(folder: str) -> None:
    places = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in FILES[folder]
        for name in (path.stem, *names_in(tree_of(path)))
        if has_left(name)
    }
    assert not places


def test_a_guess_gets_feedback_and_only_a_question_an_answer() -> None:
    rooms = ("faces", "knowledge", "optimal", "rules", "strategies", "trees")
    for path in (
        path for room in rooms for path in (ROOT / "solver/deduction" / room).rglob("*.py")
    ):
        words = {word for name in names_in(tree_of(path)) for word in words_of(name)}
        assert not words & {"answer", "answers", "answered"}, path


@pytest.mark.parametrize("room", sorted(CLEAN))
def test_values_are_nouns(room: str) -> None:
    pronouns = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT.glob(room) if room.endswith(".py") else (ROOT / room).rglob("*.py"))
        for name in values_in(tree_of(path))
        if PRONOUN.fullmatch(name)
    }
    assert not pronouns


def test_no_file_of_a_page_has_a_name_that_left_the_glossary() -> None:
    pages = (path for folder in ("templates", "static") for path in (ROOT / folder).rglob("*.*"))
    stems = {str(path.relative_to(ROOT)): path.stem.replace("-", "_") for path in pages}
    assert not [path for path, stem in stems.items() if has_left(stem)]


@pytest.mark.parametrize("folder", FILES)
def test_modules_are_nouns(folder: str) -> None:
    stems = {path.parent.stem if path.stem == "__init__" else path.stem for path in FILES[folder]}
    assert not {stem for stem in stems if is_gerund(stem)}


def test_no_word_of_a_page_left_the_glossary() -> None:
    for path in PAGES:
        words = re.findall(r"\w+", f"{path.stem} {path.read_text()}")
        assert not {word for word in words if has_left(word)}, path


def test_every_exception_is_still_needed() -> None:
    places = {
        part for paths in FILES.values() for path in paths for part in (path.stem, path.parent.stem)
    }
    assert places >= set(NOUNS)


def test_a_class_has_a_name_of_its_own() -> None:
    """Solver and web together; what begins with an underscore is known in its module alone."""
    classes = Counter(
        node.name
        for path in (*FILES["solver"], *FILES["webapp"])
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert not {name: count for name, count in classes.items() if count > 1}


def hidden(path: Path) -> Iterator[str]:
    """Yield each function of a module that a value in another function hides.

    A view has the name of its address, which is often that of a value, too.
    """
    names = {
        node.name
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef)
        and not any(isinstance(decorator, ast.Call) for decorator in node.decorator_list)
    }
    for function in ast.walk(tree_of(path)):
        if isinstance(function, ast.FunctionDef):
            yield from names & set(values_in(function))


def test_no_value_hides_a_function_of_its_module() -> None:
    paths = [*FILES["solver"], *FILES["webapp"]]
    places = {f"{path.name}: {name}" for path in paths for name in hidden(path)}
    assert places <= {"question.py: alternatives"}


#: What names a value by its place, by its owner or by what was done to it, not by its noun.
NO_NOUN = re.compile(
    r"_?(this|that|these|those|some|any|each|every|all|both|other|others|one|ones|few|many|more"
    r"|most|less|least|own|rest|left|it|its|here|there|where|then|what|who|found|said|shown|known"
    r"|kept|made|drawn|given|taken|meant|stood|done|gone|seen|sent|told|begun"
    r"|(?!need|seed|is_|has_|are_|can_)\w+ed)_?"
)
#: The share of the names of values that these may have; it only falls.
MOST_WITHOUT_NOUN = {"solver": 0.013, "webapp": 0.001, "tests": 0.004}


@pytest.mark.parametrize("folder", FILES)
def test_most_values_have_a_noun(folder: str) -> None:
    trees = [tree_of(path) for path in FILES[folder]]
    names = [name for tree in trees for name in (*values_in(tree), *parameters_in(tree))]
    without = sum(bool(NO_NOUN.fullmatch(name)) for name in names) / len(names)
    assert without <= MOST_WITHOUT_NOUN[folder]


def test_no_sentence_gets_its_words_afterwards() -> None:
    """A game's terms are written where the sentence is: replacing them made “wordr” of CODER."""
    paths = [*PAGES, *FILES["solver"], *FILES["webapp"]]
    pattern = re.compile(r"""replace\(\s*["'](?:[Cc]ode|[Pp]eg|[Hh]ole|[Cc]olour)s?["']""")
    assert not [path.name for path in paths if pattern.search(path.read_text())]


def test_the_glossary_tells_the_word_for_each_that_left() -> None:
    glossary = (ROOT / "docs/glossary.md").read_text()
    table = glossary.partition("## Not used here")[2]
    assert table
    for word in ("quarrel", "struck", "manner", "wish", "habits", "mend", "evildoing"):
        assert f"| {word}" in table
