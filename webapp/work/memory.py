"""What a process does with its memory before it forks others, which then share it.

Whatever a process writes to is its own from then on, a page of 4 kB at a time. So before the fork
there is nothing left that the allocator would fill up afterwards, here and there, and nothing
that is looked through for garbage again; that saves each process 10 to 20 MB.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

#: The library that loads kernels: 60 MB of its code are resident then, and not needed again.
LOADER: Final = "libllvmlite"
MADV_DONTNEED: Final = 4


def settle() -> None:
    """Give back what is free, and leave all that is there out of later looks for garbage."""
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        with suppress(AttributeError):  # not every Linux has the C library that can
            ctypes.CDLL(None).malloc_trim(0)
        leave_code(LOADER)


def leave_code(library: str) -> None:
    """Let go of the resident code of a library; what is called again is read again from its file.

    Only what can be executed and not written is left: all else may differ from the file.
    """
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in Path("/proc/self/maps").read_text().splitlines():
        places, mode, *_, name = line.split()
        if library in name and mode.startswith("r-x"):
            begin, end = (int(place, 16) for place in places.split("-"))
            madvise(begin, end - begin, MADV_DONTNEED)
