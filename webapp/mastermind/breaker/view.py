"""What a breaker's page shows: the board in play, how a game ended, and the player's others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Code, Game
from solver.deduction.text.advice import rule_words
from solver.wording import capitalised, day_words, plural, spelled
from webapp.http.bars import AmountBar, guess_bars
from webapp.mastermind import board_view
from webapp.mastermind.analysis.position import address_of
from webapp.mastermind.board_view import AnyMatch, BoardRow, ShownBoard, ShownGame
from webapp.mastermind.candidates_view import counts_of
from webapp.mastermind.setup import BreakerSetup, StoredRole
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hints_words, price_words, shows_move
from webapp.storage.records.played import results_of
from webapp.storage.records.results import GameEnd

LOST: Final = "not found"


@dataclass(frozen=True, kw_only=True)
class ShownEnd:
    title: str
    about: str
    sentence: str
    lid: str
    secret: Code


@dataclass(frozen=True, kw_only=True)
class BreakerBoard(ShownBoard):
    goal: str
    spare: int
    spare_words: str
    again: tuple[tuple[str, str], ...]
    result: ShownEnd | None
    is_won: bool
    hints_used: str
    note: str
    day: str
    is_at_stake: bool
    can_undo: bool
    analysis: str


def show_board(
    record: StoredGame,
    match: AnyMatch,
    setup: BreakerSetup,
    *,
    counts: Sequence[int] | None,
    draft: str = "",
    problem: str = "",
    code_text: str = "",
) -> BreakerBoard:
    """Return the board; ``counts`` are the possible codes after each row, None to show none."""
    game = match.game
    face = face_of(match.game, setup.keys)
    table = ShownGame(face, record.id, record.version)
    rule = face.goal.partition(". ")[2] or face.goal
    evil_goal = f"{rule} Evil setter: it keeps all the {face.terms.code}s it can."
    built = board_view.draft_of(face, draft)
    is_over = match.outcome is not Outcome.PLAYING
    turn_rows = board_view.played_rows(face, match.turns, counts or (None,) * len(match.turns))
    spare = game.rows - len(turn_rows) - (0 if is_over else 1)
    rest_words = f"{plural(spare, 'more guess', 'more guesses')} after this"
    return BreakerBoard(
        table=table,
        rows=turn_rows
        if is_over
        else (*turn_rows, board_view.open_row(face, len(turn_rows) + 1, built.text)),
        goal=evil_goal if setup.role is StoredRole.EVIL else face.goal,
        spare=spare,
        spare_words=rest_words if spare else "This is the last guess",
        again=_again(game, setup),
        draft=built,
        status=_status(match, turn_rows, face.terms.code),
        problem=problem,
        typed=code_text,
        result=_result(match, setup, record.hints) if is_over else None,
        is_won=match.outcome is Outcome.WON,
        hints_used=hints_words(record.hints),
        note=" ".join(_notes(face, setup, record.day, is_over=is_over)),
        day=record.day,
        is_at_stake=record.is_at_stake,
        can_undo=setup.practice and bool(match.turns) and not is_over,
        analysis=address_of(match.game, match.turns) if setup.practice and not is_over else "",
    )


def _again(game: Game, setup: BreakerSetup) -> tuple[tuple[str, str], ...]:
    """Return the form of another game like this; after a friend's code the computer sets one."""
    options = (("practice", "1"),) if setup.practice else ()
    strategy = (("strategy", setup.strategy),) if setup.strategy != BreakerSetup.strategy else ()
    return (
        ("game", game.name),
        ("role", setup.fair_or_evil.value),
        ("keys", setup.keys),
        ("rule", setup.rule),
        *options,
        *strategy,
    )


def _notes(face: Face, setup: BreakerSetup, day: str, *, is_over: bool) -> Iterator[str]:
    if day:
        yield f"Daily Mastermind, {day_words(day)}. Everyone has the same {face.terms.code}."
    elif setup.role is StoredRole.GUEST and setup.link:
        rival = setup.rival or f"Whoever set this {face.terms.code} for you"
        yield f"{rival} sees your rows and hints."
    elif setup.role is StoredRole.GUEST:
        going_on = "This is a group challenge. You see everyone’s results afterwards."
        yield "This was a group challenge." if is_over else going_on
    elif setup.practice:
        yield "Practice: you can undo guesses."
    if setup.rule is not GuessRule.ANY:
        yield rule_words(setup.rule, face.terms)


def _status(match: AnyMatch, turn_rows: Sequence[BoardRow], code: str) -> str:
    if not turn_rows:
        return f"{match.game.secret_count:,} possible {code}s. Build your first row."
    feedback = turn_rows[-1].feedback
    row = f"Row {len(turn_rows)}: {feedback.words if feedback else ''}."
    if match.outcome is not Outcome.PLAYING:
        return row
    guesses = plural(match.guesses_left, "guess", "guesses")
    count = turn_rows[-1].left
    codes = "" if count is None else f" {plural(count, f'possible {code}')}."
    return f"{row}{codes} {guesses} left."


def _result(match: AnyMatch, setup: BreakerSetup, hints: str) -> ShownEnd:
    game = match.game
    code = game.terms.code
    counts = counts_of(game, match.turns)
    is_won = match.outcome is Outcome.WON
    is_evil = setup.role is StoredRole.EVIL
    guesses = len(match.turns)
    price = price_words(hints).rstrip(".") + (" · practice" if setup.practice else "")
    if is_won:
        title = f"Found in {plural(guesses, 'guess', 'guesses')}"
        sentence = ""
        if not shows_move(hints):  # else ``about`` says what helped
            # how well it was played is for the figures to say
            praise = {game.rows: "Just in time!", 1: "What luck!"}.get(guesses, "Well done!")
            title += f". {praise}"
            before = (game.secret_count, *counts)[guesses - 1]
            last_words = f"The computer had no other {code} left."
            sentence = last_words if is_evil else _found_words(before, code)
    else:
        title = "Not found this time"
        last_words = f"This {code} was still possible."
        sentence = last_words if is_evil else _loss_lesson(match, counts)
    lid = "You found it." if is_won else f"This was the {code}."
    return ShownEnd(
        title=title,
        about=price,
        sentence=sentence,
        lid=lid,
        secret=match.secret or (),
    )


def _found_words(before: int, code: str) -> str:
    """Say how many codes were possible before the guess that won.

    >>> _found_words(1, "word"), _found_words(4, "code")
    ('You narrowed it down to one word.', 'Four codes were possible, and you picked the right one.')
    """
    if before == 1:
        return f"You narrowed it down to one {code}."
    return f"{capitalised(spelled(before))} {code}s were possible, and you picked the right one."


def _loss_lesson(match: AnyMatch, counts: Sequence[int]) -> str:
    """Say one thing to learn from a game that was lost: from which row on the code was known."""
    rows = len(match.turns)
    opening = "You gave up." if match.is_given_up else "It happens."
    proof_row = next((row for row, count in enumerate(counts, 1) if count == 1), rows)
    if proof_row == rows:
        codes = plural(counts[-1], match.game.terms.code)
        return f"{opening} {codes} {'was' if counts[-1] == 1 else 'were'} left."
    code = match.game.terms.code
    lesson = f"{opening} After row {proof_row}, only one {code} was possible."
    if not contradicted(match.game, match.turns[-1].code, match.turns[:-1]):
        return lesson
    rows_after = [*range(proof_row + 1, rows + 1)]
    if len(rows_after) == 1:
        return f"{lesson} Row {rows} wasn’t it."
    return f"{lesson} Rows {rows_after[0]} to {rows} weren’t it."


class ShownOthers(NamedTuple):
    """The player's other games on the same board, beside one that has just ended."""

    bars: tuple[AmountBar, ...]
    caption: str
    own: str


def show_others(record: StoredGame) -> ShownOthers | None:
    results = results_of(store(), record.player, record.kind)
    own_game = next((game for game in results if game.id == record.id), None)
    peers = [game for game in results if game.counts and own_game and game.rules == own_game.rules]
    if own_game is None or len(peers) < 2:
        return None
    title = title_of(game_named(own_game.rules))
    is_won = own_game.result == GameEnd.WON.value
    figure = plural(own_game.guesses, "guess", "guesses") if is_won else LOST
    caption = f"Your {len(peers):,} games of {title}"
    words = f"this one: {figure}" if own_game.counts else "this one isn’t counted"
    return ShownOthers(guess_bars(peers, LOST, own_game), caption, words)
