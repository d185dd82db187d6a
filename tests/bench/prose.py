"""The figures of the kept table in what is written for readers: marked there, and filled from it.

A mark names the row, and ends in ``×`` for how many times better than the reference beside it, or
is ``when and where`` for the day and the machine::

    proved in <!-- bench: Exact optimum of (4,6): 5,625, proved -->20.5 ms<!-- / -->
"""

import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
KEPT = Path(__file__).parent / "figures.md"

MARKED = re.compile(r"<!-- bench: (.+?) -->(.*?)<!-- / -->", re.DOTALL)
_WHERE = re.compile(r"^Measured on (.+)\.$", re.MULTILINE)
_ROW = re.compile(r"^\| (.+?) \| (.+?) \|.*?\|.*?\| (?:(\d+×) )?.*\|$", re.MULTILINE)
_TIME = r"(?:ms|µs|s|seconds?|minutes?|hours?)"
_PART = r"(?:tenth|hundredth|thousandth)s?"
_SPEED = re.compile(
    rf"\d ?{_TIME}\b|\babout an? {_TIME}\b|\b{_PART} of a (?:milli)?second"
    r"|\d× |\b(?:times|twice|half) as (?:fast|long)",
    re.IGNORECASE,
)


def kept_figures(table: str) -> dict[str, str]:
    """Return what a table says, by what marks name; of rows with one name the first."""
    figures = {}
    for place in _WHERE.findall(table)[:1]:
        figures["when and where"] = place
    for name, value, ratio in _ROW.findall(table):
        figures.setdefault(name, value)
        figures.setdefault(f"{name} ×", ratio)
    return figures


def filled(page: str, figures: Mapping[str, str]) -> str:
    """Return a page with its marks filled. Raises KeyError for a row that was not measured."""
    return MARKED.sub(lambda m: f"<!-- bench: {m[1]} -->{figures[m[1]]}<!-- / -->", page)


def by_hand(page: str) -> list[str]:
    """Return the figures of speed in a page that no mark holds."""
    return _SPEED.findall(MARKED.sub("", page))


def fill() -> None:
    """Write the kept figures into every page."""
    figures = kept_figures(KEPT.read_text())
    for page in PAGES:
        page.write_text(filled(page.read_text(), figures))


if __name__ == "__main__":
    fill()
