"""Which candidates fail when tried, and after how many rounds: compiled probes find them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.search.propagation import Engine, Refutation
from solver.hidoku.search.staged_search import Budget

MOST_CANDIDATES = 6_000  # with more, a position is too open to look for contradictions
_SHORT = 2  # longer contradictions are eliminated together: people rarely meet them
_LOOKS = (1, 1_000)  # how many rounds to look ahead, in turn; most failing candidates need few


def deciding(position: Position, engine: Engine, budget: Budget) -> Iterator[Candidate]:
    """The candidates whose failure decides something with the least work, or that fail soonest.

    A number, or a cell, is decided when all its candidates but one fail; the work is one for
    each of these, and two more for each round. Nothing is found if time runs out before every
    candidate has been looked at.
    """
    failures = list[Refutation]()
    if not _is_open(position):
        domains = engine.pack(position.strict)
        probes = engine.refutations(domains, stop=lambda: budget.is_over)
        failures = [] if budget.is_over else [probe for probe in probes if probe.rounds >= 0]
    return _candidates(position, _deciding(position, failures) or _soonest(failures))


def soonest(position: Position, budget: Budget) -> tuple[tuple[Candidate, ...], int]:
    """All candidates refuted by the shortest contradictions, and their length.

    Empty if the deadline comes first, since a shorter one might not have been tried.
    """
    engine = Engine(position.layout)
    domains = engine.pack(position.strict)
    for depth in _LOOKS:
        probes = engine.refutations(domains, depth, lambda: budget.is_over)
        failures = [probe for probe in probes if probe.rounds >= 0]
        if budget.is_over:
            return (), 0
        if failures:
            rounds = min(probe.rounds for probe in failures)
            chosen = failures if rounds > _SHORT else _soonest(failures)
            return tuple(_candidates(position, chosen)), rounds + 1
    return (), 0


def by_rounds(position: Position, limit: int) -> Iterator[tuple[Candidate, ...]]:
    """All candidates that fail after no round, after one and so on, fewer than ``limit``."""
    if _is_open(position):
        return
    engine = Engine(position.layout)
    domains = engine.pack(position.strict)
    failures = engine.refutations(domains, limit - 1)
    for rounds in range(limit):
        probes = (probe for probe in failures if probe.rounds == rounds)
        yield tuple(_candidates(position, probes))


def failing_choices(position: Position, limit: int, most_choices: int) -> dict[Candidate, int]:
    """The candidates of numbers and cells with few choices that all fail, and in which round."""
    if position.dead or _is_open(position):
        return {}
    engine = Engine(position.layout)
    probes = engine.failing_choices(engine.pack(position.strict), limit - 1, most_choices)
    in_turn = sorted(probes, key=lambda probe: probe.rounds)
    return {Candidate(p.number, position.layout.cell(p.bit)): p.rounds for p in in_turn}


def _is_open(position: Position) -> bool:
    size = sum(mask.bit_count() for mask in position.strict) - len(position.board)
    return size > MOST_CANDIDATES


def _candidates(position: Position, probes: Iterable[Refutation]) -> Iterator[Candidate]:
    return (Candidate(number, position.layout.cell(bit)) for number, bit, _ in probes)


def _soonest(failures: Sequence[Refutation]) -> list[Refutation]:
    rounds = min((probe.rounds for probe in failures), default=0)
    return [probe for probe in failures if probe.rounds == rounds]


def _deciding(position: Position, failures: Sequence[Refutation]) -> list[Refutation]:
    """All whose failure leaves a number or a cell one candidate, with the least work."""
    masks = position.strict
    by_number = defaultdict(list)
    by_bit = defaultdict(list)
    for probe in failures:
        by_number[probe.number].append(probe)
        by_bit[probe.bit].append(probe)
    groups = [group for n, group in by_number.items() if len(group) == masks[n].bit_count() - 1]
    groups += [
        group
        for bit, group in by_bit.items()
        if len(group) == sum(bool(mask & bit) for mask in masks) - 1
    ]
    work = min(map(_work, groups), default=0)
    chosen = (probe for group in groups if _work(group) == work for probe in group)
    return list(dict.fromkeys(chosen))


def _work(group: Sequence[Refutation]) -> int:
    return sum(1 + 2 * probe.rounds for probe in group)
