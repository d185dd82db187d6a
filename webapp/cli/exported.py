"""``pegs-and-paths games``: what is in the file of a player's games, read and checked."""

import json
from pathlib import Path
from typing import Any

import click

from solver.cli.errors import BadInput
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import LargeBoardError
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.faults import faults
from solver.wording import join_words, plural
from webapp.you.export import SCHEMA


@click.command("games")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games_command(file: Path, as_json: bool) -> None:
    """List and check the games in FILE, downloaded from “Your data”.

    Boards and codes are read by the same rules as in a game. Feedback that doesn’t match the code
    is listed: you gave it, in a game in which you set the code.

    \b
    Example:
      pegs-and-paths games pegs-and-paths.json
    """
    data = _read(file)
    try:
        rows = [(game, _checked(game)) for game in data["games"]]
        counts = {name: len(data[name]) for name in ("games", "contests", "lessons", "exercises")}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(f"“{file}” can’t be read to its end: {error}.") from error
    if as_json:
        checked_games = [{**game, "checked": check} for game, check in rows]
        click.echo(json.dumps({**data, "games": checked_games}, ensure_ascii=False))
        return
    for game, check in rows:
        click.echo(f"{_heading(game)}: {check}")
    click.echo(f"{join_words([plural(number, name[:-1]) for name, number in counts.items()])}.")


def _read(file: Path) -> dict[str, Any]:
    """Return the document; raise BadInput if it isn't one of ours, or of another version."""
    try:
        data = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"Cannot read “{file}”: {error.strerror}.") from error
    except ValueError as error:
        raise BadInput(f"“{file}” isn’t JSON.") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise BadInput(f"“{file}” isn’t a download of games that this version can read.")
    return data


def _heading(game: dict[str, Any]) -> str:
    day = f" of {game['day']}" if game["day"] else ""
    state = "finished" if game["finished"] else "unfinished"
    return f"{game['changed'][:10]}  {game['kind']}, {game['game']}{day}, {state}"


def _checked(game: dict[str, Any]) -> str:
    """Say how a game stands by its text alone; one that was damaged has none."""
    if "board" in game:
        text = game["board"]
        grid = parse_any(text)
        if fault_count := len(faults(grid)):
            return f"{plural(fault_count, 'fault')} on the board"
        gap_count = grid.last - len(grid.given)
        return f"{plural(gap_count, 'number')} missing" if gap_count else "the path is complete"
    if game.get("turns"):
        return _turns_words(game["game"], game["turns"].split(), game["code"])
    return "no rows"


def _turns_words(name: str, texts: list[str], code: str) -> str:
    rows = plural(len(texts), "row")
    try:
        game = game_named(name)
    except LargeBoardError:
        return f"{rows}, on a board that is too large today"
    turns = [game.parse_turn(text) for text in texts]
    if not code:
        return f"{rows}, {plural(candidates(game, turns).count, 'possible code')}"
    secret = game.parse_code(code)
    rows_off = [
        str(row)
        for row, turn in enumerate(turns, 1)
        if game.feedback(turn.code, secret) != turn.feedback
    ]
    if rows_off:
        return f"{rows}, code {code}, which doesn’t agree with row {join_words(rows_off)}"
    return f"{rows}, code {code}, which agrees with all of them"
