"""The start of the server: check that it can run, prepare the solver, then serve."""

import errno
import http.client
import multiprocessing
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import closing, suppress
from ipaddress import ip_address
from typing import Final

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer
from granian.server.mt import MTServer
from rich.console import Console

from solver.cli.progress import progress_bar
from solver.kernels import KERNELS, are_compiled, compile_kernels, mark_compiled
from webapp.config import FORK_SERVER, SettingError, Settings, read_settings, unknown_names
from webapp.storage.engine.faults import StartError
from webapp.storage.engine.folder import load_secret_key, make_folder
from webapp.storage.games import Store
from webapp.warm_up import follow, prepare_app, start_compiler, warm
from webapp.work.cluster import ClusterError, check_cluster
from webapp.work.forks import FOLDER, ForkServers, Stopped, limit_arenas
from webapp.work.tasks import Preparation

#: Limits for the head of a request: seconds to arrive, and bytes.
HEADER_SECONDS: Final = 10
LARGEST_HEADER: Final = 64 * 1024
#: How many connections may wait to be accepted, and how many files a process may open.
BACKLOG: Final = 4096
MOST_FILES: Final = 65_536
#: How long a process may take to end when asked to, seconds.
KILL_SECONDS: Final = 10
POLL_SECONDS: Final = 0.5  # seconds between checks for dead or stopped processes
#: Whether forked processes inherit what this one loads, so that it can compile in the background.
COMPILES_BEHIND: Final = sys.platform == "linux"

#: What is said at a first start.
BEHIND: Final = (
    "Compiling the solver in the background, once. Until then hints, verdicts and new boards wait "
    "for it on their pages; moves don’t."
)

console = Console()


def main(*, opens: bool = False) -> int:
    """Serve the game until interrupted; return the exit code.

    With ``opens``, the home page is opened in a browser once it answers.
    """
    try:
        settings = read_settings()
        if not can_listen(settings.host):
            raise SettingError(f"PEGS_HOST must be an address of this machine: {settings.host}")
        notice, workers = check_storage(settings)
        if settings.scheduler:
            check_cluster(settings.scheduler)
    except (SettingError, StartError, ClusterError) as error:
        console.print(str(error), style="bold red", highlight=False, markup=False, soft_wrap=True)
        return 2
    if not can_listen(settings.host, settings.port):
        place = f"port {settings.port} of {settings.host}: it is taken already"
        says = f"[bold red]Can’t listen on {place}. Set PEGS_PORT to another."
        console.print(says, soft_wrap=True)
        return 1
    for name, _ in unknown_names(os.environ):
        says = f"{name} is no setting of this server (docs/deploy.md lists them)."
        console.print(says, soft_wrap=True)
    if notice:
        console.print(notice, highlight=False, soft_wrap=True)
    workers = settings.workers or workers
    preparation = None
    if COMPILES_BEHIND and not are_compiled():
        preparation = Preparation()
        console.print(BEHIND)
    else:
        prepare_solver()
    address = f"http://{shown_host(settings.host)}:{settings.port}"
    console.print(f"Pegs & Paths plays on [bold]{address}[/] (Ctrl+C stops)")
    if opens:
        where_to = (reachable(settings.host), settings.port, address)
        threading.Thread(target=open_browser_when_up, args=where_to, daemon=True).start()
    serve(settings, workers, preparation)
    return 0


def check_storage(settings: Settings) -> tuple[str, int]:
    """Check that games can be stored; return a notice for the operator, and the default workers.

    Raises StartError if the folder, the key or the database can't be used.
    """
    make_folder(settings.data)
    if settings.secret_key is None:
        load_secret_key(settings.data)
    with closing(Store(settings.database_url)) as store:
        store.check()
        return store.notice, (os.cpu_count() or 1) if store.allows_many_processes else 1


def prepare_solver() -> None:
    start = time.monotonic()
    console.print(
        "Loading the solver …" if are_compiled() else "Compiling the solver, once: about a minute …"
    )
    with progress_bar("kernels", as_json=False) as show_share:
        for number, _ in enumerate(compile_kernels(), 1):
            show_share(number / len(KERNELS))
        warm()
    mark_compiled()
    console.print(f"The solver is ready ({time.monotonic() - start:.1f} s).")


def serve(settings: Settings, workers: int, preparation: Preparation | None = None) -> None:
    """Run granian: ``workers`` processes that answer requests, beside one that forks the long work.

    All are forked from this one, which has the solver loaded, so that it is in memory only once.
    Any that is killed is restarted; when this process ends, however it ends, so do the others. With
    a ``preparation`` the solver is compiled in the meantime, as :mod:`webapp.warm_up` describes.
    """
    if sys.platform == "linux":  # elsewhere what is loaded doesn't survive a fork
        # by force: an import may have set another
        multiprocessing.set_start_method("fork", force=True)
    limit_arenas()
    "localhost".encode("idna")  # else a thread imports it, and a process forked meanwhile hangs
    with tempfile.TemporaryDirectory(prefix=FOLDER) as folder:
        os.environ["PEGS_WORKERS"] = str(workers)  # so that each knows whether it is alone
        fork_servers = ForkServers(folder)
        if preparation:
            compiler = start_compiler(preparation)
            preparation.begin()
        os.environ[FORK_SERVER] = fork_servers.add()
        prepare_app()
        server = granian(settings, workers)
        threading.Thread(target=look_after, args=(server, fork_servers), daemon=True).start()
        place = (settings.host, settings.port)
        threading.Thread(target=keep_notified, args=place, daemon=True).start()
        if preparation:
            threading.Thread(target=report, args=(preparation,), daemon=True).start()
            follow(compiler, preparation, lambda: renew(server, fork_servers, workers))
        try:
            server.serve()
        finally:
            notify("STOPPING=1")
            fork_servers.end()


def report(preparation: Preparation) -> None:
    """Print how much is compiled: a line for each fifth, until all is."""
    for fifth in range(1, 5):
        while preparation.share() < fifth / 5:
            time.sleep(POLL_SECONDS)
        console.print(f"The solver is {fifth / 5:.0%} compiled.")


def look_after(server: MPServer | MTServer, fork_servers: ForkServers) -> None:
    """Replace every process that is killed or stopped, for ever.

    Granian restarts those that answer requests, but ends if one dies twice within 5.5 seconds. That
    is meant for a failing start; here a process that has lived doesn't count.
    """
    halts = Stopped()
    while True:
        time.sleep(POLL_SECONDS)
        halts.end()
        with suppress(OSError):  # no room for another process yet
            fork_servers.restart_dead()
        for worker in list(server.wrks):
            if time.monotonic() - worker.birth > POLL_SECONDS:
                server.respawned_wrks.pop(worker.idx, None)


def renew(server: MPServer | MTServer, fork_servers: ForkServers, workers: int) -> None:
    """Replace all processes by others, forked from this one now that it is warm."""
    warm()
    os.environ[FORK_SERVER] = fork_servers.add()
    prepare_app()
    server.reload_signal = True  # as granian does at the signal to reload
    server.main_loop_interrupt.set()
    console.print("The solver is compiled, and ready.")
    time.sleep(workers * (server.respawn_interval + KILL_SECONDS))
    fork_servers.end(but=1)  # nobody uses the first any more


def granian(settings: Settings, workers: int) -> MPServer | MTServer:
    """Return the server, which takes as many connections as the system allows files."""
    server = Granian(
        "webapp.warm_up:create_front",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.RSGI,
        factory=True,
        workers=workers,
        http=HTTPModes.http1,  # proxies speak it too, and it can't be flooded with streams
        websockets=False,
        http1_settings=HTTP1Settings(
            header_read_timeout=1000 * HEADER_SECONDS, max_buffer_size=LARGEST_HEADER
        ),
        backlog=BACKLOG,
        backpressure=allow_files() // 2,
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_SECONDS,
        log_level=LogLevels.warning,
    )

    @server.on_startup
    def on_hang_up() -> None:
        # granian would restart its processes when the terminal is closed, and go on
        signal.signal(signal.SIGHUP, server.signal_handler_interrupt)

    @server.on_startup
    def share_queue() -> None:
        # on Linux granian would give each process its own queue of connections, and those in the
        # queue of one that hangs or dies were lost: 12 of 20. So use a shared one, as on other
        # systems. It has no setting for that (2.8).
        inside = vars(server)
        if queue := inside.get("_ssp"):
            inside.update(_ssp=None, _shd=queue.build())

    return server


def allow_files() -> int:
    """Let this process and its children open as many files as they may; return how many."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    limit = MOST_FILES if limit == resource.RLIM_INFINITY else min(limit, MOST_FILES)
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (limit, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    return limit


# What systemd hears of a service of ``Type=notify`` (sd_notify(3)): it answers, or it ends.


#: Seconds between looks until the server answers, then without a watchdog, and for one answer.
SOON: Final = 0.2
USUAL_PAUSE: Final = 30.0
PATIENCE: Final = 10.0


def notify(state: str) -> None:
    """Send a state to systemd, if it asked for one."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), address.replace("@", "\0", 1))


def keep_notified(host: str, port: int) -> None:
    """Report readiness with the first answer, and each later answer to the watchdog, for ever.

    Any answer counts, also that the database is away: no restart would help then. Only if nothing
    answers, or this process hangs, systemd starts the service again.
    """
    pause = int(os.environ.get("WATCHDOG_USEC") or 3e6 * USUAL_PAUSE) / 3e6
    is_ready = False
    while "NOTIFY_SOCKET" in os.environ:
        if does_answer(host, port):
            notify("WATCHDOG=1" if is_ready else "READY=1")
            is_ready = True
        time.sleep(pause if is_ready else SOON)


def does_answer(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(reachable(host), port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return bool(connection.getresponse().status)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


# Where the server listens, and how a browser on this machine gets there.


#: How long to wait for the first page before opening a browser, and between checks, seconds.
OPEN_SECONDS: Final = 60.0
OPEN_ROUND: Final = 0.2


def can_listen(host: str, port: int = 0) -> bool:
    """Say whether this machine can listen there; granian alone would share a port that is taken.

    >>> can_listen("127.0.0.1"), can_listen("192.0.2.1")
    (True, False)
    """
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        return bool(port) and error.errno != errno.EADDRINUSE
    return True


def shown_host(host: str) -> str:
    """Return the host to open in a browser on this machine, for an address listened on.

    >>> shown_host("0.0.0.0"), shown_host("::1"), shown_host("pegs.example")
    ('127.0.0.1', '[::1]', 'pegs.example')
    """
    target = reachable(host)
    return f"[{target}]" if ":" in target else target


def reachable(host: str) -> str:
    """Return the address at which this machine reaches a server that listens at another.

    >>> reachable("0.0.0.0"), reachable("::1")
    ('127.0.0.1', '::1')
    """
    try:
        return "127.0.0.1" if ip_address(host).is_unspecified else host
    except ValueError:
        return host


def open_browser_when_up(host: str, port: int, address: str) -> None:
    give_up = time.monotonic() + OPEN_SECONDS
    while time.monotonic() < give_up:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(OPEN_ROUND)
        else:
            webbrowser.open(address)
            return
