"""``python -m webapp``: compile the kernels with a visible progress line, then serve."""

from __future__ import annotations

import errno
import socket
import sys
import time
from contextlib import closing
from ipaddress import ip_address

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from solver.kernels import KERNELS, compile_kernels
from webapp.config import SettingError, Settings, read_settings
from webapp.storage.errors import StartError
from webapp.storage.folder import load_secret_key, make_folder
from webapp.store import Store

console = Console()


def main() -> int:
    """Serve the game until interrupted; return the exit code."""
    try:
        settings = read_settings()
        notice = check_storage(settings)
    except (SettingError, StartError) as error:
        console.print(str(error), style="bold red", highlight=False, markup=False, soft_wrap=True)
        return 2
    if not is_own_address(settings.host):
        console.print(f"[bold red]PEGS_HOST must be an address of this machine: {settings.host}")
        return 2
    if not is_port_free(settings.host, settings.port):
        where = f"port {settings.port} of {settings.host}"
        console.print(
            f"[bold red]Can’t listen on {where}: it is taken already. Set PEGS_PORT to another."
        )
        return 1
    if notice:
        console.print(notice, highlight=False, soft_wrap=True)
    prepare_solver()
    serve(settings)
    return 0


def check_storage(settings: Settings) -> str:
    """See that games can be stored, and return what whoever starts the server should know of it.

    Raises StartError if the folder, the key or the database cannot be used.
    """
    make_folder(settings.data)
    if settings.secret_key is None:
        load_secret_key(settings.data)
    with closing(Store(settings.database_url)) as store:
        store.check()
        return store.notice


def is_own_address(host: str) -> bool:
    """Say whether one can listen at an address.

    >>> is_own_address("127.0.0.1"), is_own_address("192.0.2.1")
    (True, False)
    """
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.bind((host, 0))
    except OSError:
        return False
    return True


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
