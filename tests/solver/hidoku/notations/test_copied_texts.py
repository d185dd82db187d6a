"""Boards as people have them: copied from pages, mails, sheets and programs."""

import ast
import json
import random
import time
from contextlib import suppress

import pytest
from click.testing import CliRunner, Result

from solver.cli.main import main
from solver.hidoku.notations.notation import DoubtfulTextError
from solver.hidoku.notations.registry import NOTATIONS, WRITTEN, parse_any, read_text
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, GridError
from tests.cases import cases

GENERATE = ("generate", "--rows", "3", "--columns", "4", "--seed", "2")


def run(*arguments: str, **options: str) -> Result:
    return CliRunner().invoke(main, ["hidoku", *arguments], **options)


ROWS = [[0, 12, 0, 10], [2, 0, None, 0], [0, 1, 0, 8], [4, 0, 0, 7]]


def rows_with(empty: str, block: str, join: str = " ", end: str = "") -> list[str]:
    """Write the board's rows, by a plain writer."""
    signs = {0: empty, None: block}
    return [join.join(signs.get(number, f"{number}{end}") for number in row) for row in ROWS]


def listed(empty: str, block: str, join: str = ", ", end: str = "") -> str:
    return "[" + ",\n ".join(f"[{row}]" for row in rows_with(empty, block, join, end)) + "]"


def givens_from(first: int) -> str:
    places = [(r, c) for r in range(4) for c in range(4) if ROWS[r][c] != 0]
    return "\n".join(f"{r + first} {c + first} {ROWS[r][c] or -1}" for r, c in places)


def html_row(row: list[int | None]) -> str:
    cells = ["<td class='dark block'>" if n is None else f"<td><b>{n or ''}</b>" for n in row]
    return f"<tr>{''.join(cells)}</tr>"


def labelled(rows: list[str], labels: list[str], join: str = " ", corner: str = "") -> list[str]:
    """Write a head above rows and a label before each, as programs print tables."""
    head = corner + join.join(labels)
    return [head, *(f"{label}{join}{row}" for label, row in zip(labels, rows, strict=True))]


PLAIN = "\n".join(rows_with(".", "#"))
BOARD = parse_any(PLAIN)
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
TEXTS = {
    "Python, None and -1": listed("None", "-1"),
    "Python, None and a text": listed("None", "'#'"),
    "Python, 0 and -1": f"board = {listed('0', '-1')}\n",
    "Python, 0 and None": f"puzzle = np.array({listed('0', 'None')}, dtype=object)",
    "numpy": listed("0", "-1", " ").replace(",", ""),
    "numpy of floats": listed("nan", "-1.", " ", ".").replace(",", ""),
    "C": listed("0", "-1").replace("[", "{").replace("]", "}") + ";",
    "MATLAB": "[" + "; ".join(rows_with("0", "NaN")) + "]",
    "MiniZinc": "[| " + "\n | ".join(rows_with("0", "-1", ", ")) + " |]",
    "Lisp": "((" + ")\n (".join(rows_with("nil", "x")) + "))",
    "JavaScript": listed("undefined", "'#'"),
    "TeX": "\\begin{tabular}{cccc}\n"
    + " \\\\\n".join(rows_with("", "\\#", " & "))
    + "\n\\end{tabular}",
    "a mail": "> " + "\n> ".join(rows_with(".", "#")),
    "a mail of a mail": ">> " + "\n>> ".join(rows_with(".", "#")),
    "round brackets": "\n".join(f"({row})" for row in rows_with(" ", "#", ") (")),
    "JSON of others": json.dumps(ROWS),
    "JSON of others with -1": json.dumps(ROWS).replace("null", "-1"),
    "JSON of texts": json.dumps(
        [[str(n or "") if n is not None else "#" for n in row] for row in ROWS]
    ),
    "brackets": "[" + "]\n[".join(rows_with("??", "XX", "][")) + "]",
    "givens": f"4\n{len(givens_from(1).splitlines())}\n{givens_from(1)}",
    "givens without their count": f"4 4\n{givens_from(1)}",
    "givens from 0": f"4\n{givens_from(0)}",
    "X and dots": "\n".join(rows_with(".", "X")),
    "x and a dash": "\n".join(rows_with("—", "x")),
    "an en dash": "\n".join(rows_with("–", "#")),
    "squares": "\n".join(rows_with("□", "■")),
    "wide squares": "\n".join(rows_with("⬜", "⬛")),
    "full width": "\n".join(rows_with("．", "＃")).translate(FULL_WIDTH),
    "apostrophes": "'" + "\n'".join(rows_with("", "#", "\t'")),
    "a title": f"Number snake 12 (hard)\n\n{PLAIN}",
    "an address": f"From: a friend\nhttps://example.org/12\n{PLAIN}\nGood luck!",
    "comments": "# made on a train\n" + "\n# half of it\n".join(rows_with(".", "#")),
    "rows apart by a stroke": " / ".join(rows_with(".", "#")),
    "blank lines": "\n\n".join(rows_with(".", "#")),
    "two halves": "\n".join((*rows_with(".", "#")[:2], "", *rows_with(".", "#")[2:])),
    "a fence": f"```\n{PLAIN}\n```",
    "HTML": f"<table class=x>{''.join(map(html_row, ROWS))}</table>",
    "a matrix of R": "     [,1] [,2] [,3] [,4]\n"
    + "\n".join(f"[{n},] {row}" for n, row in enumerate(rows_with("NA", "-1"), 1)),
    "a data frame of R": "\n".join(labelled(rows_with("NA", "#"), ["V1", "V2", "V3", "V4"])),
    "pandas": "\n".join(labelled(rows_with("NaN", "#", end=".0"), [*"0123"])),
    "CSV of pandas": "\n".join(labelled(rows_with("", "#", ","), [*"0123"], ",", ",")),
    "CSV with a head": "\n".join(["a,b,c,d", *rows_with("", "#", ",")]),
    "columns a to d": "\n".join(labelled(rows_with(".", "#"), [*"abcd"])),
    "Markdown with letters": "|a|b|c|d|\n|-|-|-|-|\n|" + "|\n|".join(rows_with("", "#", "|")) + "|",
    "Markdown without sides": "a|b|c|d\n-|-|-|-\n" + "\n".join(rows_with("", "#", "|")),
    "Markdown with labels": "| |a|b|c|d|\n|-|-|-|-|-|\n"
    + "\n".join(f"|{n}|{row}|" for n, row in enumerate(rows_with("", "#", "|"), 1)),
    "floats of a sheet": "\n".join(rows_with("", "#", ",", ".0")),
}


@cases("name", TEXTS)
def test_a_board_as_somebody_has_it(name: str) -> None:
    assert parse_any(TEXTS[name]) == BOARD, TEXTS[name]


@cases(
    ("text", "same"),
    [
        ("2\n1 .\n2 .", "1 .\n2 ."),  # the size of a board whose numbers count up
        ("1 2 3\n. . .", "1 2 3\n. . ."),
        ("x|-|x\n-|-|-\n1|5|x", "# . #\n. . .\n1 5 #"),  # no head and no rule
        ("1|-|3\n-|-|-\n7|-|9", "1 . 3\n. . .\n7 . 9"),
        ("[[1, 2, 3], [8, -1, 4], [7, 6, 5]]", "1 2 3\n8 # 4\n7 6 5"),  # as we write it
        ("1 2 3\n8 . 4\n7 6 5", "1 2 3\n8 . 4\n7 6 5"),
    ],
)
def test_a_board_without_labels_keeps_all_its_rows(text: str, same: str) -> None:
    assert parse_any(text) == parse_any(same)


def test_a_row_of_unknown_signs_is_no_head() -> None:
    with pytest.raises(GridError, match="Line 1, field 1 is “o”"):
        parse_any("o o o\n1 . .\n. . .")


def test_a_game_id_with_commas_has_four_neighbours() -> None:
    board = parse_any("4x2:1,,3,,8,,6,")
    assert board == parse_any("1 . 3 .\n8 . 6 .", "4") == parse_any("4x2:1,,3,,8,,6,", "4")
    with pytest.raises(GridError, match="describes 3 cells, not 8"):
        parse_any("4x2:1,,3")


@cases("text", ["matrix(c(1, 0, 3, 0), nrow=2)", "np.array([1, 0, 3, 0]).reshape(2, 2)"])
def test_a_list_of_cells_is_not_taken_for_one_row(text: str) -> None:
    with pytest.raises(GridError, match="Write each row as a list"):
        parse_any(text)


def test_two_boards_leave_a_choice() -> None:
    first, second = "1 . 3\n. # .\n7 . .", "1 . 7\n. # .\n3 . ."
    for text in (f"{first}\n\n{second}", f"Easy\n{first}\nHard one\n{second}\n"):
        with pytest.raises(DoubtfulTextError, match="the board from line") as doubt:
            parse_any(text)
        grids = [reading.grid for reading in doubt.value.readings]
        assert {parse_any(first), parse_any(second)} <= {*grids}
        number = grids.index(parse_any(second)) + 1
        assert read_text(text, reading=number).grid == parse_any(second)


@cases(
    ("text", "sentence"),
    [
        ("Saturday, hard", "There’s no board in the text."),
        ('{"waypoints": [[0, 0]], "walls": []}', "a path puzzle with waypoints or walls"),
        ("[[1, None, 3], [4, None]]", "Row 2 has 2 fields, but row 1 has 3"),
        (
            "[[1, None, tree]]",
            "field 3 is “tree”. Write a number from 1 to 3, None for an empty cell",
        ),
        ("4x2mR:1,,3,,8,,6,", "Ascent’s game id has only digits"),
        ("1 2 tree\n. 5 6\n7 8 9", "Line 1, field 3 is “tree”"),
    ],
)
@pytest.mark.parametrize("layout", ["", "4"])
def test_no_sentence_misleads(text: str, sentence: str, layout: str) -> None:
    with pytest.raises(GridError, match=sentence.replace("(", "[(]")):
        parse_any(text, layout or None)


SQUARE = Grid.of(3, 4, {Cell(0, 0): 1, Cell(0, 1): 12, Cell(2, 3): 7}, [Cell(1, 2)])


def read_plainly(name: str, text: str) -> Board:
    """Read one of our files by a reader of this test's own; blocked cells are 0."""
    if name == "course":
        head, *rows = text.splitlines()
        assert head == "Q,CA,3,4"
        fields = [row.split(",") for row in rows]
    elif name == "list":
        signs = {None: "?", -1: "#"}
        fields = [[signs.get(n, str(n)) for n in row] for row in ast.literal_eval(text)]
    elif name == "givens":
        size, count, *triples = text.splitlines()
        assert (size, count) == ("3 4", f"{len(triples)}")
        numbers = {(int(r) - 1, int(c) - 1): max(0, int(n)) for r, c, n in map(str.split, triples)}
        return {Cell(*place): number for place, number in numbers.items()}
    else:
        assert text == "4x3m" + "R:1_12d" + "Ad7"
        return {**SQUARE.given, Cell(1, 2): 0}
    return {
        Cell(r, c): 0 if field == "#" else int(field)
        for r, row in enumerate(fields)
        for c, field in enumerate(row)
        if field.strip() != "?"
    }


def test_what_is_written_for_other_programs_is_read_by_a_plain_reader() -> None:
    written = {notation.name: notation.write for notation in WRITTEN.values()}
    for name in ("course", "list", "givens", "ascent"):
        text = written[name](SQUARE, SQUARE.given)
        assert read_plainly(name, text) == {**SQUARE.given, Cell(1, 2): 0}, text
    four = Grid.of(2, 2, {Cell(0, 1): 4}, adjacency=Adjacency.FOUR)
    assert written["hamilton"](four, four.given) == "2x2:,4,,"


LINES = (
    *("1 . 3\n", "adjacency: 4\n", "links: r1c1-r1c2\n", "Q,CA,2,2\n", "# note\n", "Title\n"),
    *("<td>", "</table>", "SAVEFILE:1:", "https://pedros.works/?W=3x3&L=(1)0", "┌─┐\n", "\n\n"),
)
PIECES = (
    *LINES,
    *("[", "]", "{", "}", '"board": ', "null", "None", "-1", "6x6", "mR:"),
    *(":", ",", ";", "\t", "/"),
    *("│", "٣", "１", "⬛", "⬜", "999999", "0", "x", "?", "\x00", "\ufeff", "|", "---", "'", "e9"),
)


@pytest.mark.parametrize("seed", range(4))
def test_no_text_breaks_the_reader_or_takes_long(seed: int) -> None:
    """A sample of the 10,000 texts that were tried."""
    chance = random.Random(seed)
    samples = [*TEXTS.values(), *(notation.example for notation in NOTATIONS)]
    for _ in range(75):
        text = "".join(chance.choices(PIECES, k=chance.randint(1, 40)))
        if chance.random() < 0.5:
            sample = chance.choice(samples)
            cut = chance.randrange(len(sample))
            text = sample[:cut] + chance.choice(PIECES) + sample[cut + chance.randrange(3) :]
        start = time.perf_counter()
        with suppress(GridError):
            parse_any(text)
        assert time.perf_counter() - start < 2, text


def test_commands_write_each_notation() -> None:
    for notation in WRITTEN.values():
        if notation.name == "hamilton":
            continue
        board = run(
            "generate", "--rows", "3", "--columns", "4", "--seed", "2", "--as", notation.name
        )
        assert board.exit_code == 0
        assert parse_any(board.stdout) == parse_any(run(*GENERATE).stdout), notation.name
    refusal = run(*GENERATE, "--as", "hamilton")
    assert (refusal.exit_code, refusal.stdout) == (2, "")
    assert "“Hamilton’s game id” has only boards with four neighbours" in refusal.stderr
    solution = run("solve", "-", "--as", "givens", input="1 . 3\n. # .\n7 . .")
    assert solution.stdout.splitlines()[:3] == ["3 3", "9", "1 1 1"]
    assert "This is the only solution." in solution.stderr
    conflict = run("solve", "-", "--as", "csv", "--json", input="1 2")
    assert "Choose one of --as and --json." in conflict.stderr
