"""Commands that play against every secret or many: ``tree``, ``simulate``."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, Final, TypeVar

import click
from rich.console import Console
from rich.table import Table

from solver.cli.errors import BadInput
from solver.cli.mastermind_games import (
    game_options,
    json_option,
    rule_options,
    strategy_option,
    take_game,
)
from solver.cli.progress import Done, progress_bar
from solver.deduction.games import game_named
from solver.deduction.rules.game import Game
from solver.deduction.strategies.perfect import Perfect, is_in_reach, is_searched
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.trees.grow import tree as play_all
from solver.deduction.trees.nested import format_tree, read_tree
from solver.deduction.trees.simulate import Lengths
from solver.deduction.trees.simulate import simulate as simulated
from solver.deduction.trees.tree import Tree, format_csv, format_json
from solver.kernels import seconds_waited
from solver.wording import join_words, plural

GZIP: Final = ".gz"
WRITERS: Final[dict[str, Callable[[Tree], str]]] = {
    ".json": format_json,
    ".csv": format_csv,
    ".txt": format_tree,
}
LINES: Final = ".jsonl"
ENDINGS_HELP: Final = (
    "Write a .json or .csv file, or .txt: nested notation, or lines for words; packed with .gz."
)


def check_export(file: Path | None) -> None:
    _check(file, [*WRITERS], "which says how to write it")


def check_lines(file: Path | None) -> None:
    _check(file, [LINES, LINES + GZIP], "since it has a line of JSON for each position")


def write_tree(file: Path, grown: Tree) -> None:
    write_lines(file, [WRITERS[_ending(file)](grown)], end="")


def write_lines(file: Path, lines: Iterable[str], end: str = "\n") -> int:
    count = 0
    try:
        with _open_file(file) as out:
            for line in lines:
                out.write(f"{line}{end}".encode())
                count += 1
    except OSError as error:
        raise BadInput(f"“{file}” can’t be written: {error.strerror}.") from error
    return count


@contextmanager
def _open_file(file: Path) -> Iterator[gzip.GzipFile | BinaryIO]:
    """Open a file; compressed without name and time, the same texts always make the same one."""
    with file.open("wb") as stream:
        if file.suffix != GZIP:
            yield stream
            return
        with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as archive:
            yield archive


def _ending(file: Path) -> str:
    return Path(file.stem).suffix if file.suffix == GZIP else file.suffix


def _check(file: Path | None, endings: list[str], reason: str) -> None:
    if file is None:
        return
    if _ending(file) not in endings:
        raise BadInput(f"“{file.name}” must end with {join_words(endings, 'or')}, {reason}.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise BadInput(f"“{file}” can’t be written.")


ESTIMATED: Final = (
    "This isn’t proved to be perfect: on a board this large the first guesses are chosen by "
    "estimate, so the average may not be the best there is."
)
Result = TypeVar("Result")


@click.command()
@game_options
@rule_options
@strategy_option
@click.option("--export", type=click.Path(dir_okay=False, path_type=Path), help=ENDINGS_HELP)
@json_option
def tree(strategy: Strategy, export: Path | None, as_json: bool, **options: Any) -> None:
    """Play a strategy against every code of the game.

    \b
    Examples:
      pegs-and-paths mastermind tree --strategy knuth
      pegs-and-paths mastermind tree --game bulls9 --strategy first --json
    """
    game = take_game(options)
    check_export(export)
    with progress_bar(f"{strategy.name} on {game.name}", as_json) as report:
        grown, seconds = measure(game, lambda: _grown(game, strategy, report))
    if export is not None:
        write_tree(export, grown)
    if as_json:
        click.echo(json.dumps(_tree_json(game, grown, seconds)))
    else:
        _print_tree(game, strategy.name, grown, seconds)
        if isinstance(strategy, Perfect) and not is_searched(strategy, game):
            click.echo(ESTIMATED)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@game_options
@click.option("--export", type=click.Path(dir_okay=False, path_type=Path), help=ENDINGS_HELP)
@json_option
def check(file: Path, export: Path | None, as_json: bool, **options: Any) -> None:
    """Play a strategy from a file against every code of the game.

    The file has our JSON, nested notation or lines. Nested notation is {guess:{reply:rest,…}}, with
    colours from A on, and as a reply the numbers of blacks and whites. Lines are for words: one for
    each word, with its guesses, their marks (B grey, Y yellow, G green) and their numbers.

    \b
    Examples:
      pegs-and-paths mastermind check strategy.txt --game 2x2
      pegs-and-paths mastermind check strategy.txt --game 2x2 --export strategy.json --json
    """
    game = take_game(options)
    check_export(export)
    try:
        content = file.read_bytes()
        text = gzip.decompress(content) if file.suffix == GZIP else content
        whole, seconds = measure(game, lambda: read_tree(text.decode(), game))
    except (OSError, UnicodeDecodeError, zlib.error) as error:
        raise BadInput(f"“{file}” can’t be read as text.") from error
    if export is not None:
        write_tree(export, whole)
    game = whole.game
    if as_json:
        click.echo(json.dumps(_tree_json(game, whole, seconds)))
    else:
        _print_tree(game, file.name, whole, seconds)


def _grown(game: Game, strategy: Strategy, report: Done) -> Tree:
    threads = os.cpu_count() or 1
    return play_all(
        game, strategy, threads=threads, progress=lambda count, total: report(count / total)
    )


def measure(game: Game, work: Callable[[], Result]) -> tuple[Result, float]:
    """Do the work, and say how long it takes without loading and compiling."""
    play_all(game_named("1x1"), STRATEGIES["entropy"])
    if game.table is None:
        _ = game.codes
    start = perf_counter() - seconds_waited()
    result = work()
    return result, perf_counter() - seconds_waited() - start


@click.command()
@game_options
@rule_options
@strategy_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@json_option
def simulate(strategy: Strategy, games: int, seed: int, as_json: bool, **options: Any) -> None:
    """Play many games against random codes, and count the guesses they take.

    \b
    Examples:
      pegs-and-paths mastermind simulate --games 20 --seed 7
    """
    game = take_game(options)
    with progress_bar(f"{games:,} games of {game.name}", as_json) as report:
        record, seconds = measure(
            game,
            lambda: simulated(game, strategy, games, seed, lambda count: report(count / games)),
        )
    milliseconds = 1000 * seconds / record.total
    if as_json:
        click.echo(json.dumps(_simulation_json(game, record, milliseconds)))
    else:
        _print_simulation(game, strategy, record, milliseconds)


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


def _simulation_json(game: Game, record: Lengths, milliseconds: float) -> dict[str, object]:
    return {
        "mean": float(record.mean),
        "error": record.error,
        "max": record.max,
        "ms_per_guess": round(milliseconds, 3),
        "games": record.count,
        "lost": sum(record.histogram[game.rows :]),
        "histogram": record.histogram,
    }


def print_histogram(title: str, histogram: Sequence[int], heading: str) -> None:
    click.echo(title)
    table = Table("guesses", heading)
    for guesses, count in enumerate(histogram, start=1):
        table.add_row(str(guesses), f"{count:,}")
    Console().print(table)


def _print_tree(game: Game, name: str, grown: Tree, seconds: float) -> None:
    print_histogram(f"{name} on {game.name}:", grown.histogram, "codes")
    click.echo(f"Average {float(grown.mean):.4f}, total {grown.total:,}, worst case {grown.max}.")
    late = sum(grown.histogram[game.rows :])
    if late:
        click.echo(f"{plural(late, 'code')} would not be found in the game’s {game.rows} guesses.")
    else:
        click.echo(f"Every code is found within the game’s {game.rows} guesses.")
    click.echo(f"A longest line: {' '.join(game.format_code(code) for code in grown.worst_line)}")
    click.echo(f"Worked out in {seconds * 1000:.1f} ms")


def _print_simulation(game: Game, strategy: Strategy, record: Lengths, milliseconds: float) -> None:
    print_histogram(f"{strategy.name} on {game.name}:", record.histogram, "games")
    error = "" if record.error is None else f" ± {record.error:.4f}"
    click.echo(f"Average {float(record.mean):.4f}{error}, worst case {record.max}.")
    losses = sum(record.histogram[game.rows :])
    click.echo(f"Lost, with {game.rows} guesses: {losses} of {plural(record.count, 'game')}.")
    if isinstance(strategy, Perfect) and not is_in_reach(game, game.secret_count):
        click.echo(ESTIMATED)
    click.echo(f"{milliseconds:.2f} ms a guess")
