"""The library as others use it: text in a value's place, the number of candidates, drawings."""

import pickle
import re
from collections.abc import Iterator
from inspect import formatannotation, isfunction, signature
from typing import ClassVar
from xml.etree import ElementTree

import pytest

import solver
from solver.deduction.games import NAMES
from solver.deduction.matches import COLOURS, EvilMatch
from solver.hidoku.rules.known_boards import BOARDS
from tests.cases import cases
from webapp.http.assets import token

CLASSIC = solver.game_named("classic")


def parameters_without_text() -> Iterator[tuple[str, str]]:
    for name in solver.__all__:
        function = getattr(solver, name)
        if isfunction(function):
            for parameter in signature(function).parameters.values():
                if not re.search(r"\bstr\b", formatannotation(parameter.annotation)):
                    yield name, parameter.name


def test_every_function_says_what_is_due_where_it_gets_text() -> None:
    parameters = list(parameters_without_text())
    assert {("solve", "grid"), ("prove", "turns"), ("tree", "strategy")} <= set(parameters)
    for name, parameter in parameters:
        arguments = dict.fromkeys(signature(getattr(solver, name)).parameters)
        for text in ("1 . 3", ["1122:1,0"]):
            with pytest.raises(TypeError, match=rf"^“{parameter}” can’t be text: .+\.$"):
                getattr(solver, name)(**arguments | {parameter: text})


def test_functions_go_to_other_processes() -> None:
    for function in (getattr(solver, name) for name in solver.__all__):
        if isfunction(function):
            assert pickle.loads(pickle.dumps(function)) is function


CLASSIC_CODES = solver.candidates(CLASSIC, ())


@cases(
    ("call", "due"),
    [
        (lambda: solver.solve("1 . 3"), "parse_any(text) reads a board"),
        (lambda: solver.Play("1 . 3").board, "parse_any(text) reads a board"),
        (lambda: solver.hint("1 . 3"), "Play(parse_any(text))"),
        (lambda: solver.hint(solver.Play("1 . 3")), "parse_any(text) reads a board"),
        (lambda: solver.candidates(CLASSIC, ["1122:1,0"]), "game.parse_turn(text) reads a turn"),
        (lambda: solver.candidates("classic", ()), "game_named(name) returns a game"),
        (lambda: solver.Match("classic", (0, 0, 1, 1)), "game_named(name) returns a game"),
        (lambda: solver.Match(CLASSIC, "1122"), "game.parse_code(text) reads a code"),
        (lambda: solver.Match(CLASSIC, (0, 0, 1, 1)).guess("1122"), "game.parse_code(text)"),
        (lambda: CLASSIC.format_turn("1122:1,0"), "game.parse_turn(text) reads a turn"),
        (lambda: solver.tree(CLASSIC, "knuth"), "STRATEGIES[name] is a strategy"),
    ],
)
def test_what_newcomers_try_is_answered_by_what_they_need(call, due) -> None:
    with pytest.raises(TypeError, match=re.escape(due)):
        call()


@pytest.mark.parametrize("name", solver.STRATEGIES)
def test_every_strategy_refuses_turns_as_text(name: str) -> None:
    with pytest.raises(TypeError, match="parse_turn"):
        solver.STRATEGIES[name].choose(CLASSIC, CLASSIC_CODES, ["1122:1,0"])


@pytest.mark.parametrize("name", NAMES)
def test_the_length_of_candidates_is_their_number(name: str) -> None:
    game = solver.game_named(name)
    first = solver.Turn(game.code_at(0), game.feedbacks[0])
    for turns in ((), (first,), (first, first)):
        options = solver.candidates(game, turns)
        assert len(options) == options.count


def drawn_words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).findall(".//{*}text")]


@pytest.mark.parametrize("name", NAMES)
def test_a_match_draws_its_guesses_and_no_secret(name: str) -> None:
    game = solver.game_named(name)
    guess = game.code_at(game.code_count // 3)
    turn = solver.Turn(guess, game.feedback(guess, game.code_at(int(game.secrets[0]))))
    letters = [value.letter for value in solver.face_of(game).pegs(guess) if value]
    first, *_, last = solver.candidates(game, [turn])
    picture = solver.Match(game, first).guess(guess)._repr_svg_()
    assert drawn_words(picture) == [*letters, game.format_feedback(turn.feedback)]
    assert solver.Match(game, last).guess(guess)._repr_svg_() == picture
    assert drawn_words(EvilMatch.of(game, [guess])._repr_svg_())[:-1] == letters


def test_a_review_draws_its_game() -> None:
    guesses = [CLASSIC.parse_code(text) for text in ("1122", "3456")]
    picture = solver.review(CLASSIC, guesses[1], guesses)._repr_svg_()
    assert drawn_words(picture) == [*"RROO", "0,0", *"YGBP", "4,0"]


def test_colours_are_those_of_the_pages() -> None:
    for style, colour in COLOURS.items():
        if style.isdecimal() or style == "figure":
            assert token(f"--peg-{style}") == colour
    assert COLOURS["placed"] == token("--peg-4")
    assert COLOURS["present"] == token("--peg-3")


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_draws_its_numbers_and_joins_those_that_follow_each_other(name: str) -> None:
    grid = BOARDS[name].grid
    assert drawn_words(grid._repr_svg_()) == [str(number) for number in grid.given.values()]
    path = solver.solve(grid).solutions[0]
    play = solver.Play(grid)
    for number, cell in enumerate(path, 1):
        play = play.place(cell, number) if cell not in grid.given else play
    picture = ElementTree.fromstring(play._repr_svg_())
    assert sorted(int(text.text or 0) for text in picture.findall(".//{*}text")) == [
        *range(1, grid.last + 1)
    ]
    bold = [text.text for text in picture.findall(".//{*}text") if "font-weight" in text.attrib]
    assert bold == [str(number) for number in grid.given.values()]
    cells, steps, _ = picture.findall(".//{*}path")
    assert cells.attrib["d"].count("M") == grid.last
    assert steps.attrib["d"].count("L") == grid.last - 1


def test_hexagons_and_joined_cells_are_drawn() -> None:
    hexagons = solver.Grid.of(2, 2, adjacency=solver.Adjacency.HEX)._repr_svg_()
    (cells, *_) = ElementTree.fromstring(hexagons).findall(".//{*}path")
    xs = [float(start) for start in re.findall(r"M([\d.]+)", cells.attrib["d"])]
    assert xs == [0, 36, 18, 54]
    drawing = solver.Grid.of(1, 2, joined=[(solver.Cell(0, 0), solver.Cell(0, 1))])._repr_svg_()
    *_, lines = ElementTree.fromstring(drawing).findall(".//{*}path")
    assert lines.attrib["d"] == "M0.0 0.0L36.0 0.0"


def test_a_game_without_a_face_is_drawn_as_it_is_written() -> None:
    class HotAndCold(solver.ListedGame):
        name = "hot and cold"
        codes_in_order = tuple((tens, units) for tens in range(10) for units in range(10))
        feedback_names: ClassVar = {"less": (-1,), "more": (1,), "found": (0,)}

        def feedback(self, guess: solver.Code, secret: solver.Code) -> solver.Answer:
            return ((secret > guess) - (secret < guess),)

    match = solver.Match(HotAndCold(), (5, 5)).guess((2, 4)).guess((8, 0))
    assert drawn_words(match._repr_svg_()) == ["2", "4", "more", "8", "0", "less"]


class Dice(solver.ListedGame):
    """Two dice; the feedback says how many of a guess are right."""

    name = "dice"
    codes_in_order = tuple((one, other) for one in range(1, 7) for other in range(1, 7))
    feedback_names: ClassVar = {str(count): (count,) for count in range(3)}

    def feedback(self, guess: solver.Code, secret: solver.Code) -> solver.Feedback:
        return (sum(map(int.__eq__, guess, secret)),)


@pytest.mark.parametrize(
    "game", [*map(solver.game_named, NAMES), Dice()], ids=lambda game: game.name
)
def test_facts_call_values_as_the_game_writes_them(game: solver.Game) -> None:
    """Of each code but the one left, a fact about a hole names the sign that stands there."""
    secret = game.code_at(int(game.secrets[-1]))
    turns = [solver.Turn(secret, game.feedback(secret, secret))]
    words = " ".join(solver.facts_words(game, solver.prove(game, turns).facts))
    written = game.format_code(secret)
    assert len(written) == game.pegs
    for place, sign in enumerate(written, 1):
        phrase = "empty" if sign == "." else f"{game.terms.colour} {sign}"
        assert f"{game.terms.hole} {place} is {phrase}".lower() in words.lower()


def test_a_reply_calls_values_and_feedback_as_the_game_writes_them() -> None:
    bulls, words = solver.game_named("bulls10"), solver.game_named("words2")
    turns = [bulls.parse_turn("0123:0,1")]
    claim = solver.read_claim(solver.face_of(bulls), "place 1 is 0")
    reply = solver.ask_about(bulls, turns, claim)
    assert solver.reply_words(bulls, reply) == (
        "No code that fits row 1 matches “Place 1 is digit 0”."
    )
    rows = [words.parse_turn("CRANE:-----")]
    reply = solver.ask_about(words, rows, words.parse_code("CRATE"))
    assert solver.reply_words(words, reply) == (
        "If it were the word, row 1 would have scored ggg-g. It scored -----."
    )
