"""The cards of Mastermind's pages: answers, and guesses that are no code."""

from __future__ import annotations

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Game, Turn
from solver.wording import counted
from webapp.cards.canvas import Card
from webapp.cards.pictures import CardRow, CodePicture
from webapp.mastermind.answer_sheet import Sheet
from webapp.mastermind.breaker.game import open_match
from webapp.mastermind.setup import setup_of
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import price_words
from webapp.storage.records.contests import Contest


def broken_card(stored: StoredGame) -> Card:
    """Return the card of a finished game that its player shows: the answers, and no guess."""
    opened = open_match(stored)
    match = opened.match
    face, count = face_of(match.game, opened.setup.keys), len(match.turns)
    is_won = match.outcome is Outcome.WON
    rows = tuple(CardRow((None,) * match.game.pegs, face.show(t.feedback)) for t in match.turns)
    lines = (title_of(match.game), price_words(stored.hints).rstrip(".").lower())
    heading = f"{'Found' if is_won else 'Not found'} in {counted(count, 'guess', 'guesses')}"
    call = "Can you do it in fewer?" if is_won and count > 1 else "Can you find it?"
    return Card(heading, lines, call, picture=CodePicture(rows))


def challenge_card(stored: StoredGame) -> Card:
    """Return the card of a code that somebody has set: its board, and nothing of the code."""
    game = game_named(stored.rules)
    face = face_of(game, setup_of(stored).keys)
    lines = (title_of(game), counted(game.rows, "guess", "guesses"))
    return Card("Someone set you a code", lines, face.goal, picture=_empty(game))


def many_codes_card(contest: Contest) -> Card:
    """Return the card of a code that was sent to many: its board, and nothing of the code."""
    game = game_named(contest.rules)
    lines = (title_of(game), counted(game.rows, "guess", "guesses"))
    call = "Play alone, then see everyone’s results."
    return Card("Group challenge", lines, call, picture=_empty(game))


def position_card(sheet: Sheet) -> Card:
    """Return the card of a position; a row that found the code is not shown."""
    game, turns = sheet.game, sheet.turns
    face = face_of(game)
    rows = tuple(_row(face, turn) for turn in turns)
    lines = (title_of(game), f"{counted(len(turns), 'row')} played" if turns else "no row played")
    picture = CodePicture(rows) if rows else _empty(game)
    return Card("What is the best guess?", lines, "Try one and see what it leaves.", (), picture)


def _row(face: Face, turn: Turn) -> CardRow:
    game = face.game
    is_code = turn.feedback == game.feedbacks[game.won]
    pegs = (None,) * game.pegs if is_code else face.pegs(turn.code)
    return CardRow(pegs, face.show(turn.feedback))


def _empty(game: Game) -> CodePicture:
    """Return a board on which nothing is played."""
    return CodePicture((CardRow((None,) * game.pegs),) * min(game.rows, 6), is_open=True)


def home_card() -> Card:
    """Return the card of the house."""
    face = face_of(game_named("classic"))
    parsed = map(face.game.parse_turn, ("1122:1,0", "3142:1,2", "5162:0,1", "3415:2,1"))
    return Card(
        "Two logic games, and a solver that says why",
        ("Mastermind and Hidoku",),
        "No account, no tracking",
        picture=CodePicture(tuple(_row(face, turn) for turn in parsed)),
    )
