"""A Dask cluster of real processes, as an operator would start it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

from tests.webapp.work.patience import until

ROOT = Path(__file__).parents[3]
PATIENCE = 600  # seconds; the processes of a busy machine take long to begin

#: A scheduler's address and its two workers.
RunningCluster = tuple[str, list[subprocess.Popen[bytes]]]


@contextmanager
def running_cluster(tmp_path: Path) -> Iterator[RunningCluster]:
    """Run a scheduler and its workers."""
    quiet = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    quiet["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "3"
    address_file = tmp_path / "scheduler.json"
    log = (tmp_path / "cluster.log").open("w")

    def start(module: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options]
        return subprocess.Popen(command, cwd=tmp_path, env=quiet, stdout=log, stderr=log)

    local = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = start(
        "dask_scheduler", *local, "--port", "0", "--scheduler-file", str(address_file)
    )
    worker_options = ("--no-nanny", "--nthreads", "1")
    workers: list[subprocess.Popen[bytes]] = []
    with log:
        try:
            until(lambda: address_in(address_file) != "")
            address = address_in(address_file)
            workers += [start("dask_worker", *local, *worker_options, address) for _ in range(2)]
            yield address, workers
        finally:
            for process in (*workers, scheduler):
                process.kill()
                process.wait()


def address_in(file: Path) -> str:
    """Return the scheduler's address from its file; empty until that is written to its end."""
    try:
        return str(json.loads(file.read_text())["address"])
    except (OSError, ValueError):
        return ""


def wait_for_workers(address: str) -> None:
    """Wait until both workers are there."""
    with Client(address) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
