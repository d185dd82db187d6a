"""The command ``analyse``: a position from all sides, as the web's analysis board shows it."""

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from solver.cli.errors import BadInput, Failure
from solver.cli.positions import TURNS_HELP, game_options, json_option, take_position
from solver.cli.progress import patience
from solver.deduction.explain import analysis
from solver.deduction.explain.analysis import Ranking, TriedGuess, WeighedGuess
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.deduction.strategies.perfect import Need
from solver.deduction.text.analysis import guess_words, position_words, ranking_words
from solver.deduction.text.diagnosis import conflict_words
from solver.wording import decimal


@click.command(epilog=TURNS_HELP)
@game_options
@click.option("--guess", help="Try this guess, and see what each outcome would leave.")
@click.option(
    "--by",
    type=click.Choice(tuple(MEASURES)),
    default=NEED.name,
    show_default=True,
    help="What the best guesses are chosen by.",
)
@json_option
@click.argument("position", nargs=-1, metavar="[GAME] [TURN]…")
def analyse(
    guess: str | None, by: str, as_json: bool, position: tuple[str, ...], **options: Any
) -> None:
    """List the best guesses after the TURNs, or try one and see what it leaves.

    \b
    Examples:
      pegs-and-paths mastermind analyse classic 1122:1,0
      pegs-and-paths mastermind analyse 1122:1,0 --guess 1344
    """
    if position and ":" not in position[0]:
        if options["name"] is not None:
            raise BadInput(f"Two games were named: {options['name']} and {position[0]}.")
        options["name"] = position[0]
        position = position[1:]
    codes = {} if guess is None else {"The guess": guess}
    game, turns, tried_codes, _ = take_position(options, position, codes)
    if not candidates(game, turns).count:
        raise Failure(conflict_words(smallest_conflict(game, turns)))
    with patience():
        ranking = analysis.rank(game, turns, by)
        trial = next((analysis.try_guess(game, turns, code) for code in tried_codes), None)
    if as_json:
        click.echo(json.dumps(_analysis_json(game, turns, ranking, trial)))
        return
    click.echo(position_words(candidates(game, turns).count, ranking.least, game.terms))
    if trial:
        _print_tried(game, trial, ranking)
    else:
        _print_ranking(game, ranking)


def _print_ranking(game: Game, ranking: Ranking) -> None:
    table = Table("guess", "possible", "needed", "worst", "left", "worst", "outcomes", "bits")
    for entry in ranking.best:
        table.add_row(
            game.format_code(entry.guess),
            "yes" if entry.can_be_code else "no",
            *_need_cells(entry.need),
            f"{float(entry.split.expected_size):,.1f}",
            f"{entry.split.largest:,}",
            f"{entry.split.outcomes}",
            f"{entry.split.bits:.2f}",
        )
    Console().print(table)
    for sentence in ranking_words(ranking, game.terms):
        click.echo(sentence)


def _print_tried(game: Game, trial: TriedGuess, ranking: Ranking) -> None:
    for sentence in guess_words(game, trial, ranking.least):
        click.echo(sentence)
    table = Table("feedback", f"{game.terms.codes} left", "guesses needed", "worst case")
    for number, size in enumerate(trial.weighed.split.sizes):
        if not size:
            continue
        feedback = game.format_feedback(game.feedbacks[number])
        cells = ("found", "") if number == game.won else _need_cells(trial.needs.get(number))
        table.add_row(feedback, f"{size:,}", *cells)
    Console().print(table)


def _need_cells(need: Need | None) -> tuple[str, str]:
    return ("?", "?") if need is None else (decimal(need.mean), f"{need.most}")


def _analysis_json(
    game: Game, turns: tuple[Turn, ...], ranking: Ranking, tried_guess: TriedGuess | None
) -> dict[str, object]:
    return {
        "turns": [game.format_turn(turn) for turn in turns],
        "candidates": candidates(game, turns).count,
        "needed": _need_json(ranking.least),
        "by": ranking.measure,
        "exact": ranking.is_exact,
        "weighed_guesses": ranking.covered,
        "weighed_codes": ranking.codes,
        "best": [_guess_json(game, entry) for entry in ranking.best],
        **({} if tried_guess is None else {"tried": _tried_json(game, tried_guess)}),
    }


def _guess_json(game: Game, entry: WeighedGuess) -> dict[str, object]:
    return {
        "guess": game.format_code(entry.guess),
        "can_be_code": entry.can_be_code,
        "parts": entry.split.outcomes,
        "largest": entry.split.largest,
        "expected_size": float(entry.split.expected_size),
        "bits": entry.split.bits,
        "needed": _need_json(entry.need),
    }


def _tried_json(game: Game, trial: TriedGuess) -> dict[str, object]:
    sizes = trial.weighed.split.sizes
    feedbacks = [
        {
            "answer": game.format_feedback(game.feedbacks[number]),
            "candidates": size,
            "needed": _need_json(trial.needs.get(number)),
        }
        for number, size in enumerate(sizes)
        if size
    ]
    contradicts = [place + 1 for place in trial.contradicts]
    return {**_guess_json(game, trial.weighed), "contradicts": contradicts, "answers": feedbacks}


def _need_json(need: Need | None) -> dict[str, object] | None:
    return None if need is None else {"mean": float(need.mean), "most": need.most}
