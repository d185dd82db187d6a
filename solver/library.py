"""What ``import solver`` offers, gathered from its modules.

``solver`` itself loads these names on first use, so that a command that needs one of them doesn't
wait for all. From version 1.0 on they stay as they are; anything not named here may change in any
version. ``solver.__all__`` lists them.
"""

from __future__ import annotations

from functools import cache
from inspect import isfunction
from logging import getLogger

from solver.arguments import without_text
from solver.deduction.explain.claims import ClaimReply, ask_about
from solver.deduction.explain.review import Review, review
from solver.deduction.faces.claims import read_claim
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import Candidates, Split, candidates
from solver.deduction.knowledge.code_table import prove
from solver.deduction.knowledge.contradictions import Diagnosis, diagnose
from solver.deduction.knowledge.facts import Fact
from solver.deduction.matches import Match
from solver.deduction.optimal import Optimum, optimum
from solver.deduction.rules.game import (
    Code,
    CodeError,
    Feedback,
    FeedbackError,
    Game,
    RulesError,
    Turn,
)
from solver.deduction.rules.listed_game import ListedGame
from solver.deduction.rules.own_words import parse_words
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice, Strategy
from solver.deduction.text.analysis import reply_words
from solver.deduction.text.diagnosis import diagnosis_words
from solver.deduction.text.facts import facts_words
from solver.deduction.text.review import review_words
from solver.deduction.trees.grow import tree
from solver.deduction.trees.simulate import walk
from solver.deduction.trees.tree import Tree
from solver.hidoku.generate.generate import BoardRequest, Generated, generate
from solver.hidoku.logic.answers import WhyReply
from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.which import WhichReply, ask_cell, ask_number
from solver.hidoku.logic.why import ask
from solver.hidoku.notations.plain import format_plain
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError
from solver.hidoku.search.solve import SearchResult, Verdict, board_of, count_solutions, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.chains import step_text
from solver.hidoku.text.hints import hint_texts
from solver.hidoku.text.which import which_words
from solver.hidoku.text.why import why_words
from solver.hidoku.traces.trace import Mode, Trace, trace
from solver.kernels import when_compiling

__all__ = [
    "STRATEGIES",
    "Adjacency",
    "Answer",
    "BoardRequest",
    "Budget",
    "Candidate",
    "Candidates",
    "Cell",
    "Choice",
    "ClaimReply",
    "Code",
    "CodeError",
    "Diagnosis",
    "Difficulty",
    "Fact",
    "Feedback",
    "FeedbackError",
    "Game",
    "Generated",
    "Grade",
    "Grid",
    "GridError",
    "Hint",
    "ListedGame",
    "Match",
    "Mode",
    "MoveError",
    "Optimum",
    "Play",
    "Review",
    "RulesError",
    "SearchResult",
    "Split",
    "Strategy",
    "Trace",
    "Tree",
    "Turn",
    "Verdict",
    "WhichReply",
    "WhyReply",
    "ask",
    "ask_about",
    "ask_cell",
    "ask_number",
    "board_of",
    "candidates",
    "count_solutions",
    "diagnose",
    "diagnosis_words",
    "face_of",
    "facts_words",
    "format_plain",
    "game_named",
    "generate",
    "grade",
    "hint",
    "hint_texts",
    "optimum",
    "parse_any",
    "parse_words",
    "prove",
    "read_claim",
    "reply_words",
    "review",
    "review_words",
    "solve",
    "step_text",
    "trace",
    "tree",
    "walk",
    "which_words",
    "why_words",
]

#: What ``Feedback`` was called until 1.1.
Answer = Feedback


@cache
def _say_compiling(begins: bool) -> None:
    if begins:
        getLogger("solver").warning("Compiling the solver, once; that can take a minute.")


when_compiling(_say_compiling)

for _name in __all__:
    if isfunction(globals()[_name]):
        globals()[_name] = without_text(globals()[_name])
