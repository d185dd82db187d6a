"""How hot loops are compiled: one decorator, and the list of all kernels.

A kernel declares its signature, so that nothing is compiled in the middle of a request: a
server asks for :func:`compile_kernels` once at its start. Machine code is cached beside the
source (Numba's file cache); kernels release the interpreter lock, so threads run them side by side.
Compiling all takes a minute, and half a gigabyte that LLVM keeps: so a server has a process of its
own do it, and :func:`add_gate` keeps others from doing the same meanwhile.

What only kernels call is compiled into each of them (:func:`inner`), and neither cached nor loaded
by itself, so that loading all takes a second.

Refused: to load the machine code alone, without LLVM's own form of it and all that Numba knows to
compile. It saves 0.65 s of a start and 29 MB, but leans on how one version of Numba is made within.
Refused: one cache key over all kernel files, by a cache locator. Files would share four helpers
of 7 to 12 lines (30 lines in all, the key taken off), and a change of any kernel would compile all
anew, 40 s of CPU, where it now compiles those of its own file.

Only modules called ``kernels.py`` know Numba. Numba decides by the time stamp of a kernel's own
file whether its cache is fresh, so a kernel calls kernels of its own file only.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final, TypeVar, cast

import numba
from llvmlite import binding

F = TypeVar("F", bound=Callable[..., Any])
Signature = Any
#: How Numba calls the types of arrays, numbers and records.
types: Any = numba.types

#: What is called from Python, and what is compiled into that: name, signature, Numba's function.
KERNELS: list[tuple[str, Signature, Any]] = []
INNER: list[tuple[str, str, Any]] = []


def kernel(signature: Signature) -> Callable[[F], F]:
    """Compile a function with Numba under the one signature given, and list it.

    The signature is Numba's own notation, for example ``int64(uint8[::1])``, or a text of it.
    Compilation waits for the first call or for :func:`compile_kernels`.
    """

    def compiled(function: F) -> F:
        name = f"{function.__module__}.{function.__name__}"
        dispatcher: Any = numba.njit(cache=True, nogil=True)(function)
        dispatcher._compile_for_args = _first_call(name, signature, dispatcher)
        KERNELS.append((name, signature, dispatcher))
        return cast(F, dispatcher)

    return compiled


def _first_call(name: str, signature: Signature, dispatcher: Any) -> Callable[..., Any]:
    """Return what Numba calls when it has no machine code for some arguments yet.

    By itself it would look in its cache for the arguments' types, where :func:`compile_kernels`
    has stored a kernel under its signature: so each would be compiled twice.
    """
    load = dispatcher._compile_for_args

    def first_call(*arguments: Any, **extra: Any) -> Any:
        for gate in _gates:
            gate(name)
        with _wait:
            if not dispatcher.overloads:
                dispatcher.compile(signature)
            return load(*arguments, **extra)

    return first_call


class Wait:
    """For how many ``seconds`` calls waited for kernels, those of several threads counted once."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._lock = Lock()
        self._waiting = 0
        self._since = 0.0

    def __enter__(self) -> None:
        with self._lock:
            self._since = self._since if self._waiting else monotonic()
            self._waiting += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._waiting -= 1
            if not self._waiting:
                self.seconds += monotonic() - self._since


_wait: Final = Wait()


def seconds_waited() -> float:
    """Return how long calls have waited until now for kernels to be loaded or compiled."""
    return _wait.seconds


def when_compiling(tell: Callable[[bool], None]) -> None:
    """Have it told when something is compiled, not only loaded: True before, False after it."""
    depth = 0  # what a kernel calls is compiled while it is

    def begin(_: object) -> None:
        nonlocal depth
        depth += 1
        if depth == 1:
            tell(True)

    def end(_: object) -> None:
        nonlocal depth
        depth -= 1
        if not depth:
            tell(False)

    event: Any = import_module("numba.core.event")
    listener = event.TimingListener()
    listener.on_start, listener.on_end = begin, end
    event.register("numba:compile", listener)


def inner(signature: str) -> Callable[[F], F]:
    """Have a function compiled into the kernels of its file, which alone call it.

    The ``signature`` tells readers what it is given; its callers decide.
    """

    def compiled(function: F) -> F:
        dispatcher = numba.njit(nogil=True)(function)
        INNER.append((f"{function.__module__}.{function.__name__}", signature, dispatcher))
        return cast(F, dispatcher)

    return compiled


def compile_kernels(first: Sequence[str] = ()) -> Iterator[str]:
    """Compile every kernel that has been imported, or load it from the cache; yield each name.

    Those named ``first`` come first, in that order.
    """
    rank = {name: place for place, name in enumerate(first)}
    ordered = sorted(KERNELS, key=lambda kernel: rank.get(kernel[0], len(rank)))
    for name, signature, dispatcher in ordered:
        for gate in _gates:
            gate(name)
        dispatcher.compile(signature)
        yield name


_gates: list[Callable[[str], None]] = []


def add_gate(gate: Callable[[str], None]) -> None:
    """Have ``gate`` asked by name before a kernel is loaded or compiled; it waits, or raises."""
    _gates.append(gate)


def are_held_back() -> bool:
    """Say whether there is a gate."""
    return bool(_gates)


def remove_gate() -> None:
    """Take away the gate of :func:`add_gate`."""
    _gates.clear()


MARK: Final = "compiled.mark"


def are_compiled() -> bool:
    """Say whether everything that has been imported was compiled here before, as it is now."""
    folders = _cache_folders()
    return all(_read(folder / MARK) == text for folder, text in folders.items())


def mark_compiled() -> None:
    """Note in the cache, if that can be written, that all that was imported is compiled."""
    with suppress(OSError):
        for folder, text in _cache_folders().items():
            (folder / MARK).write_text(text)


def _read(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def _cache_folders() -> dict[Path, str]:
    """Return the folders of the cache, each with what its machine code was made from."""
    machine = (numba.__version__, platform.python_version(), binding.get_host_cpu_name())
    sources = {
        Path(dispatcher.stats.cache_path): Path(dispatcher.py_func.__code__.co_filename)
        for _, _, dispatcher in KERNELS
    }
    return {
        folder: sha256(
            repr((machine, source.stat().st_mtime_ns, source.stat().st_size)).encode()
        ).hexdigest()
        for folder, source in sources.items()
    }
