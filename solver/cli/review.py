"""The command ``review``, about a game that is over."""

from __future__ import annotations

import json
from typing import Any

import click

from solver.cli.errors import BadInput
from solver.cli.mastermind_games import (
    TURNS_HELP,
    game_options,
    json_option,
    rule_options,
    strategy_option,
    take_position,
)
from solver.cli.progress import patience
from solver.deduction.explain import review as reviewing
from solver.deduction.explain.review import Review, Reviewed
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.matches import MatchError
from solver.deduction.rules.game import Game
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.text.review import review_words, turn_words


@click.command(epilog=TURNS_HELP)
@game_options
@rule_options
@strategy_option
@click.option("--secret", required=True, help="The code of the game.")
@json_option
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
    named = {f"Guess {number}": text for number, text in enumerate(guesses, 1)}
    game, _, (code, *codes), _ = take_position(options, (), {"The secret": secret, **named})
    try:
        with patience():
            seen = reviewing.review(game, code, codes, [strategy.name], rule)
    except MatchError as error:
        last = codes.index(code) + 1 if code in codes else game.rows
        raise BadInput(f"Guess {last + 1} comes after the end of the game.") from error
    except ValueError as error:
        raise BadInput(str(error)) from error
    if as_json:
        click.echo(json.dumps(_review_json(game, seen)))
    else:
        _print_review(game, seen)


def _review_json(game: Game, seen: Review) -> dict[str, object]:
    return {
        "turns": [_turn_json(game, turn) for turn in seen.turns],
        "skill": seen.skill,
        "luck": seen.luck,
        "first_mistake": seen.first_mistake,
        "exact": seen.exact,
    }


def _turn_json(game: Game, turn: Reviewed) -> dict[str, object]:
    return {
        "guess": game.format_code(turn.guess),
        "answer": game.format_feedback(turn.feedback),
        "before": turn.before,
        "expected_after": float(turn.expected_after),
        "after": turn.after,
        "expected_bits": turn.expected_bits,
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


def _print_review(game: Game, seen: Review) -> None:
    for turn in seen.turns:
        code = game.format_code(turn.guess)
        feedback = game.format_feedback(turn.feedback)
        click.echo(f"Row {turn.number}: {code}  {feedback}")
        for sentence in turn_words(game, turn):
            click.echo(f"    {sentence}")
    for sentence in review_words(seen):
        click.echo(sentence)
