"""Plans: what is asked of the library, built step by step or read from a file.

A plan is a value: every method gives a new one.  Its text is what `tacit` runs.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from tacit import _arrow, _html
from tacit._columns import Like, check_unchanged, columns_from, likes_of, sums_of
from tacit._errors import NotReleased, WrongFile, WrongRequest
from tacit._generated import HierarchyMethods, RequirementMethods, StepMethods
from tacit._lib import NOT_RELEASED, Context, Progress
from tacit._record import Record, Release
from tacit._table import Table

Names = Union[str, Sequence[str], None]
IN, OUT, OTHER = "data", "released", "protected"
RELEASING = ("protect", "synth", "tables", "release")


def _names(role: str, given: Any) -> Union[str, list[str]]:
    if isinstance(given, str):
        return given
    names = list(given) if isinstance(given, Iterable) else [None]
    if not all(isinstance(name, str) for name in names):
        raise WrongRequest(f"Columns with the role '{role}' are given by their names.")
    return [str(name) for name in names]


def _is_path(data: Any) -> bool:
    return isinstance(data, (str, os.PathLike))


def _put(cx: Context, name: str, data: Any) -> dict[str, Like]:
    """Give the library a table in memory; pandas' own stream needs a library that may not be there.
    Gives what columns are like that it holds as texts."""
    if hasattr(data, "__arrow_c_stream__") and not hasattr(data, "iloc"):
        cx.put(name, _arrow.stream_from(data.__arrow_c_stream__()))
        return {}
    columns = columns_from(data)
    before = sums_of(columns)
    cx.put(name, _arrow.stream_of(columns))
    check_unchanged(columns, before)
    return likes_of(data, columns)


def _plain(value: Any) -> Any:
    """Dates, paths, and scalars, arrays and indexes of numpy and pandas, as a plan has them."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def _text(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_plain)
    except TypeError:
        raise WrongRequest("A plan holds texts, numbers, true and false, lists and mappings.") from None


def _yaml(parts: Mapping[str, Any]) -> str:
    """A line for each key, and for each step or entry below it; JSON is YAML."""
    lines = []
    for key, value in parts.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{key}:"] + [f"  - {_text(step)}" for step in value]
        elif isinstance(value, dict) and value:
            lines += [f"{key}:"] + [f"  {_text(name)}: {_text(below)}" for name, below in value.items()]
        else:
            lines.append(f"{key}: {_text(value)}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, repr=False, eq=False)
class Plan(StepMethods):
    """A plan over `data`: a path or address, or a table in memory.

    Roles are names of columns; `more` is any other key of a plan (docs/plan.md), such as `seed`,
    `measures`, `output`, `report` or the section of a command.
    """

    data: Any
    parts: Mapping[str, Any] = field(default_factory=dict)
    text: Optional[str] = None

    def __init__(
        self,
        data: Any,
        *,
        identifier: Names = None,
        key: Names = None,
        sensitive: Names = None,
        weight: Optional[str] = None,
        household: Optional[str] = None,
        strata: Names = None,
        **more: Any,
    ) -> None:
        given = dict(identifier=identifier, key=key, sensitive=sensitive, weight=weight,
                     household=household, strata=strata)  # fmt: skip
        roles = {name: _names(name, value) for name, value in given.items() if value is not None}
        parts = {**({"roles": roles} if roles else {}), **more}
        object.__setattr__(self, "data", os.fspath(data) if _is_path(data) else data)
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "text", None)

    @staticmethod
    def read(path: Union[str, "os.PathLike[str]"]) -> "Plan":
        """The plan of a file, to be carried out as it stands."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as e:
            raise WrongFile(f"Cannot read {os.fspath(path)}: {e.strerror}.") from None
        return _with_text(path, text)

    def _with(self, **parts: Any) -> "Plan":
        if self.text is not None:
            raise WrongRequest("The plan is a text already; add to it in its file.")
        return replace_parts(self, {**self.parts, **parts})

    def _add_step(self, name: str, arguments: Mapping[str, Any]) -> "Plan":
        return self._with(steps=[*self.parts.get("steps", []), {name: _given(arguments)}])

    @property
    def require(self) -> "Requirements":
        """Guarantees that the release must keep: `plan.require.k_anonymity(k=5)`."""
        return Requirements(self)

    @property
    def hierarchy(self) -> "Hierarchies":
        """Hierarchies of keys: `plan.hierarchy.intervals("age", widths=[5, 10, 20])`."""
        return Hierarchies(self)

    def __eq__(self, other: object) -> bool:
        """Whether both ask for the same, of the same path or of one and the same table."""
        if not isinstance(other, Plan):
            return NotImplemented
        same = self.data == other.data if _is_path(self.data) and _is_path(other.data) else self.data is other.data
        return bool(same) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """What it does, never a cell of a table."""
        over = f"{self.data!r}" if _is_path(self.data) else "a table in memory"
        return f"<tacit.Plan over {over}>\n{self}"

    def __str__(self) -> str:
        if self.text is not None:
            return self.text
        data = self.data if _is_path(self.data) else f"memory:{IN}"
        return _yaml({"data": data, **self.parts})

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write the plan to a new file, for `tacit protect`; its data must be a path."""
        if not _is_path(self.data):
            raise WrongRequest("The data of the plan is in memory; give a path, so that the plan can be run.")
        with open(path, "x", encoding="utf-8") as file:
            file.write(str(self))

    # ---- work ----

    def run(
        self,
        task: str,
        *,
        tables: Optional[Mapping[str, Any]] = None,
        threads: int = 0,
        progress: Optional[Progress] = None,
    ) -> Record:
        """Do any task of `tacit list`; `tables` are further tables in memory, by their names."""
        return Record(self._done(task, self, tables, threads, progress)[0])

    def inspect(self) -> Record:
        """Profile every column and suggest its role."""
        return self.run("inspect")

    def measure(self, *measures: str) -> Record:
        """Risks and models of the data as it is."""
        return (self._with(measures=list(measures)) if measures else self).run("measure")

    def explain(self) -> Record:
        """Why each key had to be generalised as far as it is."""
        return self.run("explain")

    def explore(self, *, progress: Optional[Progress] = None, **asked: Any) -> "Exploration":
        """What other requests would cost; `asked` is the section 'explore' of the plan."""
        plan = self._with(explore=asked) if asked else self
        return Exploration(self._done("explore", plan, None, 0, progress)[0], self)

    def compare(self, protected: Any, **asked: Any) -> Record:
        """Compare the data with a protected table or file, whoever made it."""
        named = os.fspath(protected) if _is_path(protected) else f"memory:{OTHER}"
        tables = {} if _is_path(protected) else {OTHER: protected}
        return self._with(compare={"protected": named, **asked}).run("compare", tables=tables)

    def protect(self, *, task: str = "protect", threads: int = 0, progress: Optional[Progress] = None) -> Release:
        """Carry the plan out; raises `NotReleased` if a guarantee does not hold.

        Without `output` the released table stays in memory.  `task` can also be one of "synth", "tables",
        "release": synthetic records, protected tables, answers with differential privacy.
        """
        if task not in RELEASING:
            raise WrongRequest(f"A task that releases is one of {', '.join(RELEASING)}.")
        kept = self
        if self.text is None and "output" not in self.parts:
            kept = self._with(output=f"memory:{OUT}")
        elif self.text is not None and not _is_path(self.data):
            kept = _with_text(self.data, f"{self.text}output: memory:{OUT}\n")
        inside = kept is not self or self.parts.get("output") == f"memory:{OUT}"
        raw, table = self._done(task, kept, None, threads, progress, inside)
        return Release(raw, table)

    @staticmethod
    def _done(
        task: str,
        plan: "Plan",
        tables: Optional[Mapping[str, Any]],
        threads: int,
        progress: Optional[Progress],
        keep: bool = False,
    ) -> tuple[dict[str, Any], Optional[Table]]:
        with Context(threads, progress) as cx:
            likes = {} if _is_path(plan.data) else _put(cx, IN, plan.data)
            for name, table in (tables or {}).items():
                _put(cx, name, table)
            raw = cx.run(task, str(plan))
            if task in RELEASING and raw["status"] == NOT_RELEASED:
                raise NotReleased(Record(raw).says, raw)
            released = _arrow.columns_of(cx.get(OUT)) if keep else None
        return raw, None if released is None else Table(released, likes)  # the session is gone: columns are held once


class Exploration(Record):
    """The record of an exploration, with the ways that were tried."""

    def __init__(self, raw: dict[str, Any], plan: Plan) -> None:
        super().__init__(raw)
        self._plan = plan

    def _tried(self) -> list[dict[str, Any]]:
        results = (result for section in self.raw.get("sections", []) for result in section.get("results", []))
        return [way for result in results for way in result.get("ways", [])]

    @property
    def ways(self) -> list[dict[str, Any]]:
        """Every way that was carried out, with its risk and loss; of levels, what each k and suppression would cost."""
        told = ("way", "risk", "by", "loss", "frontier", "best")
        ways = [{key: way.get(key) for key in told} for way in self._tried() if way.get("tried")]
        grid = [point for part in self.raw.get("exploration", []) for point in part.get("grid", [])]
        costs = ("k", "suppression", "loss", "levels")
        return ways or [{key: point.get(key) for key in costs} for point in grid if point.get("found")]

    def _repr_html_(self) -> str:
        ways = self.ways
        shown = [way for way in ways if way["frontier"]] if ways and "frontier" in ways[0] else ways
        heads = [name for name in (shown[0] if shown else ()) if name != "frontier"]
        rows = [[_html.shown(way[name], "") for name in heads] for way in shown]
        return super()._repr_html_() + (_html.table(heads, rows) if rows else "")

    @property
    def best(self) -> Plan:
        """The best way as a plan over the same data; the plan itself where levels alone were explored."""
        for way in self._tried():
            if way.get("best"):
                return _with_text(self._plan.data, way["text"])
        return replace_parts(self._plan, {k: v for k, v in self._plan.parts.items() if k != "explore"})


def _with_text(data: Any, text: str) -> Plan:
    """A plan that is a text already."""
    plan = Plan(data)
    object.__setattr__(plan, "text", text)
    return plan


def replace_parts(plan: Plan, parts: Mapping[str, Any]) -> Plan:
    """A plan over the same data with other parts."""
    made = Plan(plan.data)
    object.__setattr__(made, "parts", parts)
    return made


def _given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if value is not None}


@dataclass(frozen=True)
class Requirements(RequirementMethods):
    """The guarantees of the catalog, as methods that give a plan."""

    plan: Plan

    def _add(self, name: str, arguments: Mapping[str, Any]) -> Plan:
        return self.plan._with(require={**self.plan.parts.get("require", {}), name: _given(arguments)})


@dataclass(frozen=True)
class Hierarchies(HierarchyMethods):
    """The builders of hierarchies, as methods that give a plan."""

    plan: Plan

    def _add(self, column: str, name: str, arguments: Mapping[str, Any]) -> Plan:
        made = {**self.plan.parts.get("hierarchies", {}), column: {name: _given(arguments)}}
        return self.plan._with(hierarchies=made)


def run(task: str, plan: Union[str, Path], **tables: Any) -> Record:
    """Do a task as the text of a plan, or a file of one, says; `tables` are in memory, by name."""
    with Context() as cx:
        for name, table in tables.items():
            _put(cx, name, table)
        file = isinstance(plan, Path)
        text = plan.read_text(encoding="utf-8") if isinstance(plan, Path) else plan
        return Record(cx.run(task, text, {"file": str(plan)} if file else None))
