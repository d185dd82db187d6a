"""Answers that can't all be true: which rows quarrel, and the answers that would mend them.

The full search of the solver may take seconds where a board without a table of answers has many
rows; there only the smallest quarrel is looked for, and the fewest rows to mend as long as that
takes no longer than a page may: else it is said how many must be wrong at least.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from solver.deduction.candidates import candidates
from solver.deduction.contradictions import Diagnosis, Mend, diagnose, diagnose_briefly
from solver.deduction.diagnosis_words import conflict_words
from solver.deduction.exclusions import Proof
from solver.deduction.game import MOST_CODES_WITH_TABLE, Answer, Code, Game, Turn
from solver.deduction.games import game_named
from solver.wording import counted, listed
from webapp.answering import Sheet, count_left
from webapp.faces import Keys, Pegs, ShownAnswer, pegs_of, show_answer

MOST_SEARCHED: Final = 12  # rows on a board without a table of answers: about 1 s on 8×12
MOST_QUARRELS: Final = 3


@dataclass(frozen=True)
class Way:
    """An answer that a row could have been, as a form sends it and as it is shown.

    ``leaves`` says how many codes are left with it.
    """

    value: str
    answer: ShownAnswer
    leaves: str = ""


@dataclass(frozen=True)
class ShownMend:
    """A row that may be the wrong one, what it is now, and the answers it could have been."""

    row: int
    pegs: Pegs
    now: ShownAnswer
    ways: tuple[Way, ...]
    also: str


@dataclass(frozen=True)
class Quarrel:
    """What a page says of answers that can't all be true."""

    sentences: tuple[str, ...]
    rows: frozenset[int]
    advice: str
    mends: tuple[ShownMend, ...]
    by_code: tuple[ShownMend, ...] = ()


def diagnosis_of(game: Game, turns: tuple[Turn, ...]) -> Diagnosis:
    """Return the diagnosis of answers that can't all be true, as full as time allows."""
    return _diagnosis_of(game.name, turns)


@lru_cache(maxsize=256)
def _diagnosis_of(name: str, turns: tuple[Turn, ...]) -> Diagnosis:
    game = game_named(name)
    if game.code_count <= MOST_CODES_WITH_TABLE or len(turns) <= MOST_SEARCHED:
        return diagnose(game, turns)
    return diagnose_briefly(game, turns)


def show_quarrel(sheet: Sheet, keys: Keys, secret: Code | None = None) -> Quarrel | None:
    """Return what is to be said of a sheet whose answers can't all be true; None of any other.

    If the page knows the code, the rows that it would answer otherwise come first.
    """
    if not sheet.is_contradiction:
        return None
    found = diagnosis_of(sheet.game, sheet.turns)
    quarrels = found.conflicts[:MOST_QUARRELS]
    return Quarrel(
        tuple(" ".join(_quarrel_words(sheet, keys, quarrel)) for quarrel in quarrels),
        frozenset(turn + 1 for quarrel in quarrels for turn in quarrel),
        _advice(found),
        tuple(_shown(sheet, keys, mend) for mend in found.mends),
        tuple(_by_code(sheet, keys, secret)) if secret else (),
    )


def _quarrel_words(sheet: Sheet, keys: Keys, quarrel: Proof) -> Iterator[str]:
    """Say which answers can't all be true, and why: what the codes that fit the others answer."""
    yield conflict_words(quarrel)
    *others, last = quarrel
    if not others or not sheet.game.is_listed:
        return
    count = count_left(sheet.game, tuple(sheet.turns[place] for place in others))
    rows = f"{'row' if len(others) == 1 else 'rows'} {listed([str(row + 1) for row in others])}"
    answer = show_answer(sheet.game, sheet.turns[last].feedback, keys).words
    fit, none = ("fits", "it does not answer") if count == 1 else ("fit", "none of them answers")
    yield f"{counted(count, 'code')} {fit} {rows}, but {none} row {last + 1} with {answer}."


def _advice(found: Diagnosis) -> str:
    if found.changes is None:
        wrong = "answer is" if found.at_least == 1 else "answers are"
        return (
            f"At least {found.at_least} {wrong} wrong; finding out which takes longer than a page "
            "may. Look at these rows first: change one, and the others are compared again."
        )
    if found.changes > 1:
        return f"At least {found.changes} answers are wrong. Begin with one of these:"
    if len(found.mends) == 1:
        return "Only one row can be the wrong one. It could have been:"
    return f"One wrong answer explains it, in any of {counted(len(found.mends), 'row')}:"


def _shown(sheet: Sheet, keys: Keys, mend: Mend) -> ShownMend:
    game, turn = sheet.game, sheet.turns[mend.turn]
    left = _left_by_answer(game.name, sheet.turns, mend.turn)
    ways = tuple(
        Way(game.format_answer(one), show_answer(game, one, keys), _leaves(left[one]))
        for one in mend.answers
    )
    others = [str(other + 1) for other in mend.together[0] if other != mend.turn]
    also = f"with {'row' if len(others) == 1 else 'rows'} {listed(others)}" if others else ""
    now = show_answer(game, turn.feedback, keys)
    return ShownMend(mend.turn + 1, pegs_of(game, turn.code), now, ways, also)


@lru_cache(maxsize=256)
def _left_by_answer(name: str, turns: tuple[Turn, ...], place: int) -> dict[Answer, int]:
    """Return how many codes are left with each answer in the place of the one that a row has."""
    game = game_named(name)
    sizes = candidates(game, turns[:place] + turns[place + 1 :]).sizes(turns[place].code)
    return dict(zip(game.feedbacks, sizes, strict=True))


def _leaves(count: int) -> str:
    return f"leaves {counted(count, 'code')}" if count else ""  # none: other rows are wrong too


def _by_code(sheet: Sheet, keys: Keys, secret: Code) -> Iterator[ShownMend]:
    for place, turn in enumerate(sheet.turns):
        true: Answer = sheet.game.feedback(turn.code, secret)
        if true != turn.feedback:
            yield _shown(sheet, keys, Mend(place, (true,), ((place,),)))
