"""Columns to and from Arrow streams, without copying them.

A `Column` is a view of buffers, whoever they belong to: `keep` keeps the owner alive.  What is
handed out is released by who takes it, exactly once, as the standard says; `handed_out` holds it
until then.
"""

from __future__ import annotations

import ctypes as c
import itertools
from dataclasses import dataclass
from typing import Any, Optional, Sequence

from tacit import _abi

handed_out: dict[int, object] = {}
_numbers = itertools.count(1)
_CAPSULE = b"arrow_array_stream"


@dataclass(frozen=True)
class Column:
    """One array: its format, the addresses of its buffers, and what keeps them alive."""

    name: str
    format: str
    length: int
    buffers: Sequence[Optional[int]]
    null_count: int = 0
    offset: int = 0
    dictionary: Optional["Column"] = None
    keep: object = None
    vector: Any = None  # memory of the caller, who may change it


def _hand_out(*things: object) -> int:
    number = next(_numbers)
    handed_out[number] = things
    return number


# ---- giving ----


def _mark_released(s: Any) -> None:
    s.release = type(s.release)()


def _release(pointer: Any) -> None:
    """Release a schema or an array with all below it."""
    s = pointer.contents
    below = [s.children[i] for i in range(s.n_children)] + ([s.dictionary] if s.dictionary else [])
    for child in below:
        if child.contents.release:
            child.contents.release(child)
    handed_out.pop(s.private_data, None)
    _mark_released(s)


_release_schema = _abi.ReleaseSchema(_release)
_release_array = _abi.ReleaseArray(_release)


def _fill(out: Any, kind: Any, release: Any, children: list[Any], keep: object) -> None:
    """The fields that schemas and arrays have alike."""
    pointers = (c.POINTER(kind) * max(1, len(children)))(*[c.pointer(s) for s in children])
    out.n_children = len(children)
    out.children = pointers if children else None
    out.release = release
    out.private_data = _hand_out(pointers, children, keep)


def _schema(column: Column, children: Sequence[Column] = (), out: Any = None) -> Any:
    s = _abi.Schema() if out is None else out
    name, form = column.name.encode(), column.format.encode()
    s.name, s.format, s.flags, s.metadata = name, form, 2, None
    dictionary = _schema(column.dictionary) if column.dictionary else None
    _fill(s, _abi.Schema, _release_schema, [_schema(x) for x in children], (name, form, dictionary))
    s.dictionary = c.pointer(dictionary) if dictionary is not None else None
    return s


def _array(column: Column, children: Sequence[Column] = (), out: Any = None) -> Any:
    a = _abi.Array() if out is None else out
    buffers = (c.c_void_p * len(column.buffers))(*column.buffers)
    a.length, a.null_count, a.offset = column.length, column.null_count, column.offset
    a.n_buffers, a.buffers = len(column.buffers), buffers
    dictionary = _array(column.dictionary) if column.dictionary else None
    _fill(a, _abi.Array, _release_array, [_array(x) for x in children], (column, buffers, dictionary))
    a.dictionary = c.pointer(dictionary) if dictionary is not None else None
    return a


class _Source:
    """A stream that gives its columns in one batch."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        self.whole = Column("", "+s", columns[0].length if columns else 0, [None])
        self.left = 1 if self.whole.length else 0


def _source(stream: Any) -> _Source:
    found = handed_out[stream.contents.private_data]
    assert isinstance(found, tuple) and isinstance(found[0], _Source)
    return found[0]


def _get_schema(stream: Any, out: Any) -> int:
    source = _source(stream)
    _schema(source.whole, source.columns, out.contents)
    return 0


def _get_next(stream: Any, out: Any) -> int:
    source = _source(stream)
    if source.left:
        _array(source.whole, source.columns, out.contents)
    else:
        c.memset(out, 0, c.sizeof(_abi.Array))
    source.left = 0
    return 0


def _release_source(stream: Any) -> None:
    handed_out.pop(stream.contents.private_data, None)
    _mark_released(stream.contents)


_CALLS = (
    _abi.GetSchema(_get_schema),
    _abi.GetNext(_get_next),
    _abi.GetError(lambda _: None),
    _abi.ReleaseStream(_release_source),
)


def stream_of(columns: Sequence[Column]) -> _abi.Stream:
    """A stream of these columns, all of one length."""
    return _abi.Stream(*_CALLS, _hand_out(_Source(columns)))


# ---- taking ----


def _view(schema: Any, array: Any, keep: object) -> Column:
    return Column(
        name=(schema.name or b"").decode(),
        format=schema.format.decode(),
        length=array.length,
        buffers=[array.buffers[i] for i in range(array.n_buffers)],
        null_count=array.null_count,
        offset=array.offset,
        dictionary=_view(schema.dictionary.contents, array.dictionary.contents, keep)
        if schema.dictionary
        else None,
        keep=keep,
    )


class Taken:
    """A schema and an array that are released when nobody looks at them any more."""

    def __init__(self) -> None:
        self.schema, self.array = _abi.Schema(), _abi.Array()

    def release(self, j: int) -> None:
        """Release column `j` before the others: nobody looks at it any more."""
        self.array.children[j].contents.release(self.array.children[j])

    def __del__(self) -> None:
        for s in (self.array, self.schema):
            if s.release:
                s.release(c.pointer(s))


def columns_of(stream: _abi.Stream) -> list[Column]:
    """The columns of a stream of at most one batch, as the library gives them; consumes it."""
    taken, at = Taken(), c.pointer(stream)
    try:
        failed = stream.get_schema(at, c.pointer(taken.schema))
        if failed or stream.get_next(at, c.pointer(taken.array)):
            raise MemoryError
    finally:
        stream.release(at)
    schemas = [taken.schema.children[j].contents for j in range(taken.schema.n_children)]
    if not taken.array.release:
        return [_view(s, _nothing(bool(s.dictionary)), taken) for s in schemas]
    return [_view(s, taken.array.children[j].contents, taken) for j, s in enumerate(schemas)]


def _nothing(coded: bool) -> Any:
    """An array without values, of codes or of something else."""
    a = _abi.Array(n_buffers=2 if coded else 3, buffers=(c.c_void_p * 3)())
    if coded:
        a.dictionary = c.pointer(_nothing(False))
    return a


# ---- capsules, by which other libraries take and give streams ----

_python = c.pythonapi
_python.PyCapsule_New.restype = c.py_object
_python.PyCapsule_New.argtypes = [c.c_void_p, c.c_char_p, c.c_void_p]
_python.PyCapsule_GetPointer.restype = c.c_void_p
_python.PyCapsule_GetPointer.argtypes = [c.c_void_p, c.c_char_p]
_capsules: dict[int, _abi.Stream] = {}


def _destroy(capsule: int) -> None:
    stream = _capsules.pop(_python.PyCapsule_GetPointer(capsule, _CAPSULE))
    if stream.release:
        stream.release(c.pointer(stream))


_DESTROY = c.CFUNCTYPE(None, c.c_void_p)(_destroy)


def capsule_of(columns: Sequence[Column]) -> object:
    """A capsule with a stream of these columns."""
    stream = stream_of(columns)
    at = c.addressof(stream)
    _capsules[at] = stream
    made: object = _python.PyCapsule_New(at, _CAPSULE, c.cast(_DESTROY, c.c_void_p))
    return made


def stream_from(capsule: object) -> _abi.Stream:
    """Move the stream out of a capsule that another library made."""
    at = _python.PyCapsule_GetPointer(id(capsule), _CAPSULE)
    theirs = _abi.Stream.from_address(at)
    stream = _abi.Stream()
    c.memmove(c.addressof(stream), at, c.sizeof(_abi.Stream))
    _mark_released(theirs)
    return stream

