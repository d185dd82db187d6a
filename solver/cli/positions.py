"""What the commands on deduction games share: which game, which strategy, which turns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import click

from solver.cli.errors import BadInput
from solver.deduction.games import FAMILIES, NAMES, game_for, game_named
from solver.deduction.knowledge.guess_rules import GuessRule, check_rule
from solver.deduction.rules.game import NOTHING, Game, ReadTurns
from solver.deduction.rules.mastermind import MOST_GUESSES, Rules
from solver.deduction.rules.own_words import parse_words
from solver.deduction.strategies.registry import ALLOWED, STUDIED
from solver.deduction.strategies.strategy import Strategy
from solver.wording import join_words, quote

Command = TypeVar("Command", bound=Callable[..., Any])

GAMES_HELP = " ".join(filter(None, (family.games_help for family in FAMILIES)))
TURNS_HELP = " ".join((*filter(None, (family.turns_help for family in FAMILIES)), GAMES_HELP))


def _completer(names: Iterable[str]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    return lambda _context, _option, start: [name for name in names if name.startswith(start)]


def game_options(command: Command) -> Command:
    """Let a command say its game: a name, or a board of one's own. It gets a ``game``."""
    options = (
        click.option(
            "--game",
            "name",
            shell_complete=_completer(NAMES),
            help=f"One of {', '.join(NAMES)}, or a board like 5x6/12.",
        ),
        click.option(
            "--words", type=click.File(encoding="utf-8-sig"), help="Words of your own, from a file."
        ),
        click.option(
            "--guesses",
            "more_words",
            type=click.File(encoding="utf-8-sig"),
            help="More words that can be guessed, from a file.",
        ),
        click.option("--pegs", type=int, help="Holes on your own board (default: 4)."),
        click.option("--colours", type=int, help="Colours, without the blank (default: 6)."),
        click.option(
            "--no-repeats", is_flag=True, help="No repeated colours, in codes or guesses."
        ),
        click.option("--no-secret-repeats", is_flag=True, help="No repeated colours in the code."),
        click.option("--blanks", is_flag=True, help="Holes can stay empty."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def take_game(options: dict[str, Any]) -> Game:
    """Take the options of ``game_options`` out of a command's, and return the game."""
    name = options.pop("name")
    words = options.pop("words")
    guesses = options.pop("more_words")
    rule = options.pop("rule", None)
    board = {key: options.pop(key) for key in _OWN_BOARD}
    flags = [
        f"--{key.replace('_', '-')}"
        for key, value in board.items()
        if value is not None and value is not False
    ]
    try:
        if words:
            if name is not None or flags:
                raise BadInput("--words is a whole game; --game and a board can’t go with it.")
            game: Game = parse_words(words.read(), guesses.read() if guesses else "")
        elif guesses:
            raise BadInput("--guesses goes with --words, the list of words that can be the code.")
        elif name is None:
            game = game_for(_own_rules(board)) if flags else game_named("classic")
        elif flags:
            raise BadInput(
                f"--game {quote(name)} is a whole board; {join_words(flags)} can’t go with it."
            )
        else:
            game = game_named(name.strip().lower().replace("×", "x"))
        check_rule(game, rule or GuessRule.ANY)
        return game
    except UnicodeDecodeError as error:
        raise BadInput("A list of words isn’t text in UTF-8.") from error


_OWN_BOARD = ("pegs", "colours", "no_repeats", "no_secret_repeats", "blanks")


def _own_rules(board: dict[str, Any]) -> Rules:
    return Rules(
        Rules.pegs if board["pegs"] is None else board["pegs"],
        Rules.colours if board["colours"] is None else board["colours"],
        guesses=MOST_GUESSES,
        repeats=not board["no_repeats"],
        secret_repeats=not board["no_secret_repeats"],
        blanks=board["blanks"],
    )


def rule_options(command: Command) -> Command:
    """Let a command say which guesses its game allows: ``take_game`` checks it."""
    rules = {
        GuessRule.HARD: "Use every hint in each guess, as in Words’ hard mode.",
        GuessRule.STRICT: "Guess only codes that are still possible.",
    }
    option = partial(click.option, type=click.UNPROCESSED, is_eager=True)
    for rule, text in rules.items():
        command = option(f"--{rule}", "rule", flag_value=rule, help=text)(command)
    return command


def _strategy_option(default: str) -> Callable[[Command], Command]:
    """Let a command say its strategy; without one it gets the usual one of its rule."""
    names = [strategy.name for strategy in STUDIED]

    def find(context: click.Context, _option: click.Parameter, text: str | None) -> Strategy:
        rule = context.params.get("rule") or GuessRule.ANY
        strategies = STUDIED if rule is GuessRule.ANY else ALLOWED[rule]
        by_name = {strategy.name: strategy for strategy in strategies}
        name = text or (default if rule is GuessRule.ANY else next(iter(by_name)))
        if name not in by_name:
            scope = "" if rule is GuessRule.ANY else f" with --{rule}"
            raise BadInput(
                f"“{quote(name)}” is no strategy{scope}; there are {join_words(list(by_name))}."
            )
        return by_name[name]

    return click.option(
        "--strategy",
        callback=find,
        shell_complete=_completer(names),
        help=f"One of {', '.join(names)}; {default} if you don’t choose.",
    )


strategy_option = _strategy_option("entropy")
hint_strategy_option = _strategy_option("perfect")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
turns_argument = click.argument("turns", nargs=-1, metavar="[TURN]…")


def take_position(
    options: dict[str, Any], texts: Sequence[str], codes: Mapping[str, str] = NOTHING
) -> ReadTurns:
    """Take a command's game out of its options, and read its turns and other codes.

    A text may have several lines, and ``-`` stands for those of standard input. The game returned
    writes codes as they were written.
    """
    game = take_game(options)
    try:
        contents = [click.open_file("-").read() if text == "-" else text for text in texts]
        lines = [line for text in contents for line in text.splitlines() or [text] if line.strip()]
        position = game.read_turns(lines, codes, "Turn")
    except UnicodeDecodeError as error:
        raise BadInput("Standard input isn’t text in UTF-8.") from error
    if len(position.turns) > game.rows:
        raise BadInput(
            f"This game has {game.rows} guesses; {len(position.turns)} turns were given."
        )
    if position.notation:
        click.echo(f"Read as: {position.notation}.", err=True)
    return position
