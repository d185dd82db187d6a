"""Modules are put together as a browser would run them, and what is not understood is an error."""

import re
from pathlib import Path

import pytest

from tests.cases import cases
from webapp.http.assets import STATIC, BundleError, bundle

TEMPLATES = STATIC.parent / "templates"


def test_a_module_stands_after_what_it_imports_without_imports_and_exports() -> None:
    modules = {
        "play.js": 'import "./game/board.js";\nimport { ask } from "./game/cells.js";\nask();\n',
        "game/board.js": 'import {\n  ask,\n  last,\n} from "./cells.js";\nask(last);\n',
        "game/cells.js": 'import { say } from "../say.js";\nexport const ask = say;\n'
        "export let last = 1;\n",
        "say.js": "// Says it.\nexport async function say() {}\n  // a.b\nexport class Word {}\n",
        "long.js": 'for (;;) {\n  go("; //a"); // on, and on\n}\n',
    }
    assert bundle(modules, "play.js").split("\n") == [
        *("async function say() {}", "class Word {}", ""),
        *("const ask = say;", "let last = 1;", ""),
        *("ask(last);", ""),
        *("ask();", ""),
    ]
    assert bundle(modules, "long.js") == 'for (;;) {\ngo("; //a");\n}\n'
    assert bundle(modules, "say.js") == "async function say() {}\nclass Word {}\n"


@cases(
    ("text", "problem"),
    [
        ('import "./nothing.js";\n', r"a.js imports nothing.js, which is not there"),
        ('import { it, gone } from "./b.js";\n', r"b.js has no gone, which a.js imports"),
        ('import { inner } from "./b.js";\n', r"b.js has no inner, which a.js imports"),
        ('import "./a.js";\n', r"a.js imports itself"),
        ('import "./c.js";\n', r"c.js imports a.js|a.js imports itself, by way of c.js"),
        ('import "./b.js";\nconst inner = 1;\n', r"inner declared by two modules"),
        ('import { it as that } from "./b.js";\n', r"b.js has no it as that"),
        ('import * as all from "./b.js";\n', r"not understood: import \*"),
        ('import b from "./b.js";\n', r"not understood: import b"),
        ('import "https://elsewhere.test/b.js";\n', r"not understood: import"),
        ('import "b.js";\n', r"not understood: import"),
        ('  import "./b.js";\n', r"not understood: import"),
        ('import "./b.js"; go();\n', r"not understood: import"),
        ("export default 1;\n", r"not understood: export default"),
        ("const one = 1;\nexport { one };\n", r"not understood: export \{ one"),
        ('export * from "./b.js";\n', r"not understood: export \*"),
        ("export var one = 1;\n", r"not understood: export var"),
        ("export const [one] = [1];\n", r"not understood: const \[one\]"),
        ("let { one } = {};\n", r"not understood: let \{ one"),
        ("function* one() {}\n", r"not understood: function\*"),
        ('const one = () => import("./b.js");\n', r"not understood: import\("),
        ("go(import.meta.url);\n", r"not understood: import\.meta"),
    ],
)
def test_an_asset_missing_or_not_understood_stops_the_start(text: str, problem: str) -> None:
    modules = {
        "a.js": text,
        "b.js": "const inner = 1;\nexport const it = inner;\n",
        "c.js": 'import "./a.js";\n',
    }
    with pytest.raises(BundleError, match=problem):
        bundle(modules, "a.js")


def entries() -> set[str]:
    calls = (
        call
        for path in TEMPLATES.rglob("*.html")
        for call in re.findall(r"script\(([^)]*)\)", path.read_text())
    )
    names = {name for call in calls for name in re.findall(r"'([\w/]+)'", call)}
    return names - {"setting"}


def test_every_page_has_one_module_of_ours_beside_that_of_all_pages() -> None:
    for path in TEMPLATES.rglob("*.html"):
        text = path.read_text()
        assert text.count("script(") <= 1, path
        assert 'type="module"' not in text, path


def test_every_script_is_on_some_page() -> None:
    modules = scripts(STATIC / "js")
    entry_files = {f"{name}.js" for name in entries()}
    assert entry_files <= set(modules)
    imports = set(re.findall(r'"\.\.?/(?:\w+/)*(\w+\.js)"', "".join(modules.values())))
    assert {path.rpartition("/")[2] for path in set(modules) - entry_files} <= imports


def scripts(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.js")}
