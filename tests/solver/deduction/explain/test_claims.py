"""Answers about claims, judged by counting out every code with nothing of the engine’s."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from solver.deduction.explain.claims import ClaimReply, ClaimState, ask_about
from solver.deduction.faces.claims import count_claim, read_claim
from solver.deduction.games import face_of, game_named
from solver.deduction.rules.game import CodeError
from solver.deduction.text.analysis import reply_words
from tests.cases import cases
from tests.plain.codes import feedback
from tests.solver.deduction.exercises.plain import CODES, fitting

BATCH = 100  # questions
GAME = game_named("classic")
FACE = face_of(GAME)

Truth = Callable[[str], bool]


def rows_of(random: Random) -> list[str]:
    """Return up to six rows, with true answers to a code; now and then one answer is wrong."""
    secret = random.choice(CODES)
    rows = []
    for _ in range(random.randint(0, 6)):
        guess = random.choice(CODES)
        black, white = feedback(guess, random.choice(CODES) if random.random() < 0.03 else secret)
        rows.append(f"{guess}:{black},{white}")
    return rows


def question(random: Random) -> tuple[str, Truth]:
    """Return a claim as it is typed, and whether it is true of a code."""
    colour, count, hole = random.choice("123456"), random.randint(1, 4), random.randint(1, 4)
    kind = random.randrange(5)
    if kind == 0:
        code = random.choice(CODES)
        return code, lambda secret: secret == code
    if kind == 1:
        return f"hole {hole} is {colour}", lambda secret: secret[hole - 1] == colour
    colours = random.sample("123456", random.randint(1, 3))
    if kind == 2:
        count -= 1
        return (
            f"exactly {count} of {' '.join(colours)}",
            lambda code: pegs(code, colours) == count,
        )
    return f"at least {count} of {' '.join(colours)}", lambda code: pegs(code, colours) >= count


def pegs(code: str, colours: list[str]) -> int:
    return sum(peg in colours for peg in code)


def asked(rows: list[str], claim: str) -> ClaimReply:
    return ask_about(GAME, [GAME.parse_turn(row) for row in rows], read_claim(FACE, claim))


def state_of(codes: list[str], holds: Truth) -> ClaimState:
    if not codes:
        return ClaimState.NO_CODE
    number = sum(map(holds, codes))
    return {0: ClaimState.IMPOSSIBLE, len(codes): ClaimState.CERTAIN}.get(
        number, ClaimState.POSSIBLE
    )


def check(rows: list[str], holds: Truth, reply: ClaimReply, *, is_fewest: bool) -> None:
    """Judge an answer, its figures, its example, and the rows that it names."""
    options = fitting(rows)
    assert reply.state is state_of(options, holds)
    assert reply.total == len(options)
    if reply.state is ClaimState.POSSIBLE:
        assert reply.holding == sum(map(holds, options))
        assert reply.example is not None
        assert holds(GAME.format_code(reply.example))
        assert GAME.format_code(reply.example) in options
        return

    def decides(chosen: tuple[int, ...]) -> bool:
        return state_of(fitting([rows[row] for row in chosen]), holds) is reply.state

    assert decides(reply.proof)
    for fewer in combinations(reply.proof, len(reply.proof) - 1) if reply.proof else ():
        assert not decides(fewer)
    if is_fewest and reply.state is not ClaimState.NO_CODE:
        subsets = combinations(range(len(rows)), max(0, len(reply.proof) - 1))
        if reply.proof:
            assert not any(map(decides, subsets))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("batch", range(250))  # 5,000 questions and more of each kind
def test_every_answer_is_right_and_rests_on_the_fewest_rows(batch: int) -> None:
    random, states = Random(batch), Counter[ClaimState]()
    for _ in range(BATCH):
        rows, (claim, holds) = rows_of(random), question(random)
        reply = asked(rows, claim)
        check(rows, holds, reply, is_fewest=True)
        states[reply.state] += 1
        assert reply_words(GAME, reply).endswith(".")
    assert set(states) >= {ClaimState.IMPOSSIBLE, ClaimState.POSSIBLE, ClaimState.CERTAIN}


def test_the_words_say_what_another_answer_would_have_been() -> None:
    reply = asked(["1122:1,0", "1344:0,2"], "1456")
    words = reply_words(GAME, reply, feedback_words=lambda feedback: FACE.show(feedback).words)
    assert (
        words == "If it were the code, row 2 would have scored 1 black, 1 white. It scored 2 white."
    )


@pytest.mark.parametrize(
    ("rows", "claim", "words"),
    [
        (["1122:0,0"], "at least 1 of 1 2", "No code {} matches “At least one peg is 1 or 2”."),
        (["1122:0,0"], "exactly 0 of 1", "Every code {} matches “Colour 1 is not in the code”."),
        ([], "hole 2 is 1", "216 of the 1,296 possible codes match “Hole 2 is colour 1”."),
        (["1122:4,0"], "1122", "It’s the only possible code left."),
        ([], "1122", "It’s one of the 1,296 possible codes."),
    ],
)  # fmt: skip
def test_words(rows: list[str], claim: str, words: str) -> None:
    assert reply_words(GAME, asked(rows, claim)) == words.format("that fits row 1")


def test_rules_can_decide_without_rows() -> None:
    distinct = game_named("distinct")
    face = face_of(distinct)
    twice = ask_about(distinct, (), count_claim(face, 2, ["1"], is_exact=False))
    assert (twice.state, twice.proof) == (ClaimState.IMPOSSIBLE, ())
    assert reply_words(distinct, twice).startswith("No code of this game matches ")


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        ("Hole 1 is RED", "hole 1 is 1"),
        ("hole 2 is colour 3", "hole 2 is Y"),
        ("exactly 0 of red, blue or green", "exactly 0 of 1 4 5"),
        ("at least 1 of light grey and navy", "at least 1 of L N"),
    ],
)
def test_colours_have_their_names(claim: str, same: str) -> None:
    face = face_of(game_named("5x12"))
    assert read_claim(face, claim) == read_claim(face, same)


@cases(
    ("claim", "message"),
    [
        ("hole 5 is 1", "go from 1 to 4"),
        ("hole 1 is 9", "isn’t a colour"),
        ("at least 0 of 1", "Ask about 1 to 4 pegs."),
        ("exactly 5 of 1", "Ask about 0 to 4 pegs."),
        ("112", "has 4 pegs"),
        ("hole 1 is pink", "“pink” isn’t a colour"),
        ("red", "“red” can’t be read. Ask about a code, “hole 1 is red”, "),
        ("no red", "“at least 1 of red and orange”, or “exactly 2 of red”"),
    ],
)
def test_a_claim_that_can_not_be_read(claim: str, message: str) -> None:
    with pytest.raises(CodeError, match=message):
        read_claim(FACE, claim)


def test_no_colour_is_no_claim() -> None:
    with pytest.raises(CodeError, match="Choose at least one colour"):
        count_claim(FACE, 1, [], is_exact=False)
