"""The Arrow C data and stream interfaces, as the standard lays them out, for ctypes."""

from __future__ import annotations

import ctypes as c


class Schema(c.Structure):
    """ArrowSchema: the type of an array."""


class Array(c.Structure):
    """ArrowArray: the values of an array."""


class Stream(c.Structure):
    """ArrowArrayStream: arrays of one type, one after the other."""


ReleaseSchema = c.CFUNCTYPE(None, c.POINTER(Schema))
ReleaseArray = c.CFUNCTYPE(None, c.POINTER(Array))
ReleaseStream = c.CFUNCTYPE(None, c.POINTER(Stream))
GetSchema = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Schema))
GetNext = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Array))
GetError = c.CFUNCTYPE(c.c_void_p, c.POINTER(Stream))

Schema._fields_ = [
    ("format", c.c_char_p),
    ("name", c.c_char_p),
    ("metadata", c.c_void_p),
    ("flags", c.c_int64),
    ("n_children", c.c_int64),
    ("children", c.POINTER(c.POINTER(Schema))),
    ("dictionary", c.POINTER(Schema)),
    ("release", ReleaseSchema),
    ("private_data", c.c_void_p),
]
Array._fields_ = [
    ("length", c.c_int64),
    ("null_count", c.c_int64),
    ("offset", c.c_int64),
    ("n_buffers", c.c_int64),
    ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(Array))),
    ("dictionary", c.POINTER(Array)),
    ("release", ReleaseArray),
    ("private_data", c.c_void_p),
]
Stream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", GetError),
    ("release", ReleaseStream),
    ("private_data", c.c_void_p),
]
