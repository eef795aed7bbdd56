"""What notebooks show: tables of figures, with style of their own and no script.  Never a cell of data."""

from __future__ import annotations

import html
from typing import Any, Iterable, Sequence

_TABLE = "border-collapse:collapse;font:13px system-ui,sans-serif;margin:.4em 0"
_CELL = "text-align:left;padding:2px 12px 2px 0;border-bottom:1px solid #8884;vertical-align:top"
_MOODS = {"good": "#1a7f37", "bad": "#b42318"}


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table; None is a dash."""
    head = "".join(f'<th style="{_CELL}">{html.escape(str(h))}</th>' for h in heads)
    body = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{"–" if v is None else html.escape(str(v))}</td>' for v in row) + "</tr>"
        for row in rows
    )
    return f'<table style="{_TABLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def shown(value: Any, unit: str) -> Any:
    """A figure as people read it."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    if unit in ("share", "probability"):
        return f"{100 * value:.3g} %"
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


def verdict(says: str, meaning: str, mood: str) -> str:
    """What came of it, in words."""
    colour = _MOODS.get(mood, "inherit")
    told = f'<strong style="color:{colour}">{html.escape(says)}</strong>'
    return f"<p>{told} {html.escape(meaning)}</p>"


def folded(title: str, inside: str) -> str:
    """Something that opens on a click."""
    return f"<details><summary>{html.escape(title)}</summary>{inside}</details>"


def listed(lines: Sequence[str]) -> str:
    """Lines, each a point."""
    return "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in lines) + "</ul>" if lines else ""
