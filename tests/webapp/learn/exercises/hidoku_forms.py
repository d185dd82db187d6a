"""Forms that answer exercises of Hidoku, as pages send them."""

from __future__ import annotations

from solver.hidoku.exercises.find_the_step import (
    FindTheStep,
    StepAnswer,
    format_placed,
    parse_placed,
    parse_step,
)
from solver.hidoku.exercises.last_ten import LastTen
from solver.hidoku.rules.grid import Board, Cell

Form = dict[str, str]


def step_form(answer: StepAnswer) -> Form:
    """Return the form of a step."""
    (number, cell), is_placed = answer
    says = "in" if is_placed else "out"
    return {"cell": f"{cell.row},{cell.column}", "number": str(number), "says": says}


def ten_form(placed: Board) -> Form:
    """Return the form that places the last of some numbers, after all others."""
    *before, (cell, number) = placed.items()
    place = {"cell": f"{cell.row},{cell.column}", "number": str(number), "says": "place"}
    return {"draft": format_placed(dict(before)), **place}


def right_form(name: str, solution: str) -> Form:
    """Return the form of a right answer that is written as text."""
    if name == "last-ten":
        return ten_form(parse_placed(solution))
    return step_form(parse_step(solution))


def wrong_step(made: FindTheStep) -> Form:
    """Return a form that says the contrary of a right answer."""
    right = next(iter(made.steps))
    return step_form(right._replace(is_placed=not right.is_placed))


def wrong_ten(made: LastTen) -> Form:
    """Return a form that has two numbers in each other's place."""
    solution = made.solution
    a, b = list[Cell](solution)[:2]
    return ten_form({**solution, a: solution[b], b: solution[a]})
