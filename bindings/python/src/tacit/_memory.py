"""Memory of a large table that frames share until they write into it.

The released columns move, one after the other, out of the library's memory into memory of the kernel that has no
file.  Each frame gets a mapping of its own, of which the kernel copies a page when it is written to: so a frame
that can be written to does not have the table's cells a second time.  Where the kernel has no such memory, and
for small tables, columns stay where they are, and are copied.
"""

from __future__ import annotations

import ctypes as c
import mmap
import os
from dataclasses import replace
from typing import Optional, Sequence

from tacit._arrow import Column, Taken

LARGE = 1 << 24  # bytes of a table that is worth it
_WIDTH = {"g": 8, "l": 8, "L": 8, "U": 8, "tdD": 4, "i": 4, "I": 4, "u": 4}


class Mapping:
    """A table's memory as one owner sees it; what is written stays with the owner."""

    def __init__(self, fd: int, size: int) -> None:
        self._map = mmap.mmap(fd, size, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
        self._view = c.c_char.from_buffer(self._map)
        self.at = c.addressof(self._view)


class Shared:
    """Memory that columns were moved into."""

    def __init__(self) -> None:
        self._fd, self._size = os.memfd_create("tacit"), 0
        self.base: Optional[Mapping] = None

    def __del__(self) -> None:
        os.close(self._fd)

    def _write(self, at: Optional[int], size: int) -> Optional[int]:
        """Where `size` bytes now lie."""
        if not at:
            return None
        found = self._size
        bytes_at = (c.c_char * size).from_address(at)
        done = 0
        while done < size:
            done += os.pwrite(self._fd, memoryview(bytes_at)[done:], found + done)
        self._size = -(-(found + size) // 64) * 64
        return found

    def take(self, column: Column) -> Column:
        """The column with places here instead of addresses."""
        rows = column.offset + column.length
        cells = rows + 1 if column.format in "uU" else rows
        sizes = [(rows + 7) // 8, cells * _WIDTH[column.format]]
        if column.format in "uU" and column.buffers[1]:
            kind = c.c_int64 if column.format == "U" else c.c_int32
            sizes.append(kind.from_address(column.buffers[1] + rows * c.sizeof(kind)).value)
        places = [self._write(at, size) for at, size in zip(column.buffers, sizes)]
        words = self.take(column.dictionary) if column.dictionary is not None else None
        return replace(column, buffers=places, dictionary=words, keep=self)

    def mapping(self) -> Mapping:
        """A new view of all that was taken."""
        if os.fstat(self._fd).st_size < self._size:
            os.truncate(self._fd, self._size)
        return Mapping(self._fd, self._size)


def _shifted(column: Column, by: int, keep: object) -> Column:
    words = None if column.dictionary is None else _shifted(column.dictionary, by, keep)
    return replace(column, buffers=[None if at is None else at + by for at in column.buffers], dictionary=words, keep=keep)


def _bytes_of(column: Column) -> int:
    return column.length * _WIDTH.get(column.format, 0)


def moved(columns: Sequence[Column]) -> tuple[Sequence[Column], Optional[Shared]]:
    """The columns of the library in shared memory if they are large."""
    known = all(column.format in _WIDTH for column in columns)
    if not known or sum(map(_bytes_of, columns)) < LARGE or not hasattr(os, "memfd_create"):
        return columns, None
    try:
        shared = Shared()
    except OSError:
        return columns, None
    placed = []
    for j, column in enumerate(columns):
        placed.append(shared.take(column))
        if isinstance(column.keep, Taken):
            column.keep.release(j)
    shared.base = shared.mapping()
    return [_shifted(column, shared.base.at, (shared, shared.base)) for column in placed], shared


def own(columns: Sequence[Column], shared: Shared) -> list[Column]:
    """The columns once more, in memory that can be written to."""
    assert shared.base is not None
    mapping = shared.mapping()
    return [_shifted(column, mapping.at - shared.base.at, mapping) for column in columns]
