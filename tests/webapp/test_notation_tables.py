"""What docs/command-line.md says of notations holds for command, page and library."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final, NamedTuple

from click.testing import CliRunner, Result
from flask import Flask

from solver.cli.main import main
from solver.deduction.games import game_named
from solver.hidoku.notations.notation import DoubtfulTextError
from solver.hidoku.notations.registry import NOTATIONS, parse_any, read_text
from tests.cases import cases

PAGE: Final = (Path(__file__).parents[2] / "docs/command-line.md").read_text(encoding="utf-8")
QUOTED: Final = re.compile(r"`([^`]+)`")
BY_NAME: Final = {notation.name: notation for notation in NOTATIONS}
#: A text with two readings for each row of the table that says when there are some.
DOUBTFUL: Final = {
    "text with spaces": "1 . 3\n. __ .\n7 . .",
    "text with commas, `__` and `##`": "1,.,3\n.,__,.\n7,.,.",
    "CSV": "1;.;3\n.;?;.\n7;.;.",
    "frames": "| 1 | . | 3 |\n| . | ? | . |\n| 7 | . | . |",
    "lists": "[[1, 0, 3], [0, None, 0], [7, 0, 0]]",
    "list of givens": "3 3\n3\n1 1 1\n1 2 3\n2 1 7",
    "JSON of puzzlekit": "[[1, null, 3], [null, 5, null], [7, null, null]]",
    "course": "Q,C,3,3\n1,?,3\n?,?,?\n7,?,9",
    "two boards": "1 . 3\n. # .\n7 . .\n\n1 . 7\n. # .\n3 . .",
}


class Line(NamedTuple):
    """A line of a table: its first cell, and what is between ticks in its last one."""

    cells: list[str]

    @property
    def name(self) -> str:
        return self.cells[0]

    @property
    def quoted(self) -> list[str]:
        return QUOTED.findall(self.cells[-1])


def table(heading: str) -> Iterator[Line]:
    lines = PAGE[PAGE.index(f"| {heading}") :].partition("\n\n")[0].splitlines()[2:]
    for line in lines:
        yield Line([cell.strip() for cell in line.strip("|").split("|")])


def run(*arguments: str, **options: Any) -> Result:
    return CliRunner().invoke(main, arguments, **options)


def test_the_table_names_every_notation_as_it_is_written() -> None:
    written = [text for line in table("notation") if line.quoted for text in line.quoted[:2]]
    names = [part for entry in NOTATIONS for part in (entry.name, f".{entry.ending}")]
    assert sorted(written) == sorted(names)


def test_doubtful_is_what_the_table_says_is(one_app: Flask) -> None:
    """By the library, which logs it; by the command, which says it; and on the page."""
    lines = [line for line in table("notation") if line.cells[1] == "yes"]
    certain = [line for line in lines if line.cells[2] == "never"]
    doubts = {name: line for name in DOUBTFUL for line in lines if line.name.startswith(name)}
    assert len(doubts) == len(DOUBTFUL)
    assert sorted([*certain, *doubts.values()]) == sorted(lines)
    texts = {DOUBTFUL[name]: True for name in doubts}
    texts |= {BY_NAME[line.quoted[0]].example: False for line in certain}
    client = one_app.test_client()
    for text, is_doubtful in texts.items():
        try:
            assert read_text(text).is_doubtful == is_doubtful, text
        except DoubtfulTextError:
            assert is_doubtful, text
        result = run("hidoku", "check", "-", input=text)
        assert any(words in result.stderr for words in ("Read as", "Choose one")) == is_doubtful
        page = client.get("/hidoku/exchange/import", query_string={"text": text}).text
        assert any(words in page for words in ("Read as", "Choose one")) == is_doubtful


@cases("name", BY_NAME)
def test_each_notation_is_read_and_written_by_each(name: str, one_app: Flask) -> None:
    notation = BY_NAME[name]
    board = parse_any(notation.example)
    text = notation.write(board, board.given)
    result = run("hidoku", "solve", "-", "--as", name, input=notation.example)
    assert parse_any(result.stdout).with_givens(board.given) == board
    client = one_app.test_client()
    origin = {"Sec-Fetch-Site": "same-origin"}
    form = {"text": notation.example, "reading": "1"}
    address = client.post("/hidoku/exchange/import", data=form, headers=origin).location
    at = f"/hidoku/exchange/boards/{address.rpartition('/')[2]}/board.{notation.ending}"
    assert client.get(at).text == f"{text}\n"


def feedback_cases() -> Iterator[tuple[str, str, str]]:
    """Yield feedback as the table has it, as it is written, and the game whose it is."""
    written = "1,2"
    for line in table("feedback"):
        match = re.search(r"written `(.+?)`", line.cells[1])
        written = match[1] if match else written if "the same" in line.cells[1] else ""
        game = "pair" if not written else "4x6h" if "-" in written else "classic"
        for text in QUOTED.findall(line.name):
            yield text, written, game


@cases(("text", "written", "game"), list(feedback_cases()))
def test_feedback_of_the_table_is_read_by_each(
    text: str, written: str, game: str, one_app: Flask
) -> None:
    rules = game_named(game)
    feedback = rules.parse_feedback(text)
    written = written or rules.format_feedback(feedback)
    assert rules.format_feedback(feedback) == written
    guess = "12" if game == "pair" else "1123"
    result = run("mastermind", "candidates", "--game", game, f"{guess}:{text}", "--json")
    assert result.exit_code in (0, 1), result.stderr
    assert (
        result.stdout
        == run("mastermind", "candidates", "--game", game, f"{guess}:{written}", "--json").stdout
    )
    client = one_app.test_client()
    form = {"game": game, "rows": f"{guess} {text}"}
    page = client.get("/mastermind/analysis/games", query_string=form, follow_redirects=True)
    assert page.status_code == 200
    assert f"{guess}:{written}" in unescape(page.text)
