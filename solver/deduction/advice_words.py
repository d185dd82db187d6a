"""Hints in words: the only place where the data of ``advice`` become sentences.

A colour is named by a function from its number to its name, such as "red", by default the game's
own way; rows are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from solver.deduction.advice import Nudge, Reasons
from solver.deduction.boards import Board
from solver.deduction.choices import Choice
from solver.deduction.exclusions import Proof
from solver.deduction.facts import Fact, FactKind
from solver.deduction.game import Game
from solver.deduction.mastermind import BLANK, SYMBOLS, Terms
from solver.deduction.partition import Split
from solver.wording import capitalised, counted, listed, times

Names = Callable[[int], str]
TERMS: Final = Terms()
EMPTY: Final = "empty"  # what a hole without a peg is


def plain_name(colour: int) -> str:
    """Name a colour by its symbol.

    >>> plain_name(0)
    'colour 1'
    """
    return f"colour {SYMBOLS[colour]}"


def symbol_of(game: Game, colour: int) -> str:
    """Return how a game writes one of its colours, digits or numbers."""
    return game.rules.symbols[colour] if isinstance(game, Board) else str(colour)


def terms_of(game: Game) -> Terms:
    """Return what a game calls its things."""
    return game.rules.terms if isinstance(game, Board) else Terms(hole="place", colour="number")


def names_of(game: Game) -> Names:
    """Return how a game's colours, digits or numbers are named.

    >>> from solver.deduction.games import game_named
    >>> names_of(game_named("grand"))(8), names_of(game_named("bulls10"))(0)
    ('empty', 'digit 0')
    """
    if not isinstance(game, Board):
        return lambda number: f"number {number}"
    symbols, colour = game.rules.symbols, game.rules.terms.colour
    return lambda c: EMPTY if symbols[c] == BLANK else f"{colour} {symbols[c]}"


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
    elif not nudge.possible:
        yield "Your row can’t be the code: nothing repeats in the code of this game."
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


def reasons_words(
    reasons: Reasons, names: Names = plain_name, terms: Terms = TERMS
) -> tuple[str, ...]:
    """Return tier 2 in sentences, one a fact; at least one in any case."""
    if reasons.contradiction:
        every = "" if len(reasons.contradiction) == 1 else "all "
        return (f"{capitalised(_answers(reasons.contradiction))} can’t {every}be right.",)
    if reasons.facts:
        return tuple(_fact_sentences(reasons, names, terms))
    if not reasons.turns:
        return (f"No row is answered yet: all {reasons.candidates:,} codes are possible.",)
    return tuple(_uncertain_words(reasons, names, terms))


def _fact_sentences(reasons: Reasons, names: Names, terms: Terms) -> Iterator[str]:
    yield from (fact_words(fact, names, terms) for fact in reasons.facts)
    if not reasons.complete:
        yield "There may be more: the search for proofs was ended on this large board."


def _uncertain_words(reasons: Reasons, names: Names, terms: Terms) -> Iterator[str]:
    yield f"Nothing is certain yet about any single {terms.hole} or {terms.colour}."
    tops = sorted({most for _, most in reasons.counts})
    for top in tops[:-1]:
        bounded = [names(c) for c, (_, most) in enumerate(reasons.counts) if most == top]
        can = "can" if len(bounded) == 1 else "can each"
        yield capitalised(f"{listed(bounded)} {can} be there at most {times(top)}.")
    if reasons.leaning:
        number, name = reasons.leaning.hole + 1, names(reasons.leaning.colour)
        share = f"{reasons.leaning.codes:,} of {counted(reasons.candidates, 'code')}"
        yield f"The likeliest so far: {terms.hole} {number} is {name} in {share}."


def fact_words(fact: Fact, names: Names = plain_name, terms: Terms = TERMS) -> str:
    """Return one fact in a sentence with its proof.

    >>> fact_words(Fact(FactKind.NOT_HERE, (1,), (0, 3), proof=(0,)), ["red", "blue"].__getitem__)
    'Blue is not in hole 1 or 4 (row 1).'
    """
    proof = f" ({_rows(fact.proof)})" if fact.proof else ""
    return capitalised(_claim(fact, names, terms)) + proof + "."


def _claim(fact: Fact, names: Names, terms: Terms) -> str:
    colours = [names(colour) for colour in fact.colours]
    holes = [str(hole + 1) for hole in fact.holes]
    if EMPTY in colours:
        others = tuple(colour for colour in fact.colours if names(colour) != EMPTY)
        said = f"{_claim(replace(fact, colours=others), names, terms)}, and " if others else ""
        return said + _empty_claim(fact, terms)
    match fact.kind:
        case FactKind.HOLE:
            return f"{terms.hole} {holes[0]} is {colours[0]}"
        case FactKind.OUT:
            verb = "is" if len(colours) == 1 else "are"
            return f"{listed(colours)} {verb} not in the code"
        case FactKind.COUNT:
            verb = "is" if len(colours) == 1 else "are each"
            return f"{listed(colours)} {verb} in the code exactly {times(fact.count)}"
        case FactKind.IN:
            return f"{colours[0]} is in the code at least {times(fact.count)}"
        case FactKind.NOT_HERE:
            return f"{colours[0]} is not in {terms.hole} {listed(holes, 'or')}"


def _empty_claim(fact: Fact, terms: Terms) -> str:
    """Say of holes what is proved of the blank."""
    holes = [str(hole + 1) for hole in fact.holes]
    verb = "is" if fact.count == 1 else "are"
    match fact.kind:
        case FactKind.HOLE:
            return f"{terms.hole} {holes[0]} is empty"
        case FactKind.OUT:
            return f"no {terms.hole} is empty"
        case FactKind.COUNT:
            return f"exactly {counted(fact.count, terms.hole)} {verb} empty"
        case FactKind.IN:
            return f"at least {counted(fact.count, terms.hole)} {verb} empty"
        case FactKind.NOT_HERE:
            things, are = (terms.hole, "is") if len(holes) == 1 else (f"{terms.hole}s", "are")
            return f"{things} {listed(holes)} {are} not empty"


def move_words(game: Game, move: Choice | None, names: Names | None = None) -> tuple[str, ...]:
    """Return tier 3 in sentences; without names the guess is written in symbols."""
    return tuple(_move_words(game, move, names)) if move else (_left_words(0),)


def _move_words(game: Game, move: Choice, names: Names | None) -> Iterator[str]:
    guess = ", ".join(map(names, move.guess)) if names else game.format_code(move.guess)
    split = move.split
    if split.total == 1:
        yield f"Play {guess}: it is the code."
        return
    yield f"Play {guess}: it {'may' if move.can_be_code else 'can’t'} be the code itself."
    if split.total == 2 and move.can_be_code:
        yield "If it is not, it is the other of the two codes left."
        return
    yield _best_words(move)
    if move.total is not None:
        mean = move.total / split.total
        yield f"With perfect play from here, it takes {mean:.2f} more guesses on average."
    yield _split_words(split)
    if not move.exact and (move.weighed_codes < split.total or move.strategy != "perfect"):
        yield (
            "This board is too large to weigh everything: "
            f"{_guesses(move)} were weighed on "
            f"{counted(move.weighed_codes, 'code')}."
        )


_BEST = {
    "minimax-candidates": "that leaves the fewest codes at worst, of those that may be the code",
    "knuth": "that leaves the fewest codes at worst",
    "expected": "that leaves the fewest codes on average",
    "entropy": "whose answer tells most, on average",
    "parts": "that can get the most different answers",
    "sampled": "that will about need the fewest guesses, two steps ahead",
    "perfect": "that needs the fewest guesses on average, in perfect play",
}


def _guesses(move: Choice) -> str:
    """Count the guesses weighed; before the first answer one of each kind stands for all."""
    if move.weighed_codes < move.split.total and move.weighed_guesses > move.weighed_codes * 100:
        return "all kinds of guesses"
    return counted(move.weighed_guesses, "guess", "guesses")


_UNWEIGHED = {
    "first": "It is the first code that is still possible.",
    "random": "It is one of the codes that are still possible, picked at random.",
    "opening": "It is one of the fixed first guesses, or else the first code still possible.",
}


def _best_words(move: Choice) -> str:
    if move.strategy in _UNWEIGHED:
        return _UNWEIGHED[move.strategy]
    if move.strategy == "perfect" and not move.exact:
        return "Perfect play is out of reach here; this guess is about best, two steps ahead."
    start = "It is the guess" if move.exact else "Of the guesses weighed, it is the one"
    return f"{start} {_BEST[move.strategy]}."


def _split_words(split: Split) -> str:
    if split.largest == 1:
        return "Whatever the answer, only one code is left after it."
    return (
        f"Its answer falls into one of {counted(split.parts, 'group')}: at worst "
        f"{counted(split.largest, 'code')} are left, {float(split.expected_size):,.1f} on average "
        f"({split.bits:.2f} bits, as much as {split.bits:.2f} yes-or-no questions)."
    )


def _rows(turns: Proof) -> str:
    return f"{'row' if len(turns) == 1 else 'rows'} {listed([str(turn + 1) for turn in turns])}"


def _answers(turns: Proof) -> str:
    return f"the {'answer' if len(turns) == 1 else 'answers'} to {_rows(turns)}"
