"""A match as a small SVG text, for notebooks: a row for each guess, with its feedback beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from solver.deduction.faces.face import Value, figures
from solver.deduction.games import face_of
from solver.deduction.rules.game import Game, Turn

ROW: Final = 32  # pixels
#: The colours of pegs, as on the pages.
COLOURS: Final = {
    **{"1": "#bf3427", "2": "#ea7a1c", "3": "#f7d154", "4": "#35a27a", "5": "#20489a"},
    **{"6": "#b07ad6", "7": "#f3ece0", "8": "#79d9fa", "9": "#6b212c", "10": "#b9b8b4"},
    **{"11": "#1a1035", "12": "#656667", "blank": "#ffffff", "figure": "#dcc6a0"},
    **{"placed": "#35a27a", "present": "#f7d154", "absent": "#3d2a1c"},
}
INK: Final = "#20150b"
DARK: Final = frozenset({"1", "5", "9", "11", "12", "absent"})


def draw_match(game: Game, turns: Sequence[Turn]) -> str:
    """Return the drawing of some turns; a game without a face is drawn as it is written."""
    wide, high = ROW * (game.pegs + 4), ROW * max(1, len(turns))
    rows = "".join(
        part for place, turn in enumerate(turns) for part in _row(game, turn, ROW * (place + 0.5))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" text-anchor="middle" font-family="sans-serif" font-size="15">'
        f'<title>{len(turns)} of {game.rows} guesses</title><rect width="{wide}" height="{high}" '
        f'fill="#f6efe2"/>{rows}</svg>'
    )


def _row(game: Game, turn: Turn, middle: float) -> Iterator[str]:
    for place, value in enumerate(_pegs(game, turn)):
        x = ROW * (place + 0.5)
        ink = "#ffffff" if value.style in DARK else INK
        fill = COLOURS[value.style]
        yield f'<circle cx="{x}" cy="{middle}" r="13" fill="{fill}" stroke="{INK}"/>'
        yield f'<text x="{x}" y="{middle + 5}" fill="{ink}">{escape(value.letter)}</text>'
    x = ROW * (game.pegs + 2)
    feedback = escape(game.format_feedback(turn.feedback))
    yield f'<text x="{x}" y="{middle + 5}" fill="{INK}">{feedback}</text>'


def _pegs(game: Game, turn: Turn) -> Iterable[Value]:
    try:
        return filter(None, face_of(game).turn_pegs(turn))
    except LookupError:
        return figures(game.format_code(turn.code))
