"""What people see of long work: a bar for what it is, and one while the solver is compiled for it.

All of it on standard error.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Timer

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

PATIENCE = 3.0
COMPILING = "Compiling the solver, once: up to a minute"


@contextmanager
def progress_bar(title: str, as_json: bool) -> Iterator[Callable[..., None]]:
    """Show a bar while long work tells how much of how much is done; none but in a terminal."""
    with _task(title, 1.0) as task:
        _show(task, not as_json)
        yield lambda amount, total=1.0: _bars().update(task, completed=amount / total)


@contextmanager
def patience() -> Iterator[None]:
    with _task("Still at work", None) as task:
        timer = Timer(PATIENCE, _show, [task, True])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def show_compiling(begins: bool) -> None:
    """Say that the solver is being compiled: a bar in a terminal, else a line the first time."""
    _show(_compiling(), begins)


@cache
def _compiling() -> TaskID:
    if _bars().disable:
        click.echo(f"{COMPILING} …", err=True)
    return _bars().add_task(COMPILING, total=None, visible=False)


@cache
def _bars() -> Progress:
    """Return the one place for bars, since two of them would draw over each other."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_interactive)


@contextmanager
def _task(title: str, total: float | None) -> Iterator[TaskID]:
    task = _bars().add_task(title, total=total, visible=False)
    try:
        yield task
    finally:
        _show(task, False)
        _bars().remove_task(task)


def _show(task: TaskID, is_visible: bool) -> None:
    bars = _bars()
    bars.update(task, visible=is_visible)
    if any(bar.visible for bar in bars.tasks):
        bars.start()
    else:
        bars.stop()
