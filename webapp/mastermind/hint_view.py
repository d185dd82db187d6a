"""What a page shows of a hint on a board with pegs, tier by tier."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from solver.deduction.explain.advice import Nudge, OpenQuestion, nudge, questions
from solver.deduction.faces.face import Face
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.thread import find_thread
from solver.deduction.knowledge.thread_lines import Thread
from solver.deduction.matches import EvilMatch
from solver.deduction.rules.game import Code, CodeError, Terms, Turn
from solver.deduction.strategies.registry import STRATEGY_WORDS
from solver.deduction.strategies.strategy import Choice
from solver.deduction.text.advice import asked_pieces, figures_words, nudge_words, reason_words
from solver.deduction.text.diagnosis import conflict_words
from solver.deduction.text.thread import ThreadWords, no_rows_words
from solver.wording import plural
from webapp.mastermind import board_view, finished, pile_table, thread_view
from webapp.mastermind.setup import BreakerSetup

REVIEWED_BY: Final = BreakerSetup.strategy


@dataclass(frozen=True, kw_only=True)
class ShownMove:
    """The suggested guess, with its reason (short and full) and its piles."""

    choice: Choice
    questions: thread_view.ShownPieces
    chance: str
    why: str
    sentences: tuple[str, ...]
    piles: pile_table.PileTable


@dataclass(frozen=True, kw_only=True)
class ShownAdvice:
    """One tier of a hint, and what it marks: rows (from 1), holes (from 0), and values.

    Only the nudge marks rows: those that it speaks of, or that rule out the row being built.
    """

    nudge: tuple[str, ...] = ()
    can_check: bool = False
    thread: thread_view.ShownThread | None = None
    reason: str = ""
    move: ShownMove | None = None
    rows: frozenset[int] = frozenset()


def show_hint(
    match: board_view.AnyMatch,
    setup: BreakerSetup,
    tier: int,
    draft: str,
    *,
    is_counted: bool,
    line: str = "1",
) -> ShownAdvice:
    """Return one tier of the hint for the row being built; a reason up to a line, or ``all``.

    If the possible codes are counted on the page, the nudge doesn't count them again.
    """
    if tier > 1:
        return _reason_hint(match, line) if tier == 2 else _move_hint(match, setup)
    code: Code | None = None
    with suppress(CodeError):  # it isn't complete
        code = match.game.parse_code(draft)
    first = nudge(match.game, match.turns, code)
    face = face_of(match.game, setup.keys)
    words = _nudge_words(face, match.turns, first, setup.strategy)
    rows = first.contradicts
    if not first.draft and first.candidates > 1:
        line_to_find = thread_of(match.game.name, match.turns).start
        rows = line_to_find.rows if line_to_find else ()
    return ShownAdvice(
        nudge=words[1:] if is_counted and first.candidates > 1 else (*words[1:], words[0]),
        can_check=bool(first.turns) and first.candidates > 1,
        rows=frozenset(turn + 1 for turn in rows),
    )


def _nudge_words(
    face: Face, turns: tuple[Turn, ...], first: Nudge, strategy: str
) -> tuple[str, ...]:
    """Return the first tier in sentences; they name the row, since it may be changed later.

    Without a complete row they say where to look, so that the hint is worth its price.
    """
    row = f"Your row ({face.code_words(first.draft)})" if first.draft else ""
    words = nudge_words(first, row, lambda feedback: face.show(feedback).words, face.terms)
    if first.draft or first.candidates == 1:
        return words
    if not turns:
        possible_words = f"All {first.candidates:,} {face.terms.codes} are possible."
        return (possible_words, _row_words(face, turns, strategy))
    thread_words = ThreadWords(turns, face.name_of, face.terms)
    look = thread_words.first_look(thread_of(face.game.name, turns))
    return (*words, *(look or (_row_words(face, turns, strategy),)))


def _row_words(face: Face, turns: tuple[Turn, ...], strategy: str) -> str:
    """Say how many new colours a good row has, if that is known."""
    choice = finished.advised(face.game, turns, strategy)
    past_values = {value for turn in turns for value in turn.code}
    new_values = {value for value in choice.guess if face.values[value].letter} - past_values
    does = f"{'the best' if choice.exact else 'a good'} guess does."
    if not new_values:
        return f"Use only {face.terms.colour}s that you’ve tried: {does}"
    kind = f"{'new' if turns else 'different'} {face.terms.colour}"
    return f"Try {plural(len(new_values), kind)}: {does}"


@lru_cache(maxsize=256)
def thread_of(name: str, turns: tuple[Turn, ...]) -> Thread:
    return find_thread(game_named(name), turns)


def _reason_hint(match: board_view.AnyMatch, line: str) -> ShownAdvice:
    face = face_of(match.game)
    thread = thread_of(match.game.name, match.turns)
    if thread.contradiction:
        return ShownAdvice(reason=conflict_words(thread.contradiction))
    if not thread.turns:
        return ShownAdvice(reason=no_rows_words(thread, face.terms))
    return ShownAdvice(thread=thread_view.show_thread(face, match.turns, thread, line))


def _move_hint(match: board_view.AnyMatch, setup: BreakerSetup) -> ShownAdvice:
    choice = finished.advised(match.game, match.turns, setup.strategy)
    if isinstance(match, EvilMatch):  # no code is drawn, so there is nothing to expect
        choice = replace(choice, total=None)
    open_questions = questions(candidates(match.game, match.turns), choice.guess, match.turns)
    face = face_of(match.game, setup.keys)
    few_codes = thread_of(match.game.name, match.turns).open.codes
    return ShownAdvice(move=show_move(face, choice, open_questions, few_codes))


def show_move(
    face: Face,
    choice: Choice,
    open_questions: Sequence[OpenQuestion] = (),
    few_codes: Sequence[Code] = (),
) -> ShownMove:
    """Return a guess as a hint shows it, with the last ``few_codes`` on their piles."""
    pieces = asked_pieces(open_questions, face.name_of, face.terms)
    return ShownMove(
        choice=choice,
        chance=_chance_words(choice, face.terms),
        questions=thread_view.show_pieces(face, pieces if choice.split.largest > 1 else ()),
        why=why_words(choice, face.terms),
        sentences=(*figures_words(choice, face.terms), *_measure_words(choice)),
        piles=pile_table.show_piles(face, choice.split, choice.guess, few_codes),
    )


def _chance_words(choice: Choice, terms: Terms) -> str:
    """Say whether a guess can be the code, unless it certainly is."""
    if choice.split.total == 1:
        return ""
    if choice.can_be_code:
        return f"It could be the {terms.code}."
    return f"It can’t be the {terms.code}{useful_words(choice)}."


def useful_words(choice: Choice) -> str:
    return ", but its feedback is more useful" if choice.is_more_useful else ""


def why_words(choice: Choice, terms: Terms) -> str:
    """Say what a guess leaves, and why it was chosen; that nothing is better comes last."""
    if choice.split.total == 1:
        return f"It’s the {terms.code}."
    largest = choice.split.largest
    if largest == 1:
        return f"Any feedback will tell you the {terms.code}."
    at_most = f"Whatever the feedback, at most {largest:,} {terms.codes} are left."
    return f"{at_most} {reason_words(choice, terms)}"


def _measure_words(choice: Choice) -> Iterator[str]:
    """Add a note if a guess wasn't chosen by the measure that reviews use."""
    if choice.strategy != REVIEWED_BY and choice.split.total > 1:
        title = STRATEGY_WORDS[REVIEWED_BY].of().title
        yield (
            f"Reviews compare the guesses needed on average, as “{title}” does. "
            "By that measure another guess may be better."
        )
