"""What is public, a line for each thing: ``python -m tests.public`` writes it to ``public.txt``.

The library's names with their parameters and members, the commands with their options, the
addresses with their methods, the settings of a server, and the names that links and files carry.
docs/public.md says how long each is kept.
"""

import inspect
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

import click
from flask import Flask

import solver
from solver.cli.main import main
from solver.deduction.games import PRESETS
from solver.deduction.strategies.registry import STRATEGIES
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.logic.technique import techniques
from solver.hidoku.notations.registry import NOTATIONS
from webapp.config import Settings
from webapp.learn.exercises.registry import ENTRIES
from webapp.registry import ROOMS

KEPT = Path(__file__).with_name("public.txt")


def library() -> Iterator[str]:
    for name in sorted(solver.__all__):
        value: Any = getattr(solver, name)
        if inspect.isclass(value):
            yield f"solver.{name}"
            yield from (f"solver.{name}.{member}" for member in members(value))
        elif inspect.isroutine(value) or hasattr(value, "__wrapped__"):
            yield f"solver.{name}({parameters(value)})"
        else:
            yield f"solver.{name}"


def members(value: type) -> list[str]:
    """Return a class's own members and those of its bases here, not those of Python's classes."""
    if issubclass(value, Enum):
        return list(value.__members__)
    ours = [base for base in value.__mro__ if base.__module__.startswith("solver")]
    names = {
        name for base in ours for name in (*vars(base), *vars(base).get("__annotations__", ()))
    }
    return sorted(name for name in names if not name.startswith("_"))


def parameters(function: Any) -> str:
    words = []
    for name, parameter in inspect.signature(function).parameters.items():
        mark = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in "".join(words):
            words.append("*")
        words.append(f"{mark}{name}{'' if parameter.default is parameter.empty else '='}")
    return ", ".join(words)


def commands(command: click.Command = main, name: str = "pegs-and-paths") -> Iterator[str]:
    context = click.Context(command)
    if isinstance(command, click.Group):
        for part in sorted(command.list_commands(context)):
            subcommand = command.get_command(context, part)
            assert subcommand
            yield from commands(subcommand, f"{name} {part}")
        return
    yield name
    for parameter in command.params:
        is_argument = isinstance(parameter, click.Argument)
        words = [parameter.human_readable_name] if is_argument else parameter.opts
        yield f"{name} {', '.join((*words, *parameter.secondary_opts))}"


def addresses() -> Iterator[str]:
    app = Flask("webapp")
    for room in ROOMS:
        app.register_blueprint(room.blueprint)
    for rule in app.url_map.iter_rules():
        methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        yield from (f"{method} {rule.rule}" for method in methods if rule.endpoint != "static")


def settings() -> Iterator[str]:
    internal_names = {"fork_server", "database_url"}  # the first is the server's alone
    yield "setting DATABASE_URL"
    yield from (
        f"setting PEGS_{field.name.upper()}"
        for field in fields(Settings)
        if field.name not in internal_names
    )


def names() -> Iterator[str]:
    """Yield the names that links, commands and files carry."""
    yield from (f"board of Mastermind {name}" for name in PRESETS)
    yield from (f"strategy {name}" for name in STRATEGIES)
    yield from (f"shape of Hidoku {name}" for name in SHAPES)
    yield from (f"technique of Hidoku {technique.name}" for technique in techniques())
    yield from (f"notation of Hidoku {notation.name}" for notation in NOTATIONS)
    yield from (f"exercise {entry.name}" for entry in ENTRIES)


def public() -> list[str]:
    return sorted({*library(), *commands(), *addresses(), *settings(), *names()})


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for line in public()))
