"""The solver's machine code, compiled in the background of a server that already answers.

One process compiles all kernels (``webapp.warm_up``) and marks those that are ready in shared
memory, where every process sees it. Until then a request that needs a missing kernel raises
PendingError, as for any task: its page says so and asks again.
"""

from __future__ import annotations

import time
from mmap import mmap
from typing import ClassVar, Final

from flask import has_request_context

from solver.kernels import KERNELS, add_gate, remove_gate
from webapp.work.executor import LostError
from webapp.work.tasks import PendingError

POLL_SECONDS: Final = 0.1  # seconds


class Preparation:
    """Which kernels are compiled; shared by all processes forked after this is created."""

    #: Whether this process works for a page, which asks again by itself.
    is_for_page: ClassVar[bool] = False
    #: Whether this process ends, so that nothing in it may wait any longer.
    is_over: ClassVar[bool] = False

    def __init__(self) -> None:
        self._places = {name: place for place, (name, _, _) in enumerate(KERNELS)}
        self._done = mmap(-1, len(KERNELS))
        self._wanted = mmap(-1, len(KERNELS))

    def begin(self) -> None:
        add_gate(self.wait_for_kernel)

    def note(self, name: str) -> None:
        self._done[self._places[name]] = 1

    def is_wanted(self, name: str) -> bool:
        """Say whether somebody waits for a kernel, or has waited."""
        return bool(self._wanted[self._places[name]])

    def end(self) -> None:
        """Release all kernels; one that isn't compiled yet is compiled by its first caller."""
        self._done[:] = b"\1" * len(KERNELS)
        remove_gate()

    def share(self) -> float:
        return sum(self._done[:]) / len(KERNELS)

    def wait_for_kernel(self, name: str) -> None:
        """Wait for a kernel, or raise PendingError where somebody is waiting for a page.

        Raises LostError if this process ends before.
        """
        while not self._done[self._places[name]]:
            if Preparation.is_over:
                raise LostError("The server stops before the solver is compiled.")
            self._wanted[self._places[name]] = 1
            if has_request_context() or Preparation.is_for_page:
                raise PendingError(
                    "The solver is being compiled, as after every installation: "
                    f"{self.share():.0%}."
                )
            time.sleep(POLL_SECONDS)
