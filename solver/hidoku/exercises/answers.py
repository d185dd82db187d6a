"""Answers to exercises as text: ``7 in r2c3`` is a placement, ``not 7 in r2c3`` the opposite."""

from __future__ import annotations

import re

from solver.exercises import AnswerError
from solver.hidoku.exercises.find_the_step import StepAnswer
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Board, Cell
from solver.wording import shown

_ONE = re.compile(r"\s*(not\s+)?(\d{1,4})\s+in\s+r(\d{1,2})c(\d{1,2})\s*", re.IGNORECASE | re.ASCII)


def parse_step(text: str) -> StepAnswer:
    """Read a step. Raises AnswerError.

    >>> parse_step("not 7 in r2c3").candidate
    Candidate(number=7, cell=Cell(row=1, column=2))
    """
    found = _ONE.fullmatch(text)
    if not found:
        raise AnswerError(
            f"“{shown(text)}” is no step: it is written “7 in r2c3” for row 2, column 3, "
            "or “not 7 in r2c3”."
        )
    number, row, column = (int(each) for each in found.groups()[1:])
    return StepAnswer(Candidate(number, Cell(row - 1, column - 1)), is_placed=not found[1])


def format_step(answer: StepAnswer) -> str:
    """Write a step, the inverse of parse_step.

    >>> format_step(parse_step("7 in R2C3"))
    '7 in r2c3'
    """
    (number, cell), is_placed = answer
    return f"{'' if is_placed else 'not '}{number} in r{cell.row + 1}c{cell.column + 1}"


def parse_placed(text: str) -> Board:
    """Read numbers in cells, separated by commas. Raises AnswerError.

    >>> parse_placed("7 in r2c3, 8 in r1c3")
    {Cell(row=1, column=2): 7, Cell(row=0, column=2): 8}
    """
    steps = [parse_step(each) for each in text.split(",") if each.strip()]
    if not all(is_placed for _, is_placed in steps):
        raise AnswerError("Here numbers are placed, and none is ruled out.")
    found = {candidate.cell: candidate.number for candidate, _ in steps}
    if len(found) < len(steps):
        raise AnswerError("Two numbers are in one cell.")
    return found


def format_placed(board: Board) -> str:
    """Write numbers in cells in the order of the numbers, the inverse of parse_placed."""
    by_number = sorted((number, cell) for cell, number in board.items())
    return ", ".join(format_step(StepAnswer(Candidate(n, c), is_placed=True)) for n, c in by_number)
