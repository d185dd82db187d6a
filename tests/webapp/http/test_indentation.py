"""A template's white space: dropped where no page shows it, one space where it parts two things."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import Environment

from tests.cases import cases
from tests.webapp.player import Player
from webapp.config import ROOT
from webapp.http.templates import Indentation

LONGEST_LINE = 140
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def drawn(template: str, **values: object) -> str:
    jinja = Environment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Indentation], autoescape=True
    )
    return jinja.from_string(template).render(values)


@cases(
    ("template", "html"),
    [
        ("<p>\n  One\n  <b>two</b>\n  three\n</p>", "<p>One <b>two</b> three</p>"),
        ("<ul>\n  <li>\n    1\n  </li>\n  <li>2</li>\n</ul>", "<ul><li>1</li><li>2</li></ul>"),
        ("<p>a number takes\nup a <b>p</b>ath\n</p>", "<p>a number takes up a <b>p</b>ath</p>"),
        ("<a>1</a>\n<a>2</a>", "<a>1</a> <a>2</a>"),
        ("<a>1</a\n><a>2</a>", "<a>1</a><a>2</a>"),
        ("<button>\n  A\n</button>\n<button>B</button>", "<button>A</button> <button>B</button>"),
        ('<a\n  id="x"\n  href="y"\n>', '<a id="x" href="y">'),
        ('<rect\n  x="1"\n/>\n<rect />', '<rect x="1"/><rect/>'),
        ('<a title="1 > 0,\n  so">\n  b</a>', '<a title="1 > 0, so"> b</a>'),
        ("<pre>\n a\n  b</pre>", "<pre>\n a\n  b</pre>"),
        ("<textarea>\n  {{ x }}\n</textarea>", "<textarea>\n  X\n</textarea>"),
        ('<p\n  id="{{ x }}"\n>\n  {{ x }}\n</p>', '<p id="X">X</p>'),
        ("<p>\n  {{ x }}\n  {{ x }}\n</p>", "<p>X X</p>"),
        ("<b>1</b>\n{% if x %}\n  <b>2</b>{% endif %}", "<b>1</b>  <b>2</b>"),
        ("<i>1</i>{% if not x %}<p></p>{% endif %} <i>2</i>", "<i>1</i> <i>2</i>"),
        ("1 < 2 and\n  3", "1 < 2 and 3"),
    ],
)
def test_what_is_sent(template: str, html: str) -> None:
    assert drawn(template, x="X") == html


def test_what_is_put_in_stays_as_it_is() -> None:
    assert drawn("<p>\n  {{ x }}\n</p>", x="a\n   b <p>") == "<p>a\n   b &lt;p&gt;</p>"


def test_an_error_names_its_line() -> None:
    with pytest.raises(ZeroDivisionError) as error:
        drawn("<p>\n\n  a\n  <b\n    id='1'\n  >{{ 1 // 0 }}</b></p>")
    assert error.traceback[-1].lineno + 1 == 6


def test_pages_are_sent_without_indentation(app: Flask) -> None:
    page = Player(app.test_client()).client.get("/").text
    assert "\n" not in page[: page.index("</main>")]


def long_lines(template: Path) -> Iterator[int]:
    for number, line in enumerate(template.read_text("utf-8").splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            yield number


@cases("template", TEMPLATES)
def test_no_line_is_long(template: Path) -> None:
    """The formatter leaves what stands within one of Jinja's tags, and attributes, as they are."""
    assert list(long_lines(template)) == []


@cases("template", TEMPLATES)
def test_attributes_are_apart(template: Path) -> None:
    """Between the tags of two blocks no white space is left, so an attribute stands between."""
    text = template.read_text("utf-8")
    assert re.findall(r'\w="[^<>]*?"\{% endif %\}\s+\{% if [^%]*%\}[\w-]+', text) == []
