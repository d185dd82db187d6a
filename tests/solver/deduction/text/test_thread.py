"""Every line of every reason is read, and judged by going through all codes."""

import pytest

from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.thread import find_thread
from solver.deduction.text.facts import as_text
from solver.deduction.text.thread import ThreadWords
from tests.bench.threads import Codes, plausible
from tests.sampling import asks_all
from tests.solver.deduction.knowledge.test_thread import GAMES
from tests.solver.deduction.text.thread_reader import ReadError, ThreadReader

MORE = 10 if asks_all() else 1
#: Boards of one's own, of every rule and feedback.
OWN_BOARDS = ("4x5bd", "4x5sh", "3x4bp", "3x5bh", "4of0-9p", "5x8p/9")


@pytest.mark.parametrize("name", [*GAMES, *OWN_BOARDS, "grand"])
def test_every_line_is_read_and_so(name: str) -> None:
    game = game_named(name)
    face = face_of(game)
    count = 2 if game.secret_count > 100_000 else 4 if game.secret_count > 6000 else 20
    for turns, _ in plausible(Codes(game), count * MORE, seed=5):
        thread = find_thread(game, turns)
        reader = ThreadReader(face, turns)
        for line in ThreadWords(turns, face.name_of, face.terms).lines(thread):
            reader.read(as_text(line))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Row 1 has one right: red is in.", "doesn’t follow"),
        ("Row 1 has two right: no green.", "another number right"),
        (
            "Row 3 has purple and orange for row 2’s red and blue, and two more right: no red.",
            "not so many more",
        ),
        ("Row 3 has purple for row 2’s red, and one more right: no red.", "differ in others"),
        (
            "Row 3 has orange and purple for row 2’s red and blue, and one more right: no red.",
            "doesn’t follow",
        ),
        (
            "If red is in, row 1 has one right; if not, row 2 has one right. Either way, no green.",
            "doesn’t follow",
        ),
        (
            "If red is in, row 1 has two right; if not, row 2 has one right. Either way, no green.",
            "another number right",
        ),
        ("All of row 3’s colours are right: no red.", "another number right"),
        ("Row 2’s only right peg is red: no green.", "no such line"),
        ("Row 2’s only right peg is in place: hole 1 is red.", "another number in place"),
        ("Row 1 has one right: no two of red, orange and yellow are in.", "doesn’t follow"),
        ("No peg of rows 1 and 2 is in place.", "doesn’t follow"),
        ("Row 3 has only two right: only purple and yellow are in.", "doesn’t follow"),
        ("Row 2: yellow isn’t in hole 3. Row 1 has one in place: no red.", "doesn’t show it"),
        ("Row 1 has one in place, and no red (line 1): orange is in.", "no such line"),
        ("Row 1 has one in place, surely: orange is in.", "not understood"),
        ("So row 3’s two in place are purple in hole 1 and orange in hole 4.", "doesn’t follow"),
        ("No peg of row 1 is in place.", "doesn’t follow"),
        ("Each peg of row 2 is right in its own hole, or not at all.", "doesn’t follow"),
        ("The two possible codes have this in common: no red.", "another number of codes"),
    ],
)
def test_what_is_not_so_is_found(line: str, why: str) -> None:
    game = game_named("classic")
    turns = [game.parse_turn(text) for text in ("1122:1,0", "1345:0,1", "6342:2,0")]
    with pytest.raises(ReadError, match=why):
        ThreadReader(face_of(game), turns).read(line)


@pytest.mark.parametrize(
    ("rows", "look"),
    [
        ("1113:0,0", "Look at row 1. Row 1 has nothing right. Which colours can’t be in the code?"),
        (
            "1113:0,0 4456:1,3",  # which are in is said
            "Look at row 2. All of row 2’s colours are right. Which colours can’t be in the code?",
        ),
        (
            "1111:1,0 1444:1,0",  # row 1 was looked at before
            "Look at row 2. Row 2’s only right peg is in place. Which pegs must be in place?",
        ),
        ("4456:1,3 1113:0,0", "Look at row 1. All of row 1’s colours are right. "),
    ],
)
def test_the_first_look_is_at_the_newest_row(rows: str, look: str) -> None:
    game = game_named("classic")
    turns = [game.parse_turn(row) for row in rows.split()]
    words = ThreadWords(turns, face_of(game).name_of, face_of(game).terms)
    assert " ".join(words.first_look(find_thread(game, turns))).startswith(look)


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (
            "72414:1 82561:2 62575:1",
            "Row 2 has two in place, row 3 has only one in place: at least one of row 2’s pegs in "
            "holes 1, 4 and 5 is in place.",
        ),
        (
            "18442:1 63762:0 24843:2",
            "Row 1 has one in place, and orange isn’t in hole 5 (line 1): row 1’s one in place is "
            "in hole 1, 2, 3 or 4.",
        ),
        (
            "11234:2 55678:2",
            "Rows 1 and 2 differ in every hole and have 2 + 2 in place: exactly four holes are as "
            "in row 1 or row 2.",
        ),
    ],
)
def test_where_only_places_are_judged_rows_are_compared(rows: str, line: str) -> None:
    game = game_named("5x8p/9")
    turns = [game.parse_turn(row) for row in rows.split()]
    words = ThreadWords(turns, face_of(game).name_of, face_of(game).terms)
    assert line in map(as_text, words.lines(find_thread(game, turns)))
    reader = ThreadReader(face_of(game), turns)
    for sentence in words.lines(find_thread(game, turns)):
        reader.read(as_text(sentence))


@pytest.mark.parametrize(
    "line",
    [
        "Row 1 has one in place: row 1’s one in place is in hole 2.",
        "Row 2 has two in place: at least two of row 2’s pegs in holes 1 and 4 are in place.",
        "Row 1 has one in place, row 2 has two in place: exactly two holes are as in row 1 or "
        "row 2.",
    ],
)
def test_false_places_are_found(line: str) -> None:
    game = game_named("5x8p/9")
    turns = [game.parse_turn(row) for row in ("72414:1", "83561:2")]
    with pytest.raises(ReadError, match="doesn’t follow"):
        ThreadReader(face_of(game), turns).read(line)
