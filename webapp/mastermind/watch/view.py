"""What a page shows of one row of a game of the computer against itself."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import Any

from solver.deduction.matches import Outcome
from solver.deduction.strategies.registry import STRATEGY_WORDS
from solver.deduction.strategies.strategy import Choice
from solver.wording import counted
from webapp.mastermind.board_view import ShownGame, open_row, played_rows
from webapp.mastermind.hint_view import show_move, useful_words, why_words
from webapp.mastermind.setup import Setup
from webapp.mastermind.watch.game import Duel


def show_frame(
    duel: Duel, game_id: str, version: int, row: int, *, is_shown: bool = False, problem: str = ""
) -> dict[str, Any]:
    face, setup = duel.face, duel.setup
    is_end = duel.is_over and row == len(duel.turns)
    secret = duel.secret if is_end or (is_shown and not duel.is_evil) else None
    choice = duel.choice(row) if row else None
    move = show_move(face, choice) if choice else None
    seen = played_rows(face, duel.turns[:row], duel.counts[1 : row + 1])
    return {
        "table": ShownGame(face, game_id, version),
        "row": row,
        "last_row": len(duel.turns),
        # unless the code is known, their number doesn't say when it is found
        "steps": len(duel.turns) if secret else duel.game.rows,
        "rows": seen or (open_row(face, 1),),
        "headline": _headline(duel, row, is_end),
        "reason": tuple(_reason(duel, row)),
        "split": move["split"] if move else None,
        "figures": move["sentences"] if move else (),
        "is_end": is_end,
        "is_won": is_end and duel.outcome is Outcome.WON,
        "is_evil": duel.is_evil,
        "is_shown": is_shown,
        "is_known": secret is not None,
        "secret": face.pegs(secret) if secret else (),
        "secret_words": face.code_words(secret) if secret else "",
        "by": _players(setup),
        "problem": problem,
        "again": (
            *(("game", duel.game.name), ("keys", setup.keys), ("strategy", setup.strategy)),
            *(("overlook", str(setup.overlook)), ("setter", "evil" if duel.is_evil else "fair")),
        ),
    }


def _players(setup: Setup) -> str:
    share = f", ignoring {setup.overlook}% of the feedback" if setup.overlook else ""
    setter = "a fair setter" if setup.secret else "an evil setter"
    return f"{STRATEGY_WORDS[setup.strategy].title}{share}, against {setter}"


def _headline(duel: Duel, row: int, is_end: bool) -> str:
    if not row:
        return "The start"
    if not is_end:
        return f"Row {row}"
    if duel.outcome is Outcome.WON:
        return f"Solved in {counted(row, 'guess', 'guesses')}"
    return f"Not found in {counted(row, 'guess', 'guesses')}"


def _reason(duel: Duel, row: int) -> Iterator[str]:
    if not row:
        yield from _start_words(duel)
        return
    choice, counts = duel.choice(row), duel.counts
    before = counts[row - 1]
    if choice and not (row == 1 and choice.can_be_code):
        yield _known_words(choice, before)
        if choice.split.total == before == 1:
            return
    if choice and choice.split.total > 1:
        yield why_words(choice)
    turn = duel.turns[row - 1]
    answer = duel.face.show(turn.feedback).words
    is_found = turn.feedback == duel.game.feedbacks[duel.game.won]
    left = counted(counts[row], "possible code")
    told = "so this is the code" if is_found else f"which leaves {left}"
    bits = f": {log2(before / counts[row]):.2f} bits" if duel.setup.strategy == "entropy" else ""
    yield f"The feedback is {answer}, {told}{bits}."


def _start_words(duel: Duel) -> Iterator[str]:
    breaker = STRATEGY_WORDS[duel.setup.strategy]
    yield f"{counted(duel.game.secret_count, 'possible code')}."
    yield f"The breaker’s strategy is “{breaker.title}”: {breaker.sentence}."
    if duel.setup.overlook:
        yield f"It ignores each row’s feedback with a probability of {duel.setup.overlook}%."
    if duel.is_evil:
        yield "The setter is evil: each time it leaves the largest group of codes."


def _known_words(choice: Choice, before: int) -> str:
    believed = choice.split.total
    if believed != before:
        held = f"it still thinks {counted(believed, 'code')} possible"
        return f"It ignored some feedback: {held}, though only {before:,} are."
    if before == 1:
        return "Only this code was left."
    among = ", this one among them."
    other = f". This one wasn’t{useful_words(choice)}."
    return f"{counted(before, 'code')} were possible{among if choice.can_be_code else other}"
