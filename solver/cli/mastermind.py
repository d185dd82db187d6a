"""Commands on the turns of a game: ``hint``, ``candidates``, ``diagnose``, ``why``, ``review``.

Exit codes: 0; 1 when the turns contradict each other, or a game can't be; 2 for bad input, with
one sentence on standard error.
"""

import json
from collections.abc import Sequence
from itertools import islice
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from solver.cli import positions
from solver.cli.errors import BadInput, Exit, Failure
from solver.cli.progress import patience
from solver.deduction.explain import advice
from solver.deduction.explain import review as reviewing
from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.faces.claims import read_claim
from solver.deduction.games import face_of
from solver.deduction.knowledge import contradictions
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.facts import Fact, Proof
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.knowledge.thread import find_thread
from solver.deduction.knowledge.thread_lines import Thread, ThreadLine
from solver.deduction.matches import MatchError
from solver.deduction.rules.game import Feedback, Game
from solver.deduction.strategies.strategy import Choice, Strategy
from solver.deduction.text import advice as advice_words
from solver.deduction.text.analysis import CLAIM_HEADINGS, reply_words
from solver.deduction.text.diagnosis import conflict_words, diagnosis_words, untrue_words
from solver.deduction.text.facts import as_text
from solver.deduction.text.review import review_words, turn_words
from solver.deduction.text.thread import ThreadWords, no_rows_words, steps_words

SHOWN = 200


@click.command(epilog=positions.TURNS_HELP)
@positions.game_options
@positions.rule_options
@positions.hint_strategy_option
@positions.json_option
@positions.turns_argument
def hint(strategy: Strategy, as_json: bool, turns: tuple[str, ...], **options: Any) -> None:
    """Say what the TURNs prove, and which guess is best.

    \b
    Examples:
      pegs-and-paths mastermind hint 1122:1,0 1344:0,2
      pegs-and-paths mastermind hint --game words2 CRANE:gy---
    """
    game, rows, *_ = positions.take_position(options, turns)
    with patience():
        thread = find_thread(game, rows)
        move = advice.move(game, rows, strategy)
    if move is None:
        raise Failure(conflict_words(thread.contradiction))
    words = ThreadWords(rows, face_of(game).plain_name, game.terms)
    texts = [*map(as_text, words.lines(thread))]
    open_text = as_text(words.open(thread)) if rows else no_rows_words(thread, game.terms)
    if as_json:
        reason = {"thread": _thread_json(game, thread, texts, open_text)}
        click.echo(json.dumps({**_move_json(game, move), **reason}, ensure_ascii=False))
    else:
        for number, text in enumerate(texts, 1):
            click.echo(f"{number}. {text}")
        click.echo(open_text)
        _print_move(game, move, advice.questions(candidates(game, rows), move.guess, rows))


@click.command("candidates", epilog=positions.TURNS_HELP)
@positions.game_options
@click.option("--limit", type=click.IntRange(min=0), help="List this many codes at most.")
@click.option("--lies", type=click.IntRange(min=0), default=0, help="How many TURNs may be untrue.")
@positions.json_option
@positions.turns_argument
def list_candidates(
    *, limit: int | None, lies: int, as_json: bool, turns: tuple[str, ...], **options: Any
) -> None:
    """List the codes that fit all TURNs.

    \b
    Examples:
      pegs-and-paths mastermind candidates 1122:1,0 --limit 20
      pegs-and-paths mastermind candidates 1122:1,0 1122:0,2 3456:1,1 --lies 1
    """
    game, rows, *_ = positions.take_position(options, turns)
    with patience():
        if lies:
            matches = contradictions.candidates_with_lies(game, rows, lies)
        else:
            matches = candidates(game, rows)
    if not matches.count:
        raise Failure(conflict_words(contradictions.smallest_conflict(game, rows)))
    listed_codes = SHOWN if limit is None and not as_json else limit
    count = matches.count if listed_codes is None else min(listed_codes, matches.count)
    codes = [game.format_code(code) for code in islice(matches, count)]
    if as_json:
        click.echo(json.dumps({"count": matches.count, "codes": codes}))
        return
    click.echo(advice_words.left_words(matches.count, game.terms))
    if codes:
        click.echo(" ".join(codes))
    if limit is None and count < matches.count:
        click.echo(f"These are the first {count}; --limit {matches.count} lists them all.")


@click.command(epilog=positions.TURNS_HELP)
@positions.game_options
@positions.json_option
@positions.turns_argument
def diagnose(as_json: bool, turns: tuple[str, ...], **options: Any) -> None:
    """Say which TURNs can’t all be true, and which change would fix it.

    \b
    Examples:
      pegs-and-paths mastermind diagnose 1122:1,0 1122:0,2
    """
    game, rows, *_ = positions.take_position(options, turns)
    with patience():
        diagnosis = contradictions.diagnose(game, rows)
    if as_json:
        click.echo(json.dumps(_diagnosis_json(game, diagnosis)))
    else:
        for sentence in diagnosis_words(game, diagnosis):
            click.echo(sentence)
        counts = contradictions.count_untrue(game, rows)
        if len(rows) > 1 and any(counts.rows):
            click.echo(untrue_words(counts, game.terms))
    if not diagnosis.consistent:
        raise click.exceptions.Exit(Exit.NO_SOLUTION)


@click.command(epilog=positions.TURNS_HELP)
@positions.game_options
@click.option("--claim", required=True, metavar="CLAIM", help="The claim to check.")
@positions.json_option
@positions.turns_argument
def why(claim: str, as_json: bool, turns: tuple[str, ...], **options: Any) -> None:
    """Say whether a CLAIM about the code is possible or certain, and by which TURNs.

    A CLAIM is a code, "hole 2 is 3", "at least 1 of red and blue", or "exactly 2 of 3".

    \b
    Examples:
      pegs-and-paths mastermind why 1122:1,0 1344:0,2 --claim "hole 2 is red"
      pegs-and-paths mastermind why 1122:1,0 1344:0,2 --claim 1456
    """
    game, rows, *_ = positions.take_position(options, turns)
    face = face_of(game)
    question = read_claim(face, claim)
    with patience():
        reply = ask_about(game, rows, question)

    def feedback_words(feedback: Feedback) -> str:
        return face.show(feedback).words

    name = face.plain_name if claim[-1:].isdigit() else face.name_of  # as the claim names them
    reason = reply_words(game, reply, name, feedback_words)
    steps = steps_words(reply.thread, rows, name, face.terms)
    if as_json:
        figures = {"candidates": reply.total, "holding": reply.holding}
        example = reply.example and game.format_code(reply.example)
        verdict = {"answer": reply.state.value, "reason": reason, "turns": _numbers(reply.proof)}
        details = {"steps": list(steps), "example": example}
        click.echo(json.dumps({**verdict, **figures, **details}, ensure_ascii=False))
    else:
        click.echo(f"{CLAIM_HEADINGS[reply.state]}. {reason}")
        for number, step in enumerate(steps, 1):
            click.echo(f"  {number}. {step}")
    if reply.state is ClaimState.NO_CODE:
        raise click.exceptions.Exit(Exit.NO_SOLUTION)


def _move_json(game: Game, move: Choice) -> dict[str, object]:
    expectation = {} if move.total is None else {"expected_guesses": move.total / move.split.total}
    return {
        "guess": game.format_code(move.guess),
        "candidates": move.split.total,
        "can_be_code": move.can_be_code,
        "parts": move.split.outcomes,
        "largest": move.split.largest,
        "expected_size": float(move.split.expected_size),
        "bits": move.split.bits,
        "exact": move.exact,
        "weighed_guesses": move.weighed_guesses,
        "weighed_codes": move.weighed_codes,
        **expectation,
    }


def _thread_json(
    game: Game, thread: Thread, texts: Sequence[str], open_text: str
) -> dict[str, object]:
    return {
        "lines": [
            _line_json(game, line, text) for line, text in zip(thread.lines, texts, strict=True)
        ],
        "open": {
            "holes": {
                str(hole + 1): [game.format_code((value,)) for value in values]
                for hole, values in thread.open.holes
            },
            "text": open_text,
        },
    }


def _line_json(game: Game, line: ThreadLine, text: str) -> dict[str, object]:
    return {
        "text": text,
        "rows": _numbers(line.rows),
        "lines": list(line.named_lines),
        "claims": [_fact_json(game, fact) for fact in line.claims],
        "seen": [_fact_json(game, fact) for fact in (*line.scores, *line.seen)],
        "by_trial": line.is_trial,
    }


def _fact_json(game: Game, fact: Fact) -> dict[str, object]:
    return {
        "kind": fact.kind.value,
        "colours": [game.format_code((colour,)) for colour in fact.colours],
        "holes": [hole + 1 for hole in fact.holes],
        "count": fact.count,
        "row": None if fact.row is None else fact.row + 1,
    }


def _diagnosis_json(game: Game, diagnosis: contradictions.Diagnosis) -> dict[str, object]:
    return {
        "consistent": diagnosis.consistent,
        "conflicts": [_numbers(conflict) for conflict in diagnosis.conflicts],
        "corrections": [
            {
                "turn": correction.turn + 1,
                "answers": [
                    {
                        "answer": game.format_feedback(feedback),
                        "together": [_numbers(turns) for turns in sets],
                    }
                    for feedback, sets in correction.feedbacks
                ],
            }
            for correction in diagnosis.corrections
        ],
        "changes": diagnosis.changes,
        "otherwise": [_numbers(turns) for turns in diagnosis.otherwise],
        "complete": diagnosis.complete,
    }


def _numbers(turns: Proof) -> list[int]:
    return [turn + 1 for turn in turns]


def _print_move(game: Game, move: Choice, open_questions: Sequence[advice.OpenQuestion]) -> None:
    names = face_of(game).plain_name
    for sentence in advice_words.move_words(game, move, open_questions, names):
        click.echo(sentence)
    click.echo(f"How many {game.terms.codes} each outcome would leave:")
    table = Table("feedback", game.terms.codes)
    for feedback, size in zip(game.feedbacks, move.split.sizes, strict=True):
        if size:
            table.add_row(game.format_feedback(feedback), f"{size:,}")
    Console().print(table)


@click.command(epilog=positions.TURNS_HELP)
@positions.game_options
@positions.rule_options
@positions.strategy_option
@click.option("--secret", required=True, help="The code of the game.")
@positions.json_option
@click.argument("guesses", nargs=-1, required=True, metavar="GUESS…")
def review(
    strategy: Strategy, secret: str, as_json: bool, guesses: tuple[str, ...], **options: Any
) -> None:
    """Review a game: what was known before each GUESS, what was best, and what was luck.

    \b
    Examples:
      pegs-and-paths mastermind review --secret 4312 1122 3425 4312
    """
    rule = options["rule"] or GuessRule.ANY
    texts = {"The secret": secret}
    texts |= {f"Guess {number}": text for number, text in enumerate(guesses, 1)}
    game, _, (code, *codes), _ = positions.take_position(options, (), texts)
    try:
        with patience():
            report = reviewing.review(game, code, codes, [strategy.name], rule)
    except MatchError as error:
        last = codes.index(code) + 1 if code in codes else game.rows
        raise BadInput(f"Guess {last + 1} comes after the end of the game.") from error
    if as_json:
        click.echo(json.dumps(_review_json(game, report)))
    else:
        _print_review(game, report)


def _review_json(game: Game, report: reviewing.Review) -> dict[str, object]:
    return {
        "turns": [_turn_json(game, turn) for turn in report.turns],
        "skill": report.skill,
        "luck": report.luck,
        "first_mistake": report.first_mistake,
        "exact": report.exact,
    }


def _turn_json(game: Game, turn: reviewing.Reviewed) -> dict[str, object]:
    return {
        "guess": game.format_code(turn.guess),
        "answer": game.format_feedback(turn.feedback),
        "before": turn.before,
        "expected_after": float(turn.split.expected_size),
        "after": turn.after,
        "expected_bits": turn.split.bits,
        "bits": turn.bits,
        "can_be_code": turn.can_be_code,
        "contradicts": list(turn.contradicts),
        "choice": {choice.strategy: game.format_code(choice.guess) for choice in turn.choices},
        "best": game.format_code(turn.best),
        "regret": float(turn.cost),
        "exact": turn.exact,
        "skill": turn.skill,
        "luck": turn.luck,
    }


def _print_review(game: Game, report: reviewing.Review) -> None:
    for turn in report.turns:
        code = game.format_code(turn.guess)
        feedback = game.format_feedback(turn.feedback)
        click.echo(f"Row {turn.number}: {code}  {feedback}")
        for sentence in turn_words(game, turn):
            click.echo(f"    {sentence}")
    for sentence in review_words(report):
        click.echo(sentence)
