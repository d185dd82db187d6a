"""A game that is over as a few lines to send: how it went, and nothing of the code or the guesses."""

from __future__ import annotations

from collections.abc import Sequence

from solver.deduction.faces.face import Face
from solver.deduction.rules.game import Turn
from solver.wording import counted


def share_text(
    title: str,
    face: Face,
    turns: Sequence[Turn],
    *,
    skill: int | None = None,
    hints: int | None = None,
    link: str = "",
) -> str:
    """Return what is sent of a game: its title, the answers row by row, and a link.

    ``skill`` and ``hints`` are left out where nobody knows them.

    >>> from solver.deduction.games import face_of, game_named
    >>> game = game_named("classic")
    >>> turns = [game.parse_turn(text) for text in ("1122:1,0", "1345:1,1", "1416:4,0")]
    >>> print(share_text("Classic", face_of(game), turns, skill=93, hints=0, link="https://a.b/g/c"))
    Classic: found in 3 guesses
    skill 93 of 100, no hints
    ⚫
    ⚫⚪
    ⚫⚫⚫⚫
    https://a.b/g/c
    >>> print(share_text("Classic", face_of(game, "white-red"), turns[:2]))
    Classic: not found in 2 guesses
    ⚪
    ⚪🔴
    """
    game = face.game
    is_won = bool(turns) and turns[-1].feedback == game.feedbacks[game.won]
    found = "found" if is_won else "not found"
    figures = [f"skill {skill} of 100"] if skill is not None else []
    figures += [counted(hints, "hint") if hints else "no hints"] if hints is not None else []
    lines = [
        f"{title}: {found} in {counted(len(turns), 'guess', 'guesses')}",
        ", ".join(figures),
        *(face.plain_answer(turn.feedback) for turn in turns),
        link,
    ]
    return "\n".join(filter(None, lines))
