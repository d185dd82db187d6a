"""Whether something that is needed answers, told within a time whatever becomes of the question."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


class Pulse:
    """Asks one question at a time, in a thread of its own that nobody needs to wait for."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._asked: _Question | None = None

    def answers(self, within: float) -> bool:
        """Say whether the question is answered within so many seconds.

        While an earlier question is still open, its answer is waited for.
        """
        with self._lock:
            if self._asked is None or self._asked.is_over.is_set():
                self._asked = _Question(self._ask)
                self._asked.start()
            question = self._asked
        return question.is_over.wait(within) and question.is_answered


class _Question(threading.Thread):
    def __init__(self, ask: Callable[[], None]) -> None:
        super().__init__(name="pulse", daemon=True)
        self._ask = ask
        self.is_over = threading.Event()
        self.is_answered = False

    def run(self) -> None:
        try:
            self._ask()
            self.is_answered = True
        except Exception:
            log.exception("no answer")
        finally:
            self.is_over.set()
