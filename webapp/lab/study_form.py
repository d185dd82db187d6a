"""The form of a study: what is asked, of which game."""

from __future__ import annotations

from collections.abc import Mapping

from solver.deduction.trees.studies import Study, StudyKind, parse_study
from webapp.http.forms import parse_step
from webapp.mastermind.new_game_form import parse_game


def parse_study_form(form: Mapping[str, str]) -> Study:
    """Return the study of the form, or of a table's button. Raises what tells why there is none."""
    if "study" in form:
        return parse_study(form["study"])
    chosen = parse_game({**form, "guesses": "10"}, "lab")  # the number of guesses changes no tree
    strategy = form.get("strategy", "")
    if form.get("how") == "sample":
        games = parse_step(form.get("games"), 999_999)
        return Study(StudyKind.SAMPLE, chosen.name, strategy, games)
    if strategy == "worst":
        return Study(StudyKind.WORST, chosen.name)
    return Study(StudyKind.EVERY, chosen.name, strategy)
