"""What a piece of thinking may take: few budgets, by what it is for, and the reason for each.

What is settled before the page is there, or waits for somebody else (a connection, a queue, a
server's start), is no thinking and has its time where it waits.
"""

from __future__ import annotations

from time import monotonic
from typing import Final, NamedTuple

#: When a process is ended whose thinking ends itself in two seconds, or has but little to do: on a
#: busy machine that takes some times as long, and beyond it something is wrong.
BRIEF_LIMIT: Final = 10.0
#: The same where it ends itself in ten, and where nobody can tell beforehand how long it takes.
LONG_LIMIT: Final = 30.0


class Allowance(NamedTuple):
    """A budget of thinking.

    After so many ``seconds`` it ends itself and tells what it found by then; whatever still goes on
    at the ``limit`` is ended with its process, and its page says that it came to nothing.
    """

    seconds: float
    limit: float

    @property
    def deadline(self) -> float:
        """When thinking ends itself that begins now, by the monotonic clock."""
        return monotonic() + self.seconds


#: What is said at each change of something that somebody works on: the next change comes soon.
GLANCE: Final = Allowance(0.3, BRIEF_LIMIT)
#: What a page shows besides, and can do without; and what the next request goes on with.
QUICK: Final = Allowance(1.0, BRIEF_LIMIT)
#: What somebody asked for and looks at the page for.
ASKED: Final = Allowance(2.0, BRIEF_LIMIT)
#: What somebody asked to be done as far as it can be, and watches or reads for minutes.
THOROUGH: Final = Allowance(10.0, LONG_LIMIT)
#: What is kept for good with something that is made, though nobody asked for it.
LASTING_SECONDS: Final = 3.0
#: What is made with a page of progress, and can be cancelled.
MAKING_SECONDS: Final = 120
