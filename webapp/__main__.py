"""``python -m webapp``: compile the kernels with a visible progress line, then serve."""

from __future__ import annotations

import errno
import socket
import sys
import time
from ipaddress import ip_address

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from solver.kernels import KERNELS, compile_kernels
from webapp.config import SettingError, Settings, read_settings

console = Console()


def main() -> int:
    """Serve the game until interrupted; return the exit code."""
    try:
        settings = read_settings()
    except SettingError as error:
        console.print(f"[bold red]{error}", highlight=False)
        return 2
    if not is_port_free(settings.host, settings.port):
        where = f"port {settings.port} of {settings.host}"
        console.print(
            f"[bold red]Can’t listen on {where}: it is taken already. Set PEGS_PORT to another."
        )
        return 1
    prepare_solver()
    serve(settings)
    return 0


def is_port_free(host: str, port: int) -> bool:
    """Say whether nobody listens there; granian alone would share the port with its holder."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.errno != errno.EADDRINUSE
    return True


def prepare_solver() -> None:
    """Compile every kernel, or load it from the cache of an earlier start."""
    started = time.monotonic()
    console.print("Preparing the solver (the very first start compiles it, about half a minute) …")
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("kernels", total=len(KERNELS))
        for name in compile_kernels():
            progress.update(task, advance=1, description=name)
    console.print(f"The solver is ready ({time.monotonic() - started:.1f} s).")


def serve(settings: Settings) -> None:
    """Run granian: one process, and threads that answer requests side by side.

    The kernels release the interpreter lock, so a long search in one thread leaves the others
    free. More processes are not needed for that, and one keeps the caches in one place.
    """
    server = Granian(
        "webapp.serving:create_warm_app",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=1,
        blocking_threads=settings.threads,
        log_level=LogLevels.warning,
    )
    address = f"http://{shown_host(settings.host)}:{settings.port}"
    console.print(f"Pegs & Paths plays on [bold]{address}[/] (Ctrl+C stops)")
    server.serve()


def shown_host(host: str) -> str:
    """Return the name to open in a browser here for an address that was listened on.

    >>> shown_host("0.0.0.0"), shown_host("::1"), shown_host("pegs.example")
    ('127.0.0.1', '[::1]', 'pegs.example')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        return "127.0.0.1"
    return f"[{address}]" if address.version == 6 else host


if __name__ == "__main__":
    sys.exit(main())
