"""What is on a card: never a code, never a number of a path that was not given or just placed."""

import pytest

from solver.deduction.games import NAMES, game_named
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import board_of, solve
from tests.cases import cases
from tests.webapp.stored import stored_game
from webapp.cards import LARGEST, Card, fit_heading, paint
from webapp.hidoku import cards as hidoku_cards
from webapp.hidoku.board_text import format_board
from webapp.hidoku.cards import BoardPicture, board_card, solved_card
from webapp.hidoku.days import KIND
from webapp.hidoku.puzzles import load_puzzle
from webapp.mastermind.analysis.position import parse_position
from webapp.mastermind.breaker.game import format_guesses
from webapp.mastermind.cards import CodePicture, broken_card, challenge_card, position_card
from webapp.mastermind.setup import BreakerSetup, ChallengeSetup

GRID = BOARDS["findling"].grid


def codes_on(card: Card) -> list[object]:
    assert isinstance(card.picture, CodePicture)
    return [peg for row in card.picture.rows for peg in row.pegs if peg is not None]


def test_a_finished_game_shows_answers_and_no_guess() -> None:
    game = game_named("classic")
    guesses = [game.parse_code(text) for text in ("1122", "3344", "3636")]
    moves = format_guesses(game, guesses)
    card = broken_card(stored_game(start=BreakerSetup(secret="3636").write(), moves=moves))
    assert (card.heading, card.call) == ("Found in 3 guesses", "Can you do it in fewer?")
    assert codes_on(card) == []
    assert isinstance(card.picture, CodePicture)
    assert [row.feedback.words for row in card.picture.rows if row.feedback][-1] == "4 black"


def test_a_challenge_looks_the_same_whatever_its_code() -> None:
    setups = [ChallengeSetup(secret=secret).write() for secret in ("3636", "1122")]
    first, second = (challenge_card(stored_game("challenge", start=setup)) for setup in setups)
    assert first == second
    assert codes_on(first) == []


def test_a_position_does_not_show_the_row_that_found_the_code() -> None:
    card = position_card(parse_position("classic/1122:1,0/3636:4,0"))
    assert len(codes_on(card)) == 4
    assert codes_on(position_card(parse_position("classic"))) == []


def test_a_solved_board_shows_what_was_given() -> None:
    solution = board_of(solve(GRID).solutions[0])
    moves = [
        ["place", c.row + 1, c.column + 1, n] for c, n in solution.items() if c not in GRID.given
    ]
    document = f'{{"schema":1,"done":{moves}}}'.replace("'", '"').replace("}", ',"undone":[]}')
    card = solved_card(stored_game(KIND, "findling", start=format_board(GRID), moves=document))
    assert card.picture == BoardPicture(GRID)
    assert len(card.squares) == 10
    assert card.heading == "One path, 0:00"


def test_of_what_grew_from_todays_board_only_its_givens_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    givens = dict(list(GRID.given.items())[:5])
    daily: Grid = GRID.with_givens(givens)
    monkeypatch.setattr(hidoku_cards, "secret_of", lambda grid: daily)
    puzzle = load_puzzle("findling")
    assert board_card(puzzle).picture == BoardPicture(daily)


@cases("name", NAMES)
def test_every_game_can_be_painted(name: str) -> None:
    game = game_named(name)
    codes = [game.code_at(at) for at in (0, game.code_count // 2)]
    turns = [
        f"{game.format_code(c)}:{game.format_feedback(game.feedback(c, codes[0]))}" for c in codes
    ]
    card = position_card(parse_position("/".join([name, *turns[::-1]])))
    assert paint(card).startswith(b"\x89PNG")


def test_a_heading_is_as_large_as_fits() -> None:
    assert fit_heading("Step 9")[0] == LARGEST
    size, lines = fit_heading("30 × 30 ring with six neighbours, expert, without crossings")
    assert size < LARGEST
    assert len(lines) == 3
