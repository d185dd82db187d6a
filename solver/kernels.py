"""How hot loops are compiled: one decorator, and the list of all kernels.

A kernel declares its signature, so that nothing is compiled in the middle of a request: a
server asks for :func:`compile_kernels` once at its start. Machine code is cached beside the
source (Numba's file cache); kernels release the interpreter lock, so threads run them side by side.

Only modules called ``kernels.py`` know Numba. Numba decides by the time stamp of a kernel's own
file whether its cache is fresh, so a kernel calls kernels of its own file only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

KERNELS: list[tuple[str, str, Any]] = []


def kernel(signature: str) -> Callable[[F], F]:
    """Compile a function with Numba under the one signature given, and list it.

    The signature is Numba's own notation, for example ``"int64(uint8[::1])"``. Compilation waits
    for the first call or for :func:`compile_kernels`.
    """

    def compiled(function: F) -> F:
        dispatcher = numba.njit(cache=True, nogil=True)(function)
        KERNELS.append((f"{function.__module__}.{function.__name__}", signature, dispatcher))
        return cast(F, dispatcher)

    return compiled


def compile_kernels() -> Iterator[str]:
    """Compile every kernel that has been imported, or load it from the cache; yield each name."""
    for name, signature, dispatcher in KERNELS:
        dispatcher.compile(signature)
        yield name
