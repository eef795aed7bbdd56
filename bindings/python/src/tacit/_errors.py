"""How work can end badly: an exception for each ending of the library."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Work that did not end well; `record` is what the library says of it, or None."""

    def __init__(self, message: str, record: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.record = record

    @property
    def problems(self) -> list[dict[str, Any]]:
        """Everything that is wrong, each with a message and, of a plan, its line and column."""
        return list((self.record or {}).get("problems", []))


class WrongRequest(Error):
    """The plan is wrong: names, types, parameters."""


class NotReleased(Error):
    """A required guarantee does not hold, so that nothing was released."""


class WrongData(Error):
    """The data cannot satisfy the request."""


class WrongFile(Error):
    """A file could not be read or written."""


class Cancelled(Error):
    """The work was cancelled, or memory ran out."""


ENDINGS: dict[int, type[Error]] = {
    1: Cancelled,
    2: WrongRequest,
    3: NotReleased,
    4: WrongData,
    5: WrongFile,
}
