"""What the library says of work that was done: its JSON record, with ways to look at it."""

from __future__ import annotations

import html
from collections import Counter
from typing import Any, Iterator, Optional

from tacit import _html
from tacit._table import Table


def _results(part: Any, when: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every result below `part`, with the section of the record that it stands in."""
    if isinstance(part, dict) and "figures" in part and "family" in part:
        yield when, part
    elif isinstance(part, dict):
        for key, below in part.items():
            yield from _results(below, when or key)
    elif isinstance(part, list):
        for below in part:
            yield from _results(below, when)


class Record:
    """A record; `raw` is all of it, as `tacit ... --json` prints it."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw

    @property
    def holds(self) -> Optional[bool]:
        """Whether what was required holds; None if nothing was."""
        return bool(self.raw["status"] == 0) if self.raw.get("requirements") else None

    @property
    def says(self) -> str:
        """The verdict in words."""
        return str(self.raw.get("verdict", {}).get("headline", ""))

    @property
    def warnings(self) -> list[str]:
        """What the work warned of."""
        return [w if isinstance(w, str) else str(w.get("message", w)) for w in self.raw.get("warnings", [])]

    @property
    def figures(self) -> list[dict[str, Any]]:
        """All figures, one a row: when, of which measure, name, title, value, unit, definition."""
        return [
            {"when": when, "measure": result["name"], "family": result.get("family"), **figure}
            for when, result in _results(self.raw, "")
            for figure in result["figures"]
        ]

    def __getitem__(self, measure: str) -> dict[str, Any]:
        """The figures of a measure by their names, as they are after the work if it changed any."""
        found: dict[str, Any] = {}
        for figure in self.figures:
            if figure["measure"] == measure:
                found[figure["name"]] = figure.get("value")
        if not found:
            raise KeyError(measure)
        return found

    def to_pandas(self) -> Any:
        """The figures as a data frame."""
        import pandas as pd

        return pd.DataFrame(self.figures)

    def __repr__(self) -> str:
        return f"<tacit.{type(self).__name__}: {self.says}>"

    def _headlines(self) -> list[dict[str, Any]]:
        """One figure of each measure: the one it is known by, else its first."""
        chosen = []
        for when, result in _results(self.raw, ""):
            figures = [f for f in result["figures"] if f["name"] == result.get("headline")] or result["figures"][:1]
            chosen += [{"when": when, "measure": result.get("title", result["name"]), **f} for f in figures]
        return chosen

    def _shown(self) -> str:
        """A table of one figure of each measure, before and after beside each other."""
        rows: dict[tuple[str, str, int], list[Any]] = {}
        seen: Counter[tuple[str, str, str]] = Counter()
        figures = self._headlines()
        for f in figures:
            place = (f["when"], f["measure"], f.get("title", f["name"]))
            seen[place] += 1  # a measure may be there twice
            row = rows.setdefault((*place[1:], seen[place]), ["", ""])
            row[f["when"] != "before"] = _html.shown(f.get("value"), f.get("unit", ""))
        if any(f["when"] == "after" for f in figures):
            return _html.table(("measure", "figure", "before", "after"), [(*key[:2], *row) for key, row in rows.items()])
        return _html.table(("measure", "figure", "value"), [(*key[:2], row[row[1] != ""]) for key, row in rows.items()])

    def _repr_html_(self) -> str:
        told = self.raw.get("verdict", {})
        line = _html.verdict(self.says, str(told.get("meaning", "")), str(told.get("mood", "")))
        every = [(f["when"], f["measure"], f.get("title", f["name"]), _html.shown(f.get("value"), f.get("unit", "")),
                  f.get("definition", "")) for f in self.figures]  # fmt: skip
        heads = ("when", "measure", "figure", "value")
        secret = self.raw.get("reader") == "custodian"
        return (
            line
            + ("<p><strong>Confidential</strong>: figures of the original, for its custodian.</p>" if secret else "")
            + self._shown()
            + _html.folded("All figures", _html.table((*heads, "definition"), every))
            + _html.listed(self.warnings)
        )


class Release(Record):
    """The record of a release that was made, with the released table if it is in memory."""

    def __init__(self, raw: dict[str, Any], table: Optional[Table]) -> None:
        super().__init__(raw)
        self._table = table

    def _repr_html_(self) -> str:
        shape = "" if self._table is None else f"<p>{html.escape(repr(self._table)[1:-1])}</p>"
        return super()._repr_html_() + shape

    @property
    def table(self) -> Table:
        """The released table."""
        if self._table is None:
            raise ValueError("The release was written to the plan's output; read it there.")
        return self._table
