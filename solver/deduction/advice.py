"""Hints for Mastermind in three tiers, each with its reason: data first, then words.

Tier 1, a nudge: how many codes are left, and whether the row being built contradicts an answer.
Tier 2, reasons: what is proved of holes and colours, and by which turns.
Tier 3, a move: the best guess and how it splits what is left.

Each tier is computed for itself, so that a nudge costs no search. The functions ending in
``_words`` are the only place where these hints become sentences; a colour is named by a function
from its number to its name, such as "red", and rows are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.deduction.candidates import candidates, contradicted
from solver.deduction.facts import Exclusions, Fact, FactKind, Proof, count_ranges, prove, tally
from solver.deduction.games import game_for
from solver.deduction.mastermind import SYMBOLS, Code, Rules, Turn, format_code
from solver.deduction.partition import Split
from solver.deduction.strategies import STRATEGIES, Choice
from solver.deduction.wording import capitalised, counted, listed, times

Names = Callable[[int], str]


@dataclass(frozen=True)
class Nudge:
    """Tier 1: the number of codes left, and the turns that a draft row contradicts.

    ``turns`` counts the answers that a draft could contradict.
    """

    candidates: int
    draft: Code | None = None
    contradicts: Proof = ()
    turns: int = 0


@dataclass(frozen=True)
class Leaning:
    """The likeliest colour of any hole: it stands there in ``codes`` of the candidates."""

    hole: int
    colour: int
    codes: int


@dataclass(frozen=True)
class Reasons:
    """Tier 2: what is proved, the most useful first, or why nothing is.

    ``counts`` holds for each colour the fewest and the most pegs it can have. ``contradiction``
    holds turns whose answers can't all be true, none to be spared, when no candidate is left.
    """

    candidates: int
    turns: int
    facts: tuple[Fact, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    leaning: Leaning | None = None
    contradiction: Proof = ()


def nudge(rules: Rules, turns: Sequence[Turn], draft: Code | None = None) -> Nudge:
    """Return tier 1, for a complete draft row or none. Raises CodeError for no code's draft."""
    game = game_for(rules)
    left = candidates(game, turns).size
    if draft is None:
        return Nudge(left, turns=len(turns))
    game.index_of(draft)
    return Nudge(left, draft, contradicted(game, draft, turns), len(turns))


def reasons(rules: Rules, turns: Sequence[Turn]) -> Reasons:
    """Return tier 2. Raises ValueError above 60 turns."""
    game = game_for(rules)
    left = game.codes[candidates(game, turns)]
    if not len(left):
        proof = Exclusions(game, turns).contradiction()
        return Reasons(0, len(turns), contradiction=proof)
    tallies = tally(left, rules.colours)
    hole, colour = (int(i) for i in np.unravel_index(tallies.argmax(), tallies.shape))
    return Reasons(
        candidates=len(left),
        turns=len(turns),
        facts=prove(game, turns, left),
        counts=count_ranges(left, rules.colours),
        leaning=Leaning(hole, colour, int(tallies[hole, colour])),
    )


def move(rules: Rules, turns: Sequence[Turn], strategy: str = "entropy") -> Choice | None:
    """Return tier 3, the guess of a strategy named in STRATEGIES; None when no code is left.

    >>> move(Rules(), ()).guess
    (0, 1, 2, 3)
    """
    game = game_for(rules)
    left = candidates(game, turns)
    return STRATEGIES[strategy].choose(game, left) if left.size else None


def count_after_each_turn(rules: Rules, turns: Sequence[Turn]) -> tuple[int, ...]:
    """Return how many codes were left after each turn.

    >>> from solver.deduction.mastermind import parse_turn
    >>> count_after_each_turn(Rules(), [parse_turn(t, Rules()) for t in ("1122:0,0", "3344:0,0")])
    (256, 16)
    """
    game = game_for(rules)
    return tuple(candidates(game, turns[:end]).size for end in range(1, len(turns) + 1))


def plain_name(colour: int) -> str:
    """Name a colour by its symbol.

    >>> plain_name(0)
    'colour 1'
    """
    return f"colour {SYMBOLS[colour]}"


def nudge_words(nudge: Nudge) -> tuple[str, ...]:
    """Return tier 1 in sentences.

    >>> nudge_words(Nudge(96, (0, 0, 1, 1), (1,)))[1]
    'Your row can’t be the code: it contradicts the answer to row 2.'
    """
    return tuple(_nudge_words(nudge))


def _nudge_words(nudge: Nudge) -> Iterator[str]:
    yield _left_words(nudge.candidates)
    if not nudge.candidates:
        return
    if nudge.draft is None:
        if nudge.turns:
            yield "Fill your row first, and this hint also says whether it contradicts an answer."
    elif not nudge.contradicts:
        yield "Your row fits every answer so far: it may be the code."
    else:
        yield f"Your row can’t be the code: it contradicts {_answers(nudge.contradicts)}."


def _left_words(count: int) -> str:
    if count == 0:
        return "No code fits all the answers, so one of them must be wrong."
    if count == 1:
        return "Only one code is still possible."
    return f"{count:,} codes are still possible."


def reasons_words(reasons: Reasons, names: Names = plain_name) -> tuple[str, ...]:
    """Return tier 2 in sentences, one a fact; at least one in any case."""
    if reasons.contradiction:
        every = "" if len(reasons.contradiction) == 1 else "all "
        return (f"{capitalised(_answers(reasons.contradiction))} can’t {every}be right.",)
    if reasons.facts:
        return tuple(fact_words(fact, names) for fact in reasons.facts)
    if not reasons.turns:
        return (f"No row is answered yet: all {reasons.candidates:,} codes are possible.",)
    return tuple(_uncertain_words(reasons, names))


def _uncertain_words(reasons: Reasons, names: Names) -> Iterator[str]:
    yield "Nothing is certain yet about any single hole or colour."
    tops = sorted({most for _, most in reasons.counts})
    for top in tops[:-1]:
        bounded = [names(c) for c, (_, most) in enumerate(reasons.counts) if most == top]
        can = "can" if len(bounded) == 1 else "can each"
        yield capitalised(f"{listed(bounded)} {can} be there at most {times(top)}.")
    if reasons.leaning:
        hole, name = reasons.leaning.hole + 1, names(reasons.leaning.colour)
        share = f"{reasons.leaning.codes:,} of {counted(reasons.candidates, 'code')}"
        yield f"The likeliest so far: hole {hole} is {name} in {share}."


def fact_words(fact: Fact, names: Names = plain_name) -> str:
    """Return one fact in a sentence with its proof.

    >>> fact_words(Fact(FactKind.NOT_HERE, (1,), (0, 3), proof=(0,)), ["red", "blue"].__getitem__)
    'Blue is not in hole 1 or 4 (row 1).'
    """
    proof = f" ({_rows(fact.proof)})" if fact.proof else ""
    return capitalised(_claim(fact, names)) + proof + "."


def _claim(fact: Fact, names: Names) -> str:
    colours = [names(colour) for colour in fact.colours]
    holes = [str(hole + 1) for hole in fact.holes]
    match fact.kind:
        case FactKind.HOLE:
            return f"hole {holes[0]} is {colours[0]}"
        case FactKind.OUT:
            verb = "is" if len(colours) == 1 else "are"
            return f"{listed(colours)} {verb} not in the code"
        case FactKind.COUNT:
            return f"{colours[0]} is in the code exactly {times(fact.count)}"
        case FactKind.IN:
            return f"{colours[0]} is in the code at least {times(fact.count)}"
        case FactKind.NOT_HERE:
            return f"{colours[0]} is not in hole {listed(holes, 'or')}"


def move_words(move: Choice | None, names: Names | None = None) -> tuple[str, ...]:
    """Return tier 3 in sentences; without names the guess is written in symbols."""
    return tuple(_move_words(move, names)) if move else (_left_words(0),)


def _move_words(move: Choice, names: Names | None) -> Iterator[str]:
    guess = ", ".join(map(names, move.guess)) if names else format_code(move.guess)
    split = move.split
    if split.total == 1:
        yield f"Play {guess}: it is the code."
        return
    yield f"Play {guess}: it {'may' if move.can_be_code else 'can’t'} be the code itself."
    if split.total == 2 and move.can_be_code:
        yield "If it is not, it is the other of the two codes left."
        return
    yield _best_words(move)
    yield _split_words(split)
    if not move.exact:
        yield (
            "This board is too large to weigh everything: "
            f"{move.weighed_guesses:,} guesses were weighed on {move.weighed_codes:,} codes."
        )


_BEST = {
    "minimax-candidates": "that leaves the fewest codes at worst, of those that may be the code",
    "knuth": "that leaves the fewest codes at worst",
    "expected": "that leaves the fewest codes on average",
    "entropy": "whose answer tells most, on average",
    "parts": "that can get the most different answers",
}


def _best_words(move: Choice) -> str:
    if move.strategy not in _BEST:
        return "It is the first code that is still possible."
    start = "It is the guess" if move.exact else "Of the guesses weighed, it is the one"
    return f"{start} {_BEST[move.strategy]}."


def _split_words(split: Split) -> str:
    if split.largest == 1:
        return "Whatever the answer, only one code is left after it."
    return (
        f"Its answer falls into one of {counted(split.parts, 'group')}: at worst "
        f"{counted(split.largest, 'code')} are left, {float(split.expected_size):.1f} on average "
        f"({split.bits:.2f} bits, as much as {split.bits:.2f} yes-or-no questions)."
    )


def _rows(turns: Proof) -> str:
    return f"{'row' if len(turns) == 1 else 'rows'} {listed([str(turn + 1) for turn in turns])}"


def _answers(turns: Proof) -> str:
    return f"the {'answer' if len(turns) == 1 else 'answers'} to {_rows(turns)}"
