"""How hot loops are compiled: one decorator, and the list of all kernels.

A kernel declares its signature, so that nothing is compiled in the middle of a request: a server
calls :func:`compile_kernels` once at its start. Machine code is cached beside the source (Numba's
file cache); kernels release the interpreter lock, so threads run them in parallel. Compiling all of
them takes a minute, and half a gigabyte that LLVM keeps. So a server lets a separate process do it,
and :func:`add_gate` keeps others from doing the same meanwhile.

Helpers that only kernels call are compiled into each of them (:func:`inner`, :func:`inline`), and
are neither cached nor loaded by themselves, so loading everything takes a second.

Rejected: loading the machine code alone, without LLVM's own form of it and all that Numba needs to
know for compiling. It saves 0.65 s of a start and 29 MB, but depends on the internals of one
version of Numba.

Numba looks at a kernel's own file only to see whether its cache is fresh, so a kernel of a file
``kernels.py`` calls only those in it. In a package ``kernels`` they may share helpers: a cache is
fresh there as long as no file of the package has changed. Rejected: one key over all kernels of the
solver. A change to any would compile all of them, 46 s of a processor, and not Hidoku's, 23 s.
"""

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from stat import S_IFDIR
from tempfile import gettempdir, mkdtemp
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])
Signature = Any
#: Numba's names for the types of arrays, numbers and records.
types: Any = numba.types
config: Any = numba.config
#: A whole number of 64 bits, of an unsigned or narrower one, or of a literal: Numba would compile
#: what is handed 0 and 1 once for each, and once more for other numbers.
whole: Callable[[Any], int] = cast(Any, np.int64)

#: What Python calls: name, signature, Numba's function; and the names of what is compiled into it.
KERNELS: list[tuple[str, Signature, Any]] = []
INNER: list[str] = []


def _popcount(typing: Any, word: Any) -> Any:
    """How many bits a word has, by the processor's own instruction."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return word(word), code


popcount: Any = intrinsic(_popcount)


def kernel(signature: Signature) -> Callable[[F], F]:
    """Compile a function with Numba under the one signature given, and list it.

    The signature is in Numba's own notation, for example ``int64(uint8[::1])``, as such or as text.
    It is compiled on the first call or by :func:`compile_kernels`.
    """

    def compiled(function: F) -> F:
        name = f"{function.__module__}.{function.__name__}"
        dispatcher = _kept(function)
        index = dispatcher._cache._cache_file
        index._source_stamp = index._source_stamp, contents_of(sources_of(function))
        index._load_index = _without_lost_types(index._load_index)
        dispatcher._compile_for_args = _first_call(name, signature, dispatcher)
        KERNELS.append((name, signature, dispatcher))
        return cast(F, dispatcher)

    return compiled


def sources_of(function: Callable[..., Any]) -> tuple[Path, ...]:
    """Return the files that a kernel's machine code is made from: its own, or all of a package."""
    file = Path(function.__code__.co_filename)
    return tuple(sorted(file.parent.glob("*.py"))) if file.parent.name == "kernels" else (file,)


def contents_of(files: tuple[Path, ...]) -> str:
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _without_lost_types(load_index: Callable[[], Any]) -> Callable[[], Any]:
    """Read a cache's index as empty if it names a tuple's class that has moved or gone since."""

    def load_known() -> Any:
        try:
            return load_index()
        except (AttributeError, ImportError):
            return {}

    return load_known


def _kept(function: Callable[..., Any]) -> Any:
    """Return Numba's function; its code is kept beside the source, or in the home, or elsewhere."""
    keep = numba.njit(cache=True, nogil=True)
    try:
        return keep(function)
    except RuntimeError:
        os.environ["NUMBA_CACHE_DIR"] = temporary_folder()
        config.reload_config()
        return keep(function)


def temporary_folder() -> str:
    """Return this user's folder for machine code among temporary files.

    What is in it is run, so it must be ours and closed to others; else there is a new one.
    """
    user = getattr(os, "getuid", int)()
    folder = Path(gettempdir(), f"pegs-and-paths-{user}")
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    status = folder.lstat()
    is_ours = (status.st_uid, status.st_mode) == (user, S_IFDIR | 0o700)
    return str(folder) if is_ours else mkdtemp(prefix="pegs-and-paths-")


def _first_call(name: str, signature: Signature, dispatcher: Any) -> Callable[..., Any]:
    """Return what Numba calls when it has no machine code for some arguments yet.

    Numba alone would search its cache by the arguments' types, but :func:`compile_kernels` stores
    kernels under their signatures, so each would be compiled twice.
    """
    load = dispatcher._compile_for_args

    def first_call(*arguments: Any, **extra: Any) -> Any:
        for gate in _gates:
            gate(name)
        if not dispatcher.overloads:
            dispatcher.compile(signature)
        return load(*arguments, **extra)

    return first_call


def when_compiling(tell: Callable[[bool], None]) -> None:
    """Call ``tell`` when something is compiled, not only loaded: with True before, False after."""
    depth = 0  # a kernel's own calls are compiled inside its compilation

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


#: Nothing but kernels calls these.
_NO_WRAPPERS: Final = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inner(function: F) -> F:
    """Compile a function into the kernels of its file, the only ones that call it.

    It is written out at each call: handing over arrays of seven parts each takes a fifth to a third
    of a search of Hidoku.
    """
    return _written_out(function)


def _written_out(function: F, **options: Any) -> F:
    dispatcher = numba.njit(forceinline=True, **cast(Any, options | _NO_WRAPPERS))(function)
    INNER.append(f"{function.__module__}.{function.__name__}")
    return cast(F, dispatcher)


def inline(function: F) -> F:
    """Write a function out in each kernel that calls it, without counting references to arrays.

    So it allocates nothing, and returns no array (Numba refuses both) nor a tuple with one. Where
    references are counted, a tuple of arrays makes a search two to four times as slow.
    """
    if function.__annotations__["return"] not in {int, bool, None, Any}:  # Any: a word of 64 bits
        raise TypeError(f"{function.__name__} can’t return what is counted.")
    return _written_out(function, _nrt=False)


def compile_kernels(
    groups: Sequence[Sequence[str]] = (), is_wanted: Callable[[str], bool] = lambda _: False
) -> Iterator[str]:
    """Compile every kernel that has been imported, or load it from the cache; yield each name.

    The ``groups`` are in the order in which they are needed, each what one answer takes. A group
    comes before the others once somebody waits for a kernel of it (``is_wanted``).
    """
    group_of = {name: number for number, group in enumerate(groups) for name in group}
    rank = {name: place for place, name in enumerate(group_of)}
    queue = list(KERNELS)

    def place(kernel: tuple[str, Signature, Any]) -> tuple[bool, int]:
        name = kernel[0]
        return group_of.get(name) not in demand, rank.get(name, len(rank))

    while queue:
        demand = {group_of.get(name) for name, _, _ in KERNELS if is_wanted(name)}
        following = min(queue, key=place)
        queue.remove(following)
        name, signature, dispatcher = following
        for gate in _gates:
            gate(name)
        dispatcher.compile(signature)
        yield name


_gates: list[Callable[[str], None]] = []


def add_gate(gate: Callable[[str], None]) -> None:
    """Call ``gate`` with a kernel's name before it is loaded or compiled; it may wait, or raise."""
    _gates.append(gate)


def are_held_back() -> bool:
    return bool(_gates)


def remove_gate() -> None:
    _gates.clear()


MARK: Final = "compiled.mark"


def are_compiled() -> bool:
    """Say whether everything imported has been compiled here before, in its present form."""
    folders = _cache_folders()
    marks = ((folder / MARK, text) for folder, text in folders.items())
    return all(mark.exists() and mark.read_text() == text for mark, text in marks)


def mark_compiled() -> None:
    """Note in the cache, if it can be written, that everything imported is compiled."""
    with suppress(OSError):
        for folder, text in _cache_folders().items():
            (folder / MARK).write_text(text)


def _cache_folders() -> dict[Path, str]:
    """Return the cache folders, each with a hash of what its machine code was made from."""
    machine = (numba.__version__, platform.python_version(), binding.get_host_cpu_name())
    sources = {
        Path(dispatcher.stats.cache_path): sources_of(dispatcher.py_func)
        for _, _, dispatcher in KERNELS
    }
    return {
        folder: sha256(repr((machine, contents_of(files))).encode()).hexdigest()
        for folder, files in sources.items()
    }
