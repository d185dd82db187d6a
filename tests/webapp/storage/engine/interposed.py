"""Functions of the C library, replaced for what this process has loaded.

The tables are rewritten through which a loaded library calls others, as if another library had been
preloaded. So nothing needs a compiler. This is for a process of its own, on 64-bit Linux.
"""

import ctypes
import mmap
from collections.abc import Callable, Container, Iterator, Mapping
from pathlib import Path
from struct import Struct, unpack_from
from typing import Any, Final

#: What an ELF file's tables consist of.
SEGMENT, TAG, RELOCATION, SYMBOL_SIZE = Struct("IIQQQQQQ"), Struct("qQ"), Struct("QQq"), 24
#: The kind of segment that holds tags, and tags of the tables and their sizes.
DYNAMIC, STRINGS, SYMBOLS = 2, 5, 6
TABLES: Final = {7: 8, 23: 2}

LIBC: Final = ctypes.CDLL(None, use_errno=True)

#: What was put in place lives as long as the process.
_callbacks: list[Any] = []


class _Library(ctypes.Structure):
    _fields_ = (
        ("base", ctypes.c_size_t),
        ("name", ctypes.c_char_p),
        ("segments", ctypes.c_size_t),
        ("segment_count", ctypes.c_uint16),
    )


def replace_functions(replacements: Mapping[str, tuple[Any, Callable[..., int]]]) -> None:
    """Have Python and SQLite call these instead, each given with its C type."""
    callbacks = {name: kind(function) for name, (kind, function) in replacements.items()}
    _callbacks.append(callbacks)
    for name, slot in list(_slots(callbacks)):
        page = slot - slot % mmap.PAGESIZE
        access = mmap.PROT_READ | mmap.PROT_WRITE
        LIBC.mprotect(ctypes.c_void_p(page), ctypes.c_size_t(mmap.PAGESIZE), access)
        address = ctypes.cast(callbacks[name], ctypes.c_void_p).value
        ctypes.c_void_p.from_address(slot).value = address


def _slots(names: Container[str]) -> Iterator[tuple[str, int]]:
    """Yield each place in memory that holds the address of one of these functions."""
    for base, tags in _tags():
        for table, size in TABLES.items():
            content = ctypes.string_at(tags.get(table, 0), tags.get(size, 0))
            for offset, info, _ in RELOCATION.iter_unpack(content):
                symbol = ctypes.string_at(tags[SYMBOLS] + SYMBOL_SIZE * (info >> 32), 4)
                name = ctypes.string_at(tags[STRINGS] + unpack_from("I", symbol)[0]).decode()
                if name in names:
                    yield name, base + offset


def _tags() -> list[tuple[int, dict[int, int]]]:
    """Return where Python and SQLite lie in memory, and where the tables of each are."""
    places: list[tuple[int, dict[int, int]]] = []

    def visit(library: Any, _size: int, _data: object) -> int:
        name = Path(library.contents.name.decode()).name
        if not name or "libpython" in name or "sqlite" in name:
            base, first = library.contents.base, library.contents.segments
            size = SEGMENT.size * library.contents.segment_count
            for kind, _, _, start, _, _, length, _ in SEGMENT.iter_unpack(
                ctypes.string_at(first, size)
            ):
                if kind == DYNAMIC:
                    tags = dict(TAG.iter_unpack(ctypes.string_at(base + start, length)))
                    places.append((base, tags))
        return 0

    kind = ctypes.CFUNCTYPE(
        ctypes.c_int, ctypes.POINTER(_Library), ctypes.c_size_t, ctypes.c_void_p
    )
    LIBC.dl_iterate_phdr(kind(visit), None)
    return places
