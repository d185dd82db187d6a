"""Contradictions: a number that can't go in a cell, because of what would follow.

Compiled probes find which candidates fail, and after how many rounds. Only those that fail soonest
are used, each with a chain as its reason (see ``patterns.chains``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain

from solver.hidoku.logic.counted import apart
from solver.hidoku.logic.patterns.chains import why_it_fails
from solver.hidoku.logic.patterns.room import crowding
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Forced, Marked, Refuted
from solver.hidoku.logic.shorten import resting
from solver.hidoku.logic.technique import Assumption, Deduction, Technique, what_else
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
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Dead
from solver.hidoku.search.propagation import Engine, Refutation
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

MOST_FORCED = 4  # in a chain that a person follows; what takes more rests on a search
MOST_APART = 3  # cells from one number of a chain to the next
MOST_CANDIDATES = 6_000  # with more, a position is too open to look for contradictions
_SHORT = 2  # longer contradictions are eliminated together: people rarely meet them
_LOOKS = (1, 1_000)  # how many rounds to look ahead, in turn; most failing candidates need few


class Refuter:
    """Finds contradictions on boards of one layout, while the budget lasts."""

    def __init__(self, position: Position, budget: Budget = NO_LIMIT) -> None:
        self.engine = Engine(position.layout)
        self.budget = budget

    def find(self, position: Position) -> Iterator[Deduction]:
        """The candidates whose failure decides something with the least work, or that fail soonest.

        :func:`_explained` gives the reasons. A number, or a cell, is decided when all its
        candidates but one fail; the work is one for each of these, and two more for each round.
        Nothing is found if time runs out before every candidate has been looked at.
        """
        failing = [] if _size(position) > MOST_CANDIDATES else self._failing(position)
        for number, bit, _ in _deciding(position, failing) or _soonest(failing):
            eliminated = (Candidate(number, position.layout.cell(bit)),)
            yield Deduction(contradictions, eliminated=eliminated)

    def _failing(self, position: Position) -> list[Refutation]:
        """All candidates that fail; empty if time runs out before every one is looked at."""
        domains = self.engine.pack(position.strict)
        known = self.engine.refutations(domains, stop=lambda: self.budget.is_over)
        return [] if self.budget.is_over else [found for found in known if found.rounds >= 0]


def _size(position: Position) -> int:
    return sum(mask.bit_count() for mask in position.strict) - len(position.board)


def _soonest(failing: Sequence[Refutation]) -> list[Refutation]:
    least = min((found.rounds for found in failing), default=0)
    return [found for found in failing if found.rounds == least]


def _deciding(position: Position, failing: Sequence[Refutation]) -> list[Refutation]:
    """All whose failure leaves a number or a cell one candidate, with the least work."""
    masks = position.strict
    by_number, by_bit = defaultdict(list), defaultdict(list)
    for found in failing:
        by_number[found.number].append(found)
        by_bit[found.bit].append(found)
    groups = [group for n, group in by_number.items() if len(group) == masks[n].bit_count() - 1]
    groups += [
        group
        for bit, group in by_bit.items()
        if len(group) == sum(bool(mask & bit) for mask in masks) - 1
    ]
    least = min(map(_work, groups), default=0)
    chosen = (found for group in groups if _work(group) == least for found in group)
    return list(dict.fromkeys(chosen))


def _work(group: Sequence[Refutation]) -> int:
    return sum(1 + 2 * found.rounds for found in group)


def _explained(position: Position, step: Deduction) -> Deduction | None:
    """The step that eliminates a candidate, with its reason; None if it doesn't fail."""
    return _reasoned(position, step.eliminated[0])


@lru_cache(maxsize=200)  # a search for a hint asks about one candidate in several layers
def _reasoned(position: Position, candidate: Candidate) -> Deduction | None:
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


def _shortest(position: Position, budget: Budget) -> tuple[tuple[Deduction, ...], int]:
    """All candidates refuted by the shortest contradictions, as one step, and their length.

    Empty if the deadline comes first, since a shorter one might not have been tried.
    """
    engine = Engine(position.layout)
    domains = engine.pack(position.strict)
    for most in _LOOKS:
        tried = engine.refutations(domains, most, lambda: budget.is_over)
        failing = [entry for entry in tried if entry.rounds >= 0]
        if budget.is_over:
            return (), 0
        if failing:
            least = min(entry.rounds for entry in failing)
            eliminated = tuple(
                Candidate(number, position.layout.cell(bit))
                for number, bit, rounds in failing
                if rounds == least or least > _SHORT
            )
            return (Deduction(contradictions, eliminated=eliminated),), least + 1
    return (), 0


@lru_cache(maxsize=8)  # a search for a hint asks about some positions twice
def _by_length(position: Position, most: int) -> tuple[tuple[Deduction, ...], ...]:
    """All candidates that fail after fewer than ``most`` rounds, as a tuple for each number."""
    if _size(position) > MOST_CANDIDATES:
        return ()
    engine = Engine(position.layout)
    found: dict[int, list[Deduction]] = {rounds: [] for rounds in range(most)}
    for number, bit, rounds in engine.refutations(engine.pack(position.strict), most - 1):
        if rounds >= 0:
            candidate = Candidate(number, position.layout.cell(bit))
            found[rounds].append(Deduction(contradictions, eliminated=(candidate,)))
    return tuple(map(tuple, found.values()))


def supposed(*refuted: Refuted, here: Cell | None = None) -> str:
    """The sentence that begins a trial.

    >>> from solver.hidoku.rules.grid import Cell
    >>> from solver.hidoku.search.domains import Contradiction
    >>> supposed(Refuted(3, Cell(0, 0), Contradiction(Dead.BOXED_IN, (4,), ())))
    'Suppose 3 is in row 1, column 1.'
    """
    return f"Suppose {_tried(*refuted, verb='is ', here=here)}."


def _tried(*refuted: Refuted | Candidate, verb: str = "", here: Cell | None = None) -> str:
    """Candidates that share a cell or a number, or else each by number and cell."""
    numbers = list(map(str, sorted({entry.number for entry in refuted})))
    cells = list(dict.fromkeys(place(entry.cell, here) for entry in refuted))
    if len(numbers) > 1 and len(cells) > 1:
        return " or ".join(f"{each.number} {verb}{place(each.cell, here)}" for each in refuted)
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
        lines.append(f"{supposed(*entries, here=step.told.here)} In the end, {end}.")
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
        each = " each" * (len(entries) > 1)
        out = candidates_named(candidates, here=step.told.here)
        lines.append(f"{out} would{each} leave {_left(entries[0])}.")
    return [*lines, *what_else(step)]


def _left(refuted: Refuted) -> str:
    """What a number in the wrong cell would leave, as the end of a sentence.

    >>> from solver.hidoku.rules.grid import Cell
    >>> from solver.hidoku.search.domains import Contradiction
    >>> dead_end = Contradiction(Dead.NO_NUMBER, (), (Cell(0, 0),))
    >>> _left(Refuted(3, Cell(0, 1), dead_end, missing=(5, 6)))
    'nothing for row 1, column 1, wherever 5 and 6 go'
    """
    dead, missing = refuted.why, refuted.missing
    match dead.kind:
        case Dead.NO_ROUTE:
            return f"no {dead_route(dead)}{wherever(missing)}"
        case Dead.NO_CELL:
            return f"no cell for {dead.numbers[0]}{in_dead_gap(dead)}"
        case Dead.NO_NUMBER:
            return f"nothing for {places(dead.cells)}{wherever(missing)}"
        case Dead.CLASH:
            return f"{numbered(dead.numbers)} the same cell, {places(dead.cells)}"
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
    failing = [each for trial in chain(*_by_length(position, 1)) for each in trial.eliminated]
    for candidate in (*failing, *crowding(position)):
        if found := _explained(position, Deduction(contradictions, eliminated=(candidate,))):
            yield found


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
        finder=lambda position, budget: Refuter(position, budget).find,
        explained=_explained,
        round=_shortest,
        by_length=_by_length,
    ),
)
def contradictions(position: Position) -> Iterator[Deduction]:
    """The candidates that fail with the least work, without their reasons."""
    return Refuter(position).find(position)
