"""Columns from Python's values and pandas' series, and back.

A column that cannot be held is refused by its name; no message has a value.
"""

from __future__ import annotations

import ctypes as c
import math
import zlib
from array import array
from dataclasses import replace
from datetime import date, datetime, timezone
from typing import Any, Iterable, Mapping, Optional, Sequence

from tacit._arrow import Column
from tacit._errors import WrongData, WrongRequest

_DAY_0, _SECOND_0 = date(1970, 1, 1).toordinal(), datetime(1970, 1, 1)
_CODES = {"int": "csil", "uint": "CSIL"}
_LOAD: dict[str, Any] = {
    "l": c.c_int64, "g": c.c_double, "tdD": c.c_int32, "i": c.c_int32, "I": c.c_uint32,
    "u": c.c_int32, "U": c.c_int64,
}  # fmt: skip


def _refuse(name: str, what: str) -> WrongRequest:
    return WrongRequest(
        f"Column '{name}' holds {what}; numbers, texts, true and false, dates and times can be taken."
    )


# ---- from Python ----


def _bits(flags: Sequence[bool]) -> bytes:
    packed = bytearray((len(flags) + 7) // 8)
    for i, flag in enumerate(flags):
        if flag:
            packed[i >> 3] |= 1 << (i & 7)
    return bytes(packed)


def _at(buffer: Any) -> Optional[int]:
    if isinstance(buffer, array):
        return buffer.buffer_info()[0] if len(buffer) else None
    return c.cast(c.c_char_p(buffer), c.c_void_p).value if buffer else None


def _made(name: str, form: str, known: Sequence[bool], *buffers: Any) -> Column:
    """A column of `buffers`, which it keeps, in which some values may not be known."""
    valid = None if all(known) else _bits(known)
    at = [_at(valid), *map(_at, buffers)]
    return Column(name, form, len(known), at, len(known) - sum(known), keep=(valid, buffers))


def _texts(name: str, values: Sequence[Any], known: Sequence[bool]) -> Column:
    coded = [v.encode() if k else b"" for v, k in zip(values, known)]
    ends = array("q", [0])
    for text in coded:
        ends.append(ends[-1] + len(text))
    return _made(name, "U", known, ends, b"".join(coded))


def _seconds(moment: datetime) -> int:
    plain = moment.astimezone(timezone.utc).replace(tzinfo=None) if moment.tzinfo else moment
    since = plain - _SECOND_0
    return (since.days * 86400 + since.seconds) * 1000000 + since.microseconds


def _from_values(name: str, values: Sequence[Any]) -> Column:
    known = [v is not None and not (isinstance(v, float) and math.isnan(v)) for v in values]
    kinds = {type(v) for v, k in zip(values, known) if k}
    if kinds <= {bool}:
        return _made(name, "b" if kinds else "n", known, *([_bits([v is True for v in values])] if kinds else []))
    try:
        if kinds <= {int}:
            return _made(name, "l", known, array("q", [v if k else 0 for v, k in zip(values, known)]))
        if kinds <= {int, float}:
            return _made(name, "g", known, array("d", [v if k else 0 for v, k in zip(values, known)]))
    except OverflowError:
        raise _refuse(name, "a whole number beyond 64 bits") from None
    if kinds <= {str}:
        return _texts(name, values, known)
    if kinds <= {date}:
        days = array("i", [v.toordinal() - _DAY_0 if k else 0 for v, k in zip(values, known)])
        return _made(name, "tdD", known, days)
    if kinds <= {datetime}:
        zoned = {v.tzinfo is not None for v, k in zip(values, known) if k}
        if len(zoned) > 1:
            raise _refuse(name, "times with and without a time zone")
        moments = array("q", [_seconds(v) if k else 0 for v, k in zip(values, known)])
        return _made(name, "tsu:UTC" if zoned == {True} else "tsu:", known, moments)
    raise _refuse(name, "values of type " + " and ".join(sorted(k.__name__ for k in kinds)))


# ---- pandas ----


def _from_numpy(name: str, form: str, values: Any, known: Any) -> Column:
    import numpy as np

    values = np.ascontiguousarray(values)
    packed = None if known.all() else np.packbits(known, bitorder="little")
    at = [None if packed is None else packed.ctypes.data, values.ctypes.data]
    missing = len(values) - int(np.count_nonzero(known))
    return Column(name, form, len(values), at, missing, keep=(packed, values), vector=values)


def _from_series(name: str, series: Any) -> Column:
    """A column of pandas: numbers, categories and times as they lie in memory, others by values."""
    known = series.notna().to_numpy()
    kind = str(series.dtype)
    if kind == "category":
        codes = series.cat.codes.to_numpy()
        made = _from_numpy(name, "csil"[codes.itemsize.bit_length() - 1], codes, known)
        labels = _from_values(name, [getattr(v, "item", lambda v=v: v)() for v in series.cat.categories])
        return replace(made, dictionary=labels)
    if series.dtype.kind == "M":
        zoned = getattr(series.dtype, "tz", None) is not None
        moments = (series.dt.tz_convert("UTC").dt.tz_localize(None) if zoned else series).to_numpy()
        return _from_numpy(name, "tsn:UTC" if zoned else "tsn:", moments.astype("M8[ns]").view("i8"), known)
    if kind in ("float32", "float64"):
        return _from_numpy(name, {"float32": "f", "float64": "g"}[kind], series.to_numpy(), known)
    for sign, forms in _CODES.items():
        if kind in {f"{sign}{8 << i}" for i in range(4)}:
            values = series.to_numpy()
            return _from_numpy(name, forms[values.itemsize.bit_length() - 1], values, known)
    listed = series.astype(object).where(series.notna(), None).tolist()
    return _from_values(name, listed)


# ---- tables ----


def columns_from(table: Any) -> list[Column]:
    """The columns of a mapping of names to values, or of a pandas data frame."""
    if hasattr(table, "iloc") and hasattr(table, "columns"):
        names = [str(name) for name in table.columns]
        _check_names(names)
        return [_from_series(name, table.iloc[:, j]) for j, name in enumerate(names)]
    if not isinstance(table, Mapping):
        raise WrongRequest(
            "Data is a path, a mapping of names to values, a pandas data frame, or anything that "
            "gives an Arrow stream."
        )
    _check_names(map(str, table))
    columns = [_from_values(str(name), list(values)) for name, values in table.items()]
    if len({column.length for column in columns}) > 1:
        raise WrongRequest("The columns of the data are not all of the same length.")
    return columns


def sums_of(columns: Sequence[Column]) -> list[int]:
    """A checksum of each column's memory that the caller may change; 0 for copies."""
    return [0 if c.vector is None else zlib.adler32(c.vector.view("u1")) for c in columns]


def check_unchanged(columns: Sequence[Column], sums: Sequence[int]) -> None:
    """Fail by name if a column changed since `sums` were taken."""
    for column, before, now in zip(columns, sums, sums_of(columns)):
        if before != now:
            raise WrongData(f"Column '{column.name}' of the data changed while it was read.")


def _check_names(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if "\0" in name:
            raise WrongRequest("The name of a column has a NUL character.")
        if name in seen:
            raise WrongRequest(f"Two columns of the data are called '{name}'.")
        seen.add(name)


# ---- to Python ----


def _loaded(column: Column) -> list[Any]:
    at = column.buffers[1]
    load = _LOAD[column.format]
    return list((load * (column.offset + column.length)).from_address(at))[column.offset :] if at else []


def _known(column: Column) -> list[bool]:
    at = column.buffers[0]
    if not at or column.null_count == 0:
        return [True] * column.length
    bits = c.string_at(at, (column.offset + column.length + 7) // 8)
    return [bool(bits[i >> 3] >> (i & 7) & 1) for i in range(column.offset, column.offset + column.length)]


def _texts_of(column: Column) -> list[str]:
    ends = (_LOAD[column.format] * (column.length + 1)).from_address(column.buffers[1]) if column.length else [0]
    body = c.string_at(column.buffers[2] or 0, ends[-1]) if ends[-1] else b""
    return [body[ends[i] : ends[i + 1]].decode() for i in range(column.length)]


def values_of(column: Column) -> list[Any]:
    """The values as Python's; None where they are missing."""
    values = _loaded(column)
    if column.dictionary is not None:
        labels = _texts_of(column.dictionary)
        return [labels[v] if k else None for v, k in zip(values, _known(column))]
    if column.format == "tdD":
        values = [date.fromordinal(v + _DAY_0) for v in values]
    return [v if k else None for v, k in zip(values, _known(column))]


class _Memory:
    """A column's cells to numpy, without a copy, kept as long as somebody looks at them."""

    def __init__(self, at: int, cells: int, dtype: str, keep: object) -> None:
        self.keep = keep
        self.__array_interface__ = {"version": 3, "data": (at, True), "shape": (cells,), "typestr": dtype}


def _cells(column: Column) -> Any:
    """The column's cells as numpy has them, read-only."""
    import numpy as np

    dtype = np.dtype(_LOAD[column.format])
    if not column.length or not column.buffers[1]:
        return np.zeros(column.length, dtype=dtype)
    at = column.buffers[1] + dtype.itemsize * column.offset
    return np.asarray(_Memory(at, column.length, dtype.str, column.keep))


def _missing(column: Column) -> Any:
    """Which cells are missing, or None if none is."""
    import numpy as np

    at = column.buffers[0]
    if not at or column.null_count == 0:
        return None
    ends = column.offset + column.length
    bits = np.asarray(_Memory(at, (ends + 7) // 8, "|u1", column.keep))
    return np.unpackbits(bits, count=ends, bitorder="little")[column.offset :] == 0


def series_of(column: Column, copy: bool) -> Any:
    """The column as pandas holds it: Int64 where whole numbers are missing, categories for texts."""
    import numpy as np
    import pandas as pd

    cells, missing = _cells(column), _missing(column)
    if missing is not None or copy:
        cells = cells.copy()
    if column.dictionary is not None:
        if missing is not None:
            cells[missing] = -1
        kinds = pd.CategoricalDtype(_texts_of(column.dictionary))
        return pd.Series(pd.Categorical.from_codes(cells, dtype=kinds), copy=False)
    if column.format == "tdD":
        moments = cells.astype("M8[D]").astype("M8[ns]")
        if missing is not None:
            moments[missing] = np.datetime64("NaT")
        return pd.Series(moments, copy=False)
    if missing is None:
        return pd.Series(cells, copy=False)
    if column.format == "g":
        cells[missing] = np.nan
        return pd.Series(cells, copy=False)
    return pd.Series(pd.arrays.IntegerArray(cells, missing), copy=False)
