"""Boards brought along: pasted, uploaded, in a link; broken ones mended on the page."""

import json
import re
from html import unescape
from io import BytesIO

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.notations.copied_text import separate_rows
from solver.hidoku.notations.registry import NOTATIONS, parse_any
from solver.hidoku.rules.grid import Adjacency
from tests.cases import cases
from tests.webapp.player import Player, find_part
from webapp.hidoku.exchange.parse import format_link

PAGE = "/hidoku/exchange/import"
SAME = {"Sec-Fetch-Site": "same-origin"}


def sentence_of(page: str) -> str:
    match = re.search(r'id="problem"[^>]*>([^<]*)<', page)
    return match[1] if match else ""


def board_of(player: Player, text: str, **form: str) -> str:
    address = player.submit(PAGE, text=text, **form)
    name = address.rsplit("/", 1)[1]
    return player.client.get(f"/hidoku/exchange/boards/{name}/board.json").text


@cases("text", [notation.example for notation in NOTATIONS])
def test_the_samples_are_one_good_board(player: Player, text: str) -> None:
    page = player.client.get(PAGE, query_string={"text": text}).text
    assert "exactly one solution" in page
    page = player.client.get(player.post(PAGE, text=text).location).text
    assert "This board has exactly one solution." in page
    assert re.search(r"\d+ numbers", page)
    assert 'href="/hidoku/exchange/import?text=' in page


@cases("adjacency", ["4", "8", "hex"])
def test_neighbours_are_chosen_where_the_text_says_nothing(player: Player, adjacency: str) -> None:
    grid = parse_any(board_of(player, "1 . 3\n. . .", adjacency=adjacency))
    assert grid.adjacency is Adjacency(adjacency)
    answer = player.post(PAGE, text="1 2", adjacency="5")
    choices = "Write 8, 4, hex, hex rows or hex columns."
    assert answer.status_code == 422
    assert sentence_of(answer.text) == f"The adjacency is “5”. {choices}"


@cases(
    ("text", "verdict", "sentences"),
    [
        ("1 . 9\n. . 2", "no solution", ["9 in row 1, column 3 isn’t between 1 and 6."]),
        ("1 2 .\n2 . 9", "no solution", ["9 in row 2", "2 is given more than once"]),
        ("1 . 2", "no solution", ["1 and 2 are too far apart"]),
        ("1 . .\n. . .", "more than one solution", []),
        ("1 2 3\n6 5 4", "exactly one solution", []),
        (". . .\n. 1 .\n. . .\n2 3 4", "no solution", []),
    ],
)
def test_the_verdict_and_all_faults_are_shown(
    player: Player, text: str, verdict: str, sentences: list[str]
) -> None:
    page = player.get(player.post(PAGE, text=text).location).text
    assert verdict in page
    assert all(sentence in page for sentence in sentences)
    assert ('id="play"' in page) is (verdict != "no solution")
    preview = player.get(unescape(find_part(page, r'href="(/hidoku/exchange/import\?[^"]+)"'))).text
    assert all(sentence in preview for sentence in [verdict, *sentences])
    assert ('value="play"' in preview) is (verdict != "no solution")


@cases(
    ("destination", "goal"),
    [
        ("play", r"/hidoku/play/[\w-]{8,32}"),
        ("edit", r"/hidoku/editor\?board=own-[a-z2-7]{16}"),
        ("watch", r"/hidoku/watch/own-[a-z2-7]{16}"),
        ("", r"/hidoku/boards/own-[a-z2-7]{16}"),
        ("x", r"/hidoku/boards/own-[a-z2-7]{16}"),
    ],
)
def test_what_comes_next(player: Player, destination: str, goal: str) -> None:
    answer = player.submit(PAGE, text="1 . 3\n. . 6", then=destination)
    assert re.fullmatch(goal, answer)
    assert player.client.get(answer).status_code == 200


BROKEN = {
    "": "There’s nothing to read yet. Paste a board or choose a file.",
    " \n\t": "There’s nothing to read yet. Paste a board or choose a file.",
    "Some words that are no board. " * 40: "There’s no board in the text. Write rows of numbers.",
    "1 2\n\n3 4 5": "Line 3 has 3 fields, but line 1 has 2: every row needs the same number.",
    '{"board": [[1, 0],\n [0 3]]}': "This isn’t JSON: it can’t be read from line 2, column 5 on.",
    '[[1, "B"]]': "Row 1, field 2 is “&#34;B&#34;”. Write a whole number from 1 to 2, 0 for "
    "an empty cell or null for a blocked cell.",
    "[" * 20_000: "This JSON isn’t a board. Write a list of rows of numbers.",
    "x" * 50_001: "The text is too long for a board: at most 50000 characters.",
}


@cases("text", BROKEN)
def test_a_broken_text_is_kept_with_its_fault(player: Player, text: str) -> None:
    answer = player.send(PAGE, 422, text=text)
    assert sentence_of(answer) == BROKEN[text]
    if text:
        content = text.replace('"', "&#34;")
        assert f">\n{content}</textarea>" in answer


def test_the_bad_line_is_marked(player: Player) -> None:
    page = player.post(PAGE, text="1 . .\r\n. . .\r\n. y .\r\n. . 12").text
    assert '<li value="3" class="bad"><mark>. y .</mark></li>' in page
    assert 'data-start="14" data-end="15" data-line="3"' in page  # the y
    page = player.post(PAGE, text="1 . .\r\n. .\r\n. . 9").text
    assert 'data-start="6" data-end="9" data-line="2"' in page  # a line that is too short, whole
    answer = player.client.get(PAGE, query_string={"text": "1 . 3/. y 6"})  # a link
    assert answer.status_code == 422
    assert sentence_of(answer.text).startswith("Line 2, field 2 is “y”")
    assert ">\n1 . 3\n. y 6</textarea>" in answer.text


def upload(player: Player, content: bytes, name: str = "board.txt"):
    data = {"file": (BytesIO(content), name), "text": ""}
    return player.client.post(PAGE, data=data, headers=SAME, content_type="multipart/form-data")


@cases("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_files_of_any_usual_encoding_are_read(stranger: Player, encoding: str) -> None:
    answer = upload(stranger, "1,__,##\r\n__,__,5".encode(encoding))
    assert answer.status_code == 303
    file = stranger.get(f"/hidoku/exchange/boards/{answer.location.rsplit('/', 1)[1]}/board.txt")
    assert parse_any(file.text) == parse_any("1 . #\n. . 5")


@cases(
    ("content", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0", "“a.bin” isn’t text. Choose a board as text or JSON."),
        (b"\xff\xfe1", "“a.bin” isn’t text. Choose a board as text or JSON."),
        (b"", "“a.bin” is empty. Choose a board as text or JSON."),
        (b"1 2\n3", "Line 2 has 1 field, but line 1 has 2: every row needs the same number."),
        (
            "1 ü".encode("latin-1"),
            "Line 1, field 2 is “ü”. Write a number from 1 to 2, a dot "
            "for an empty cell or # for a blocked cell.",
        ),
    ],
)
def test_a_file_that_is_no_board(stranger: Player, content: bytes, sentence: str) -> None:
    answer = upload(stranger, content, "a.bin")
    assert (answer.status_code, sentence_of(answer.text)) == (422, sentence)
    answer = upload(stranger, b"1 " * 40_000)
    assert answer.status_code == 413
    assert "too large" in sentence_of(answer.text)
    assert "<textarea" in answer.text


DOUBTFUL = "__ 5 .\n. 3 __\n1 . ."


def test_a_doubtful_text_is_named_so_and_can_be_read_otherwise(player: Player) -> None:
    page = player.send(PAGE, 200, text=DOUBTFUL)
    assert "Read as: empty “__”, blocked “.”, eight neighbours" in page
    assert f">\n{DOUBTFUL}</textarea>" in page
    assert page.index("Read as: ") < page.index("Or: ")
    assert re.findall(r'name="reading"\s+value="(\d)"', page) == ["3", "1", "2"]
    boards = [parse_any(board_of(player, DOUBTFUL, reading=number)) for number in "123"]
    assert [board.last for board in boards] == [9, 7, 5]
    for number in "123":
        preview = player.client.get(PAGE, query_string={"text": DOUBTFUL, "reading": number}).text
        assert preview.count("Read as: ") == 1
        assert preview.count(">Or: empty ") == 2


def test_a_text_that_nothing_decides_leaves_a_choice(player: Player) -> None:
    page = player.post(PAGE, text="1 .\n_ 3")
    assert (page.status_code, page.text.count('name="reading"')) == (422, 3)
    assert "we can’t tell which is right" in sentence_of(page.text)
    assert player.post(PAGE, text="1 .\n_ 3", reading="2").status_code == 303


def stored_boards(app: Flask) -> int:
    with app.extensions["store"].reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM boards").scalar_one())


def test_a_link_carries_a_board_and_stores_nothing(player: Player, app: Flask) -> None:
    page = player.client.get(PAGE, query_string={"text": "1 . 3/. . 6", "adjacency": "4"}).text
    assert "2 × 3, four neighbours, 3 of 6 numbers given" in page
    assert "Nothing is stored" in page
    assert stored_boards(app) == 0
    name = player.post(PAGE, text="1 . 3\n. . 6", adjacency="4").location.rsplit("/", 1)[1]
    assert "own-" in name
    assert stored_boards(app) == 1
    paste = player.post(PAGE, text="1 . 3/. # ./7 . .")
    lines = player.post(PAGE, text="1 . 3\n. # .\n7 . .")
    assert (paste.status_code, paste.location) == (303, lines.location)


CELLS = st.sampled_from([0, 0, 0, None, 1, 2, 5, 12, 9999])
ROWS = st.integers(1, 6).flatmap(
    lambda wide: st.lists(st.lists(CELLS, min_size=wide, max_size=wide), min_size=1, max_size=4)
)
GRIDS = st.tuples(ROWS, st.sampled_from(Adjacency)).filter(
    lambda both: any(value is not None for row in both[0] for value in row)
)


@given(GRIDS)
def test_a_link_brings_the_same_board(board: tuple[list[list[int | None]], Adjacency]) -> None:
    rows, adjacency = board
    grid = parse_any(str(rows).replace("None", "null"), adjacency)
    link = format_link(grid)
    assert parse_any(separate_rows(link)) == grid


ANY_TEXT = st.one_of(
    st.text(max_size=60),
    st.text('0123456789 ,;\t\n._#/[]{}":', max_size=60),
    st.text("019.# \n", max_size=40),
)


def test_nothing_posted_breaks_the_page(one_app: Flask) -> None:
    player = Player(one_app.test_client())

    @given(ANY_TEXT, st.binary(max_size=30), st.sampled_from(["", "4", "hex", "x"]))
    def check(text: str, content: bytes, adjacency: str) -> None:
        paste_answer = player.post(PAGE, text=text, adjacency=adjacency)
        upload_answer = upload(player, content)
        link_answer = player.client.get(PAGE, query_string={"text": text, "adjacency": adjacency})
        for answer in (paste_answer, upload_answer, link_answer):
            assert answer.status_code in {200, 303, 422}
            if answer.status_code == 422:
                assert sentence_of(answer.text).endswith(".")
            if answer.status_code == 303:
                assert player.get(answer.location).status_code == 200

    check()
    one_app.extensions["tasks"].close()
    one_app.extensions["store"].engine.dispose()


def test_a_board_is_kept_only_if_it_can_be_read_again(player: Player) -> None:
    """Links fill more room as they are stored than as they may be sent."""
    cells = [(row, column) for row in range(30) for column in range(29)]
    links = [[[row, column], [row, column + 1]] for row, column in cells]
    links += [[[column, row], [column + 1, row]] for row, column in cells]
    links += [[[row, column], [row + 1, column + 1]] for row, column in cells if row < 29]
    board = [[0] * 30 for _ in range(30)]
    for count, status in ((900, 303), (1500, 422)):
        document = {"board": board, "links": links[:count]}
        answer = player.post(PAGE, text=json.dumps(document, separators=(",", ":")))
        assert answer.status_code == status
        if status == 303:
            assert player.get(answer.location).status_code == 200
    assert "At most 900 pairs of cells" in answer.text
