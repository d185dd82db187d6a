"""A page's module with everything it imports, as one module: one request, one mark of its content.

A page of Hidoku needs nine modules. Fetched one by one they would take nine requests, in as many
rounds as the imports are deep, and an import names a file without its mark (an import map with
the marks would be an inline script, which the Content-Security-Policy forbids). So imports and
the word export are removed and the modules put one after another, imported ones first, in the
order in which a browser would run them. They then share one scope, so no two of them may declare
the same name at their top level; in return, imported bindings work without renaming.

Only the forms that we write are understood, and anything else is an error at the server's start:
import "./a.js", import { a, b } from "./a.js", and export before a declaration.

Rejected: a bundler from npm, which would need Node. Rejected: native imports under one mark for all
files, /static/<mark>/js/…: compressed, the scripts of the home page are 6.1 kB in 5 requests
instead of 4.2 kB in one, those of a game of Hidoku 19.2 kB in 17 instead of 11.9 kB.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(
    r'^import (?:\{(?P<names>[\w\s,]+)\} from )?"(?P<path>\.\.?/[\w/.-]+)";\n', re.MULTILINE
)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:const|let|function|class) )", re.MULTILINE)
DECLARED: Final = re.compile(
    r"^(?P<export>export )?(?:async )?(?:const|let|function|class) (?P<name>[\w$]+)", re.MULTILINE
)
COMMENT: Final = re.compile(r"^[ \t]*//.*\n|(?<=[;,{]) // .*$", re.MULTILINE)
INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)
UNKNOWN: Final = re.compile(
    r"^\s*(?:export|import)\b.*|\bimport\s*[(.].*|^var .*|^(?:const|let|function) ?[^\w$ ].*",
    re.MULTILINE,
)


class BundleError(ValueError):
    """A script imports something that isn't there, or is written in a form we don't support."""


def bundle(modules: Mapping[str, str], entry: str) -> str:
    """Return a module and its imports as one; ``modules`` are texts by path, ``a/b.js``."""
    order: list[str] = []
    _visit(modules, entry, (), order)
    names = Counter(match["name"] for path in order for match in DECLARED.finditer(modules[path]))
    twice = sorted(name for name, times in names.items() if times > 1)
    if twice:
        raise BundleError(f"{entry}: {', '.join(twice)} declared by two modules of one page")
    return "\n".join(_plain(modules[path], path) for path in order)


def _visit(modules: Mapping[str, str], path: str, above: tuple[str, ...], order: list[str]) -> None:
    """Add a module to the order after everything it imports, each once, as a browser does."""
    if path in above:
        raise BundleError(f"{path} imports itself, by way of {above[-1]}")
    if path not in order:
        for imported in _imports(modules, path):
            _visit(modules, imported, (*above, path), order)
        order.append(path)


def _imports(modules: Mapping[str, str], path: str) -> Iterator[str]:
    for match in IMPORT.finditer(modules[path]):
        imported = normpath(join(dirname(path), match["path"]))
        if imported not in modules:
            raise BundleError(f"{path} imports {imported}, which is not there")
        names = {name.strip() for name in (match["names"] or "").split(",")} - {""}
        declared = DECLARED.finditer(modules[imported])
        if missing := names - {
            declaration["name"] for declaration in declared if declaration["export"]
        }:
            raise BundleError(
                f"{imported} has no {', '.join(sorted(missing))}, which {path} imports"
            )
        yield imported


def _plain(text: str, path: str) -> str:
    """Return a module's text without imports, exports, comments and indentation (a fifth)."""
    plain = EXPORT.sub("", IMPORT.sub("", COMMENT.sub("", text)))
    if unknown := UNKNOWN.search(plain):
        raise BundleError(f"{path}: not understood: {unknown[0].strip()}")
    return INDENTATION.sub("", plain)
