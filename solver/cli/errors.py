"""How the command line says no: one sentence on standard error, and an exit code."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from math import isfinite
from typing import IO, Any, NoReturn

import click


class Exit(IntEnum):
    """How the program ends."""

    FINE = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2


class Failure(click.ClickException):
    """The end without an answer: one sentence on standard error, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence alone."""
        try:
            click.echo(self.message, file=file, err=True)
        except BrokenPipeError:
            _end_by_pipe()


class BadInput(Failure):
    """Input that cannot be used: exit code 2."""

    exit_code = Exit.BAD_INPUT


class Group(click.Group):
    """A group of commands whose wrong usage is said in one sentence too, without click's frame."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Read the group's own options; see :class:`click.Group`."""
        with _one_sentence():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Read a command's options and run it; see :class:`click.Group`."""
        with _one_sentence():
            return super().invoke(ctx)


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
        """Read the number."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number
