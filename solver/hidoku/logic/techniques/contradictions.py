"""Contradictions: a number that can't go in a cell, because of what would follow.

Only the candidates that fail soonest are used (see ``patterns.failures``), each with a chain as its
reason (see ``patterns.chains``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain

from solver.hidoku.logic.patterns.chains import why_it_fails
from solver.hidoku.logic.patterns.failures import Refuter, by_rounds, soonest
from solver.hidoku.logic.patterns.gaps import apart
from solver.hidoku.logic.patterns.room import crowding
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Forced, Marked, Refuted
from solver.hidoku.logic.shorten import resting
from solver.hidoku.logic.technique import Assumption, Deduction, Finder, Technique, what_else
from solver.hidoku.phrases import (
    candidates_named,
    dead_end,
    dead_route,
    in_dead_gap,
    numbered,
    place,
    places,
    wherever,
)
from solver.hidoku.rules.game import named
from solver.hidoku.search.domains import Dead
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

MOST_FORCED = 4  # in a chain that a person follows; what takes more rests on a search
MOST_APART = 3  # cells from one number of a chain to the next


@lru_cache(maxsize=200)  # a search for a hint asks about one candidate in several layers
def _explained(position: Position, candidate: Candidate) -> Deduction | None:
    """The step with the first reason that the verifier passes; None if there is none."""
    for refuted in why_it_fails(position, candidate):
        if len(refuted.chain) <= MOST_FORCED and _stays_in_place(refuted):
            technique = contradictions if refuted.chain else blocked
            because = Because(refuted=(refuted,), missing=refuted.missing)
            if step := resting(position, Deduction(technique, because, eliminated=(candidate,))):
                return step
    return None


def _stays_in_place(refuted: Refuted) -> bool:
    """Whether each cell of a chain, and of its end, is near one before it."""
    seen = [refuted.cell]
    ends = refuted.why.cells if refuted.chain else ()
    for cell in (*(forced.cell for forced in refuted.chain), *ends):
        if min(apart(cell, before) for before in seen) > MOST_APART:
            return False
        seen.append(cell)
    return True


def _finder(position: Position, budget: Budget) -> Finder:
    refuter = Refuter(position, budget)
    return lambda asked: (_step(candidate) for candidate in refuter.candidates(asked))


def _shortest(position: Position, budget: Budget) -> tuple[tuple[Deduction, ...], int]:
    failing, length = soonest(position, budget)
    return (_step(*failing),) if failing else (), length


@lru_cache(maxsize=8)  # a search for a hint asks about some positions twice
def _by_length(position: Position, most: int) -> tuple[tuple[Deduction, ...], ...]:
    return tuple(tuple(map(_step, failing)) for failing in by_rounds(position, most))


def _step(*failing: Candidate) -> Deduction:
    """The step that rules out what fails, without its reason."""
    return Deduction(contradictions, eliminated=failing)


def supposed(*refuted: Refuted) -> str:
    """The sentence that begins a trial.

    >>> from solver.hidoku.rules.grid import Cell
    >>> from solver.hidoku.search.domains import Contradiction
    >>> supposed(Refuted(3, Cell(0, 0), Contradiction(Dead.BOXED_IN, (4,), ())))
    'Suppose 3 is in row 1, column 1.'
    """
    return f"Suppose {_tried(*refuted, verb='is ')}."


def _tried(*refuted: Refuted | Candidate, verb: str = "") -> str:
    """Candidates that share a cell or a number, or else each by number and cell."""
    numbers = list(map(str, sorted({entry.number for entry in refuted})))
    cells = list(dict.fromkeys(place(entry.cell) for entry in refuted))
    if len(numbers) > 1 and len(cells) > 1:
        return " or ".join(f"{entry.number} {verb}{place(entry.cell)}" for entry in refuted)
    return f"{' or '.join(numbers)} {verb}{' or '.join(cells)}"


def forced_text(forced: Forced) -> str:
    """A number that would have to go in a cell, and why.

    >>> from solver.hidoku.rules.grid import Cell
    >>> forced_text(Forced(4, Cell(0, 0))), forced_text(Forced(4, Cell(0, 0), is_by_cell=True))
    ('4 fits only row 1, column 1', 'only 4 fits row 1, column 1')
    """
    cell = named(forced.cell)
    if forced.is_by_cell:
        return f"only {forced.number} fits {cell}"
    return f"{forced.number} fits only {cell}"


def _lines(step: Deduction) -> list[str]:
    """Of each candidate how it ends, and then what leads there."""
    if not step.because.refuted:
        out = candidates_named(step.eliminated) if step.eliminated else "all else"
        return [f"A search of all paths rules out {out}."]
    lines = list[str]()
    for entries in alike(step):
        end = f"{dead_end(entries[0].why)}{wherever(entries[0].missing)}"
        lines.append(f"{supposed(*entries)} In the end, {end}.")
        for at, forced in enumerate(entries[0].chain):
            lines.append(f"{'Then' if at else 'First,'} {forced_text(forced)}.")
    return [*lines, *what_else(step)]


def _marks(step: Deduction) -> Marked:
    return Marked(tried=step.eliminated[:1])


def alike(step: Deduction) -> list[list[Refuted]]:
    """The candidates of a step that fail, those with the same consequences together."""
    groups: dict[object, list[Refuted]] = {}
    for entry in step.because.refuted:
        groups.setdefault((entry.chain, entry.missing, entry.why), []).append(entry)
    return [*groups.values()]


def _blocked_lines(step: Deduction) -> list[str]:
    lines = list[str]()
    for entries in alike(step):
        candidates = [(entry.number, entry.cell) for entry in entries]
        each_of_them = " each" * (len(entries) > 1)
        out = candidates_named(candidates)
        lines.append(f"{out} would{each_of_them} leave {left(entries[0])}.")
    return [*lines, *what_else(step)]


def left(refuted: Refuted) -> str:
    """What a number in the wrong cell would leave, as the end of a sentence.

    >>> from solver.hidoku.rules.grid import Cell
    >>> from solver.hidoku.search.domains import Contradiction
    >>> dead_end = Contradiction(Dead.NO_NUMBER, (), (Cell(0, 0),))
    >>> left(Refuted(3, Cell(0, 1), dead_end, missing=(5, 6)))
    'nothing for row 1, column 1, wherever 5 and 6 go'
    """
    dead = refuted.why
    missing = refuted.missing
    match dead.kind:
        case Dead.NO_ROUTE | Dead.NO_NUMBER:
            lost = f"no {dead_route(dead)}" if dead.numbers else f"nothing for {places(dead.cells)}"
            return f"{lost}{wherever(missing)}"
        case Dead.NO_CELL:
            return f"no cell for {dead.numbers[0]}{in_dead_gap(dead)}"
        case Dead.CLASH:
            return f"{numbered(dead.numbers)} the same cell, {places(dead.cells)}"
        case Dead.APART:
            return f"{numbered(dead.numbers)} apart"
        case Dead.UNJOINED:
            return f"joined cells with {numbered(dead.numbers)}, which aren’t consecutive"
        case _:
            return f"too few empty cells around {numbered(dead.numbers)}"


@partial(
    Technique,
    name="blocked",
    title="in the way",
    rank=155,
    weight=4,
    sentence="If a number in a cell would leave another number no cell, or a cell no number, it "
    "can’t go there.",
    after=("only_number",),
    nudge=lambda step: f"What would {_tried(step.eliminated[0])} leave no room for?",
    lines=_blocked_lines,
    marks=_marks,
    is_trial=True,
)
def blocked(position: Position) -> Iterator[Deduction]:
    """Eliminate what would leave a number no cell, or a cell no number, before anything follows.

    Or wherever a few other numbers go. Grades and exercises count the contradiction that it is.
    """
    failing = [c for trial in chain(*_by_length(position, 1)) for c in trial.eliminated]
    for candidate in (*failing, *crowding(position)):
        if step := _explained(position, candidate):
            yield step


@partial(
    Technique,
    name="contradiction",
    title="contradiction",
    rank=160,
    weight=4,
    sentence="Suppose a number is in a cell and follow what must come next. If that leads to a "
    "dead end, it isn’t there.",
    after=("blocked",),
    nudge=lambda step: f"Suppose {_tried(step.eliminated[0], verb='were ')}. What goes wrong?",
    lines=_lines,
    marks=_marks,
    assumption=Assumption(
        finder=_finder,
        explained=_explained,
        round=_shortest,
        by_length=_by_length,
    ),
)
def contradictions(position: Position) -> Iterator[Deduction]:
    """The candidates that fail with the least work, without their reasons."""
    return _finder(position, NO_LIMIT)(position)
