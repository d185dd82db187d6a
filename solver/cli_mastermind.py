"""The command line's part for Mastermind: ``pegs-and-paths mastermind …``.

Turns are written ``1122:1,0``: the code, then black and white keys. Exit codes: 0; 1 when the
turns contradict each other; 2 for bad input, with one sentence on standard error.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from time import perf_counter
from typing import NoReturn

import click
from rich.console import Console
from rich.table import Table

from solver.cli_errors import BadInput, Failure, Group
from solver.deduction import advice
from solver.deduction.candidates import candidates
from solver.deduction.facts import Fact
from solver.deduction.games import PRESETS, Mastermind, game_named
from solver.deduction.mastermind import SYMBOLS, RulesError, Turn, format_feedback
from solver.deduction.strategies import STRATEGIES, Choice, Strategy
from solver.deduction.tree import Tree, TreeError
from solver.deduction.tree import tree as play_all
from solver.deduction.wording import listed, shown
from solver.kernels import compile_kernels


def _named_game(_context: click.Context, _option: click.Parameter, text: str) -> Mastermind:
    try:
        return game_named(text)
    except RulesError as error:
        raise BadInput(f"{error} (Named games: {', '.join(PRESETS)}.)") from error


def _named_strategy(_context: click.Context, _option: click.Parameter, text: str) -> Strategy:
    if text not in STRATEGIES:
        raise BadInput(f"“{shown(text)}” is no strategy; there are {listed(list(STRATEGIES))}.")
    return STRATEGIES[text]


_game = click.option(
    "--game",
    callback=_named_game,
    default="classic",
    show_default=True,
    help="A named game, or a board like 4x6/10.",
)
_strategy = click.option(
    "--strategy",
    callback=_named_strategy,
    default="entropy",
    show_default=True,
    help=f"One of {', '.join(STRATEGIES)}.",
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_turns = click.argument("turns", nargs=-1, metavar="[TURN]…")


@click.group(cls=Group)
def mastermind() -> None:
    """Mastermind: hints, candidates, whole trees. A TURN is written 1122:1,0 (black, white)."""


@mastermind.command()
@_game
@_strategy
@_json
@_turns
def hint(game: Mastermind, strategy: Strategy, as_json: bool, turns: tuple[str, ...]) -> None:
    """Say what the TURNs prove, and which guess is best."""
    played = _parsed(game, turns)
    reasons = advice.reasons(game.rules, played)
    move = advice.move(game.rules, played, strategy.name)
    if move is None:
        _fail_contradiction(reasons)
    if as_json:
        facts = [_fact_json(fact) for fact in reasons.facts]
        click.echo(json.dumps({**_move_json(game, move), "reasons": facts}, ensure_ascii=False))
    else:
        _print_hint(game, reasons, move)


@mastermind.command("candidates")
@_game
@click.option("--limit", type=click.IntRange(min=0), help="List at most so many codes.")
@_json
@_turns
def list_candidates(
    game: Mastermind, limit: int | None, as_json: bool, turns: tuple[str, ...]
) -> None:
    """List the codes that fit all TURNs."""
    played = _parsed(game, turns)
    left = candidates(game, played)
    if not left.size:
        _fail_contradiction(advice.reasons(game.rules, played))
    codes = [game.format_code(game.code_at(int(index))) for index in left[:limit]]
    if as_json:
        click.echo(json.dumps({"count": left.size, "codes": codes}))
        return
    for sentence in advice.nudge_words(advice.Nudge(left.size)):
        click.echo(sentence)
    if codes:
        click.echo(" ".join(codes))


@mastermind.command()
@_game
@_strategy
@_json
def tree(game: Mastermind, strategy: Strategy, as_json: bool) -> None:
    """Play a strategy against every code of the game."""
    try:
        result, seconds = _timed_tree(game, strategy)
    except TreeError as error:
        raise BadInput(str(error)) from error
    if as_json:
        click.echo(json.dumps(_tree_json(game, result, seconds)))
    else:
        _print_tree(game, strategy, result, seconds)


def _parsed(game: Mastermind, texts: Sequence[str]) -> tuple[Turn, ...]:
    most = game.rules.guesses
    if len(texts) > most:
        raise BadInput(f"This game has {most} guesses; {len(texts)} turns were given.")
    return tuple(_parsed_turn(game, number, text) for number, text in enumerate(texts, start=1))


def _parsed_turn(game: Mastermind, number: int, text: str) -> Turn:
    try:
        return game.parse_turn(text)
    except ValueError as error:
        raise BadInput(f"Turn {number}: {error}") from error


def _fail_contradiction(reasons: advice.Reasons) -> NoReturn:
    raise Failure(" ".join(advice.reasons_words(reasons)))


def _move_json(game: Mastermind, move: Choice) -> dict[str, object]:
    return {
        "guess": game.format_code(move.guess),
        "candidates": move.split.total,
        "can_be_code": move.can_be_code,
        "parts": move.split.parts,
        "largest": move.split.largest,
        "expected_size": float(move.split.expected_size),
        "bits": move.split.bits,
        "exact": move.exact,
        "weighed_guesses": move.weighed_guesses,
        "weighed_codes": move.weighed_codes,
    }


def _fact_json(fact: Fact) -> dict[str, object]:
    return {
        "kind": fact.kind.value,
        "colours": [SYMBOLS[colour] for colour in fact.colours],
        "holes": [hole + 1 for hole in fact.holes],
        "count": fact.count,
        "turns": [turn + 1 for turn in fact.proof],
        "text": advice.fact_words(fact),
    }


def _print_hint(game: Mastermind, reasons: advice.Reasons, move: Choice) -> None:
    sentences = (
        *advice.nudge_words(advice.Nudge(reasons.candidates)),
        *advice.reasons_words(reasons),
        *advice.move_words(move),
    )
    for sentence in sentences:
        click.echo(sentence)
    table = Table("black,white", "codes left", title="What the answer would leave")
    for answer, size in zip(game.feedbacks, move.split.sizes, strict=True):
        if size:
            table.add_row(format_feedback(answer), f"{size:,}")
    Console().print(table)


def _timed_tree(game: Mastermind, strategy: Strategy) -> tuple[Tree, float]:
    for _ in compile_kernels():
        pass
    start = perf_counter()
    result = play_all(game, strategy)
    return result, perf_counter() - start


def _tree_json(game: Mastermind, result: Tree, seconds: float) -> dict[str, object]:
    return {
        "first": game.format_code(result.first),
        "histogram": result.histogram,
        "total": result.total,
        "mean": float(result.mean),
        "max": result.max,
        "worst_line": [game.format_code(code) for code in result.worst_line],
        "seconds": round(seconds, 6),
    }


def _print_tree(game: Mastermind, strategy: Strategy, result: Tree, seconds: float) -> None:
    table = Table("guesses", "codes", title=f"{strategy.name} on {game.name}")
    for guesses, codes in enumerate(result.histogram, start=1):
        table.add_row(str(guesses), f"{codes:,}")
    Console().print(table)
    click.echo(f"Mean {float(result.mean):.4f}, total {result.total:,}, at most {result.max}.")
    click.echo(f"A longest line: {' '.join(game.format_code(code) for code in result.worst_line)}")
    click.echo(f"{seconds * 1000:.1f} ms")
