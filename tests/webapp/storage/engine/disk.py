"""A disk that forgets what was not flushed, and on which any call can fail or hang.

It does as Linux does. What is written lies in memory until a flush brings it to the disk, or the
system does so by itself. If a flush fails, what it should have brought counts as written, so no
later flush brings it. Each descriptor that was open then reports the failure once, and none that is
opened later.
"""

import ctypes
import errno
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from ctypes import CFUNCTYPE, c_int, c_long, c_size_t, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tests.webapp.storage.engine.interposed import LIBC, replace_functions

PAGE: Final = 4096
SECTOR: Final = 512  # what a disk writes as a whole
OFTEN: Final = 0.05  # how often the system brings a page to the disk by itself

#: Is asked before each call, by its name; returns the number of an error, or 0. It may wait.
Plan = Callable[[str], int]


@dataclass
class File:
    """What of a file is on the disk, and which of its pages have newer content in memory."""

    descriptor: int  # of our own, never closed: closing one would drop SQLite's locks
    size: int = 0
    pages: dict[int, bytes] = field(default_factory=dict)
    dirty: set[int] = field(default_factory=set)

    @property
    def is_deleted(self) -> bool:
        return not os.fstat(self.descriptor).st_nlink

    @property
    def newest_size(self) -> int:
        return os.fstat(self.descriptor).st_size

    def newest(self, page: int) -> bytes:
        return os.pread(self.descriptor, PAGE, page * PAGE).ljust(PAGE, b"\0")

    def save(self, pages: Iterable[int]) -> None:
        for page in self.dirty.intersection(pages):
            self.pages[page] = self.newest(page)
            self.dirty.remove(page)

    def save_size(self) -> None:
        self.size = self.newest_size
        self.pages = {page: held for page, held in self.pages.items() if page * PAGE < self.size}

    def survivors(self, chance: Random) -> bytes:
        """Return the file as a power cut may leave it: with any part of what is in memory."""
        pages = dict(self.pages)
        for page in self.dirty:
            versions = (pages.get(page, bytes(PAGE)), self.newest(page))
            sectors = range(0, PAGE, SECTOR)
            pages[page] = b"".join(chance.choice(versions)[s : s + SECTOR] for s in sectors)
        size = chance.choice((self.size, self.newest_size))
        count = -(-size // PAGE)
        return b"".join(pages.get(page, bytes(PAGE)) for page in range(count))[:size]


class Disk:
    """The disk under one folder; SQLite's shared memory there needs none."""

    def __init__(self, folder: Path, plan: Plan, seed: int = 0) -> None:
        self._folder = folder.resolve()
        self._plan = plan
        self._chance = Random(seed)
        self._lock = threading.RLock()
        self._files: dict[int, File] = {}  # by inode
        self._reports: set[int] = set()  # descriptors that still have to report a failure

    def insert(self) -> None:
        """Put this disk under Python and SQLite; what the folder holds is on it."""
        for path in self._folder.iterdir():
            if path.is_file() and (file := self._file(os.open(path, os.O_RDWR))):
                file.dirty.update(range(1 + file.newest_size // PAGE))
                file.save(set(file.dirty))
                file.save_size()
        by_descriptor = CFUNCTYPE(c_int, c_int, use_errno=True)
        with_size = CFUNCTYPE(c_int, c_int, c_long, use_errno=True)
        with_data = CFUNCTYPE(c_long, c_int, c_void_p, c_size_t, use_errno=True)
        at_place = CFUNCTYPE(c_long, c_int, c_void_p, c_size_t, c_long, use_errno=True)
        replace_functions(
            {
                "close": (by_descriptor, self._close),
                "fsync": (by_descriptor, self._flush),
                "fdatasync": (by_descriptor, self._flush),
                "ftruncate": (with_size, self._truncate),
                "ftruncate64": (with_size, self._truncate),
                "write": (with_data, self._write),
                "pwrite": (at_place, self._write),
                "pwrite64": (at_place, self._write),
            }
        )

    def cut_power(self, image: Path, chance: Random) -> None:
        """Write to a new folder what a power cut at this moment may leave of this one."""
        image.mkdir()
        with self._lock:
            for path in self._folder.iterdir():
                if file := self._files.get(path.stat().st_ino):
                    (image / path.name).write_bytes(file.survivors(chance))

    def _file(self, descriptor: int) -> File | None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        if path.parent != self._folder or path.name.endswith("-shm"):
            return None
        inode = os.fstat(descriptor).st_ino
        if inode not in self._files:
            for old_inode in [old for old, file in self._files.items() if file.is_deleted]:
                LIBC.close(self._files.pop(old_inode).descriptor)
            self._files[inode] = File(os.dup(descriptor))
        return self._files[inode]

    def _fails(self, name: str) -> bool:
        error = self._plan(name)
        ctypes.set_errno(error)
        return bool(error)

    def _close(self, descriptor: int) -> int:
        self._reports.discard(descriptor)
        return int(LIBC.close(descriptor))

    def _write(self, descriptor: int, data: int, size: int, *place: int) -> int:
        file = self._file(descriptor)
        if file and self._fails("write"):
            return -1
        write = LIBC.pwrite64 if place else LIBC.write
        write.restype = c_long
        with self._lock:
            start = (*place, file and os.lseek(descriptor, 0, os.SEEK_CUR))[0] or 0
            written = int(write(descriptor, c_void_p(data), c_size_t(size), *map(c_long, place)))
            if file and written > 0:
                pages = range(start // PAGE, (start + written - 1) // PAGE + 1)
                file.dirty.update(pages)
                if self._chance.random() < OFTEN:
                    file.save((self._chance.choice(pages),))
        return written

    def _truncate(self, descriptor: int, size: int) -> int:
        file = self._file(descriptor)
        if file and self._fails("truncate"):
            return -1
        with self._lock:
            if file:
                file.dirty = {page for page in file.dirty if page * PAGE < size}
            return int(LIBC.ftruncate64(descriptor, c_long(size)))

    def _flush(self, descriptor: int) -> int:
        file = self._file(descriptor)
        if not file:
            return 0
        pages = set(file.dirty)
        fails = self._fails("flush")
        with self._lock:
            if fails:
                file.save(page for page in pages if self._chance.random() < OFTEN)
                file.dirty -= pages
                self._let_others_report(descriptor)
                return -1
            file.save(pages)
            file.save_size()
            if descriptor in self._reports:
                self._reports.remove(descriptor)
                ctypes.set_errno(errno.EIO)
                return -1
            return 0

    def _let_others_report(self, descriptor: int) -> None:
        inode = os.fstat(descriptor).st_ino
        for other_descriptor in map(int, os.listdir("/proc/self/fd")):
            with suppress(OSError):  # closed meanwhile, as that of this list
                if other_descriptor != descriptor and os.fstat(other_descriptor).st_ino == inode:
                    self._reports.add(other_descriptor)
