"""What the lab shows of a finding: its distribution, worst line, levels, and what is proved."""

from __future__ import annotations

from math import ceil, floor
from typing import Any, NamedTuple

from solver.deduction.faces.face import Face, Pegs, ShownFeedback
from solver.deduction.games import PRESETS, face_of, title_of
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.registry import STRATEGY_WORDS
from solver.deduction.text.diagnosis import total_words, worst_words
from solver.deduction.trees.studies import Finding, Study, StudyKind, is_exact, is_strict
from solver.deduction.trees.tree import Tree
from solver.wording import counted
from webapp.lab.trees import levels_of

WORST = "Least worst case"


def title_of_study(study: Study, game: Game, summary: Finding | None = None) -> str:
    """Return the title of a study; what was found claims no more than is proved.

    >>> from solver.deduction.games import game_named
    >>> title_of_study(Study(StudyKind.WORST, "pair"), game_named("pair"))
    'Least worst case on Number pair'
    """
    what = WORST if study.kind is StudyKind.WORST else STRATEGY_WORDS[study.strategy].title
    if summary and is_cut_short(study, summary):
        what = "Best found"
    sample = f", {study.games:,} games" if study.kind is StudyKind.SAMPLE else ""
    return f"{what} on {title_of(game)}{sample}"


def is_cut_short(study: Study, summary: Finding) -> bool:
    """Say whether a deadline cut an exact search short, so that more may be known than it found."""
    return is_exact(study) and not summary.proved


def show_result(study: Study, game: Game, summary: Finding, tree: Tree | None) -> dict[str, Any]:
    return {
        "mean": f"{float(summary.mean):.4f}",
        "error": f"{summary.error:.4f}" if study.kind is StudyKind.SAMPLE else "",
        "total": f"{summary.total:,}",
        "count": f"{summary.count:,}",
        "max": summary.max,
        "bars": bars_of(summary, game.rows),
        "sentences": tuple(_sentences(study, game, summary)),
        "first": face_of(game).pegs(tree.first) if tree else (),
        "first_words": face_of(game).code_words(tree.first) if tree else "",
        "worst_line": _worst_line(tree) if tree else (),
        "levels": levels_of(tree) if tree else (),
    }


def bars_of(summary: Finding, rows: int) -> tuple[dict[str, Any], ...]:
    """Return a bar for each number of guesses; ``is_late`` marks those beyond the game's rows."""
    longest = max(summary.histogram)
    return tuple(
        {
            "guesses": guesses,
            "count": count,
            "share": f"{100 * count / summary.count:.1f}%",
            "width": round(100 * count / longest, 2),
            "is_late": guesses > rows,
        }
        for guesses, count in enumerate(summary.histogram, start=1)
    )


def _worst_line(tree: Tree) -> tuple[ShownTurn, ...]:
    game, codes = tree.game, tree.worst_line
    turns = (Turn(code, game.feedback(code, codes[-1])) for code in codes)
    return tuple(show_turn(face_of(game), turn) for turn in turns)


class ShownTurn(NamedTuple):
    pegs: Pegs
    feedback: ShownFeedback
    words: str
    path: str


def show_turn(face: Face, turn: Turn, path: str = "") -> ShownTurn:
    feedback = face.show(turn.feedback)
    words = f"{face.code_words(turn.code)}: {feedback.words}"
    return ShownTurn(face.turn_pegs(turn), feedback, words, path)


def _sentences(study: Study, game: Game, summary: Finding) -> list[str]:
    lines = []
    if study.kind is StudyKind.WORST:
        lines.append(worst_words(summary.proved, summary.bound))
    elif summary.bound is not None:
        strict = is_strict(study)
        lines.append(total_words(summary.proved, summary.bound, strict=strict))
        if not (summary.proved or strict):  # rounded outwards
            least, most = floor(100 * summary.bound / summary.count), ceil(100 * summary.mean)
            lines.append(
                f"Perfect play needs {least / 100:.2f} to {most / 100:.2f} guesses on average."
            )
    if lines and game.name not in PRESETS:
        lines.append(face_of(game).scope)
    late = sum(summary.histogram[game.rows :])
    if late:
        what = counted(late, "game" if study.kind is StudyKind.SAMPLE else "code")
        lines.append(f"{what} would take more than the player’s {game.rows} guesses.")
    return lines
