"""Static files, each under an address that changes with its content, so that browsers may keep it.

All are read once, at the start, into a table (a quarter of a megabyte), and addresses are looked up
there. So no address reaches the file system, and no answer reveals anything about a file outside
the folder. Rejected: Flask's own route, which opens the file at each request.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from flask import Flask, Response, abort, current_app, request, url_for
from markupsafe import Markup

from webapp.config import ROOT

STATIC = ROOT / "static"
SITE = ("tokens", "base", "components")  # the style sheets that every page has
KEPT = frozenset({"static", "styles", "script"})
HTMX_FILE = "vendor/htmx-4.0.1.min.js"
A_YEAR: Final = "public, max-age=31536000, immutable"

#: The type of a file by its suffix; what the machine's own table says may differ.
TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Asset:
    """A static file as it is sent: its bytes, their type, and a mark that changes with them."""

    content: bytes
    mimetype: str
    mark: str


def init_assets(app: Flask) -> None:
    assets = read_assets(STATIC)
    app.extensions["assets"] = assets | bundles(assets)
    app.jinja_env.globals.update(asset=asset_url, styles=styles_link, script=script_link)
    app.jinja_env.globals.update(htmx_file=HTMX_FILE)
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=send_asset)
    app.add_url_rule("/styles/<path:names>.css", view_func=styles)
    app.add_url_rule("/scripts/<path:entry>.js", view_func=script)


def read_assets(folder: Path) -> dict[str, Asset]:
    """Return every file below a folder by its relative path, with ``/`` between the parts."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    assets = {path.relative_to(folder).as_posix(): _read(path) for path in files}
    sheets = {name: asset for name, asset in assets.items() if asset.mimetype == TYPES[".css"]}
    return assets | {name: _with_marks(sheet, assets) for name, sheet in sheets.items()}


def _with_marks(sheet: Asset, assets: Mapping[str, Asset]) -> Asset:
    """Return a style sheet without its comments, whose files are named with their marks."""

    def mark_url(match: re.Match[str]) -> str:
        return f'url("/static/{match[1]}?v={assets[match[1]].mark}")'

    text = re.sub(r" ?/\*.*?\*/", "", sheet.content.decode(), flags=re.DOTALL)
    text = re.sub(r'url\("/static/([^"]+)"\)', mark_url, text)
    return _mark_asset(text.encode(), sheet.mimetype)


def _read(path: Path) -> Asset:
    return _mark_asset(path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream"))


def _mark_asset(content: bytes, mimetype: str) -> Asset:
    return Asset(content, mimetype, hashlib.sha256(content).hexdigest()[:12])


def bundles(assets: Mapping[str, Asset]) -> dict[str, Asset]:
    """Return each of our modules with everything it imports, by its path below ``scripts/``."""
    modules = {path[3:]: asset for path, asset in assets.items() if path.startswith("js/")}
    texts = {path: asset.content.decode() for path, asset in modules.items()}
    return {
        f"scripts/{path}": _mark_asset(bundle(texts, path).encode(), TYPES[".js"]) for path in texts
    }


def asset_url(name: str) -> str:
    return url_for("static", filename=name, v=_assets()[name].mark)


def styles_link(*names: str) -> Markup:
    """Link some style sheets as one file; those of the site if none are named."""
    sheets = names or SITE
    url = url_for("styles", names="+".join(sheets), v=_mark(_choose_sheets(sheets)))
    return Markup('<link rel="stylesheet" href="{}">').format(url)


def script_link(entry: str) -> Markup:
    url = url_for("script", entry=entry, v=_assets()[f"scripts/{entry}.js"].mark)
    return Markup('<script src="{}" type="module"></script>').format(url)


def send_asset(filename: str) -> Response:
    asset = _assets().get(filename) or abort(404)
    return _send(asset.content, asset.mimetype, asset.mark)


def styles(names: str) -> Response:
    """Send style sheets as one file, since each separate file slows a first visit."""
    sheets = _choose_sheets(names.split("+"))
    return _send(b"".join(sheet.content for sheet in sheets), "text/css", _mark(sheets))


def script(entry: str) -> Response:
    return send_asset(f"scripts/{entry}.js")


def _assets() -> dict[str, Asset]:
    assets: dict[str, Asset] = current_app.extensions["assets"]
    return assets


def _choose_sheets(names: Sequence[str]) -> list[Asset]:
    """Return style sheets; 404 if one is missing or named twice.

    Otherwise an address could name one file a thousand times, and get an answer of any size.
    """
    choice = [_assets().get(f"css/{name}.css") for name in names]
    assets = [asset for asset in choice if asset]
    if len(assets) < len(names) or len(set(names)) < len(names):
        abort(404)
    return assets


def _mark(assets: Sequence[Asset]) -> str:
    return "-".join(asset.mark[:6] for asset in assets)


def _send(content: bytes, mimetype: str, mark: str) -> Response:
    """Send a whole file, to be kept for a year if the address carries its mark.

    A range of a compressed file would be useless, so none is sent.
    """
    response = Response(content, mimetype=mimetype)
    if request.args.get("v") == mark:
        response.headers["Cache-Control"] = A_YEAR
    response.set_etag(mark)
    response.make_conditional(request)
    return response


@cache
def token(name: str) -> str:
    """Return the value of a custom property in the light theme, which comes first.

    For files and pictures, which have no style sheet.

    >>> token("--ink"), token("--ribbon-light")
    ('#2b2018', '84%')
    """
    text = (STATIC / "css/tokens.css").read_text("utf-8")
    match = re.search(rf"{name}: (?:light-dark\((.*?), .*\)|(.*?));", text)
    if not match:
        raise KeyError(name)
    value = match[1] or match[2]
    reference = re.fullmatch(r"var\((.*)\)", value)
    return token(reference[1]) if reference else value


# A page's module with everything it imports, as one module: one request, one mark of its content.
#
# A page of Hidoku needs nine modules. Fetched one by one they would take nine requests, in as many
# rounds as the imports are deep, and an import names a file without its mark (an import map with
# the marks would be an inline script, which the Content-Security-Policy forbids). So imports and
# the word export are removed and the modules put one after another, imported ones first, in the
# order in which a browser would run them. They then share one scope, so no two of them may declare
# the same name at their top level; in return, imported bindings work without renaming.
#
# Only the forms that we write are understood, and anything else is an error at the server's start:
# import "./a.js", import { a, b } from "./a.js", and export before a declaration.
#
# Rejected: a bundler from npm, which would need Node. Rejected: native imports under one mark for
# all files, /static/<mark>/js/…: compressed, the scripts of the home page are 6.1 kB in 5 requests
# instead of 4.2 kB in one, those of a game of Hidoku 19.2 kB in 17 instead of 11.9 kB.

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
        for target in _imports(modules, path):
            _visit(modules, target, (*above, path), order)
        order.append(path)


def _imports(modules: Mapping[str, str], path: str) -> Iterator[str]:
    for match in IMPORT.finditer(modules[path]):
        target = normpath(join(dirname(path), match["path"]))
        if target not in modules:
            raise BundleError(f"{path} imports {target}, which is not there")
        names = {name.strip() for name in (match["names"] or "").split(",")} - {""}
        declarations = DECLARED.finditer(modules[target])
        if missing := names - {
            declaration["name"] for declaration in declarations if declaration["export"]
        }:
            raise BundleError(f"{target} has no {', '.join(sorted(missing))}, which {path} imports")
        yield target


def _plain(text: str, path: str) -> str:
    """Return a module's text without imports, exports, comments and indentation (a fifth)."""
    body = EXPORT.sub("", IMPORT.sub("", COMMENT.sub("", text)))
    if remainder := UNKNOWN.search(body):
        raise BundleError(f"{path}: not understood: {remainder[0].strip()}")
    return INDENTATION.sub("", body)
