"""Commands that play against every secret or many: ``tree``, ``optimum``, ``simulate``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

from solver.cli.errors import BadInput, Failure
from solver.cli.mastermind_games import (
    chosen_game,
    game_options,
    json_option,
    overlook_option,
    strategy_option,
)
from solver.cli.progress import Done, progress_bar
from solver.deduction.games import game_named
from solver.deduction.optimal import (
    LeastWorst,
    Optimum,
    OptimumError,
    Plan,
    PlanSearch,
    WorstSearch,
)
from solver.deduction.rules.game import Game
from solver.deduction.strategies.careless import Careless
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.trees.export import format_csv, format_json
from solver.deduction.trees.simulate import MOST_GUESSES, Simulation
from solver.deduction.trees.simulate import simulate as simulated
from solver.deduction.trees.tree import Tree, TreeError, level_order
from solver.deduction.trees.tree import tree as play_all
from solver.kernels import compile_kernels
from solver.wording import counted

NODES_A_STEP = 5000

Result = TypeVar("Result")


@click.command()
@game_options
@strategy_option
@click.option("--export", type=click.Path(dir_okay=False, path_type=Path), help=".json or .csv")
@json_option
def tree(strategy: Strategy, export: Path | None, as_json: bool, **options: Any) -> None:
    """Play a strategy against every code of the game.

    \b
    Examples:
      pegs-and-paths mastermind tree --strategy knuth
      pegs-and-paths mastermind tree --game bulls9 --strategy first --json
    """
    game = chosen_game(options)
    _check_export(export)
    try:
        with progress_bar(f"{strategy.name} on {game.name}", as_json) as done:
            grown, seconds = _timed(game, lambda: _grown(game, strategy, done))
    except TreeError as error:
        raise BadInput(str(error)) from error
    if export is not None:
        _write(export, grown)
    if as_json:
        click.echo(json.dumps(_tree_json(game, grown, seconds)))
    else:
        _print_tree(game, strategy, grown, seconds)


def _grown(game: Game, strategy: Strategy, done: Done) -> Tree:
    threads = os.cpu_count() or 1
    return play_all(
        game, strategy, threads=threads, progress=lambda some, every: done(some / every)
    )


def _check_export(file: Path | None) -> None:
    """Refuse what can't be written to before the work begins."""
    if file is None:
        return
    if file.suffix not in (".json", ".csv"):
        raise BadInput(f"“{file.name}” must end with .json or .csv, which says how to write it.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise BadInput(f"“{file}” can’t be written.")


def _write(file: Path, grown: Tree) -> None:
    text = format_json(grown) if file.suffix == ".json" else format_csv(grown)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"“{file}” can’t be written: {error.strerror}.") from error


def _timed(game: Game, work: Callable[[], Result]) -> tuple[Result, float]:
    """Do the work when everything is loaded, and say how long it takes."""
    for _ in compile_kernels():
        pass
    play_all(game_named("1x1"), STRATEGIES["entropy"])
    if game.is_listed and game.table is None:
        _ = game.codes
    start = perf_counter()
    result = work()
    return result, perf_counter() - start


@click.command()
@game_options
@click.option("--max-guesses", type=click.IntRange(1, 99), help="No secret may need more.")
@click.option("--bound", is_flag=True, help="Find what no strategy can guarantee to beat instead.")
@click.option("--export", type=click.Path(dir_okay=False, path_type=Path), help=".json or .csv")
@json_option
def optimum(
    max_guesses: int | None, bound: bool, export: Path | None, as_json: bool, **options: Any
) -> None:
    """Find the least total (mean) number of guesses, and prove it.

    \b
    Examples:
      pegs-and-paths mastermind optimum
      pegs-and-paths mastermind optimum --game pair --bound
    """
    game = chosen_game(options)
    _check_export(export)
    if bound and max_guesses is not None:
        raise BadInput("--bound looks for the least worst case; --max-guesses can’t go with it.")
    try:
        with progress_bar(f"Exact play of {game.name}; Ctrl-C ends it early", as_json) as done:
            found, seconds = _timed(game, lambda: _searched(game, max_guesses, bound, done))
    except OptimumError as error:
        raise BadInput(str(error)) from error
    plan = found.plan
    if plan is None:
        within = counted(max_guesses or 0, "guess", "guesses")
        if not found.proved:
            raise Failure(f"No plan within {within} was found before the search was ended.")
        raise Failure(f"No strategy finds every code of {game.name} in {within}.")
    if export is not None:
        _write(export, level_order(game, "perfect", plan))
    if as_json:
        click.echo(json.dumps(_optimum_json(game, found, plan, seconds)))
    else:
        _print_optimum(game, found, plan, seconds)


def _searched(game: Game, max_guesses: int | None, bound: bool, done: Done) -> Optimum | LeastWorst:
    """Search to the end, or until the player ends it; the result says whether it is proved."""
    search = WorstSearch(game) if bound else PlanSearch(game, max_guesses=max_guesses)
    try:
        while not search.run(NODES_A_STEP):
            done(search.fraction)
    except KeyboardInterrupt:
        click.echo("Ended early.", err=True)
    return search.result()


@click.command()
@game_options
@strategy_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@overlook_option
@json_option
def simulate(
    strategy: Strategy, games: int, seed: int, overlook: float, as_json: bool, **options: Any
) -> None:
    """Play many games against random codes, and say how long they take.

    \b
    Examples:
      pegs-and-paths mastermind simulate --games 20 --seed 7
    """
    game = chosen_game(options)
    player = Careless(strategy, overlook, seed) if overlook else strategy
    with progress_bar(f"{games:,} games of {game.name}", as_json) as done:
        played, seconds = _timed(game, lambda: _simulated(game, player, games, seed, done))
    each = 1000 * seconds / (played.total + played.given_up * MOST_GUESSES)
    if as_json:
        click.echo(json.dumps(_simulation_json(game, played, each)))
    else:
        _print_simulation(game, strategy, played, each)


def _simulated(game: Game, player: Strategy, games: int, seed: int, done: Done) -> Simulation:
    return simulated(game, player, games, seed, lambda some: done(some / games))


def _tree_json(game: Game, grown: Tree, seconds: float) -> dict[str, object]:
    return {
        "first": game.format_code(grown.first),
        "histogram": grown.histogram,
        "total": grown.total,
        "mean": float(grown.mean),
        "max": grown.max,
        "worst_line": [game.format_code(code) for code in grown.worst_line],
        "seconds": round(seconds, 6),
    }


def _optimum_json(
    game: Game, found: Optimum | LeastWorst, plan: Plan, seconds: float
) -> dict[str, object]:
    return {
        "total": plan.total,
        "max": plan.max,
        "proves": "max" if isinstance(found, LeastWorst) else "total",
        "proved": found.proved,
        "nodes": found.nodes,
        "seconds": round(seconds, 6),
        "bound": found.bound,
        "first": game.format_code(game.code_at(plan.first)),
        "histogram": plan.histogram,
        "mean": float(plan.mean),
    }


def _simulation_json(game: Game, played: Simulation, each: float) -> dict[str, object]:
    return {
        "mean": None if played.given_up else float(played.mean),
        "error": None if played.given_up else played.error,
        "max": None if played.given_up else played.max,
        "ms_per_guess": round(each, 3),
        "games": played.games,
        "given_up": played.given_up,
        "lost": sum(played.histogram[game.rows :]) + played.given_up,
        "histogram": played.histogram,
    }


def _print_histogram(title: str, histogram: Sequence[int], what: str) -> None:
    click.echo(title)
    table = Table("guesses", what)
    for guesses, count in enumerate(histogram, start=1):
        table.add_row(str(guesses), f"{count:,}")
    Console().print(table)


def _print_tree(game: Game, strategy: Strategy, grown: Tree, seconds: float) -> None:
    _print_histogram(f"{strategy.name} on {game.name}:", grown.histogram, "codes")
    click.echo(f"Mean {float(grown.mean):.4f}, total {grown.total:,}, at most {grown.max}.")
    late = sum(grown.histogram[game.rows :])
    if late:
        click.echo(f"{counted(late, 'code')} would not be found in the game’s {game.rows} guesses.")
    else:
        click.echo(f"Every code is found within the game’s {game.rows} guesses.")
    click.echo(f"A longest line: {' '.join(game.format_code(code) for code in grown.worst_line)}")
    click.echo(f"{seconds * 1000:.1f} ms")


def _print_optimum(game: Game, found: Optimum | LeastWorst, plan: Plan, seconds: float) -> None:
    is_worst = isinstance(found, LeastWorst)
    what = "A plan of the least worst case" if is_worst else "Exact play"
    _print_histogram(f"{what} of {game.name}:", plan.histogram, "codes")
    click.echo(f"Mean {float(plan.mean):.4f}, total {plan.total:,}, at most {plan.max}.")
    click.echo(f"First guess: {game.format_code(game.code_at(plan.first))}")
    if is_worst:
        guesses = counted(found.bound or 0, "guess", "guesses")
        click.echo(f"No strategy can guarantee fewer than {guesses}.")
    elif found.proved:
        click.echo("Proved: no strategy has a smaller total.")
    else:
        click.echo(f"Not proved: no strategy has a total below {found.bound:,}.")
    click.echo(f"{counted(found.nodes, 'position')} searched in {seconds:.2f} s")


def _print_simulation(game: Game, strategy: Strategy, played: Simulation, each: float) -> None:
    _print_histogram(f"{strategy.name} on {game.name}:", played.histogram, "games")
    if played.given_up:
        games = f"{played.given_up:,} of {counted(played.games, 'game')}"
        click.echo(f"Given up after {MOST_GUESSES} guesses: {games}, so there is no mean.")
    else:
        error = "" if played.error is None else f" ± {played.error:.4f}"
        click.echo(f"Mean {float(played.mean):.4f}{error}, at most {played.max}.")
    lost = sum(played.histogram[game.rows :]) + played.given_up
    click.echo(f"Lost, with {game.rows} guesses: {lost} of {counted(played.games, 'game')}.")
    click.echo(f"{each:.2f} ms a guess")
