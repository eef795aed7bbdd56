"""A released table: an Arrow stream for whoever takes one, or a frame of another library."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

from tacit import _arrow, _columns, _memory
from tacit._arrow import Column


class Table:
    """A released table in memory.  Shows its shape, never a cell."""

    def __init__(self, columns: Sequence[Column], likes: Mapping[str, _columns.Like]) -> None:
        self._columns, self._shared = _memory.moved(columns)
        self._likes = likes

    @property
    def names(self) -> list[str]:
        """The columns' names, in their order."""
        return [column.name for column in self._columns]

    def __len__(self) -> int:
        return self._columns[0].length if self._columns else 0

    def __repr__(self) -> str:
        return f"<tacit.Table: {len(self)} records, {len(self._columns)} columns>"

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        """A capsule with the table as an Arrow stream; it can be asked for again."""
        return _arrow.capsule_of(self._columns)

    def to_dict(self) -> dict[str, list[Any]]:
        """Names to lists of values."""
        return {column.name: _columns.values_of(column, self._likes.get(column.name)) for column in self._columns}

    def to_pandas(self, *, copy: bool = True) -> Any:
        """A data frame of pandas; without `copy` it looks at the table's own memory where it can, and
        those columns can be replaced but not written into."""
        import pandas as pd

        columns, how = self._columns, "copy" if copy else "view"
        if copy and self._shared is not None:
            columns, how = _memory.own(columns, self._shared), "own"
        series = {column.name: _columns.series_of(column, how, self._likes.get(column.name)) for column in columns}
        return pd.DataFrame(series, copy=False)

    def to_polars(self) -> Any:
        """A data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> Any:
        """A table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)
