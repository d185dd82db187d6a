"""Commands on every code of a game or many: ``tree``, ``check``, ``simulate``, ``optimum``."""

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, Final, TypeVar, cast

import click
from rich.console import Console
from rich.table import Table

from solver.cli import positions
from solver.cli.errors import BadInput, Failure
from solver.cli.progress import progress_bar
from solver.deduction.games import face_of
from solver.deduction.optimal import LeastWorst, Optimum, Plan, PlanSearch, WorstSearch
from solver.deduction.optimal.certificate import format_certificate
from solver.deduction.rules.game import Game
from solver.deduction.strategies.perfect import Perfect, is_in_reach, is_searched
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.text.diagnosis import total_words, worst_words
from solver.deduction.trees.grow import tree as play_all
from solver.deduction.trees.nested import format_tree, read_tree
from solver.deduction.trees.simulate import Lengths, lengths, lengths_of
from solver.deduction.trees.tree import Tree, format_csv, format_json, level_order
from solver.kernels import compile_kernels
from solver.wording import join_words, plural

GZIP: Final = ".gz"
WRITERS: Final[dict[str, Callable[[Tree], str]]] = {
    ".json": format_json,
    ".csv": format_csv,
    ".txt": format_tree,
}


class OutputFile(click.Path):
    """A file to write, whose name must end so for a reason."""

    def __init__(self, endings: Sequence[str], reason: str) -> None:
        super().__init__(dir_okay=False, path_type=Path)
        self._endings, self._reason = endings, reason

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        file = cast(Path, super().convert(value, param, ctx))
        if _ending(file) not in self._endings:
            endings = join_words(self._endings, "or")
            raise BadInput(f"“{file.name}” must end with {endings}, {self._reason}.")
        if not os.access(file if file.exists() else file.parent, os.W_OK):
            raise BadInput(f"“{file}” can’t be written.")
        return file


export_option = click.option(
    "--export",
    type=OutputFile([*WRITERS], "which says how to write it"),
    help="Write a .json or .csv file, or .txt: nested notation, or lines for words; packed with"
    " .gz.",
)


def write_tree(file: Path, grown: Tree) -> None:
    write_lines(file, [WRITERS[_ending(file)](grown)], end="")


def write_lines(file: Path, lines: Iterable[str], end: str = "\n") -> int:
    count = 0
    try:
        with ExitStack() as files:
            out: BinaryIO | gzip.GzipFile = files.enter_context(file.open("wb"))
            if file.suffix == GZIP:  # without name and time, the same texts make the same file
                out = files.enter_context(gzip.GzipFile("", "wb", fileobj=out, mtime=0))
            for line in lines:
                out.write(f"{line}{end}".encode())
                count += 1
    except OSError as error:
        raise BadInput(f"“{file}” can’t be written: {error.strerror}.") from error
    return count


def _ending(file: Path) -> str:
    return Path(file.stem).suffix if file.suffix == GZIP else file.suffix


ESTIMATED: Final = (
    "This isn’t proved to be perfect: on a board this large the first guesses are chosen by "
    "estimate, so the average may not be the best there is."
)
Result = TypeVar("Result")


@click.command()
@positions.game_options
@positions.rule_options
@positions.strategy_option
@export_option
@positions.json_option
def tree(strategy: Strategy, export: Path | None, as_json: bool, **options: Any) -> None:
    """Play a strategy against every code of the game.

    \b
    Examples:
      pegs-and-paths mastermind tree --strategy knuth
      pegs-and-paths mastermind tree --game bulls9 --strategy first --json
    """
    game = positions.take_game(options)
    with progress_bar(f"{strategy.name} on {game.name}", as_json) as report:
        grown, seconds = measure(
            game,
            lambda: play_all(game, strategy, threads=os.cpu_count() or 1, progress=report),
        )
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
@positions.game_options
@export_option
@positions.json_option
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
    game = positions.take_game(options)
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


def measure(game: Game, work: Callable[[], Result]) -> tuple[Result, float]:
    """Do the work, and say how long it takes when everything is loaded or compiled."""
    for _ in compile_kernels():
        pass
    if game.table is None:
        _ = game.codes
    start = perf_counter()
    result = work()
    return result, perf_counter() - start


@click.command()
@positions.game_options
@positions.rule_options
@positions.strategy_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@positions.json_option
def simulate(strategy: Strategy, games: int, seed: int, as_json: bool, **options: Any) -> None:
    """Play many games against random codes, and count the guesses they take.

    \b
    Examples:
      pegs-and-paths mastermind simulate --games 20 --seed 7
    """
    game = positions.take_game(options)

    def play() -> Lengths:
        guess_counts = []
        for length in lengths(game, strategy, games, seed):
            guess_counts.append(length)
            report(len(guess_counts), games)
        return lengths_of(guess_counts)

    with progress_bar(f"{games:,} games of {game.name}", as_json) as report:
        record, seconds = measure(game, play)
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


NODES_A_STEP = 5000


@click.command()
@positions.game_options
@click.option("--max-guesses", type=click.IntRange(1, 99), help="Guesses allowed per code.")
@click.option("--strict", is_flag=True, help="Guess only codes that are still possible.")
@click.option("--bound", is_flag=True, help="Find the smallest worst case instead.")
@export_option
@click.option(
    "--certificate",
    type=OutputFile([".jsonl", ".jsonl.gz"], "since it has a line of JSON for each position"),
    help="Write the proof to a .jsonl or .jsonl.gz file, which docs/results/check.py verifies.",
)
@positions.json_option
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
    game = positions.take_game(options)
    _check_together(max_guesses, bound, certificate)
    search: PlanSearch | WorstSearch = PlanSearch(game, max_guesses=max_guesses, strict=strict)
    if bound:
        search = WorstSearch(game, strict=strict)
    best, seconds = measure(game, lambda: _run_search(game, search, as_json))
    plan = _plan_of(game, best, max_guesses)
    if export is not None:
        name = "perfect-candidates" if strict else "perfect"
        write_tree(export, level_order(game, name, plan))
    if as_json:
        result = _optimum_json(game, best, plan, seconds, max_guesses)
        click.echo(json.dumps(result | {"strict": strict}))
    else:
        _print_optimum(game, best, plan, seconds, max_guesses=max_guesses, strict=strict)
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
    game: Game,
    result: Optimum | LeastWorst,
    plan: Plan,
    seconds: float,
    *,
    max_guesses: int | None,
    strict: bool,
) -> None:
    if isinstance(result, LeastWorst):
        best = "A plan of the least worst case"
        claim = worst_words(result.proved, result.bound, strict=strict)
    else:
        best = "Perfect play"
        claim = total_words(result.proved, result.bound, max_guesses, strict=strict)
    subject = best if result.proved else "The best plan found"
    print_histogram(f"{subject} of {game.name}:", plan.histogram, "codes")
    click.echo(f"Average {float(plan.mean):.4f}, total {plan.total:,}, worst case {plan.max}.")
    click.echo(f"First guess: {game.format_code(game.code_at(plan.first))}")
    click.echo(claim)
    click.echo(face_of(game).scope)
    click.echo(f"{plural(result.nodes, 'position')} searched in {seconds:.2f} s")
