"""The command ``optimum``: exact play, its plan, and the certificate of its proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from solver.cli.errors import BadInput, Failure
from solver.cli.mastermind_games import game_options, json_option, take_game
from solver.cli.progress import progress_bar
from solver.cli.trees import (
    ENDINGS_HELP,
    check_export,
    check_lines,
    measure,
    print_histogram,
    write_lines,
    write_tree,
)
from solver.deduction.games import face_of
from solver.deduction.optimal import LeastWorst, Optimum, Plan, PlanSearch, WorstSearch
from solver.deduction.optimal.certificate import format_certificate
from solver.deduction.rules.game import Game
from solver.deduction.text.diagnosis import total_words, worst_words
from solver.deduction.trees.tree import level_order
from solver.wording import plural

NODES_A_STEP = 5000


@click.command()
@game_options
@click.option("--max-guesses", type=click.IntRange(1, 99), help="Guesses allowed per code.")
@click.option("--strict", is_flag=True, help="Guess only codes that are still possible.")
@click.option("--bound", is_flag=True, help="Find the smallest worst case instead.")
@click.option("--export", type=click.Path(dir_okay=False, path_type=Path), help=ENDINGS_HELP)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the proof to a .jsonl or .jsonl.gz file, which docs/results/check.py verifies.",
)
@json_option
def optimum(
    *,
    max_guesses: int | None,
    strict: bool,
    bound: bool,
    export: Path | None,
    certificate: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Find the smallest total of guesses over all codes, and so the best average, and prove it.

    \b
    Examples:
      pegs-and-paths mastermind optimum
      pegs-and-paths mastermind optimum --strict
      pegs-and-paths mastermind optimum --game pair --bound
      pegs-and-paths mastermind optimum --game mini --certificate proof.jsonl
    """
    game = take_game(options)
    check_export(export)
    check_lines(certificate)
    _check_together(max_guesses, bound, certificate)
    search: PlanSearch | WorstSearch
    if bound:
        search = WorstSearch(game, strict=strict)
    else:
        search = PlanSearch(game, max_guesses=max_guesses, strict=strict)
    best, seconds = measure(game, lambda: _run_search(game, search, as_json))
    plan = _plan_of(game, best, max_guesses)
    if export is not None:
        name = "perfect-candidates" if strict else "perfect"
        write_tree(export, level_order(game, name, plan))
    if as_json:
        result = _optimum_json(game, best, plan, seconds, max_guesses)
        click.echo(json.dumps(result | {"strict": strict}))
    else:
        if isinstance(best, LeastWorst):
            claim = worst_words(best.proved, best.bound, strict=strict)
        else:
            claim = total_words(best.proved, best.bound, max_guesses, strict=strict)
        _print_optimum(game, best, plan, seconds, claim)
    if certificate is not None and isinstance(search, PlanSearch):
        _certify(certificate, search, as_json)


def _check_together(max_guesses: int | None, bound: bool, certificate: Path | None) -> None:
    if bound and max_guesses is not None:
        raise BadInput("--bound looks for the least worst case; --max-guesses can’t go with it.")
    if certificate is not None and (bound or max_guesses is not None):
        option = "--bound" if bound else "--max-guesses"
        raise BadInput(f"A certificate shows the least total; {option} can’t go with it.")


def _run_search(
    game: Game, search: PlanSearch | WorstSearch, as_json: bool
) -> Optimum | LeastWorst:
    """Search to the end, or until the player ends it; the result says whether it is proved."""
    with progress_bar(f"Perfect play of {game.name}; Ctrl-C ends it early", as_json) as report:
        try:
            while not search.run(NODES_A_STEP):
                report(search.fraction)
        except KeyboardInterrupt:
            click.echo("Ended early.", err=True)
    return search.result()


def _plan_of(game: Game, best: Optimum | LeastWorst, max_guesses: int | None) -> Plan:
    if best.plan is not None:
        return best.plan
    within = plural(max_guesses or 0, "guess", "guesses")
    if not best.proved:
        raise Failure(f"No plan within {within} was found before the search was ended.")
    raise Failure(f"No strategy finds every code of {game.name} in {within}.")


def _certify(file: Path, search: PlanSearch, as_json: bool) -> None:
    if not search.finished:
        raise Failure("What is not proved has no certificate.")
    with progress_bar(f"Certificate of {search.arena.game.name}", as_json):
        lines = write_lines(file, format_certificate(search))
    size = file.stat().st_size
    click.echo(f"{plural(lines - 1, 'position')} in {file.name}, {size:,} bytes.", err=True)


def _optimum_json(
    game: Game, best: Optimum | LeastWorst, plan: Plan, seconds: float, limit: int | None
) -> dict[str, object]:
    return {
        "total": plan.total,
        "max": plan.max,
        "max_guesses": limit,
        "proves": "max" if isinstance(best, LeastWorst) else "total",
        "proved": best.proved,
        "nodes": best.nodes,
        "seconds": round(seconds, 6),
        "bound": best.bound,
        "first": game.format_code(game.code_at(plan.first)),
        "histogram": plan.histogram,
        "mean": float(plan.mean),
    }


def _print_optimum(
    game: Game, result: Optimum | LeastWorst, plan: Plan, seconds: float, claim: str
) -> None:
    is_worst = isinstance(result, LeastWorst)
    best = "A plan of the least worst case" if is_worst else "Perfect play"
    subject = best if result.proved else "The best plan found"
    print_histogram(f"{subject} of {game.name}:", plan.histogram, "codes")
    click.echo(f"Average {float(plan.mean):.4f}, total {plan.total:,}, worst case {plan.max}.")
    click.echo(f"First guess: {game.format_code(game.code_at(plan.first))}")
    click.echo(claim)
    click.echo(face_of(game).scope)
    click.echo(f"{plural(result.nodes, 'position')} searched in {seconds:.2f} s")
