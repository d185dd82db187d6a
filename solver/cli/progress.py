"""What people see of long work: a bar, or at least a sentence. All of it on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE = 3.0

Done = Callable[[float], None]


@contextmanager
def progress_bar(title: str, as_json: bool) -> Iterator[Done]:
    """Show a bar while long work tells what share of it is done; none but in a terminal."""
    columns = (TextColumn(title), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    hidden = as_json or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task(title, total=1.0)
        yield lambda share: progress.update(task, completed=share)


@contextmanager
def patience() -> Iterator[None]:
    """Say after three seconds in a terminal why it takes so long, which it rarely does."""
    words = "Still at work. The first run after an installation compiles the solver …"
    timer = Timer(PATIENCE, click.echo, [words], {"err": True})
    timer.daemon = True
    if Console(stderr=True).is_terminal:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
