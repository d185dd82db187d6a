"""The cards of Mastermind's pages: feedback, and guesses only where they don't reveal the code."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import abort, request
from flask.typing import ResponseReturnValue

from solver.deduction.faces.face import Face, Mark, Pegs, ShownFeedback, Value
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Game, Turn
from solver.wording import date_words, plural
from webapp.cards import SHADE, Canvas, Card, Point, blueprint, send_card
from webapp.http.assets import token
from webapp.http.forms import find_anybodys
from webapp.mastermind.analysis.position import PositionError, parse_position
from webapp.mastermind.breaker.game import open_match
from webapp.mastermind.challenge.game import KIND as CHALLENGE
from webapp.mastermind.feedback_sheet import Sheet
from webapp.mastermind.setup import board_named, setup_of
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import price_words
from webapp.storage.records.contests import Contest

WALNUT, LOW, HOLE = token("--wood"), token("--wood-low"), token("--hole")
WOOD, ON_WOOD = "#dcc79c", "#f6e2c8"
MIDDLE: Final[Point] = (888, 316)
WIDEST, HIGHEST = 480, 516  # pixels
MOST_ROWS: Final = 12

INK_ON: Final = frozenset({"peg-1", "peg-5", "peg-9", "peg-11", "peg-12"})  # white letters


@dataclass(frozen=True)
class CardRow:
    """A row: its pegs, None where one isn't shown, and its feedback."""

    pegs: Pegs
    feedback: ShownFeedback | None = None


@dataclass(frozen=True)
class CodePicture:
    """The last dozen rows, the earliest on top; ``is_open`` shows missing pegs as holes."""

    rows: tuple[CardRow, ...]
    is_open: bool = False

    def __call__(self, canvas: Canvas) -> None:
        rows = self.rows[-MOST_ROWS:]
        pegs = len(rows[0].pegs)
        high = min(84.0, (HIGHEST - 24) / len(rows))
        columns = max((_columns(row.feedback) for row in rows if row.feedback), default=0)
        keys = _key_step(columns, high) * columns + 8 if columns else 40
        step = min(high * 0.9, (WIDEST - 84 - keys) / pegs)
        wide, tall = step * pegs + 84 + keys, high * len(rows) + 24
        start_x, start_y = MIDDLE[0] - wide / 2, MIDDLE[1] - tall / 2
        canvas.box((start_x + 2, start_y + 12), (wide, tall), 20, SHADE)
        canvas.box((start_x, start_y + 4), (wide, tall), 20, HOLE)
        canvas.box((start_x, start_y), (wide, tall), 20, WALNUT)
        first = len(self.rows) - len(rows) + 1
        for place, row in enumerate(rows):
            y = start_y + 12 + high * (place + 0.5)
            size = round(min(24, high * 0.5))
            canvas.words((start_x + 30, y), str(first + place), size, ON_WOOD, "mm")
            for hole, value in enumerate(row.pegs):
                self._peg(canvas, (start_x + 56 + step * (hole + 0.5), y), step * 0.42, value)
            _draw_feedback(canvas, (start_x + wide - 14 - keys / 2, y), high, row.feedback)

    def _peg(self, canvas: Canvas, middle: Point, reach: float, value: Value | None) -> None:
        if value is None and self.is_open:
            canvas.disc(middle, reach * 0.7, LOW)
            canvas.disc(middle, reach * 0.55, HOLE)
            return
        if value is None or value.style == "blank":
            canvas.disc(middle, reach, WOOD, HOLE, 1.5)
        else:
            name = value.style if value.style.isdecimal() else "figure"
            canvas.disc(middle, reach, token(f"--peg-{name}"), HOLE, 1.5)
        x, y = middle
        if value is not None and value.letter:
            ink = "#ffffff" if f"peg-{value.style}" in INK_ON else "#1d130b"
            canvas.figure(middle, value.letter, reach * 0.95, ink)
        elif value is None:
            canvas.disc((x - reach * 0.2, y - reach * 0.24), reach * 0.42, "#efe0bd")


def _columns(feedback: ShownFeedback) -> int:
    return len(feedback.marks) if feedback.in_line else (len(feedback.marks) + 1) // 2


def _key_step(columns: int, high: float) -> float:
    return min(high * 0.36, 110 / columns)


def _draw_feedback(
    canvas: Canvas, middle: Point, high: float, feedback: ShownFeedback | None
) -> None:
    x, y = middle
    if feedback is None:
        return
    if feedback.sign:
        canvas.figure(middle, feedback.sign, high * 0.5, ON_WOOD)
        return
    columns = _columns(feedback)
    step = _key_step(columns, high)
    rows = 1 if feedback.in_line else 2
    canvas.box(
        (x - step * columns / 2 - 4, y - step * rows / 2 - 4),
        (step * columns + 8, step * rows + 8),
        7,
        LOW,
    )
    for place, mark in enumerate(feedback.marks):
        row, column = divmod(place, columns)
        spot = (x + step * (column + 0.5 - columns / 2), y + step * (row + 0.5 - rows / 2))
        _mark(canvas, spot, step * 0.38, mark)


def _mark(canvas: Canvas, middle: Point, reach: float, mark: Mark) -> None:
    colour = token(f"--{mark.colour}")
    x, y = middle
    if mark.shape == "ball":
        canvas.disc(middle, reach, colour, "#e2d4ba", 1.3)
    elif mark.shape == "ring":
        canvas.disc(middle, reach, LOW, colour, reach * 0.55)
    elif mark.shape == "tile":
        canvas.box((x - reach, y - reach), (2 * reach, 2 * reach), 3, colour, "#ffffff")
    else:
        canvas.disc(middle, reach * 0.3, colour)


def broken_card(record: StoredGame) -> Card:
    """Return the card of a finished game that its player shows: the feedback, and no guess."""
    open_game = open_match(record)
    match = open_game.match
    face = face_of(match.game, open_game.setup.keys)
    count = len(match.turns)
    is_won = match.outcome is Outcome.WON
    rows = tuple(CardRow((None,) * match.game.pegs, face.show(t.feedback)) for t in match.turns)
    lines = (title_of(match.game), price_words(record.hints).rstrip(".").lower())
    heading = f"{'Found' if is_won else 'Not found'} in {plural(count, 'guess', 'guesses')}"
    call = "Can you do it in fewer?" if is_won and count > 1 else "Can you find it?"
    return Card(heading, lines, call, picture=CodePicture(rows))


def challenge_card(record: StoredGame) -> Card:
    """Return the card of a code that somebody has set: its board, and nothing of the code."""
    game = board_named(record.rules)
    face = face_of(game, setup_of(record).keys)
    lines = (title_of(game), plural(game.rows, "guess", "guesses"))
    return Card("Someone set you a code", lines, face.goal, picture=_empty(game))


def many_codes_card(contest: Contest) -> Card:
    """Return the card of a code for many players: its board, and nothing of the code."""
    game = board_named(contest.rules)
    lines = (title_of(game), plural(game.rows, "guess", "guesses"))
    call = "Play alone, then see everyone’s results."
    return Card("Group challenge", lines, call, picture=_empty(game))


def day_card(day: date, game: Game) -> Card:
    """Return the card of a day's code: its board, and nothing of the code."""
    lines = (date_words(day), title_of(game))
    return Card("Daily Mastermind", lines, face_of(game).goal, picture=_empty(game))


def position_card(sheet: Sheet) -> Card:
    """Return the card of a position; a row that found the code is hidden."""
    game, turns = sheet.game, sheet.turns
    face = face_of(game)
    rows = tuple(_row(face, turn) for turn in turns)
    lines = (title_of(game), f"{plural(len(turns), 'row')} played" if turns else "no row played")
    picture = CodePicture(rows) if rows else _empty(game)
    return Card("What is the best guess?", lines, "Try one and see what it leaves.", (), picture)


def _row(face: Face, turn: Turn) -> CardRow:
    game = face.game
    is_code = turn.feedback == game.feedbacks[game.won]
    pegs = (None,) * game.pegs if is_code else face.pegs(turn.code)
    return CardRow(pegs, face.show(turn.feedback))


def _empty(game: Game) -> CodePicture:
    return CodePicture((CardRow((None,) * game.pegs),) * min(game.rows, 6), is_open=True)


def home_card() -> Card:
    face = face_of(game_named("classic"))
    turns = map(face.game.parse_turn, ("1122:1,0", "3142:1,2", "5162:0,1", "3415:2,1"))
    return Card(
        "Two logic games, with every move explained",
        ("Mastermind and Hidoku",),
        "No account, no tracking",
        picture=CodePicture(tuple(_row(face, turn) for turn in turns)),
    )


@blueprint.get("/challenge/<game_id>.png")
def challenge(game_id: str) -> ResponseReturnValue:
    return send_card(challenge_card(find_anybodys(game_id, CHALLENGE)))


@blueprint.get("/position/<path:position>.png")
def position(position: str) -> ResponseReturnValue:
    try:
        signs = request.args.get("signs", "")
        return send_card(position_card(parse_position(position, signs)))
    except PositionError:
        abort(404)
