"""Columns from Python's values and pandas' series, and back.

A column that cannot be held is refused by its name; no message has a value.
"""

from __future__ import annotations

import ctypes as c
import math
import warnings
import zlib
from array import array
from dataclasses import dataclass, replace
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


def _tell_infinite(name: str) -> None:
    warnings.warn(f"Column '{name}' has infinite values, which are missing values here.", stacklevel=2)


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
    try:
        coded = [v.encode() if k else b"" for v, k in zip(values, known)]
    except UnicodeEncodeError:
        raise _refuse(name, "texts with half a character") from None
    ends = array("q", [0])
    for text in coded:
        ends.append(ends[-1] + len(text))
    return _made(name, "U", known, ends, b"".join(coded))


def _seconds(moment: datetime) -> int:
    plain = moment.astimezone(timezone.utc).replace(tzinfo=None) if moment.tzinfo else moment
    since = plain - _SECOND_0
    return (since.days * 86400 + since.seconds) * 1000000 + since.microseconds


_KINDS = (bool, int, float, str, datetime, date)  # each before the one that it is a kind of
_MISSING = {"NoneType", "NAType", "NaTType"}  # the last two are of pandas


def _kind(kind: type) -> type:
    return next((known for known in _KINDS if issubclass(kind, known)), kind)


def _from_values(name: str, values: Sequence[Any]) -> Column:
    types = {type(v) for v in values}
    scalars = {t for t in types if t.__module__ == "numpy" and t.__name__ not in ("datetime64", "timedelta64")}
    if scalars:
        values = [v.item() if type(v) in scalars else v for v in values]
    absent = {t for t in types if t.__name__ in _MISSING}
    known = [type(v) not in absent and not (isinstance(v, float) and math.isnan(v)) for v in values]
    kinds = {_kind(t) for t in {type(v) for v, k in zip(values, known) if k}}
    if kinds <= {bool}:
        return _made(name, "b" if kinds else "n", known, *([_bits([v is True for v in values])] if kinds else []))
    try:
        if kinds <= {int}:
            return _made(name, "l", known, array("q", [v if k else 0 for v, k in zip(values, known)]))
        if kinds <= {int, float}:
            if any(isinstance(v, float) and math.isinf(v) for v in values):
                _tell_infinite(name)
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
        labels = _from_values(name, series.cat.categories.tolist())
        if labels.format in "lU":
            codes = series.cat.codes.to_numpy()
            made = _from_numpy(name, "csil"[codes.itemsize.bit_length() - 1], codes, known)
            return replace(made, dictionary=labels)
    if series.dtype.kind == "M":
        zoned = getattr(series.dtype, "tz", None) is not None
        moments = (series.dt.tz_convert("UTC").dt.tz_localize(None) if zoned else series).to_numpy()
        return _from_numpy(name, "tsn:UTC" if zoned else "tsn:", moments.astype("M8[ns]").view("i8"), known)
    if kind in ("float32", "float64"):
        import numpy as np

        if np.isinf(series.to_numpy()).any():
            _tell_infinite(name)
        return _from_numpy(name, {"float32": "f", "float64": "g"}[kind], series.to_numpy(), known)
    for sign, forms in _CODES.items():
        if kind in {f"{sign}{8 << i}" for i in range(4)}:
            values = series.to_numpy()
            return _from_numpy(name, forms[values.itemsize.bit_length() - 1], values, known)
    return _from_values(name, [value if k else None for value, k in zip(series.tolist(), known)])


# ---- tables ----


def _from_sequence(name: str, values: Any) -> Column:
    """A column of a mapping: a sequence, or an array of numpy or a series of pandas."""
    if hasattr(values, "dtype"):
        try:
            import pandas as pd
        except ImportError:
            values = values.tolist() if values.dtype.kind != "M" else values.astype("M8[us]").tolist()
        else:
            if getattr(values, "ndim", 1) != 1:
                raise _refuse(name, "a table")
            return _from_series(name, values if hasattr(values, "iloc") else pd.Series(values))
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise WrongRequest(f"Column '{name}' is one value; a column is a sequence of values.")
    return _from_values(name, list(values))


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
    columns = [_from_sequence(str(name), values) for name, values in table.items()]
    if len({column.length for column in columns}) > 1:
        raise WrongRequest("The columns of the data are not all of the same length.")
    return columns


def sums_of(columns: Sequence[Column]) -> list[int]:
    """A checksum of each column's memory that the caller may change; 0 for copies."""
    return [0 if c.vector is None else zlib.adler32(c.vector.view("u1")) for c in columns]


@dataclass(frozen=True)
class Like:
    """What a column was that went in, and that its release cannot tell: "b" for true and false, "t" for
    times, "c" for categories."""

    kind: str
    zone: Any = None
    labels: Sequence[Any] = ()
    ordered: bool = False


def likes_of(table: Any, columns: Sequence[Column]) -> dict[str, Like]:
    """Of each column of which it matters, what it was."""
    found = {}
    for j, column in enumerate(columns):
        if column.dictionary is not None:
            given = table.iloc[:, j] if hasattr(table, "iloc") else table[list(table)[j]]
            kinds = given.dtype if hasattr(given, "iloc") else given
            found[column.name] = Like("c", None, kinds.categories.tolist(), bool(kinds.ordered))
        elif column.format == "b":
            found[column.name] = Like("b")
        elif column.format.startswith("ts"):
            given = table.iloc[:, j] if hasattr(table, "iloc") else None
            zone = getattr(getattr(given, "dtype", None), "tz", None) or timezone.utc
            found[column.name] = Like("t", zone if column.format.endswith("UTC") else None)
    return found


def check_unchanged(columns: Sequence[Column], sums: Sequence[int]) -> None:
    """Fail by name if a column changed since `sums` were taken."""
    for column, before, now in zip(columns, sums, sums_of(columns)):
        if before != now:
            raise WrongData(f"Column '{column.name}' of the data changed while it was read.")


def _check_names(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if "\0" in name:
            raise WrongRequest("The name of a column has a NUL character.")
        if not name.isascii() and name.encode(errors="ignore").decode() != name:
            raise WrongRequest(f"The name of column {number} has half a character.")
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


def _moment(text: str, zone: Any) -> datetime:
    """A time as the library writes it; raises ValueError for any other text."""
    if zone is None:
        return datetime.fromisoformat(text)
    if not text.endswith("Z"):
        raise ValueError
    return datetime.fromisoformat(text[:-1]).replace(tzinfo=timezone.utc).astimezone(zone)


def _labels(column: Column, like: Optional[Like]) -> list[Any]:
    """The labels of a column with a dictionary as the original had them, if they are such still."""
    texts = _texts_of(column.dictionary) if column.dictionary is not None else []
    try:
        if like is not None and like.kind == "t":
            return [_moment(text, like.zone) for text in texts]
        if like is not None and like.kind == "b":
            return [{"true": True, "false": False}[text] for text in texts]
        if like is not None:
            values = {str(label): label for label in like.labels}
            return [values[text] for text in texts]
    except (ValueError, KeyError):
        pass  # it was recoded
    return texts


def _day(days: int, like: Optional[Like]) -> date:
    day = date.fromordinal(days + _DAY_0)
    if like is None or like.kind != "t":
        return day
    midnight = datetime(day.year, day.month, day.day)
    return midnight if like.zone is None else midnight.replace(tzinfo=timezone.utc).astimezone(like.zone)


def values_of(column: Column, like: Optional[Like] = None) -> list[Any]:
    """The values as Python's; None where they are missing."""
    values, known = _loaded(column), _known(column)
    if column.dictionary is not None:
        labels = _labels(column, like)
        return [labels[v] if k else None for v, k in zip(values, known)]
    if column.format == "tdD":
        return [_day(v, like) if k else None for v, k in zip(values, known)]
    return [v if k else None for v, k in zip(values, known)]


class _Memory:
    """A column's cells to numpy, without a copy, kept as long as somebody looks at them."""

    def __init__(self, at: int, cells: int, dtype: str, keep: object, read_only: bool = True) -> None:
        self.keep = keep
        self.__array_interface__ = {"version": 3, "data": (at, read_only), "shape": (cells,), "typestr": dtype}


def _cells(column: Column, read_only: bool) -> Any:
    """The column's cells as numpy has them."""
    import numpy as np

    dtype = np.dtype(_LOAD[column.format])
    if not column.length or not column.buffers[1]:
        return np.zeros(column.length, dtype=dtype)
    at = column.buffers[1] + dtype.itemsize * column.offset
    return np.asarray(_Memory(at, column.length, dtype.str, column.keep, read_only))


def _missing(column: Column) -> Any:
    """Which cells are missing, or None if none is."""
    import numpy as np

    at = column.buffers[0]
    if not at or column.null_count == 0:
        return None
    ends = column.offset + column.length
    bits = np.asarray(_Memory(at, (ends + 7) // 8, "|u1", column.keep))
    return np.unpackbits(bits, count=ends, bitorder="little")[column.offset :] == 0


def _categories_of(column: Column, cells: Any, like: Optional[Like]) -> Any:
    """A column with a dictionary: categories in the order that they had, or what the labels were made of."""
    import pandas as pd

    labels = _labels(column, like)
    if like is not None and like.kind != "c" and not (labels and isinstance(labels[0], str)):
        if like.kind == "b":
            whole = pd.Series([*labels, None], dtype="object").astype("boolean").take(cells).reset_index(drop=True)
            return whole if whole.isna().any() else whole.astype(bool)
        try:
            moments = pd.to_datetime(pd.Series([*labels, None], dtype="object"), utc=like.zone is not None)
        except (pd.errors.OutOfBoundsDatetime, OverflowError):
            return pd.Series([*labels, None], dtype="object").take(cells).reset_index(drop=True)
        moments = moments if like.zone is None else moments.dt.tz_convert(like.zone)
        return moments.take(cells).reset_index(drop=True)
    made = pd.Categorical.from_codes(cells, dtype=pd.CategoricalDtype(labels))
    if like is not None and like.kind == "c":
        kept = [label for label in like.labels if label in set(labels)]
        added = [label for label in labels if label not in set(kept)]
        made = made.reorder_categories(kept + added, ordered=like.ordered and not added)
    return pd.Series(made, copy=False)


def _days_of(column: Column, cells: Any, missing: Any, like: Optional[Like]) -> Any:
    """Dates, by days: of pandas where all lie in the years that it can hold, else of Python."""
    import numpy as np
    import pandas as pd

    known = cells if missing is None else cells[~missing]
    if len(known) and not -106750 < known.min() <= known.max() < 106750:
        return pd.Series(values_of(column, like), dtype="object")
    moments = cells.astype("M8[D]").astype("M8[ns]")
    if missing is not None:
        moments[missing] = np.datetime64("NaT")
    made = pd.Series(moments, copy=False)
    return made if like is None or like.zone is None else made.dt.tz_localize("UTC").dt.tz_convert(like.zone)


def series_of(column: Column, how: str, like: Optional[Like] = None) -> Any:
    """The column as pandas holds it: Int64 where whole numbers are missing, categories for texts.  `how` is
    "view", read-only; "copy"; or "own", if the column's memory is nobody else's."""
    import numpy as np
    import pandas as pd

    cells, missing = _cells(column, how != "own"), _missing(column)
    if column.format == "tdD":
        return _days_of(column, cells, missing, like)
    if column.dictionary is not None:
        if missing is not None:
            cells = np.where(missing, -1, cells)
        return _categories_of(column, cells, like)
    if how == "copy" or (how == "view" and missing is not None):
        cells = cells.copy()
    if missing is None:
        return pd.Series(cells, copy=False)
    if column.format == "g":
        cells[missing] = np.nan
        return pd.Series(cells, copy=False)
    return pd.Series(pd.arrays.IntegerArray(cells, missing), copy=False)
