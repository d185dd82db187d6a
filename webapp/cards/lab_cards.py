"""The cards of what the lab has found: how many guesses a strategy needs."""

from __future__ import annotations

from solver.deduction.games import game_named
from solver.deduction.trees.studies import Study
from solver.wording import counted
from webapp.cards.canvas import Card
from webapp.cards.pictures import BarsPicture
from webapp.lab.findings import Summary
from webapp.lab.result_view import title_of_study


def study_card(study: Study, summary: Summary | None) -> Card:
    """Return the card of a study; while it is under way, without what it finds."""
    title = title_of_study(study, game_named(study.game))
    if summary is None:
        return Card(title, ("A strategy against every code",), "Working it out…")
    lines = (
        f"{float(summary.mean):.3f} guesses on average",
        f"{counted(summary.max, 'guess', 'guesses')} in the worst case",
    )
    return Card(title, lines, "Compare the strategies.", (), BarsPicture(summary.histogram))
