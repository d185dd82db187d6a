"""What every command shares: refusals, and groups whose commands are loaded when they are run."""

import ast
import gc
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from enum import IntEnum
from functools import cache
from importlib import import_module
from math import isfinite
from pkgutil import get_data
from types import ModuleType
from typing import IO, Any, NoReturn

import click
from click.shell_completion import CompletionItem

from solver.wording import InputError


class Exit(IntEnum):
    FINE = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2


class Failure(click.ClickException):
    """The end without an answer: one sentence on standard error, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        try:
            click.echo(self.message, file=file, err=True)
        except BrokenPipeError:
            _end_by_pipe()


class BadInput(Failure):
    exit_code = Exit.BAD_INPUT


@contextmanager
def _one_sentence() -> Iterator[None]:
    try:
        yield
    except getattr(click.exceptions, "NoArgsIsHelpError", ()):  # click before 8.2 has none
        raise
    except BrokenPipeError:
        _end_by_pipe()
    except SystemExit as end:  # Rich ends so, with the code for "no solution"
        if isinstance(end.__context__, BrokenPipeError):
            _end_by_pipe()
        raise
    except OSError as error:
        raise BadInput(f"The output can’t be written: {error.strerror}.") from error
    except InputError as error:
        raise BadInput(str(error)) from error
    except click.UsageError as error:
        text = " ".join(error.format_message().split())
        raise BadInput(text if text.endswith((".", "?", "!")) else f"{text}.") from error


def _end_by_pipe() -> NoReturn:
    """End as other tools do when nobody reads on: by the signal; 0 where there is none."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)
    os._exit(Exit.FINE)  # else Python would write what is left


class FiniteRange(click.FloatRange):
    """A number within bounds; infinity and "not a number" are refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


# Groups whose commands are loaded when they are run, not when they are listed.
#
# A command brings the solver along, and with it NumPy and Numba: a second for a line of help. So a
# group has a table that says where each of its commands lies, ``module:name``. It reads the line
# of its list there, and loads a command when somebody asks for it.


def load_command(location: str) -> click.Command:
    """Import a command; if it brings the solver, it will say when that is compiled."""
    module, _, name = location.partition(":")
    command: click.Command = getattr(import_quietly(module), name)
    if "solver.kernels" in sys.modules:
        _watch_compiler()
    return command


def read_help(location: str) -> str:
    """Read a command’s docstring in its source, without importing it."""
    module, _, name = location.partition(":")
    package, _, file = module.rpartition(".")
    body = ast.parse(get_data(package, f"{file}.py") or b"").body
    functions = (item for item in body if isinstance(item, ast.FunctionDef))
    return next((ast.get_docstring(item) or "" for item in functions if item.name == name), "")


@cache
def _watch_compiler() -> None:
    show = import_module("solver.cli.progress").show_compiling
    sys.modules["solver.kernels"].when_compiling(show)


def import_quietly(module: str) -> ModuleType:
    """Import a module that brings much along, without looks for garbage, of which there is none.

    They would take a tenth of the time.
    """
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.freeze()
        gc.enable()


class LazyGroup(click.Group):
    """A group with a table of its commands, and of those ``gone``: what to do instead.

    Wrong usage is said in one sentence, too, without click's frame.
    """

    def __init__(
        self,
        *arguments: Any,
        later: Mapping[str, str] | None = None,
        gone: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(*arguments, **extra)
        self._later = dict(later or {})
        self._gone = dict(gone or {})

    def later(self) -> Mapping[str, str]:
        return self._later

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        with _one_sentence():
            return super().make_context(*arguments, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            matches = get_close_matches(args[0], self.list_commands(ctx), 1)
            message = error.format_message()
            if not matches or "Did you mean" in message:  # click’s own question
                raise
            raise click.UsageError(f"{message} Did you mean “{matches[0]}”?", ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        with _one_sentence():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self.later()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._gone:
            raise BadInput(f"“{cmd_name}” is gone. {self._gone[cmd_name]}")
        command = super().get_command(ctx, cmd_name)
        if command or cmd_name not in (later := self.later()):
            return command
        return load_command(later[cmd_name])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._line(ctx, name)) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        completions = [CompletionItem(name, help=self._line(ctx, name)) for name in names]
        return completions + click.Command.shell_complete(self, ctx, incomplete)

    def _line(self, ctx: click.Context, name: str) -> str:
        command = super().get_command(ctx, name)
        words = (command.help or "") if command else read_help(self.later()[name])
        return " ".join(words.split("\n\n")[0].split())
