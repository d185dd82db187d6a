"""What the reasons of lessons claim, judged by plain counting: nothing here is the engine's.

A claim may follow conditions, each with a colon after it. Of rows: ``rows 1 3`` alone, one more row
``after 1122:2,0``, ``if out 2`` of the codes that fit. Of a board: ``with 3 r2c2`` placed. A claim
without a condition is of all the step shows.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tests.plain.boards import Place as Cell
from tests.plain.boards import PlainBoard, solutions
from tests.plain.codes import feedback
from tests.webapp.learn.lessons.plain import PlainStep, all_codes, reach, turn_of

COLOURS = {"out": (0, 0), "in": (1, 9), "once": (1, 1), "twice": (2, 2)}


@dataclass(frozen=True)
class PlainSentence:
    """A sentence of a reason as the file has it, with what it marks and claims."""

    text: str
    marks: tuple[str, ...]
    claims: tuple[str, ...]


def plain_reason(step: PlainStep) -> tuple[str, list[PlainSentence]]:
    """Return the nudge of a step, and its sentences."""
    nudge, *items = re.split(r"^- ", step.blocks["reason"], flags=re.MULTILINE)
    return nudge.removeprefix("nudge: ").strip(), list(map(_sentence, items))


def _sentence(item: str) -> PlainSentence:
    *lines, last = (line.strip() for line in item.strip().splitlines())
    marks, bar, claims = last.partition("|")
    assert lines, item
    assert bar, item
    parts = (claim.strip() for claim in claims.split(";"))
    return PlainSentence(" ".join(lines), tuple(marks.split()), tuple(filter(None, parts)))


def is_true_of(claim: list[str], code: str) -> bool:
    """Judge a claim about one code: ``hole 2 not 5``, ``sum 2 of 1 4``, ``once 3``."""
    if claim[0] == "hole":
        is_there = code[int(claim[1]) - 1] in claim[3:]
        return is_there if claim[2] == "is" else not is_there
    if claim[0] in ("sum", "least", "most"):
        count, bound = sum(code.count(colour) for colour in claim[3:]), int(claim[1])
        return {"sum": count == bound, "least": count >= bound, "most": count <= bound}[claim[0]]
    low, high = COLOURS[claim[0]]
    return all(low <= code.count(colour) <= high for colour in claim[1:])


def judge_codes(step: PlainStep, claim: str) -> bool:
    """Judge a claim about the codes that fit rows."""
    *conditions, statement = (part.split() for part in claim.split(": "))
    turns = step.turns
    for condition in conditions:
        if condition[0] in ("row", "rows"):
            turns = [step.turns[int(row) - 1] for row in condition[1:]]
        elif condition[0] == "after":
            turns = [*turns, turn_of(condition[1])]
    codes = [
        code
        for code in all_codes(step.game)
        if all(feedback(guess, code) == keys for guess, keys in turns)
        and all(is_true_of(premise[1:], code) for premise in conditions if premise[0] == "if")
    ]
    match statement:
        case ["none"]:
            return not codes
        case ["some"]:
            return bool(codes)
        case ["count", many]:
            return len(codes) == int(many)
        case ["fits", code]:
            return code in codes
        case ["misfit", code]:
            return code in all_codes(step.game) and code not in codes
        case ["maybe", *words]:
            return any(is_true_of(words, code) for code in codes)
        case ["gets", guess, code, "=", keys]:
            return feedback(guess, code) == tuple(map(int, keys.split(",")))
    return bool(codes) and all(is_true_of(statement, code) for code in codes)


def judge_board(board: PlainBoard, claim: str) -> bool:
    *conditions, statement = (part.split() for part in claim.split(": "))
    for condition in conditions:
        assert condition[0] == "with"
        board = placed(board, int(condition[1]), cell_of(condition[2]))
    name, *words = statement
    arguments, _, right = " ".join(words).partition(" = ")
    answer = OF_BOARDS[name](board, *arguments.split())
    if isinstance(answer, bool):
        return answer
    if isinstance(answer, set):
        cells = set() if right == "none" else set(map(cell_of, right.split()))
        return answer == cells
    return answer == ([] if right == "none" else list(map(int, right.split())))


def placed(board: PlainBoard, number: int, cell: Cell) -> PlainBoard:
    assert cell in board.cells - set(board.given)
    assert number not in board.where
    return replace(board, given={**board.given, cell: number})


def cell_of(text: str) -> Cell:
    row, column = re.findall(r"\d+", text)
    return int(row) - 1, int(column) - 1


def place_of(board: PlainBoard, text: str) -> Cell:
    return board.where[int(text)] if text.isdecimal() else cell_of(text)


def _empty_beside(board: PlainBoard, place: str) -> set[Cell]:
    return {cell for cell in board.near[place_of(board, place)] if cell not in board.given}


def _within(board: PlainBoard, place: str, steps: str) -> set[Cell]:
    distances = board.distances(place_of(board, place)).items()
    return {cell for cell, n in distances if 0 < n <= int(steps) and cell not in board.given}


def routes(board: PlainBoard, low: int, high: int) -> Iterator[list[Cell]]:
    """Yield the cells of each route through empty cells that is as long as the gap needs."""
    goal = board.where[high]

    def walk(route: list[Cell]) -> Iterator[list[Cell]]:
        if len(route) == high - low:
            if goal in board.near[route[-1]]:
                yield route[1:]
            return
        for cell in board.near[route[-1]]:
            if cell not in board.given and cell not in route:
                yield from walk([*route, cell])

    yield from walk([board.where[low]])


def _route(board: PlainBoard, low: str, high: str) -> set[Cell]:
    """Return the cells of the only route, in whatever order."""
    (route,) = routes(board, int(low), int(high))
    return set(route)


def _all_use(board: PlainBoard, low: str, high: str, cell: str) -> bool:
    paths = list(routes(board, int(low), int(high)))
    return bool(paths) and all(cell_of(cell) in route for route in paths)


def _are_apart(board: PlainBoard, low: str, high: str, cell: str) -> bool:
    """Say whether empty cells lead from one number to another, and none if a cell is blocked."""
    blocked_board = placed(board, 0, cell_of(cell))
    return _is_led(board, low, high) and not _is_led(blocked_board, low, high)


def _is_led(board: PlainBoard, low: str, high: str) -> bool:
    waiting = list(_empty_beside(board, low))
    region = set(waiting)
    while waiting:
        fringe = set(board.near[waiting.pop()]) - set(board.given) - region
        region |= fringe
        waiting += fringe
    return bool(region & _empty_beside(board, high))


def _way_in(board: PlainBoard, *cells: str) -> set[Cell]:
    """Return the empty cells beside some others."""
    inside = set(map(cell_of, cells))
    assert not inside & set(board.given)
    return {
        way for cell in inside for way in _empty_beside(board, f"r{cell[0] + 1}c{cell[1] + 1}")
    } - inside


def candidates(board: PlainBoard, cell: str) -> list[int]:
    missing = set(range(1, board.last + 1)) - set(board.where)
    return sorted(number for number in missing if place_of(board, cell) in reach(board, number))


def _puts(board: PlainBoard, number: str, cell: str) -> bool:
    (solution,) = solutions(board)
    return solution[cell_of(cell)] == int(number)


def _are_joined(board: PlainBoard, first_cell: str, second_cell: str) -> bool:
    return frozenset((cell_of(first_cell), cell_of(second_cell))) in board.joined


OF_BOARDS: dict[str, Callable[..., set[Cell] | list[int] | bool]] = {
    "puts": _puts,
    "given": lambda board, number, cell: board.where[int(number)] == cell_of(cell),
    "none": lambda board: not solutions(board, 1),
    "reach": lambda board, number: reach(board, int(number)),
    "cell": candidates,
    "open": _empty_beside,
    "both": lambda board, one, other: _empty_beside(board, one) & _empty_beside(board, other),
    "within": _within,
    "route": _route,
    "use": _all_use,
    "apart": _are_apart,
    "pocket": _way_in,
    "far": lambda board, one, other: [board.distances(cell_of(one))[cell_of(other)]],
    "joined": _are_joined,
}
