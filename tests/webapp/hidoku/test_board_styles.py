"""What style sheets may say of the cells of a board, of which there are up to 900."""

import re
from pathlib import Path

from tests.cases import cases

SHEETS = sorted((Path(__file__).parents[3] / "static" / "css").rglob("*.css"))
RULE = re.compile(r"([^{}]+)\{")
#: From what has something in it down to the cells: each change of the page would ask all of them.
ASKS_ALL = re.compile(r":has\((?:[^()]|\([^()]*\))*\)[^,]*[\s>](?:label)?\.cell\b")


@cases("sheet", SHEETS)
def test_no_selector_goes_from_has_down_to_the_cells(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    assert not [rule for rule in RULE.findall(text) if ASKS_ALL.search(rule)]


@cases(
    ("rule", "asks"),
    [
        (".entry:has(> [data-mode]) .cell.selected", True),
        (".editing:has(#tool:checked) .board label.cell", True),
        (".hint:has(.steps) .text, .cell", False),
        (".entry:has(> [data-mode]) .board", False),
    ],
)
def test_such_selectors_are_found(rule: str, asks: bool) -> None:
    assert bool(ASKS_ALL.search(rule)) == asks
