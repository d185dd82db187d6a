"""How rows prove a fact: at most four short steps, each one count over one row or the table.

A step says what one row shows by what the steps before say. An argument either ends with the fact,
or supposes that the fact is false and ends with a row that would have scored otherwise. What
follows by counting is in :mod:`~solver.deduction.knowledge.bounds`; here the bounds that an end
rests on are put in order, row by row. A fact for which that takes more has no argument.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from itertools import chain, product
from typing import Final, NamedTuple

import numpy as np

from solver.deduction.knowledge.bounds import Bound, BoundConflict, Bounds
from solver.deduction.knowledge.candidates import fitting_secrets, secret_codes
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import ANYWHERE, Fact, FactKind, grouped, in_sentences
from solver.deduction.knowledge.goals import Goal, Limits, goal_of
from solver.deduction.knowledge.quantities import CountKind, Quantity, RowCounts
from solver.deduction.knowledge.relations import AT_LEAST, AT_MOST, CLAIM_KINDS, EXACTLY, PEG_KINDS
from solver.deduction.rules.game import Game, Turn

SCORES: Final = (CountKind.PLACED, CountKind.RIGHT)

MOST_STEPS: Final = 4
MOST_CLAIMS: Final = 3  # sentences of one step
LEAST_ROWS, MOST_ROWS = 2, 4  # what one row proves is plain without an argument


class Score(NamedTuple):
    """What a row would have scored at least or at most, in place or in all.

    ``real_value`` is what it did score.
    """

    kind: CountKind
    is_least: bool
    value: int
    real_value: int


@dataclass(frozen=True, kw_only=True)
class ArgumentStep:
    """What one row, or none but the table, shows together with the steps before.

    ``uses_earlier`` says whether it would not be enough alone. If facts are ``supposed``, this step
    and the next ones are about codes for which they are true, up to the step that ``is_end``: there
    are none, since a row would have another score, or its claim can't be.
    """

    rows: Proof
    claims: tuple[Fact, ...] = ()
    uses_earlier: bool = True
    supposed: tuple[Fact, ...] = ()
    is_end: bool = False
    score: Score | None = None


Steps = tuple[ArgumentStep, ...]


@dataclass(frozen=True)
class Argument:
    """Steps that prove facts: the last one says them, or all that could make them false is refuted.

    An argument that facts are impossible together (``refutes``) supposes these facts. ``premises``
    are facts that have been told.
    """

    facts: tuple[Fact, ...]
    steps: Steps
    _: KW_ONLY
    refutes: bool = False
    premises: tuple[Fact, ...] = ()

    @property
    def is_short(self) -> bool:
        few = all(len([*grouped(step.claims)]) <= MOST_CLAIMS for step in self.steps)
        least = 1 if self.premises or self.refutes else 2
        return few and least <= len(self.steps) <= MOST_STEPS


class Arguments:
    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self._game, self._turns = game, turns
        self._bounds: dict[Proof, Bounds] = {}
        self._known: list[tuple[Fact, Goal]] = []

    def find(
        self, facts: tuple[Fact, ...], rows: Proof, *, refutes: bool = False
    ) -> Argument | None:
        """Return an argument for facts that these rows prove, or None.

        It may rest on facts of earlier calls: what is told is used again. If ``refutes``, the rows
        prove that the facts are impossible together.
        """
        goals = [goal_of(fact, self._game, self._turns) for fact in facts]
        known = [*self._known]
        if not refutes:
            self._known += zip(facts, goals, strict=True)
        if not LEAST_ROWS <= len(rows) <= MOST_ROWS:
            return None
        bounds = self._after(rows).copy()
        for fact, goal in known:
            bounds.count(goal.equations).give(goal.limits, fact)
        for goal in goals:
            bounds.count(goal.equations)
        limits = tuple(limit for goal in goals for limit in goal.limits)
        argument: Argument | None
        if not refutes and limits and all(map(bounds.reaches, limits)):
            argument = self._direct(facts, limits, bounds)
        else:
            cases = [limits] if refutes else [case for goal in goals for case in goal.cases]
            argument = self._by_cases(facts, cases, bounds, refutes=refutes)
        return argument if argument and argument.is_short else None

    def _direct(self, facts: tuple[Fact, ...], limits: Limits, bounds: Bounds) -> Argument:
        """Return the steps to bounds that are facts; the last one says these."""
        found = (bounds.bound(quantity, is_least) for quantity, is_least, _ in limits)
        ends = [*dict.fromkeys(map(_origin, filter(None, found)))]
        rows = {end.row for end in ends}
        before = [cause for end in ends for cause in end.causes] if len(rows) == 1 else ends
        steps = self._steps(before)
        last_rows = tuple(row for row in rows if row is not None) if len(rows) == 1 else ()
        last = ArgumentStep(rows=last_rows, claims=facts)
        return Argument(facts, (*steps, last), premises=_premises(ends))

    def _by_cases(
        self, facts: tuple[Fact, ...], cases: Sequence[Limits], bounds: Bounds, *, refutes: bool
    ) -> Argument | None:
        """Return the steps to a conflict in each case, but for those that known bounds exclude."""
        plain = [bound for case in cases for bound in bounds.against(case)[:1]]
        cases = [case for case in cases if not bounds.against(case)]
        conflicts = [*filter(None, (bounds.copy().give(case).conflict for case in cases))]
        wholes = [(conflict.equation.whole.kind, conflict.is_least) for conflict in conflicts]
        if not cases or len(wholes) < len(cases) or (CountKind.HOLE, True) in wholes:
            return None  # that a hole has two colours isn't said
        steps = self._refutations(cases, conflicts, plain, facts if refutes else ())
        causes = [cause for conflict in conflicts for cause in conflict.causes]
        return Argument(facts, steps, refutes=refutes, premises=_premises([*plain, *causes]))

    def _after(self, rows: Proof) -> Bounds:
        if rows not in self._bounds:
            shown = [_row_counts(self._game, row, self._turns[row]) for row in rows]
            self._bounds[rows] = _bounds(self._game).copy().show(shown)
        return self._bounds[rows]

    def _refutations(
        self,
        cases: Sequence[Limits],
        conflicts: Sequence[BoundConflict],
        plain: Sequence[Bound],
        supposed: tuple[Fact, ...],
    ) -> Steps:
        """Return the steps to a conflict in each case; first those that need no supposition."""
        every = _behind([*plain, *(cause for conflict in conflicts for cause in conflict.causes)])
        is_certain = dict[Bound, bool]()
        for bound in every:
            is_certain[bound] = not bound.is_supposed and all(map(is_certain.get, bound.causes))
        known = [bound for bound in every if is_certain[bound]]
        steps = [*self._steps(known)]
        for case, conflict in zip(cases, conflicts, strict=True):
            facts = (self._facts(quantity, {least: value}) for quantity, least, value in case)
            suppositions = supposed or tuple(chain.from_iterable(facts))
            *before, end = *self._steps(conflict.causes, known), self._end(conflict)
            if before and end.claims and end.claims == before[-1].claims:
                end = replace(before.pop(), is_end=True)
            first, *more = *before, end
            steps += [replace(first, supposed=suppositions), *more]
        return tuple(steps)

    def _end(self, conflict: BoundConflict) -> ArgumentStep:
        (whole, parts, row), is_least, value, limit, _ = conflict
        rows = () if row is None else (row,)
        if row is not None and whole.kind in SCORES:
            score = Score(whole.kind, is_least, value, limit)
            return ArgumentStep(rows=rows, is_end=True, score=score)
        if whole.kind is CountKind.HOLE:
            whole = Quantity(
                CountKind.CELL, frozenset().union(*(p.colours for p in parts)), whole.holes
            )
        claims = tuple(self._facts(whole, {is_least: value}))
        return ArgumentStep(rows=rows, is_end=True, claims=claims)

    def _steps(self, ends: Iterable[Bound], known: Iterable[Bound] = ()) -> Steps:
        """Return the steps that show these bounds, those of a row together."""
        waiting = _behind(ends)
        done = {*known, *(bound for bound in waiting if bound.is_given)}
        steps: list[ArgumentStep] = []
        while waiting := [bound for bound in waiting if bound not in done]:
            ready = (bound.row for bound in waiting if done.issuperset(bound.causes))
            row = Counter(row for row in ready if row is not None).most_common(1)
            rows = (row[0][0],) if row else ()
            before = set(done)
            step = []
            for bound in waiting:  # in the order in which they follow
                if bound.row in (None, *rows) and done.issuperset(bound.causes):
                    done.add(bound)
                    step.append(bound)
            if claims := self._claims(step):
                causes = {cause for bound in step for cause in bound.causes}
                uses_earlier = any(cause in before and not cause.is_supposed for cause in causes)
                steps.append(ArgumentStep(rows=rows, claims=claims, uses_earlier=uses_earlier))
        return tuple(steps)

    def _claims(self, step: Sequence[Bound]) -> tuple[Fact, ...]:
        """Return what a step says; what is seen at a glance, or what the row itself says, isn't."""
        limits: defaultdict[Quantity, dict[bool, int]] = defaultdict(dict)
        for bound in step:
            is_glance = bound.row is None and len(bound.causes) < 2
            is_row = bound.quantity.kind in SCORES and not bound.causes
            if not is_glance and not is_row:
                limits[bound.quantity][bound.is_least] = bound.value
        facts = (self._facts(quantity, values) for quantity, values in limits.items())
        return in_sentences(dict.fromkeys(chain.from_iterable(facts)))

    def _facts(self, quantity: Quantity, limits: Mapping[bool, int]) -> Iterator[Fact]:
        """Yield what a least and a most value say."""
        if limits.get(True) == limits.get(False):
            yield from self._fact(quantity, EXACTLY, limits[True])
            return
        for is_least, value in limits.items():
            yield from self._fact(quantity, AT_LEAST if is_least else AT_MOST, value)

    def _fact(self, quantity: Quantity, bound: int, value: int) -> Iterator[Fact]:
        kind, number = quantity.kind, quantity.number
        colours, holes = tuple(sorted(quantity.colours)), tuple(sorted(quantity.holes))
        if kind in (CountKind.PEGS, CountKind.CAPPED):
            alone = (FactKind.COUNT, FactKind.IN, FactKind.MOST)[bound]
            some = PEG_KINDS[bound] if len(colours) > 1 else alone
            yield Fact(some if value else FactKind.OUT, colours, count=value)
        elif kind is CountKind.CELL and not value:
            yield Fact(FactKind.NOT_HERE, colours, holes)
        elif kind is CountKind.CELL and len(colours) == len(holes) == 1:
            yield Fact(FactKind.HOLE, colours, holes, 1)
        elif kind is CountKind.CELL:
            claims = [*product(holes, colours)]
            every_hole, every_colour = zip(*claims, strict=True)
            yield Fact(CLAIM_KINDS[bound], every_colour, every_hole, value)
        elif kind is CountKind.KINDS and not value:
            yield Fact(FactKind.OUT, colours)
        elif kind is CountKind.KINDS:
            yield Fact(CLAIM_KINDS[bound], colours, (ANYWHERE,) * len(colours), value)
        elif kind is CountKind.PLACED:
            code = self._turns[number].code
            colours = tuple(code[hole] for hole in holes)
            is_whole = len(holes) == len(code)
            yield Fact(CLAIM_KINDS[bound], colours, holes, value, row=number, is_whole_row=is_whole)


def _origin(bound: Bound) -> Bound:
    """Return what shows a bound, if it is a bound for the same number of pegs."""
    (cause, *others) = bound.causes or (bound,)
    is_same = (
        not others
        and bound.row is None
        and cause.quantity.kind in (CountKind.CAPPED, CountKind.PEGS)
    )
    same_value = (cause.is_least, cause.value) == (bound.is_least, bound.value)
    return cause if is_same and same_value else bound


def _premises(ends: Iterable[Bound]) -> tuple[Fact, ...]:
    found = dict.fromkeys(bound.premise for bound in _behind(ends) if bound.premise)
    return in_sentences(found)


def _behind(ends: Iterable[Bound]) -> list[Bound]:
    """Return all that bounds rest on, each after its causes, and the bounds."""
    order: dict[Bound, None] = {}

    def visit(bound: Bound) -> None:
        if bound not in order:
            for cause in bound.causes:
                visit(cause)
            order[bound] = None

    for bound in ends:
        visit(bound)
    return [*order]


@lru_cache(maxsize=8)
def _bounds(game: Game) -> Bounds:
    return Bounds(secret_codes(game)[1].max(axis=0).tolist(), game.pegs)


@lru_cache(maxsize=64)
def _row_counts(game: Game, row: int, turn: Turn) -> RowCounts:
    """Return what a row says of its pegs in place and of its right colours."""
    if game.counting is not None:
        black, right = turn.feedback[0], sum(turn.feedback)
        return RowCounts(row, turn.code, (black, black), (right, right))
    codes, counts = (every[fitting_secrets(game, turn)] for every in secret_codes(game))
    placed = (codes == np.array(turn.code)).sum(axis=1)
    in_row = np.bincount(turn.code, minlength=game.choices)
    right = np.minimum(counts, in_row).sum(axis=1)
    spans = ((int(column.min()), int(column.max())) for column in (placed, right))
    return RowCounts(row, turn.code, *spans)
