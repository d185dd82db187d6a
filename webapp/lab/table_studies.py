"""The studies of the lab's table: every way of playing on every game that is compared."""

from __future__ import annotations

from typing import Final

from solver.deduction.games import game_named
from solver.deduction.rules.game import Game, RulesError
from solver.deduction.strategies.registry import OFFERED
from solver.deduction.trees.studies import Study, StudyError, StudyKind, check
from solver.deduction.trees.tree import TreeError
from webapp.lab.result_view import WORST
from webapp.mastermind.new_game_form import USUAL, offered_for

SAMPLE: Final = 500

WAYS: Final = (
    *((each.name, each.told.title, each.told.sentence) for each in OFFERED),
    (StudyKind.WORST.value, WORST, "what can be guaranteed, with proof"),
)


def compared_games() -> list[Game]:
    """Return the games of the table, the usual one first; of games alike one stands for all."""
    games = (game_named(each.name) for each in offered_for("lab") if not each.like)
    return sorted(games, key=lambda game: (game.name != USUAL, game.secret_count))


def study_of(strategy: str, game: Game) -> Study:
    """Return the study of every secret, or of a sample where that is too much."""
    if strategy == StudyKind.WORST.value:
        return Study(StudyKind.WORST, game.name)
    every = Study(StudyKind.EVERY, game.name, strategy)
    try:
        check(every)
    except TreeError:
        return Study(StudyKind.SAMPLE, game.name, strategy, SAMPLE)
    except StudyError:  # exact play that is out of reach; the cell says so
        pass
    return every


def why_not(study: Study) -> str:
    """Say why a study can't be made; nothing if it can."""
    try:
        check(study)
    except (StudyError, TreeError, RulesError) as error:
        return str(error)
    return ""


def table_studies() -> tuple[Study, ...]:
    """Return all studies of the table that can be made, game by game, the smallest game first."""
    studies = (study_of(name, game) for game in compared_games() for name, _, _ in WAYS)
    return tuple(study for study in studies if not why_not(study))
