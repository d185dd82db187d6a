"""Commands that play against every secret or many: ``tree``, ``optimum``, ``simulate``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from solver.cli_errors import BadInput, Failure
from solver.cli_games import chosen_game, game_options, json_option, strategy_option
from solver.deduction.careless import Careless
from solver.deduction.choices import Strategy
from solver.deduction.game import Game
from solver.deduction.optimal import LeastWorst, Optimum, OptimumError, Plan
from solver.deduction.optimal import least_worst as find_least_worst
from solver.deduction.optimal import optimum as find_optimum
from solver.deduction.simulate import Simulation
from solver.deduction.simulate import simulate as simulated
from solver.deduction.tree import Tree, TreeError, level_order
from solver.deduction.tree import tree as play_all
from solver.deduction.tree_text import format_csv, format_json
from solver.kernels import compile_kernels

Done = Callable[[float], None]
Result = TypeVar("Result")


@contextmanager
def progress_bar(title: str, as_json: bool) -> Iterator[Done]:
    """Show a bar on standard error while long work tells what share of it is done."""
    columns = (TextColumn(title), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    hidden = as_json or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task(title, total=1.0)
        yield lambda share: progress.update(task, completed=share)


@click.command()
@game_options
@strategy_option
@click.option("--export", type=click.Path(dir_okay=False, path_type=Path), help=".json or .csv")
@json_option
def tree(strategy: Strategy, export: Path | None, as_json: bool, **options: Any) -> None:
    """Play a strategy against every code of the game."""
    game = chosen_game(options)
    _check_export(export)
    try:
        with progress_bar(f"{strategy.name} on {game.name}", as_json) as done:
            grown, seconds = _timed(lambda: _grown(game, strategy, done))
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
    if file is not None and file.suffix not in (".json", ".csv"):
        raise BadInput(f"“{file.name}” must end with .json or .csv, which says how to write it.")


def _write(file: Path, grown: Tree) -> None:
    text = format_json(grown) if file.suffix == ".json" else format_csv(grown)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"“{file}” can’t be written: {error.strerror}.") from error


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    for _ in compile_kernels():
        pass
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
    """Find the least total (mean) number of guesses, and prove it."""
    game = chosen_game(options)
    _check_export(export)
    if bound and max_guesses is not None:
        raise BadInput("--bound looks for the least worst case; --max-guesses can’t go with it.")
    try:
        with progress_bar(f"Exact play of {game.name}", as_json) as done:
            found, seconds = _timed(lambda: _searched(game, max_guesses, bound, done))
    except OptimumError as error:
        raise BadInput(str(error)) from error
    plan = found.plan
    if plan is None:
        raise Failure(f"No strategy finds every code of {game.name} in {max_guesses} guesses.")
    if export is not None:
        _write(export, level_order(game, "perfect", plan))
    if as_json:
        click.echo(json.dumps(_optimum_json(game, found, plan, seconds)))
    else:
        _print_optimum(game, found, plan, seconds)


def _searched(game: Game, max_guesses: int | None, bound: bool, done: Done) -> Optimum | LeastWorst:
    if bound:
        return find_least_worst(game, progress=lambda search: done(search.fraction))
    return find_optimum(
        game, max_guesses=max_guesses, progress=lambda search: done(search.fraction)
    )


@click.command()
@game_options
@strategy_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--overlook",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="The share of the turns that the player overlooks.",
)
@json_option
def simulate(
    strategy: Strategy, games: int, seed: int, overlook: float, as_json: bool, **options: Any
) -> None:
    """Play many games against random codes, and say how long they take."""
    game = chosen_game(options)
    player = Careless(strategy, overlook, seed) if overlook else strategy
    with progress_bar(f"{games:,} games of {game.name}", as_json) as done:
        played, seconds = _timed(lambda: _simulated(game, player, games, seed, done))
    each = 1000 * seconds / played.total
    if as_json:
        click.echo(json.dumps(_simulation_json(played, each)))
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
        "proved": found.proved,
        "nodes": found.nodes,
        "seconds": round(seconds, 6),
        "bound": found.bound,
        "first": game.format_code(game.code_at(plan.first)),
        "histogram": plan.histogram,
        "mean": float(plan.mean),
    }


def _simulation_json(played: Simulation, each: float) -> dict[str, object]:
    return {
        "mean": float(played.mean),
        "error": played.error,
        "max": played.max,
        "ms_per_guess": round(each, 3),
        "games": played.games,
        "histogram": played.histogram,
    }


def _print_histogram(title: str, histogram: Sequence[int], what: str) -> None:
    table = Table("guesses", what, title=title)
    for guesses, count in enumerate(histogram, start=1):
        table.add_row(str(guesses), f"{count:,}")
    Console().print(table)


def _print_tree(game: Game, strategy: Strategy, grown: Tree, seconds: float) -> None:
    _print_histogram(f"{strategy.name} on {game.name}", grown.histogram, "codes")
    click.echo(f"Mean {float(grown.mean):.4f}, total {grown.total:,}, at most {grown.max}.")
    click.echo(f"A longest line: {' '.join(game.format_code(code) for code in grown.worst_line)}")
    click.echo(f"{seconds * 1000:.1f} ms")


def _print_optimum(game: Game, found: Optimum | LeastWorst, plan: Plan, seconds: float) -> None:
    _print_histogram(f"Exact play of {game.name}", plan.histogram, "codes")
    click.echo(f"Mean {float(plan.mean):.4f}, total {plan.total:,}, at most {plan.max}.")
    click.echo(f"First guess: {game.format_code(game.code_at(plan.first))}")
    if isinstance(found, LeastWorst):
        click.echo(f"No strategy can guarantee fewer than {found.bound} guesses.")
    else:
        click.echo("Proved: no strategy has a smaller total.")
    click.echo(f"{found.nodes:,} positions searched in {seconds:.2f} s")


def _print_simulation(game: Game, strategy: Strategy, played: Simulation, each: float) -> None:
    _print_histogram(f"{strategy.name} on {game.name}", played.histogram, "games")
    error = "" if played.error is None else f" ± {played.error:.4f}"
    click.echo(f"Mean {float(played.mean):.4f}{error}, at most {played.max}.")
    click.echo(f"{each:.2f} ms a guess")
