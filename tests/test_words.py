"""Plain English: words and turns of phrase that may not come back, and British spelling.

Read are the words that people meet: templates, the strings of programs and scripts, lessons and
documentation, and docstrings. What a page builds from parts is read part by part, and whole in
sentences of seeded play: hints of every technique, a solve, and games of Mastermind.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import solver
from solver.deduction.explain import advice
from solver.deduction.knowledge.thread import find_thread
from solver.deduction.text.advice import move_words
from solver.deduction.text.facts import as_text
from solver.deduction.text.thread import ThreadWords
from tests.solver.hidoku.logic.boards import hints

ROOT = Path(__file__).parent.parent

#: What is not said here, and what is said instead.
BANNED = {
    r"\bcannot\b": "can’t",
    r"would have scored [^.]*, not\b": "would have scored 1 black. It scored …",
    r"\bHints? showed (every )?row": "You asked for the move in row 2.",
    r"\b[Hh]old a [\w {}.]+ down\b": "press and hold",
    r"\bOr tap where\b": "tap the cell for 3",
    r"\bLet the class guess\b": "Ask before each step",
    r"\d\}? %": "30%, without a space",
    r"\bweigh(s|ed|ing)?\b": "compare",
    r"\bstill fits?\b": "possible codes",
    r"\bin (your )?hand\b": "next number, selected",
    r"\b(take|takes|taken|taking) (it |one |\w+ )?off\b": "remove",
    r"(?<!to )\bspar(e|ed|es|ing)\b": "remove unnecessary givens",
    r"\b(gave|given) away\b": "cost",
    r"\bWho (has|have) (finished|begun|started)\b|\bone who\b": "you",
    r"\b(is|are) being (worked out|looked for|weighed|counted|made)\b": "Working it out…",
    r"\bLook again\b(?! at)": "Refresh",
    r"\b(must|can|can’t|could) stand\b|\bstands? (already|there|elsewhere)\b": "go, be placed",
    r"\bstood in\b": "were in",
    r"\bpart(ed)? from\b|\bwould part\b": "separate",
    r"\banew\b": "again",
    r"\bHow all did\b": "Results",
    r"\bOne for many\b": "Group challenge",
    r"\bdays in a row\b": "streak",
    r"\bA board of your choice\b|\bGenerate a board\b|\bdraw your own\b": "Your own board, Editor",
    r"\b[Gg]ive it up to\b|\bto be had\b": "plain words",
    r"\b[Ee]verybody\b": "everyone",
    r"\bSomebody\b": "someone",
    r"\bthree tiers\b": "steps",
    r"\bSmallest rest\b|\bMost parts\b": "Fewest left on average, Most outcomes",
    r"\bKeys and rules\b": "Shortcuts and rules",
    r"\bwhat stands\b": "what is on the board",
    r"\bPlacements left\b": "Cells left",
    r"\bby chance\b": "random",
    r"\bTake along\b|\bTake it along\b": "Download",
    r"\bGo on with\b": "Continue",
    r"\bTo the first page\b": "Go to the home page",
    r"\bNot from here\b|\bNot this way\b": "Request from another site",
    r"\bPut it in\b": "Use this guess",
    r"\bWhere this comes from\b": "About",
    r"\bNot so\.": "Not yet.",
    r"\breckons? with\b": "thinks … is possible",
    r"\bcame to nothing\b": "failed",
    r"\bLately\b": "recent",
    r"\bworld time\b": "UTC",
    r"\b[Ss]oon seen\b|\bno way is left\b|\bbends the way\b": "you’ll soon see, no route is left",
    r"\bin the work allowed\b": "we couldn’t check",
    r"\bBegin anew\b|\bto be so\b|\bneeds? not be so\b": "Start over, isn’t proved",
    r"\bup to the (nudge|reason|move)\b": "1 reason",
    r"\bis no (JSON|file)\b": "isn’t",
    r"\b[Aa]t most so many\b|\b[Ss]top after so long\b": "this many, this long",
    r"\bThen you swap\b|\bThe page then\b": "who does it",
    r"\b(Mastermind|games?) and its kin\b": "similar games",
    r"\bA cut filled\b|\bcut to leave out\b|\bLeave out a cut\b": "check",
    r"\bDeepest dead end\b|\bEvery number is next to\b": "Fullest dead end, the path is complete",
    r"\bhidden pegs\b|\bkind of exercise at\b": "the code, exercise type",
    r"\bnever need to guess\b": "can be solved by reasoning alone",
    r"\bequally many count half\b|\bdraw apart run together\b": "ties, drawn as one",
    r"\b(color|colors|neighbor|neighbors|center|favorite|gray)\b": "British spelling",
}
FOUND = re.compile("|".join(f"(?:{turn})" for turn in BANNED))
#: In docstrings a kernel may weigh, and work may be under way.
OF_PAGES = re.compile(r"weigh|being")
FOUND_IN_DOCSTRINGS = re.compile("|".join(t for t in BANNED if not OF_PAGES.search(t)))

#: Sources are quoted as they are, and code in documentation is code.
CODE = re.compile(r"```.*?```|`[^`\n]*`|“Rainhard.*?”", re.DOTALL)


@cache
def tree_of(source: str) -> ast.Module:
    return ast.parse(source)


def strings(source: str) -> Iterator[str]:
    """The strings of a Python file that hold words, docstrings aside."""
    tree = tree_of(source)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
            and " " in node.value
        ):
            yield node.value


def docstrings(source: str) -> Iterator[str]:
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield " ".join((ast.get_docstring(node) or "").split())


def words_of(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".html":
            text = re.sub(r"\{#.*?#\}|<style.*?</style>", " ", text, flags=re.DOTALL)
            yield from re.findall(r"'([^'{}<>]* [^'{}<>]*)'", text)
            yield from re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', text)
            bare = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "·", text, flags=re.DOTALL)
            yield " ".join(re.sub(r"<[^>]*>", " ", bare).split())
        case ".py":
            yield from strings(text)
        case ".js":
            bare = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)
            yield from re.findall(r'"([^"\n]* [^"\n]*)"', bare)
        case _:
            yield " ".join(CODE.sub(" ", text).split())


def read() -> Iterator[tuple[str, str]]:
    for folder, endings in {
        "templates": (".html", ".md"),
        "webapp": (".py",),
        "solver": (".py",),
        "static/js": (".js",),
        "docs": (".md",),
    }.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and "migrations" not in path.parts:
                yield from ((str(path.relative_to(ROOT)), words) for words in words_of(path))
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        yield from ((name, words) for words in words_of(ROOT / name))


def test_what_is_looked_for_is_found() -> None:
    """Else the test below would pass on anything."""
    assert FOUND.search("A number cannot stand there.")
    assert FOUND.search("30 % of the answers")
    assert list(strings('"""Kept."""\nx = "said so"\ny = f"{x} cannot"')) == ["said so", " cannot"]
    assert not FOUND.search("It can’t go there. Someone else has started.")
    assert all(re.compile(turn) for turn in BANNED)


def test_no_turn_of_phrase_comes_back() -> None:
    places = [
        f"{path}: …{words[max(0, match.start() - 40) : match.end() + 30]}…"
        for path, words in read()
        if "docs/glossary.md" not in path
        for match in FOUND.finditer(words)
    ]
    assert not places, "\n".join(places)


def test_no_turn_of_phrase_comes_back_in_docstrings() -> None:
    """Kernels' aside: any change compiles them again."""
    assert list(docstrings('"""One."""\ndef f():\n    """Two\n    three."""')) == [
        "One.",
        "Two three.",
    ]
    places = [
        f"{path}: {words}"
        for folder in ("docs", "solver", "webapp")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "kernels.py"
        for words in docstrings(path.read_text(encoding="utf-8"))
        if FOUND_IN_DOCSTRINGS.search(words)
    ]
    assert not places, "\n".join(places)


#: A name has no apostrophe.
OF_TEXTS = r"\bcannot\b"
FOUND_IN_NAMES = re.compile("|".join(f"(?:{turn})" for turn in BANNED if turn != OF_TEXTS))


def test_no_turn_of_phrase_comes_back_in_names_of_tests() -> None:
    names = [
        (path, node.name.removeprefix("test_").replace("_", " "))
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(tree_of(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    ]
    assert len(names) > 1000
    places = [f"{path}: {name}" for path, name in names if FOUND_IN_NAMES.search(name)]
    assert not places, "\n".join(places)


def hidoku_said() -> Iterator[str]:
    samples = [*hints()]
    for _, hint in samples:
        yield from solver.hint_texts(hint)
    for mode, (play, _) in product(solver.Mode, samples[:3]):
        yield from map(solver.step_text, solver.trace(play.grid, mode).steps)


def mastermind_said(name: str) -> Iterator[str]:
    game, turns, random = solver.game_named(name), list[solver.Turn](), Random(name)
    secret = random.choice([*solver.candidates(game, ())])
    for _ in range(3):
        guess = random.choice([*solver.candidates(game, turns)])
        turns.append(solver.Turn(guess, game.feedback(guess, secret)))
        words = ThreadWords(turns, solver.face_of(game).plain_name)
        yield from map(as_text, words.lines(find_thread(game, turns)))
        for strategy in solver.STRATEGIES.values():
            yield from move_words(game, advice.move(game, turns, strategy))
    yield from solver.review_words(solver.review(game, secret, [turn.code for turn in turns]))
    untrue = [*turns, *(solver.Turn(turn.code, game.feedbacks[0]) for turn in turns)]
    yield from solver.diagnosis_words(game, solver.diagnose(game, untrue))


def test_no_turn_of_phrase_comes_back_in_sentences_of_seeded_play() -> None:
    sentences = [*hidoku_said()]
    for name in ("mini", "bulls9", "pair"):
        sentences += mastermind_said(name)
    assert len(set(sentences)) > 200
    assert not [sentence for sentence in sentences if FOUND.search(sentence)]
