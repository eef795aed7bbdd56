"""tacit: publish data without publishing people.

A plan over a table in memory or a file; what it requires is checked on the result, and nothing
that does not keep it comes out.
"""

from tacit._errors import Cancelled, Error, NotReleased, WrongData, WrongFile, WrongRequest
from tacit._lib import version
from tacit._plan import Exploration, Plan, run
from tacit._record import Record, Release
from tacit._server import Answer, Server, connect
from tacit._table import Table

__all__ = [
    "Answer",
    "Cancelled",
    "Error",
    "Exploration",
    "NotReleased",
    "Plan",
    "Record",
    "Release",
    "Server",
    "Table",
    "WrongData",
    "WrongFile",
    "WrongRequest",
    "connect",
    "run",
    "version",
]
